//! IEEE 754 binary64.

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description =
    Description { name: "f64", size: 8, format: Format::Float(Float::ieee(11, 52)) };

impl Element for f64 {
    const DTYPE: DType = DType::F64;

    fn to_bits(self) -> u64 {
        Self::to_bits(self)
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}
