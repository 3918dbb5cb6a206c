//! bfloat16: the sign, the exponent and the upper seven fraction bits of a binary32.

use half::bf16;

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description =
    Description { name: "bf16", size: 2, format: Format::Float(Float::ieee(8, 7)) };

impl Element for bf16 {
    const DTYPE: DType = DType::Bf16;

    fn to_bits(self) -> u64 {
        u64::from(Self::to_bits(self))
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u16)
    }
}
