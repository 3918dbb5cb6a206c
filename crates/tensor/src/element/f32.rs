//! IEEE 754 binary32.

use super::{Decimal, Description, Numpy, shortest};
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description = Description {
    name: "f32",
    format: Format::Float(Float::ieee(8, 23)),
    onnx: 1,
    frame: "F32",
    numpy: Numpy::Own("float32"),
    decimal: Some(Decimal {
        write: |bits| shortest(f32::from_bits(bits as u32)),
        read: |text| Some(text.parse::<f32>().ok()?.to_bits().into()),
    }),
};
