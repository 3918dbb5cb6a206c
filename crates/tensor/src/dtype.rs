//! The element types: one table, of which everything is made that goes through all of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::element::{Decimal, Element, Numpy, description, element_types};
use crate::format::{Float, Format};

/// Makes of the table of element types the type, the list of all types, what is told of each, and the dispatch to static types.
macro_rules! dtypes {
    ($d:tt numbers { $($number:tt)* } truth { $($truth:tt)* } float8 { $($float8:tt)* }) => {
        dtypes! { all $d $($number)* $($truth)* $($float8)* }

        dtypes! { some $d match_number [
            /// Runs a generic body with `$T` bound to the Rust type of a number, or `$other` for bool. Who calls it depends on the crates
            /// `half` and `float8`.
        ] $($number)* $($float8)* }
        dtypes! { some $d match_common_number [
            /// Runs a generic body with `$T` bound to the Rust type of a number that most libraries have: of every integer, and of every
            /// float but those of 8 bits; `$other` for what is none. Who calls it depends on the crate `half`.
        ] $($number)* }
    };
    (all $d:tt $($(#[$doc:meta])* $variant:ident, $element:ty, $word:ty, $description:expr;)*) => {
        /// An element type. Its name is a letter for the kind and the width in bits, as Rust names its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum DType {
            $($(#[$doc])* $variant,)*
        }

        impl DType {
            /// Every element type, in the order of reports.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];

            /// Bytes of one element.
            #[inline]
            pub const fn size(self) -> usize {
                match self {
                    $(Self::$variant => size_of::<$element>(),)*
                }
            }

            /// The path of the Rust type of a number, such as `half::f16`.
            pub const fn rust(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($element),)*
                }
            }
        }

        $(impl Element for $element {
            const DTYPE: DType = DType::$variant;

            fn to_bits(self) -> u64 {
                u64::from(bytemuck::cast::<Self, $word>(self))
            }

            fn from_bits(bits: u64) -> Self {
                bytemuck::cast(bits as $word)
            }
        })*

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
    (some $d:tt $name:ident [$(#[$about:meta])*]
        $($(#[$doc:meta])* $variant:ident, $element:ty, $word:ty, $description:expr;)*) => {
        $(#[$about])*
        #[macro_export]
        macro_rules! $name {
            ($d dtype:expr, $d T:ident => $d body:expr, other => $d other:expr) => {
                match $d dtype {
                    $($d crate::DType::$variant => {
                        type $d T = $element;
                        $d body
                    })*
                    _ => $d other,
                }
            };
        }
    };
}

element_types!(dtypes $);

/// A name that is no element type's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown element type `{0}`: expected one of {names}", names = DType::ALL.map(DType::name).join(" "))]
pub struct UnknownDType(pub String);

impl DType {
    /// The short name, such as `f32`.
    pub const fn name(self) -> &'static str {
        description(self).name
    }

    /// ONNX's number of the type, as in a `TensorProto`.
    pub const fn onnx(self) -> i32 {
        description(self).onnx
    }

    /// The name in a frame of the adapter protocol, which is that of safetensors.
    pub const fn frame(self) -> &'static str {
        description(self).frame
    }

    /// `NumPy`'s name.
    pub const fn numpy(self) -> Numpy {
        description(self).numpy
    }

    /// How a float is written and read in decimal; `None` of any other type.
    pub(crate) const fn decimal(self) -> Option<&'static Decimal> {
        description(self).decimal.as_ref()
    }

    /// Bits of one element.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.size() as u32 * 8
    }

    /// How the bits make a value.
    #[inline]
    pub const fn format(self) -> Format {
        description(self).format
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

    /// The highest bit of an element, which is the sign of a float and of a signed integer.
    #[inline]
    pub const fn top_bit(self) -> u64 {
        match self.format() {
            Format::Float(float) => float.sign(),
            Format::Signed | Format::Unsigned | Format::Boolean => 1 << (self.bits() - 1),
        }
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
    fn the_top_bit_is_the_highest_of_the_mask() {
        assert!(DType::ALL.into_iter().all(|dtype| dtype.top_bit() == dtype.mask() - (dtype.mask() >> 1)));
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
