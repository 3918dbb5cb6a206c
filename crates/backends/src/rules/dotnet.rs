//! .NET's `TensorPrimitives.Max` and `Min`, on spans of one memory.

use std::ops::Range;

use opconform_spec::{Case, Form};
use opconform_tensor::{DType, Tensor};

use super::arguments::ints;
use super::call::{Call, Other, Spans};

/// The number types of the language that the suite has.
pub(super) fn takes(dtype: DType) -> bool {
    !matches!(dtype, DType::Bf16 | DType::Bool) && !dtype.is_float8()
}

/// `(x, y, destination)`, where `y` is a span or a scalar.
pub(super) fn spans(case: &Case) -> Result<Call<'_>, String> {
    let (memory, y) = match (case.operator.form, case.inputs.as_slice()) {
        (Form::Spans, [memory]) => (memory, Other::Span(span(case, "y")?)),
        (Form::SpanAndScalar, [memory, y]) if y.shape().is_empty() => (memory, Other::Scalar(y)),
        (Form::Spans, _) => return Err("one memory is expected".to_owned()),
        _ => return Err("one memory and one scalar are expected".to_owned()),
    };
    Ok(Call::Spans(Spans { memory, x: span(case, "x")?, y, destination: span(case, "destination")? }))
}

/// `(x)`.
pub(super) fn reduce(case: &Case) -> Result<Call<'_>, String> {
    let [memory] = case.inputs.as_slice() else { return Err("one memory is expected".to_owned()) };
    Ok(Call::SpanReduction(memory, span(case, "x")?))
}

/// The elements of a span of the memory.
pub fn span(case: &Case, name: &str) -> Result<Range<usize>, String> {
    let memory = case.inputs.first().filter(|memory| memory.shape().len() == 1).map_or(0, Tensor::len);
    let range = match ints(case, name)? {
        Some(&[start, length]) => usize::try_from(start).ok().zip(usize::try_from(length).ok()),
        _ => None,
    };
    let range = range.and_then(|(start, length)| Some(start..start.checked_add(length)?));
    let range = range.filter(|range| range.end <= memory);
    range.ok_or_else(|| format!("`{name}` is no span of a memory of {memory} elements"))
}

/// Refuses a span that shares elements with the destination, but for one that begins where that begins.
pub fn apart(x: &Range<usize>, destination: &Range<usize>) -> Result<(), String> {
    let disjoint = x.end <= destination.start || destination.end <= x.start || x.is_empty() || destination.is_empty();
    if disjoint || x.start == destination.start {
        return Ok(());
    }
    Err("a span overlaps the destination and does not begin where that begins".to_owned())
}
