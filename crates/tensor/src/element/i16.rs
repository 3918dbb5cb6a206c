//! Signed 16-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "i16",
    format: Format::Signed,
    onnx: 5,
    frame: "I16",
    numpy: Numpy::Own("int16"),
    decimal: None,
};
