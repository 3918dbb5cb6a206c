//! One byte, 0 (false) or 1 (true). Other bytes are representable, because a backend may return them.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "bool", size: 1, format: Format::Boolean };

/// A byte that stands for a truth value; Rust's `bool` cannot hold the bytes that a faulty backend may return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Boolean(u8);

impl Element for Boolean {
    const DTYPE: DType = DType::Bool;

    fn to_bits(self) -> u64 {
        u64::from(self.0)
    }

    fn from_bits(bits: u64) -> Self {
        Self(bits as u8)
    }
}
