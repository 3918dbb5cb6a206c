//! ONNX `Max` and `Min`: broadcasting, types, operator sets.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus { opconform_fuzz::operators("max", data) });
