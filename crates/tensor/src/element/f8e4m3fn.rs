//! The OCP's 8-bit E4M3, ONNX's FLOAT8E4M3FN: 4 bits of exponent, 3 of fraction, no infinity, and all ones for the NaN.

use float8::F8E4M3;

use super::{Decimal, Description, Numpy, shortest};
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description = Description {
    name: "f8e4m3fn",
    format: Format::Float(Float::without_infinity(4, 3)),
    onnx: 17,
    frame: "F8_E4M3",
    numpy: Numpy::Added("float8_e4m3fn"),
    decimal: Some(Decimal {
        write: |bits| shortest(F8E4M3::from_bits(bits as u8).to_f32()),
        read: |text| Some(F8E4M3::from_f64(text.parse().ok()?).to_bits().into()),
    }),
};
