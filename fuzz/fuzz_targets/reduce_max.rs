//! ONNX `ReduceMax` and `ReduceMin`: axes, keepdims, empty sets.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus { opconform_fuzz::operators("reduce_max", data) });
