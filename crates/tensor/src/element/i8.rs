//! Signed 8-bit integer.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description =
    Description { name: "i8", format: Format::Signed, onnx: 3, frame: "I8", numpy: Numpy::Own("int8"), decimal: None };
