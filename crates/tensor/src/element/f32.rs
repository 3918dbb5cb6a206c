//! IEEE 754 binary32.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description =
    Description { name: "f32", size: 4, format: Format::Float(Float::ieee(8, 23)) };

impl Element for f32 {
    const DTYPE: DType = DType::F32;

    fn to_bits(self) -> u64 {
        u64::from(Self::to_bits(self))
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
}
