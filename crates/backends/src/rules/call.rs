//! What a case asks of its operator: which elements meet.

use std::borrow::Cow;
use std::ops::Range;

use opconform_tensor::{Tensor, broadcast, shape_text};

/// What is computed of what.
#[derive(Debug)]
pub enum Call<'a> {
    /// Elements of several tensors that meet.
    Elementwise(Elementwise<'a>),
    /// Elements of one tensor that meet along axes.
    Reduction(Reduction<'a>),
    /// Each element of a tensor, limited by bounds.
    Limits(Limits<'a>),
    /// Elements of spans that meet.
    Spans(Spans<'a>),
    /// All elements of a span of a memory.
    SpanReduction(&'a Tensor, Range<usize>),
}

/// An input that an attribute names, and its place among the inputs.
pub type Named<'a> = (usize, &'a Tensor);

/// Operands that meet where they are stretched to one shape.
#[derive(Debug)]
pub struct Elementwise<'a> {
    /// The operands, each with the shape from which it is stretched.
    pub operands: Vec<(&'a Tensor, Cow<'a, [usize]>)>,
    /// What the result is written over.
    pub out: Option<Named<'a>>,
    /// Which elements are computed, where not all are.
    pub mask: Option<&'a Tensor>,
}

impl Elementwise<'_> {
    /// The shape of the result, where operands and mask broadcast to `met`: that of `out`, where there is one.
    pub fn shape(&self, met: Vec<usize>) -> Result<Vec<usize>, String> {
        let Some(out) = self.out.map(|(_, out)| out.shape()) else { return Ok(met) };
        if broadcast([&met, out]).is_ok_and(|shape| shape == out) {
            return Ok(out.to_vec());
        }
        Err(format!("an `out` of shape {} for a result of shape {}", shape_text(out), shape_text(&met)))
    }
}

/// A reduction along axes.
#[derive(Debug)]
pub struct Reduction<'a> {
    /// The tensor that is reduced.
    pub data: &'a Tensor,
    /// Whether each of its axes is reduced.
    pub reduced: Vec<bool>,
    /// Whether these axes stay, with dimension 1.
    pub keepdims: bool,
    /// Whether the result of no elements is the identity, and no refusal.
    pub has_identity: bool,
    /// What each element of the result begins with.
    pub initial: Option<Named<'a>>,
    /// Which elements take part, where not all do.
    pub mask: Option<&'a Tensor>,
}

impl Reduction<'_> {
    /// The shape of the result where the axes stay.
    pub fn kept_shape(&self) -> Vec<usize> {
        let axes = self.data.shape().iter().zip(&self.reduced);
        axes.map(|(&dim, &is_reduced)| if is_reduced { 1 } else { dim }).collect()
    }

    /// The shape of the result.
    pub fn shape(&self) -> Vec<usize> {
        let axes = self.kept_shape().into_iter().zip(&self.reduced);
        axes.filter(|&(_, &is_reduced)| self.keepdims || !is_reduced).map(|(dim, _)| dim).collect()
    }
}

/// A tensor, and the bounds of its elements.
#[derive(Debug)]
pub struct Limits<'a> {
    /// The tensor.
    pub data: &'a Tensor,
    /// The lower and the upper bound, of which either may be missing.
    pub bounds: [Option<Cow<'a, Tensor>>; 2],
}

/// Spans of one memory, into which the result is written.
#[derive(Debug)]
pub struct Spans<'a> {
    /// The memory.
    pub memory: &'a Tensor,
    /// The first operand.
    pub x: Range<usize>,
    /// The second operand.
    pub y: Other<'a>,
    /// Where the result is written.
    pub destination: Range<usize>,
}

/// What a span is compared with.
#[derive(Debug)]
pub enum Other<'a> {
    /// Another span of the memory.
    Span(Range<usize>),
    /// One element for all.
    Scalar(&'a Tensor),
}
