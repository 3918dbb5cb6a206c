//! Paddle's and NumPy's maxima: axis, out, where, initial.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus {
    opconform_fuzz::operators("framework_max", data)
});
