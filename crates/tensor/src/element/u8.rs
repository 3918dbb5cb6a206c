//! Unsigned 8-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "u8", size: 1, format: Format::Unsigned };

impl Element for u8 {
    const DTYPE: DType = DType::U8;

    fn to_bits(self) -> u64 {
        u64::from(self)
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
