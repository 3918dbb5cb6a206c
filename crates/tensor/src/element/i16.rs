//! Signed 16-bit integer.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::Format;

pub(crate) const DESCRIPTION: Description = Description { name: "i16", size: 2, format: Format::Signed };

impl Element for i16 {
    const DTYPE: DType = DType::I16;

    fn to_bits(self) -> u64 {
        u64::from(self as u16)
    }

    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
}
