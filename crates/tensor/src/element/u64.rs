//! Unsigned 64-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "u64", size: 8, format: Format::Unsigned };

impl Element for u64 {
    const DTYPE: DType = DType::U64;

    fn to_bits(self) -> u64 {
        self
    }

    fn from_bits(bits: u64) -> Self {
        bits
    }
}
