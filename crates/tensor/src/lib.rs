//! Tensors as bits: what every other crate passes around.
//!
//! A [`Tensor`] is an element type, a shape and aligned bytes. Elements are compared as bits under a [`Policy`] that the
//! caller names: there is no `PartialEq` on a tensor of floats, because −0.0 is not +0.0 and a NaN has a sign and a payload.

mod class;
mod compare;
mod dtype;
mod element;
mod format;
mod sample;
mod shape;
mod tensor;
mod types;
mod value;

pub use class::Class;
pub use compare::{Difference, NanPolicy, Policy, ZeroPolicy, first_difference};
pub use dtype::{DType, UnknownDType};
pub use element::{Boolean, Element, Numpy};
pub use format::{Float, Format};
pub use shape::{BroadcastError, broadcast, broadcast_indices, element_count, shape_text, unravel};
pub use tensor::{ALIGNMENT, Tensor, TensorError};
pub use types::Types;
pub use value::{ParseValueError, Value};
