//! Why a call was refused. Whoever gets an [`Error`] finds the output as it was.

use core::fmt;

use crate::Isa;

/// A refused call, with what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Two operands of an elementwise call differ in length.
    LengthMismatch {
        /// Elements of the first operand.
        expected: usize,
        /// Elements of the second operand.
        found: usize,
    },
    /// A shape cannot be stretched to the others: some dimension is neither equal nor 1.
    NotBroadcastable {
        /// The broadcast shape of the operands before this one.
        expected: Vec<usize>,
        /// The operand's own shape.
        found: Vec<usize>,
    },
    /// The output has room for fewer elements than the result.
    ShortOutput {
        /// Elements of the result.
        expected: usize,
        /// Elements of the output.
        found: usize,
    },
    /// The output overlaps an operand without beginning at the same element and having the same layout.
    Overlap {
        /// Which operand, counted from 0.
        operand: usize,
    },
    /// An axis lies outside `[-rank, rank - 1]`.
    AxisOutOfRange {
        /// The axis as it was given.
        axis: isize,
        /// The rank of the tensor.
        rank: usize,
    },
    /// An axis is named twice.
    DuplicateAxis {
        /// The axis, counted from the front.
        axis: usize,
    },
    /// A reduction has no element to take a result from.
    EmptyReduction,
    /// A call has no operands.
    NoOperands,
    /// A view reaches outside its span, or its shape and strides do not fit together.
    ViewOutOfBounds {
        /// Elements of the span.
        len: usize,
        /// The view's shape.
        shape: Vec<usize>,
    },
    /// This CPU, or this build, lacks the instruction set.
    Unavailable {
        /// The instruction set asked for.
        isa: Isa,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch { expected, found } => {
                write!(f, "operands differ in length: expected {expected} elements, found {found}")
            }
            Self::NotBroadcastable { expected, found } => {
                write!(f, "shapes do not broadcast: expected one that fits {expected:?}, found {found:?}")
            }
            Self::ShortOutput { expected, found } => {
                write!(f, "output too short: expected at least {expected} elements, found {found}")
            }
            Self::Overlap { operand } => {
                write!(f, "output overlaps operand {operand}: expected the same start and layout, or no overlap")
            }
            Self::AxisOutOfRange { axis, rank } => {
                write!(f, "axis out of range: expected one from -{rank} to {rank} (exclusive), found {axis}")
            }
            Self::DuplicateAxis { axis } => write!(f, "duplicate axis: expected each once, found {axis} again"),
            Self::EmptyReduction => write!(f, "empty reduction: expected at least one element, found none"),
            Self::NoOperands => write!(f, "no operands: expected at least one, found none"),
            Self::ViewOutOfBounds { len, shape } => {
                write!(f, "view out of bounds: expected shape {shape:?} to lie within {len} elements, found it outside")
            }
            Self::Unavailable { isa } => {
                write!(f, "instruction set unavailable: expected {} on this CPU, found it missing", isa.name())
            }
        }
    }
}

impl core::error::Error for Error {}
