//! bfloat16: the sign, the exponent and the upper seven fraction bits of a binary32.

use half::bf16;

use super::{Decimal, Description, Numpy, shortest};
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description = Description {
    name: "bf16",
    format: Format::Float(Float::ieee(8, 7)),
    onnx: 16,
    frame: "BF16",
    numpy: Numpy::Added("bfloat16"),
    decimal: Some(Decimal {
        write: |bits| shortest(bf16::from_bits(bits as u16).to_f32()),
        read: |text| Some(bf16::from_f64(text.parse().ok()?).to_bits().into()),
    }),
};
