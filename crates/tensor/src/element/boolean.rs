//! One byte, 0 (false) or 1 (true). Other bytes are representable, because a backend may return them.

use super::{Description, Numpy};
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description {
    name: "bool",
    format: Format::Boolean,
    onnx: 9,
    frame: "BOOL",
    numpy: Numpy::Own("bool"),
    decimal: None,
};

/// A byte that stands for a truth value; Rust's `bool` cannot hold the bytes that a faulty backend may return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Boolean(u8);
