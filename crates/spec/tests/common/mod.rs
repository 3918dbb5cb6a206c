//! Cases and values in a few letters.

use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::{DType, Tensor, Value};

/// A case of `Max` at an operator set.
pub(crate) fn case(opset: u32, inputs: Vec<Tensor>) -> Case {
    let max = Operator::named("max").expect("Max");
    Case::new(max, opset, inputs, "test", Origin { source: "test".into(), seed: None })
}

/// A tensor of elements given by their bits.
pub(crate) fn tensor(dtype: DType, shape: &[usize], bits: &[u64]) -> Tensor {
    Tensor::from_bits(dtype, shape, bits).expect("as many bits as elements")
}

/// The bits of a value as [`Value::parse`] reads it, or of `nan`, `nan1`, `nan2` (quiet, with payloads) or `snan`.
pub(crate) fn bits(dtype: DType, text: &str) -> u64 {
    let parsed = || Value::parse(dtype, text).expect("a value").bits();
    let Some(float) = dtype.float() else { return parsed() };
    let signalling = |payload| float.signalling_nan(payload).expect("a type of signalling NaNs");
    match text {
        "nan" => float.nan(0),
        "-nan" => float.sign() | float.nan(0),
        "nan1" => float.nan(1),
        "nan2" => float.nan(2),
        "snan" => signalling(1),
        "-snan" => float.sign() | signalling(3),
        _ => parsed(),
    }
}
