//! IEEE 754 binary16.

use half::f16;

use super::{Decimal, Description, Numpy, shortest};
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description = Description {
    name: "f16",
    format: Format::Float(Float::ieee(5, 10)),
    onnx: 10,
    frame: "F16",
    numpy: Numpy::Own("float16"),
    decimal: Some(Decimal {
        write: |bits| shortest(f16::from_bits(bits as u16).to_f32()),
        read: |text| Some(f16::from_f64(text.parse().ok()?).to_bits().into()),
    }),
};
