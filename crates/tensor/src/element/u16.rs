//! Unsigned 16-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "u16", size: 2, format: Format::Unsigned };

impl Element for u16 {
    const DTYPE: DType = DType::U16;

    fn to_bits(self) -> u64 {
        u64::from(self)
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
