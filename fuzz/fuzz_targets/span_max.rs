//! .NET's `TensorPrimitives`: spans of one memory, with every overlap.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus { opconform_fuzz::operators("span_max", data) });
