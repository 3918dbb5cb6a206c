//! Unsigned 32-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "u32",
    format: Format::Unsigned,
    onnx: 12,
    frame: "U32",
    numpy: Numpy::Own("uint32"),
    decimal: None,
};
