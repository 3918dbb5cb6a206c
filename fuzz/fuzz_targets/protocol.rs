//! Frames of the adapter protocol, as either side reads them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| opconform_fuzz::protocol::read(data));
