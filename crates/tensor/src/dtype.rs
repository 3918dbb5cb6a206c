//! The element types: one table, of which everything is made that goes through all of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::element::{self, Description};
use crate::format::{Float, Format};

/// Makes of the table the type, the list of all types, their descriptions, and the dispatch to static types.
macro_rules! element_types {
    ($d:tt $($(#[$doc:meta])* $variant:ident, $module:ident, $element:ty;)*) => {
        /// An element type. Its name is a letter for the kind and the width in bits, as Rust names its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum DType {
            $($(#[$doc])* $variant,)*
        }

        impl DType {
            /// Every element type, in the order of reports. A later one stands after all others: the number of a type is in encoded
            /// cases, and decides whose turn it is.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];

            #[inline]
            const fn description(self) -> Description {
                match self {
                    $(Self::$variant => element::$module::DESCRIPTION,)*
                }
            }
        }

        /// Runs a generic body with `$T` bound to the Rust type of an element type.
        ///
        /// The one dispatch from [`DType`] to static types: `match_dtype!(dtype, T => count::<T>(tensor))`.
        macro_rules! match_dtype {
            ($d dtype:expr, $d T:ident => $d body:expr) => {
                match $d dtype {
                    $($crate::dtype::DType::$variant => {
                        type $d T = $element;
                        $d body
                    })*
                }
            };
        }
        pub(crate) use match_dtype;
    };
}

element_types! { $
    /// bfloat16: the upper half of a binary32.
    Bf16, bf16, half::bf16;
    /// IEEE 754 binary16.
    F16, f16, half::f16;
    /// IEEE 754 binary32.
    F32, f32, f32;
    /// IEEE 754 binary64.
    F64, f64, f64;
    /// Signed 8-bit integer.
    I8, i8, i8;
    /// Signed 16-bit integer.
    I16, i16, i16;
    /// Signed 32-bit integer.
    I32, i32, i32;
    /// Signed 64-bit integer.
    I64, i64, i64;
    /// Unsigned 8-bit integer.
    U8, u8, u8;
    /// Unsigned 16-bit integer.
    U16, u16, u16;
    /// Unsigned 32-bit integer.
    U32, u32, u32;
    /// Unsigned 64-bit integer.
    U64, u64, u64;
    /// One byte, 0 or 1.
    Bool, boolean, crate::element::Boolean;
    /// The OCP's E4M3: 8 bits, finite numbers up to 448, and one NaN of either sign.
    F8E4m3fn, f8e4m3fn, float8::F8E4M3;
}

/// A name that is no element type's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown element type `{0}`: expected one of {names}", names = DType::ALL.map(DType::name).join(" "))]
pub struct UnknownDType(pub String);

impl DType {
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

    /// How the bits make a float; `None` of any other type.
    #[inline]
    pub const fn float(self) -> Option<Float> {
        match self.format() {
            Format::Float(float) => Some(float),
            Format::Signed | Format::Unsigned | Format::Boolean => None,
        }
    }

    /// Whether the type has NaNs and two zeros.
    #[inline]
    pub const fn is_float(self) -> bool {
        self.float().is_some()
    }

    /// Whether the type is a float of 8 bits, which many have no tensors of.
    #[inline]
    pub const fn is_float8(self) -> bool {
        self.is_float() && self.bits() == 8
    }

    /// The bits of an element, all ones.
    #[inline]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
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
            if let Some(float) = dtype.float() {
                assert_eq!(float.sign(), 1 << (dtype.bits() - 1), "{dtype}");
            }
        }
    }
}
