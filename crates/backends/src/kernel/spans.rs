//! The kernels on spans of one memory.

use std::cell::Cell;
use std::ops::Range;

use opconform_kernels::{Error, Isa, Operator, Span};
use opconform_tensor::{Element, Tensor, match_number};

use super::{Refusal, finished, kernel, unreachable_bool};
use crate::rules::{Other, Spans, apart};

/// The memory after the operator has written to it.
pub(super) fn compute<O: Operator>(isa: Isa, spans: Spans) -> Result<Tensor, Refusal> {
    let Spans { memory, x, y, destination } = spans;
    apart(&x, &destination)?;
    let kernel = kernel::<O>(isa)?;
    match_number!(memory.dtype(), T => match y {
        Other::Span(y) => {
            apart(&y, &destination)?;
            written::<T>(memory, |cells| {
                kernel.elementwise_aliased(Span::Cells(&cells[x]), Span::Cells(&cells[y]), &cells[destination])
            })
        }
        Other::Scalar(scalar) => {
            let Some(&[y]) = scalar.elements::<T>() else {
                return Err(Refusal::IllFormed("y is one element".to_owned()));
            };
            written::<T>(memory, |cells| kernel.scalar_aliased(Span::Cells(&cells[x]), y, &cells[destination]))
        }
    }, other => Err(unreachable_bool()))
}

/// One element of all in a span.
pub(super) fn reduce<O: Operator>(isa: Isa, memory: &Tensor, x: Range<usize>) -> Result<Tensor, Refusal> {
    let kernel = kernel::<O>(isa)?;
    match_number!(memory.dtype(), T => {
        let greatest = kernel.reduce(&memory.elements::<T>().unwrap_or_default()[x])?;
        finished(&[], &[greatest])
    }, other => Err(unreachable_bool()))
}

/// The memory after a call; a refusal says whether it is what it was.
fn written<T: Element>(memory: &Tensor, call: impl FnOnce(&[Cell<T>]) -> Result<(), Error>) -> Result<Tensor, Refusal> {
    let before = memory.elements::<T>().unwrap_or_default();
    let mut after = before.to_vec();
    let result = call(Cell::from_mut(after.as_mut_slice()).as_slice_of_cells());
    let after = finished(memory.shape(), &after)?;
    match result {
        Ok(()) => Ok(after),
        Err(error) if after.bytes() == memory.bytes() => Err(error.into()),
        Err(error) => Err(Refusal::AfterWriting(error.to_string())),
    }
}
