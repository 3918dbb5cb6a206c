//! IEEE 754 binary64.

use super::{Decimal, Description, Numpy, shortest};
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description = Description {
    name: "f64",
    format: Format::Float(Float::ieee(11, 52)),
    onnx: 11,
    frame: "F64",
    numpy: Numpy::Own("float64"),
    decimal: Some(Decimal {
        write: |bits| shortest(f64::from_bits(bits)),
        read: |text| Some(text.parse::<f64>().ok()?.to_bits()),
    }),
};
