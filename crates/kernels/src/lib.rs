//! The tensor maximum, right on every NaN and zero, on every instruction set.
//!
//! [`Kernel`] computes one [`Operator`] (the maximum, its minimum twin, and the variants that ignore NaN) on one
//! [`Isa`]: between slices, slice and scalar, any number of tensors with `NumPy` broadcasting, and as a reduction.
//!
//! What it promises, with the same bits on every [`Isa`], length, lane, alignment and stride:
//! - the result is a NaN if any operand is, and it is **the first NaN** in operand order (in a reduction: index
//!   order) with its bits unchanged;
//! - **+0 is greater than −0**; subnormals are numbers like any others. The modes of the CPU's floating-point unit change
//!   nothing, and no floating-point exception is raised;
//! - integers are exact. Half floats are compared as integers, never through `f32`.
//!
//! Every failure is a typed [`Error`], and leaves the output as it was.
//!
//! ```
//! use opconform_kernels::{Kernel, Maximum};
//!
//! let max = Kernel::<Maximum>::best();
//! let mut out = [0.0_f32; 3];
//! max.elementwise(&[1.0, -0.0, f32::NAN], &[2.0, 0.0, 3.0], &mut out)?;
//! assert_eq!(out[0].to_bits(), 2.0_f32.to_bits());
//! assert_eq!(out[1].to_bits(), 0.0_f32.to_bits());
//! assert!(out[2].is_nan());
//! assert_eq!(max.reduce(&[3_u8, 7, 5])?, 7);
//! # Ok::<(), opconform_kernels::Error>(())
//! ```

#![expect(clippy::inline_always, reason = "a kernel's every step must be compiled for the instruction set it runs on")]

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod broadcast;
mod caches;
mod element;
mod error;
mod fold;
mod geometry;
mod isa;
mod kernel;
mod operand;
mod operator;
#[cfg(feature = "rayon")]
mod parallel;
mod portable;
mod reduce;
mod simd;
mod small;
mod source;
mod span;
mod view;
#[cfg(target_arch = "x86_64")]
mod x86_64;
mod zip;

pub use caches::streams_from;
pub use element::Element;
pub use error::Error;
pub use isa::Isa;
pub use kernel::Kernel;
pub use operator::{Maximum, MaximumNumber, Minimum, MinimumNumber, Operator};
pub use source::source_hash;
pub use span::Span;
pub use view::{View, broadcast_shape};

/// The example of the page that the crate is shown with.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
