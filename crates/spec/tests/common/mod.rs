//! Cases and values in a few letters.

use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::{DType, Format, Tensor, Value};

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
    let (infinity, quiet) = match dtype.format() {
        Format::Float { exponent_bits, fraction_bits } => {
            (((1 << exponent_bits) - 1) << fraction_bits, 1 << (fraction_bits - 1))
        }
        _ => (0, 0),
    };
    let sign = 1 << (dtype.bits() - 1);
    match text {
        "nan" => infinity | quiet,
        "-nan" => sign | infinity | quiet,
        "nan1" => infinity | quiet | 1,
        "nan2" => infinity | quiet | 2,
        "snan" => infinity | 1,
        "-snan" => sign | infinity | 3,
        _ => Value::parse(dtype, text).expect("a value").bits(),
    }
}
