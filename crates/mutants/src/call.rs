//! What a step is told: the call that it belongs to, the elements that meet, and what earlier calls left behind.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};

use crate::rules::{Source, is_reduction};
use crate::steps::Steps;

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
    pub(crate) fn keep(&mut self, result: Tensor) {
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
        is_reduction(self.call.case)
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
