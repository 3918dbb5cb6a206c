//! Signed 8-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "i8", size: 1, format: Format::Signed };

impl Element for i8 {
    const DTYPE: DType = DType::I8;

    fn to_bits(self) -> u64 {
        u64::from(self as u8)
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
