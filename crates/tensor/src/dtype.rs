//! The element types, and how each lays a value out in bits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::element;

/// An element type. The names are those of `STYLE`: a letter for the kind and the width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DType {
    /// bfloat16: the upper half of a binary32.
    Bf16,
    /// IEEE 754 binary16.
    F16,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// Signed 8-bit integer.
    I8,
    /// Signed 16-bit integer.
    I16,
    /// Signed 32-bit integer.
    I32,
    /// Signed 64-bit integer.
    I64,
    /// Unsigned 8-bit integer.
    U8,
    /// Unsigned 16-bit integer.
    U16,
    /// Unsigned 32-bit integer.
    U32,
    /// Unsigned 64-bit integer.
    U64,
    /// One byte, 0 or 1.
    Bool,
}

/// How the bits of an element make a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A binary interchange format of IEEE 754: sign, biased exponent, fraction. The widths are in bits.
    Float {
        /// Width of the biased exponent.
        exponent_bits: u32,
        /// Width of the fraction, without the implied leading bit.
        fraction_bits: u32,
    },
    /// Two's complement.
    Signed,
    /// Plain binary.
    Unsigned,
    /// 0 is false, 1 is true.
    Boolean,
}

/// A name that is no element type's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown element type `{0}`: expected one of bf16 f16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool")]
pub struct UnknownDType(pub String);

impl DType {
    /// Every element type, in the order of reports.
    pub const ALL: [Self; 13] = [
        Self::Bf16,
        Self::F16,
        Self::F32,
        Self::F64,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::Bool,
    ];

    /// The short name, such as `f32`.
    pub const fn name(self) -> &'static str {
        self.description().name
    }

    /// Bytes of one element.
    #[inline]
    pub const fn size(self) -> usize {
        self.description().size
    }

    /// Bits of one element.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.size() as u32 * 8
    }

    /// How the bits make a value.
    #[inline]
    pub const fn format(self) -> Format {
        self.description().format
    }

    /// Whether the type has NaNs, infinities and two zeros.
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self.format(), Format::Float { .. })
    }

    /// The bits of an element, all ones.
    #[inline]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    #[inline]
    const fn description(self) -> element::Description {
        match self {
            Self::Bf16 => element::bf16::DESCRIPTION,
            Self::F16 => element::f16::DESCRIPTION,
            Self::F32 => element::f32::DESCRIPTION,
            Self::F64 => element::f64::DESCRIPTION,
            Self::I8 => element::i8::DESCRIPTION,
            Self::I16 => element::i16::DESCRIPTION,
            Self::I32 => element::i32::DESCRIPTION,
            Self::I64 => element::i64::DESCRIPTION,
            Self::U8 => element::u8::DESCRIPTION,
            Self::U16 => element::u16::DESCRIPTION,
            Self::U32 => element::u32::DESCRIPTION,
            Self::U64 => element::u64::DESCRIPTION,
            Self::Bool => element::boolean::DESCRIPTION,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DType {
    type Err = UnknownDType;

    fn from_str(text: &str) -> Result<Self, UnknownDType> {
        Self::ALL.into_iter().find(|dtype| dtype.name() == text).ok_or_else(|| UnknownDType(text.to_owned()))
    }
}

/// Runs a generic body with `$T` bound to the Rust type of an element type.
///
/// The one dispatch from [`DType`] to static types: `match_dtype!(dtype, T => count::<T>(tensor))`.
#[macro_export]
macro_rules! match_dtype {
    ($dtype:expr, $T:ident => $body:expr) => {
        match $dtype {
            $crate::DType::Bf16 => {
                type $T = ::half::bf16;
                $body
            }
            $crate::DType::F16 => {
                type $T = ::half::f16;
                $body
            }
            $crate::DType::F32 => {
                type $T = f32;
                $body
            }
            $crate::DType::F64 => {
                type $T = f64;
                $body
            }
            $crate::DType::I8 => {
                type $T = i8;
                $body
            }
            $crate::DType::I16 => {
                type $T = i16;
                $body
            }
            $crate::DType::I32 => {
                type $T = i32;
                $body
            }
            $crate::DType::I64 => {
                type $T = i64;
                $body
            }
            $crate::DType::U8 => {
                type $T = u8;
                $body
            }
            $crate::DType::U16 => {
                type $T = u16;
                $body
            }
            $crate::DType::U32 => {
                type $T = u32;
                $body
            }
            $crate::DType::U64 => {
                type $T = u64;
                $body
            }
            $crate::DType::Bool => {
                type $T = $crate::Boolean;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for dtype in DType::ALL {
            assert_eq!(dtype.name().parse(), Ok(dtype));
        }
        assert!("float".parse::<DType>().is_err());
    }

    #[test]
    fn every_element_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/element");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of element types")
            .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
            .map(|stem| if stem == "boolean" { "bool".to_owned() } else { stem })
            .collect();
        let mut names: Vec<String> = DType::ALL.iter().map(|dtype| dtype.name().to_owned()).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn format_widths_fill_the_element() {
        for dtype in DType::ALL {
            if let Format::Float { exponent_bits, fraction_bits } = dtype.format() {
                assert_eq!(1 + exponent_bits + fraction_bits, dtype.bits(), "{dtype}");
            }
        }
    }
}
