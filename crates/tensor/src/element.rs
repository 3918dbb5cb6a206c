//! The element types: one table, and what is said of each in a file of its own.

use std::fmt::Debug;

use bytemuck::Pod;

use crate::dtype::DType;
use crate::format::Format;

pub(crate) mod bf16;
pub(crate) mod boolean;
pub(crate) mod f16;
pub(crate) mod f32;
pub(crate) mod f64;
pub(crate) mod f8e4m3fn;
pub(crate) mod i16;
pub(crate) mod i32;
pub(crate) mod i64;
pub(crate) mod i8;
pub(crate) mod u16;
pub(crate) mod u32;
pub(crate) mod u64;
pub(crate) mod u8;

pub use boolean::Boolean;

/// Gives the table to a macro, with a `$` to write macros with. A row has the variant of [`DType`], the module that describes the type,
/// the Rust type that holds an element, and one that holds its bits.
///
/// A later type stands after all others: the place of a row is in encoded cases, and decides whose turn it is.
macro_rules! element_types {
    ($make:ident $d:tt) => {
        $make! {
            $d
            numbers {
                /// bfloat16: the upper half of a binary32.
                Bf16, bf16, half::bf16, u16;
                /// IEEE 754 binary16.
                F16, f16, half::f16, u16;
                /// IEEE 754 binary32.
                F32, f32, f32, u32;
                /// IEEE 754 binary64.
                F64, f64, f64, u64;
                /// Signed 8-bit integer.
                I8, i8, i8, u8;
                /// Signed 16-bit integer.
                I16, i16, i16, u16;
                /// Signed 32-bit integer.
                I32, i32, i32, u32;
                /// Signed 64-bit integer.
                I64, i64, i64, u64;
                /// Unsigned 8-bit integer.
                U8, u8, u8, u8;
                /// Unsigned 16-bit integer.
                U16, u16, u16, u16;
                /// Unsigned 32-bit integer.
                U32, u32, u32, u32;
                /// Unsigned 64-bit integer.
                U64, u64, u64, u64;
            }
            truth {
                /// One byte, 0 or 1.
                Bool, boolean, crate::element::Boolean, u8;
            }
            float8 {
                /// The OCP's E4M3: 8 bits, finite numbers up to 448, and one NaN of either sign.
                F8E4m3fn, f8e4m3fn, float8::F8E4M3, u8;
            }
        }
    };
}
pub(crate) use element_types;

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

/// The shortest text of a native float.
fn shortest(float: impl Debug) -> String {
    let text = format!("{float:?}");
    if text == "NaN" { "nan".to_owned() } else { text }
}
