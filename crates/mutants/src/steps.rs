//! The steps from a case to an outcome, and what each is told: the call that it belongs to, the elements that meet, and what
//! earlier calls left behind.

use std::ops::Range;

use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::maximum::Maximum;
use crate::rules::sources::{Shape, Source};

/// The steps from a case to an outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    /// The case as it is read, where that is not as it is written.
    pub(crate) read: fn(&Case) -> Option<Case>,
    /// Refuses what is ill-formed but for its shapes; else the element type of the result.
    pub(crate) admit: fn(&Case) -> Result<DType, String>,
    /// The shape that operands of these shapes broadcast to.
    pub(crate) shape: fn(&[&[usize]]) -> Shape,
    /// For each axis of the result, how far a step along it goes in an operand, in elements. Given the operand's shape and
    /// the result's. In a reduction the result takes the operand's place.
    pub(crate) strides: fn(&[usize], &[usize]) -> Vec<usize>,
    /// Refuses a span and a destination that overlap.
    pub(crate) apart: fn(&Range<usize>, &Range<usize>) -> Result<(), String>,
    /// An unsigned number in the order of the values.
    pub(crate) key: fn(DType, u64) -> u64,
    /// What is done of two elements where a document says it: `pair` looks it up.
    pub(crate) maximum: Maximum,
    /// What is preferred of two elements.
    pub(crate) pair: fn(&Lane, u64, u64) -> u64,
    /// What an element becomes between a lower and an upper bound, of which either may be missing.
    pub(crate) limit: fn(&Lane, u64, [Option<u64>; 2]) -> u64,
    /// The result of the elements that meet.
    pub(crate) fold: fn(&Lane) -> u64,
    /// The result of no element.
    pub(crate) empty: fn(&Lane) -> u64,
    /// The outcome, of the finished result.
    pub(crate) deliver: fn(&Call, &Tensor) -> Outcome,
    /// Whether the fault is that of several threads: on one there is none.
    pub(crate) threads: bool,
    /// Whether it is asked in every way: what has its fault in each is asked in the plain one alone.
    pub(crate) models: bool,
}

/// One call, and what the calls before it left behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    pub(crate) case: &'a Case,
    pub(crate) memory: &'a Memory,
}

/// What is left of the earlier calls of a batch.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// How many calls gave a result.
    pub(crate) calls: usize,
    /// The latest result.
    pub(crate) latest: Option<Tensor>,
    /// Whether one of them was of f16.
    pub(crate) seen_f16: bool,
    /// Whether this is the first call of its operator and element type, of all batches.
    pub(crate) is_first: bool,
}

/// The elements that meet at one element of the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<'a> {
    pub(crate) call: &'a Call<'a>,
    pub(crate) steps: &'a Steps,
    pub(crate) dtype: DType,
    /// Whether the least element is wanted.
    pub(crate) minimum: bool,
    /// Whether a NaN is passed over.
    pub(crate) ignores_nan: bool,
    /// The row-major position in the result.
    pub(crate) position: usize,
    /// The elements of the result.
    pub(crate) length: usize,
    /// The elements that meet here, in operand order.
    pub(crate) operands: &'a [u64],
    /// Where each comes from.
    pub(crate) sources: &'a [Source],
    /// What they give without a fault, where the fold alone has one.
    pub(crate) sound: Option<u64>,
    /// The elements of the result before this one.
    pub(crate) written: &'a [u64],
}

/// The bytes of a vector register.
const VECTOR: usize = 32;

impl Memory {
    /// Notes a result, for the calls that follow.
    pub(crate) fn note(&mut self, result: Tensor) {
        self.calls += 1;
        self.seen_f16 |= result.dtype() == DType::F16;
        self.latest = Some(result);
    }
}

impl Lane<'_> {
    /// The operands of the case.
    pub(crate) fn inputs(&self) -> &[Tensor] {
        self.call.case.operands()
    }

    /// Whether the elements that meet are those of one tensor.
    pub(crate) fn is_reduction(&self) -> bool {
        self.call.case.operator.form.is_reduction()
    }

    /// The elements of a vector register.
    pub(crate) fn lanes(&self) -> usize {
        VECTOR / self.dtype.size()
    }

    /// The place in the vector register.
    pub(crate) fn lane(&self) -> usize {
        self.position % self.lanes()
    }

    /// Whether the element lies after the last whole vector.
    pub(crate) fn is_in_tail(&self) -> bool {
        self.position >= self.length - self.length % self.lanes()
    }

    /// Whether an operand begins off the boundary of a vector.
    pub(crate) fn is_unaligned(&self) -> bool {
        self.inputs().iter().any(|input| !input.offset().is_multiple_of(self.lanes()))
    }

    /// Whether an operand of one element meets more than one.
    pub(crate) fn has_scalar(&self) -> bool {
        self.length > 1 && self.inputs().iter().any(|input| input.len() == 1)
    }
}
