//! What meets where in a call, step by step.

use std::ops::Range;

use opconform_backends::rules::{Call, Elementwise, Other, Reduction, Spans};
use opconform_spec::{Case, Form};
use opconform_tensor::Tensor;

use super::sources::{Row, Rows, Shape, Source, Sources, length};
use super::stretch::{broadcast, strides, walk};
use crate::steps::Steps;

/// What meets where in a call.
pub(crate) fn sources(steps: &Steps, case: &Case, call: &Call) -> Result<Sources, String> {
    match call {
        // The shapes of a sub-sequence are placed before anything is stretched, and there no step is taken.
        Call::Elementwise(it) if case.operator.form == Form::Subsequence => elementwise(broadcast, strides, it),
        Call::Elementwise(it) => elementwise(steps.shape, steps.strides, it),
        Call::Reduction(it) => reduction(steps, it),
        Call::Limits(it) => {
            let count = length(it.data.shape())?;
            let bounds = it.bounds.iter().flatten().map(|_| vec![0; count]);
            let walks = std::iter::once((0..count).collect()).chain(bounds).collect();
            Ok(Sources { shape: it.data.shape().to_vec(), rows: Rows::Each(walks) })
        }
        Call::Spans(it) => spans(steps, it),
        Call::SpanReduction(_, x) if x.is_empty() => Err("no element".to_owned()),
        Call::SpanReduction(_, x) => {
            let row = Row::Computed(x.clone().map(|at| (0, at)).collect());
            Ok(Sources { shape: Vec::new(), rows: Rows::Lists(vec![row]) })
        }
    }
}

fn elementwise(
    shape: fn(&[&[usize]]) -> Shape,
    strides: fn(&[usize], &[usize]) -> Vec<usize>,
    call: &Elementwise,
) -> Result<Sources, String> {
    let operands = call.operands.iter().map(|(_, shape)| &**shape);
    let shapes: Vec<&[usize]> = operands.clone().chain(call.mask.map(Tensor::shape)).collect();
    let shape = call.shape(shape(&shapes)?)?;
    let length = length(&shape)?;
    let walks: Vec<Vec<usize>> = operands.map(|operand| walk(&shape, &strides(operand, &shape), length)).collect();
    let Some(selected) = call.mask.map(|mask| stretched(mask, &shape)).transpose()? else {
        return Ok(Sources { shape, rows: Rows::Each(walks) });
    };
    let row = |position: usize| match (selected[position], call.out) {
        (false, Some((out, _))) => Row::Untouched((out, position)),
        // Nobody says what stands in a fresh result: here what would have been computed.
        _ => Row::Computed(walks.iter().enumerate().map(|(input, walk)| (input, walk[position])).collect()),
    };
    Ok(Sources { rows: Rows::Lists((0..length).map(row).collect()), shape })
}

/// The elements along the reduced axes, in row-major order.
fn reduction(steps: &Steps, call: &Reduction) -> Result<Sources, String> {
    let (shape, result) = (call.data.shape(), call.shape());
    let places = walk(shape, &(steps.strides)(&call.kept_shape(), shape), length(shape)?);
    let count = length(&result)?.max(1);
    let each = || Vec::with_capacity(places.len() / count);
    let mut lists: Vec<Vec<Source>> = std::iter::repeat_with(each).take(length(&result)?).collect();
    for (position, place) in places.into_iter().enumerate() {
        lists[place % count].push((0, position));
    }
    let selected = call.mask.map(|mask| stretched(mask, shape)).transpose()?;
    for list in &mut lists {
        if let Some(selected) = &selected {
            list.retain(|&(_, position)| selected[position]);
        }
        if let Some((place, _)) = call.initial {
            list.insert(0, (place, 0));
        }
        if list.is_empty() && !call.has_identity {
            return Err("no element".to_owned());
        }
    }
    Ok(Sources { shape: result, rows: Rows::Lists(lists.into_iter().map(Row::Computed).collect()) })
}

fn spans(steps: &Steps, Spans { memory, x, y, destination }: &Spans) -> Result<Sources, String> {
    if destination.len() < x.len() {
        return Err("a short destination".to_owned());
    }
    (steps.apart)(x, destination)?;
    let count = x.len();
    match y {
        Other::Span(y) if y.len() != count => return Err("lengths differ".to_owned()),
        Other::Span(y) => (steps.apart)(y, destination)?,
        Other::Scalar(_) => {}
    }
    let second = |at: usize| match y {
        Other::Scalar(_) => (1, 0),
        Other::Span(Range { start, .. }) => (0, start + at),
    };
    let row = |position: usize| match position.checked_sub(destination.start) {
        Some(at) if at < count => Row::Computed(vec![(0, x.start + at), second(at)]),
        _ => Row::Untouched((0, position)),
    };
    Ok(Sources { shape: memory.shape().to_vec(), rows: Rows::Lists((0..memory.len()).map(row).collect()) })
}

/// The truth values of a mask, stretched to a shape.
fn stretched(mask: &Tensor, shape: &[usize]) -> Result<Vec<bool>, String> {
    let bits = mask.to_bits();
    Ok(walk(shape, &strides(mask.shape(), shape), length(shape)?).into_iter().map(|at| bits[at] != 0).collect())
}
