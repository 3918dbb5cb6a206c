//! .NET's `TensorPrimitives.Max` and `Min` on spans of one memory.

use std::ops::Range;

use opconform_spec::{Case, Form};
use opconform_tensor::Tensor;

use super::attribute::ints;
use super::sources::{Row, Rows, Source, Sources};
use crate::steps::Steps;

pub(super) fn sources(steps: &Steps, case: &Case) -> Result<Sources, String> {
    let memory = case.inputs.first().filter(|memory| memory.shape().len() == 1).ok_or("no memory of rank 1")?.len();
    let expected = if case.operator.form == Form::SpanAndScalar { 2 } else { 1 };
    if case.inputs.len() != expected {
        return Err(format!("{} inputs", case.inputs.len()));
    }
    let x = span(case, "x", memory)?;
    if case.operator.form.is_reduction() {
        if x.is_empty() {
            return Err("no element".to_owned());
        }
        return Ok(Sources {
            shape: Vec::new(),
            rows: Rows::Lists(vec![Row::Computed(x.map(|at| (0, at)).collect())]),
        });
    }
    let destination = span(case, "destination", memory)?;
    if destination.len() < x.len() {
        return Err("a short destination".to_owned());
    }
    (steps.apart)(&x, &destination)?;
    let count = x.len();
    let other = match case.inputs.get(1) {
        Some(scalar) => Other::Scalar(scalar),
        None => Other::Span(span(case, "y", memory)?),
    };
    let meets = |at: usize| -> Vec<Source> {
        let second = match &other {
            Other::Scalar(_) => (1, 0),
            Other::Span(y) => (0, y.start + at),
        };
        vec![(0, x.start + at), second]
    };
    match &other {
        Other::Scalar(scalar) if !scalar.shape().is_empty() => return Err("no scalar".to_owned()),
        Other::Span(y) if y.len() != count => return Err("lengths differ".to_owned()),
        Other::Span(y) => (steps.apart)(y, &destination)?,
        Other::Scalar(_) => {}
    }
    let row = |position: usize| match position.checked_sub(destination.start) {
        Some(at) if at < count => Row::Computed(meets(at)),
        _ => Row::Untouched((0, position)),
    };
    Ok(Sources { shape: vec![memory], rows: Rows::Lists((0..memory).map(row).collect()) })
}

/// What the first span is compared with.
enum Other<'a> {
    Span(Range<usize>),
    Scalar(&'a Tensor),
}

/// The elements of a span.
pub(crate) fn span(case: &Case, name: &str, memory: usize) -> Result<Range<usize>, String> {
    let given = ints(case, name)?.unwrap_or_default();
    let numbers: Vec<usize> = given.iter().filter_map(|&number| usize::try_from(number).ok()).collect();
    match *numbers {
        [start, length] if given.len() == 2 && start.checked_add(length).is_some_and(|end| end <= memory) => {
            Ok(start..start + length)
        }
        _ => Err(format!("no span {name}")),
    }
}

/// Refuses an overlap that does not begin at the same element.
pub(crate) fn apart(operand: &Range<usize>, destination: &Range<usize>) -> Result<(), String> {
    let overlap = operand.start.max(destination.start) < operand.end.min(destination.end);
    if overlap && operand.start != destination.start { Err("spans overlap".to_owned()) } else { Ok(()) }
}
