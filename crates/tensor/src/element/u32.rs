//! Unsigned 32-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "u32", size: 4, format: Format::Unsigned };

impl Element for u32 {
    const DTYPE: DType = DType::U32;

    fn to_bits(self) -> u64 {
        u64::from(self)
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
