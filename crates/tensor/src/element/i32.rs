//! Signed 32-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "i32", size: 4, format: Format::Signed };

impl Element for i32 {
    const DTYPE: DType = DType::I32;

    fn to_bits(self) -> u64 {
        u64::from(self as u32)
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
