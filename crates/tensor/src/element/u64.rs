//! Unsigned 64-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "u64",
    format: Format::Unsigned,
    onnx: 13,
    frame: "U64",
    numpy: Numpy::Own("uint64"),
    decimal: None,
};
