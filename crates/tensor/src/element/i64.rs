//! Signed 64-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "i64", size: 8, format: Format::Signed };

impl Element for i64 {
    const DTYPE: DType = DType::I64;

    fn to_bits(self) -> u64 {
        self as u64
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
