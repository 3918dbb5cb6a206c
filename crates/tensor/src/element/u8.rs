//! Unsigned 8-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "u8",
    format: Format::Unsigned,
    onnx: 2,
    frame: "U8",
    numpy: Numpy::Own("uint8"),
    decimal: None,
};
