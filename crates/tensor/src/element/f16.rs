//! IEEE 754 binary16.

use half::f16;

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description =
    Description { name: "f16", size: 2, format: Format::Float(Float::ieee(5, 10)) };

impl Element for f16 {
    const DTYPE: DType = DType::F16;

    fn to_bits(self) -> u64 {
        u64::from(Self::to_bits(self))
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u16)
    }
}
