//! Signed 64-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "i64",
    format: Format::Signed,
    onnx: 7,
    frame: "I64",
    numpy: Numpy::Own("int64"),
    decimal: None,
};
