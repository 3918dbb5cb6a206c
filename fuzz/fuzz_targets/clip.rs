//! ONNX Clip: bounds that are inputs, attributes, missing, crossed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus { opconform_fuzz::operators("clip", data) });
