//! The rules that a case can break before anything is computed. What a source says of each is the profiles' to know.

use opconform_tensor::{BroadcastError, shape_text};

/// Why a case has no result that follows from its operator's definition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCase {
    /// The operator set is older than the operator.
    #[error("the operator does not exist at this operator set")]
    Version,
    /// There is no operand.
    #[error("no operand at all")]
    NoOperand,
    /// There are too few or too many inputs.
    #[error("{found} inputs, expected {expected}")]
    Inputs {
        /// How many, in words.
        expected: &'static str,
        /// How many there are.
        found: usize,
    },
    /// The operands are not of one element type.
    #[error("operands of several element types")]
    MixedTypes,
    /// The shapes differ, where the version takes equal ones alone.
    #[error("shapes that differ at a version that does not broadcast")]
    UnequalShapes,
    /// The shapes do not broadcast.
    #[error(transparent)]
    Shapes(#[from] BroadcastError),
    /// An attribute or an input that stands for one has a value that its definition does not give a meaning to.
    #[error("`{0}` has a value without a meaning")]
    Attribute(&'static str),
    /// An attribute, or an input that stands for one, that this version of the operator does not have.
    #[error("`{0}` does not exist at this version")]
    UnknownAttribute(String),
    /// An attribute is a number that the element type does not have.
    #[error("`{0}` is no number of the element type")]
    Inexact(&'static str),
    /// A bound is no scalar.
    #[error("a bound of shape {}, where a scalar is asked for", shape_text(.0))]
    NoScalar(Vec<usize>),
    /// An axis lies outside the rank.
    #[error("axis {axis} of a tensor of rank {rank}")]
    AxisOutOfRange {
        /// The axis.
        axis: i64,
        /// The rank.
        rank: usize,
    },
    /// An axis below zero, at a version that does not name any.
    #[error("axis {0} at a version that counts axes from the front alone")]
    NegativeAxis(i64),
    /// The list of axes is there and empty, at a version that says only what none given means.
    #[error("an empty list of axes")]
    EmptyAxes,
    /// An axis is named twice.
    #[error("axis {0} is named twice")]
    DuplicateAxis(usize),
    /// A reduction of no elements, where the operator has no identity.
    #[error("a reduction of no elements")]
    EmptyReduction,
    /// A span reaches out of its memory, or there is none of its name: no call can say that.
    #[error("no span `{0}` of the memory")]
    Span(&'static str),
    /// The spans to compare differ in length.
    #[error("{x} and {y} elements to compare")]
    Lengths {
        /// Elements of the first span.
        x: usize,
        /// Elements of the second span.
        y: usize,
    },
    /// The destination is shorter than the result.
    #[error("a destination of {destination} elements for {expected}")]
    ShortDestination {
        /// Its elements.
        destination: usize,
        /// The result's.
        expected: usize,
    },
    /// The destination overlaps a span to compare, and does not begin where that begins.
    #[error("`{0}` and the destination overlap and do not begin at the same element")]
    Overlap(&'static str),
    /// A shape that is no contiguous sub-sequence of another at an axis.
    #[error("shape {} is no contiguous sub-sequence of {} at axis {axis}", shape_text(.y), shape_text(.x))]
    NoSubSequence {
        /// The shape of the first operand.
        x: Vec<usize>,
        /// The shape of the second one.
        y: Vec<usize>,
        /// Where it is to begin.
        axis: i64,
    },
    /// The formula for an axis below −1 leaves the rank, or the second operand has more dimensions than the first.
    #[error("axis {axis} of ranks {x} and {y}")]
    AxisFormula {
        /// The axis as given.
        axis: i64,
        /// The rank of the first operand.
        x: usize,
        /// The rank of the second operand.
        y: usize,
    },
    /// The place for the result has another shape than the result.
    #[error("an `out` of shape {} for a result of shape {}", shape_text(.found), shape_text(.expected))]
    OutShape {
        /// The result's shape.
        expected: Vec<usize>,
        /// The shape of `out`.
        found: Vec<usize>,
    },
    /// The operands broadcast to more elements than are judged: a limit of this suite, and no fault of the case.
    #[error("more elements than are judged")]
    TooLarge,
}

impl InvalidCase {
    /// The name of the rule, whatever the case is that breaks it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::NoOperand => "no-operand",
            Self::Inputs { .. } => "inputs",
            Self::MixedTypes => "mixed-types",
            Self::UnequalShapes => "unequal-shapes",
            Self::Shapes(_) => "shapes",
            Self::Attribute(_) => "attribute",
            Self::UnknownAttribute(_) => "unknown-attribute",
            Self::Inexact(_) => "inexact",
            Self::NoScalar(_) => "no-scalar",
            Self::AxisOutOfRange { .. } => "axis-out-of-range",
            Self::NegativeAxis(_) => "negative-axis",
            Self::EmptyAxes => "empty-axes",
            Self::DuplicateAxis(_) => "duplicate-axis",
            Self::EmptyReduction => "empty-reduction",
            Self::Span(_) => "span",
            Self::Lengths { .. } => "lengths",
            Self::ShortDestination { .. } => "short-destination",
            Self::Overlap(_) => "overlap",
            Self::NoSubSequence { .. } => "no-sub-sequence",
            Self::AxisFormula { .. } => "axis-formula",
            Self::OutShape { .. } => "out-shape",
            Self::TooLarge => "too-large",
        }
    }
}
