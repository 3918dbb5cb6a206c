//! .NET's `TensorPrimitives.Max` and `Min`, on spans of one memory.

use std::cell::Cell;
use std::ops::Range;

use opconform_kernels::{Error, Isa, Kernel, Operator, Span};
use opconform_spec::Case;
use opconform_tensor::{DType, Element, Tensor, match_number};

use super::arguments::{ints, listed, no_other, one_type};
use super::{Refusal, finished, kernel, unreachable_bool};

/// The number types of the language that the suite has.
const TYPES: [DType; 11] = [
    DType::F16,
    DType::F32,
    DType::F64,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
];

/// `(x, y, destination)`.
pub(super) fn spans<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    no_other(case, &["x", "y", "destination"])?;
    let [memory] = case.inputs.as_slice() else { return Err(Refusal::IllFormed("one memory is expected".to_owned())) };
    let (x, y, destination) = (span(case, "x")?, span(case, "y")?, span(case, "destination")?);
    listed(memory.dtype(), &TYPES, case.operator.name)?;
    apart("x", &x, &destination)?;
    apart("y", &y, &destination)?;
    let kernel = kernel::<O>(isa)?;
    match_number!(memory.dtype(), T => written::<T>(memory, |cells| {
        kernel.elementwise_aliased(Span::Cells(&cells[x]), Span::Cells(&cells[y]), &cells[destination])
    }), other => Err(unreachable_bool()))
}

/// `(x, y, destination)` with a scalar `y`.
pub(super) fn scalar<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    no_other(case, &["x", "destination"])?;
    let [memory, scalar] = case.inputs.as_slice() else {
        return Err(Refusal::IllFormed("one memory and one scalar are expected".to_owned()));
    };
    let dtype = one_type(&[memory, scalar], case.operator.name)?;
    listed(dtype, &TYPES, case.operator.name)?;
    let (x, destination) = (span(case, "x")?, span(case, "destination")?);
    apart("x", &x, &destination)?;
    let kernel = kernel::<O>(isa)?;
    match_number!(dtype, T => {
        let Some(&[y]) = scalar.elements::<T>() else {
            return Err(Refusal::IllFormed("y is one element".to_owned()));
        };
        written::<T>(memory, |cells| kernel.scalar_aliased(Span::Cells(&cells[x]), y, &cells[destination]))
    }, other => Err(unreachable_bool()))
}

/// `(x)`.
pub(super) fn reduce<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    no_other(case, &["x"])?;
    let [memory] = case.inputs.as_slice() else { return Err(Refusal::IllFormed("one memory is expected".to_owned())) };
    listed(memory.dtype(), &TYPES, case.operator.name)?;
    let x = span(case, "x")?;
    let kernel: Kernel<O> = kernel(isa)?;
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

/// The elements of a span of the memory.
fn span(case: &Case, name: &str) -> Result<Range<usize>, Refusal> {
    let memory = case.inputs.first().map_or(0, Tensor::len);
    let range = match ints(case, name)? {
        Some(&[start, length]) => usize::try_from(start).ok().zip(usize::try_from(length).ok()),
        _ => None,
    };
    let range = range.and_then(|(start, length)| Some(start..start.checked_add(length)?));
    range
        .filter(|range| range.end <= memory)
        .ok_or_else(|| Refusal::IllFormed(format!("`{name}` is no span of a memory of {memory} elements")))
}

/// A span that shares elements with the destination begins where that begins.
fn apart(name: &str, x: &Range<usize>, destination: &Range<usize>) -> Result<(), Refusal> {
    let disjoint = x.end <= destination.start || destination.end <= x.start || x.is_empty() || destination.is_empty();
    if disjoint || x.start == destination.start {
        return Ok(());
    }
    Err(Refusal::IllFormed(format!("`{name}` overlaps the destination and does not begin where that begins")))
}
