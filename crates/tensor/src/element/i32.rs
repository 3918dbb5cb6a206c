//! Signed 32-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "i32",
    format: Format::Signed,
    onnx: 6,
    frame: "I32",
    numpy: Numpy::Own("int32"),
    decimal: None,
};
