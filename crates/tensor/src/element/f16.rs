//! IEEE 754 binary16.

use half::f16;

use super::{Description, Element};
use crate::dtype::{DType, Format};

pub(crate) const DESCRIPTION: Description =
    Description { name: "f16", size: 2, format: Format::Float { exponent_bits: 5, fraction_bits: 10 } };

impl Element for f16 {
    const DTYPE: DType = DType::F16;

    fn to_bits(self) -> u64 {
        u64::from(Self::to_bits(self))
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u16)
    }
}
