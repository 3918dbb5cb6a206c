//! Unsigned 16-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "u16",
    format: Format::Unsigned,
    onnx: 4,
    frame: "U16",
    numpy: Numpy::Own("uint16"),
    decimal: None,
};
