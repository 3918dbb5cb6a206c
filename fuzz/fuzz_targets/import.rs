//! Files that people bring: cases, ONNX models and tensors, reports.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| opconform_fuzz::import::read(data));
