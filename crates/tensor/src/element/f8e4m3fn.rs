//! The OCP's 8-bit E4M3, ONNX's FLOAT8E4M3FN: 4 bits of exponent, 3 of fraction, no infinity, and all ones for the NaN.

use float8::F8E4M3;

use super::{Description, Element};
use crate::dtype::DType;
use crate::format::{Float, Format};

pub(crate) const DESCRIPTION: Description =
    Description { name: "f8e4m3fn", size: 1, format: Format::Float(Float::without_infinity(4, 3)) };

impl Element for F8E4M3 {
    const DTYPE: DType = DType::F8E4m3fn;

    fn to_bits(self) -> u64 {
        u64::from(Self::to_bits(&self))
    }

    fn from_bits(bits: u64) -> Self {
        Self::from_bits(bits as u8)
    }
}
