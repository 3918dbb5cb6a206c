//! What is kept of a backend's answers: journals and recordings.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| opconform_fuzz::journal::read(data));
