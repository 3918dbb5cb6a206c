//! The Rust type behind each element type, one file each.

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
    pub(crate) size: usize,
    pub(crate) format: Format,
}
