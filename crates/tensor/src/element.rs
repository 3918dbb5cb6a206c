//! The element types: one table, which says all that is said of each.

use std::fmt::Debug;

use bytemuck::Pod;

use crate::dtype::DType;
use crate::format::{Float, Format};

/// Gives the table to a macro, with a `$` to write macros with. A row has the variant of [`DType`], the Rust type
/// that holds an element, one that holds its bits, and what is told of the type.
///
/// A later type stands after all others: the place of a row is in encoded cases, and decides whose turn it is.
macro_rules! element_types {
    ($make:ident $d:tt) => {
        $make! {
            $d
            numbers {
                /// bfloat16: the upper half of a binary32.
                Bf16, half::bf16, u16, Description {
                    name: "bf16", frame: "BF16", onnx: 16, numpy: Numpy::Added("bfloat16"),
                    format: Format::Float(Float::ieee(8, 7)), decimal: narrow!(half::bf16, u16),
                };
                /// IEEE 754 binary16.
                F16, half::f16, u16, Description {
                    name: "f16", frame: "F16", onnx: 10, numpy: Numpy::Own("float16"),
                    format: Format::Float(Float::ieee(5, 10)), decimal: narrow!(half::f16, u16),
                };
                /// IEEE 754 binary32.
                F32, f32, u32, Description {
                    name: "f32", frame: "F32", onnx: 1, numpy: Numpy::Own("float32"),
                    format: Format::Float(Float::ieee(8, 23)), decimal: native!(f32, u32),
                };
                /// IEEE 754 binary64.
                F64, f64, u64, Description {
                    name: "f64", frame: "F64", onnx: 11, numpy: Numpy::Own("float64"),
                    format: Format::Float(Float::ieee(11, 52)), decimal: native!(f64, u64),
                };
                /// Signed 8-bit integer.
                I8, i8, u8, Description {
                    name: "i8", frame: "I8", onnx: 3, numpy: Numpy::Own("int8"),
                    format: Format::Signed, decimal: None,
                };
                /// Signed 16-bit integer.
                I16, i16, u16, Description {
                    name: "i16", frame: "I16", onnx: 5, numpy: Numpy::Own("int16"),
                    format: Format::Signed, decimal: None,
                };
                /// Signed 32-bit integer.
                I32, i32, u32, Description {
                    name: "i32", frame: "I32", onnx: 6, numpy: Numpy::Own("int32"),
                    format: Format::Signed, decimal: None,
                };
                /// Signed 64-bit integer.
                I64, i64, u64, Description {
                    name: "i64", frame: "I64", onnx: 7, numpy: Numpy::Own("int64"),
                    format: Format::Signed, decimal: None,
                };
                /// Unsigned 8-bit integer.
                U8, u8, u8, Description {
                    name: "u8", frame: "U8", onnx: 2, numpy: Numpy::Own("uint8"),
                    format: Format::Unsigned, decimal: None,
                };
                /// Unsigned 16-bit integer.
                U16, u16, u16, Description {
                    name: "u16", frame: "U16", onnx: 4, numpy: Numpy::Own("uint16"),
                    format: Format::Unsigned, decimal: None,
                };
                /// Unsigned 32-bit integer.
                U32, u32, u32, Description {
                    name: "u32", frame: "U32", onnx: 12, numpy: Numpy::Own("uint32"),
                    format: Format::Unsigned, decimal: None,
                };
                /// Unsigned 64-bit integer.
                U64, u64, u64, Description {
                    name: "u64", frame: "U64", onnx: 13, numpy: Numpy::Own("uint64"),
                    format: Format::Unsigned, decimal: None,
                };
            }
            truth {
                /// One byte, 0 (false) or 1 (true). Other bytes are representable, because a backend may return them.
                Bool, crate::element::Boolean, u8, Description {
                    name: "bool", frame: "BOOL", onnx: 9, numpy: Numpy::Own("bool"),
                    format: Format::Boolean, decimal: None,
                };
            }
            float8 {
                /// The OCP's E4M3: 8 bits, finite numbers up to 448, and one NaN of either sign.
                F8E4m3fn, float8::F8E4M3, u8, Description {
                    name: "f8e4m3fn", frame: "F8_E4M3", onnx: 17, numpy: Numpy::Added("float8_e4m3fn"),
                    format: Format::Float(Float::without_infinity(4, 3)), decimal: narrow!(float8::F8E4M3, u8),
                };
            }
        }
    };
}
pub(crate) use element_types;

/// Makes of the table what tells of a type.
macro_rules! descriptions {
    ($d:tt $($group:ident { $($(#[$doc:meta])* $variant:ident, $element:ty, $word:ty, $description:expr;)* })*) => {
        /// What is told of a type.
        #[inline]
        pub(crate) const fn description(dtype: DType) -> &'static Description {
            match dtype {
                $($(DType::$variant => const { &$description },)*)*
            }
        }
    };
}
element_types!(descriptions $);

/// A Rust type that holds one element, bit for bit.
pub trait Element: Pod + Send + Sync {
    /// The element type that it holds.
    const DTYPE: DType;

    /// The bits, zero-extended.
    fn to_bits(self) -> u64;

    /// The element of these bits; bits above the width are dropped.
    fn from_bits(bits: u64) -> Self;
}

/// What [`DType`] tells of one element type.
pub(crate) struct Description {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    /// ONNX's number of the type.
    pub(crate) onnx: i32,
    /// The name in a frame of the adapter protocol, which is that of safetensors.
    pub(crate) frame: &'static str,
    pub(crate) numpy: Numpy,
    /// How the floats among the types are written and read; the others need nothing but their format.
    pub(crate) decimal: Option<Decimal>,
}

/// `NumPy`'s name of an element type, and who brings the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numpy {
    /// `NumPy` itself.
    Own(&'static str),
    /// The package `ml_dtypes`, which adds it.
    Added(&'static str),
}

/// A float in decimal.
pub(crate) struct Decimal {
    /// The shortest text that the bits are the nearest value of.
    pub(crate) write: fn(u64) -> String,
    /// The bits of the value that is nearest to the number of a text.
    pub(crate) read: fn(&str) -> Option<u64>,
}

/// How a float that Rust has is written and read.
macro_rules! native {
    ($type:ty, $word:ty) => {
        Some(Decimal {
            write: |bits| shortest(<$type>::from_bits(bits as $word)),
            read: |text| Some(u64::from(text.parse::<$type>().ok()?.to_bits())),
        })
    };
}
use native;

/// How a float is written and read that is narrower than those.
macro_rules! narrow {
    ($type:ty, $word:ty) => {
        Some(Decimal {
            write: |bits| shortest(<$type>::from_bits(bits as $word).to_f32()),
            read: |text| Some(u64::from(<$type>::from_f64(text.parse().ok()?).to_bits())),
        })
    };
}
use narrow;

/// The shortest text of a native float.
fn shortest(float: impl Debug) -> String {
    let text = format!("{float:?}");
    if text == "NaN" { "nan".to_owned() } else { text }
}

/// A byte that stands for a truth value; Rust's `bool` cannot hold the bytes that a faulty backend may return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Boolean(u8);
