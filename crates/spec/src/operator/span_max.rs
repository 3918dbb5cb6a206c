//! .NET's `TensorPrimitives.Max` and `Min`, on spans of one memory.
//!
//! Input 0 is the memory, of rank 1. The attributes `x`, `y` and `destination` are spans of it, as first element and length,
//! so that every overlap is a case. The result is the whole memory after the call, and of the reduction a scalar. The
//! overloads for `float` and for every number type say the same, and are one operator; the three forms are one each:
//!
//! | operator | call |
//! |---|---|
//! | `SpanMax` | `Max(x, y, destination)` |
//! | `SpanMaxScalar` | `Max(x, y, destination)` with a scalar `y`, which is input 1, of rank 0 |
//! | `SpanMaxReduce` | `Max(x)` |

use std::iter::once;
use std::ops::Range;

use opconform_tensor::DType::{self, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

use super::{Operator, ints};
use crate::case::Case;
use crate::computation::Computation;
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::element_sources::{ElementSources, Part, Reduction, Source};
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

const X: Parameter = Parameter::of("x", Kind::Span);
const DESTINATION: Parameter = Parameter::of("destination", Kind::Span);

const DEFINITION: Operator = Operator {
    domain: Domain::DotNet,
    name: "SpanMax",
    versions: &[1],
    types,
    inputs: &[Input::required("memory")],
    attributes: &[X, Parameter::of("y", Kind::Span), DESTINATION],
    result: Output::alone(Computation::Extremum(Direction::Max), spans),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::Spans,
    twin: || Some(&SPAN_MIN),
    repeats: || None,
};
const SCALAR: Operator = Operator {
    name: "SpanMaxScalar",
    inputs: &[Input::required("memory"), Input::required("y")],
    attributes: &[X, DESTINATION],
    form: Form::SpanAndScalar,
    twin: || Some(&SPAN_MIN_SCALAR),
    result: Output::alone(Computation::Extremum(Direction::Max), span_and_scalar),
    ..DEFINITION
};
const REDUCE: Operator = Operator {
    name: "SpanMaxReduce",
    attributes: &[X],
    form: Form::SpanReduction,
    twin: || Some(&SPAN_MIN_REDUCE),
    result: Output::alone(Computation::Extremum(Direction::Max), reduction),
    ..DEFINITION
};

/// `Max(ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination)`.
pub(crate) static SPAN_MAX: Operator = DEFINITION;
/// `Min(ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination)`.
pub(crate) static SPAN_MIN: Operator = Operator {
    name: "SpanMin",
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&SPAN_MAX),
    ..DEFINITION
};
/// `Max(ReadOnlySpan<T> x, T y, Span<T> destination)`.
pub(crate) static SPAN_MAX_SCALAR: Operator = SCALAR;
/// `Min(ReadOnlySpan<T> x, T y, Span<T> destination)`.
pub(crate) static SPAN_MIN_SCALAR: Operator = Operator {
    name: "SpanMinScalar",
    result: SCALAR.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&SPAN_MAX_SCALAR),
    ..SCALAR
};
/// `T Max(ReadOnlySpan<T> x)`.
pub(crate) static SPAN_MAX_REDUCE: Operator = REDUCE;
/// `T Min(ReadOnlySpan<T> x)`.
pub(crate) static SPAN_MIN_REDUCE: Operator = Operator {
    name: "SpanMinReduce",
    result: REDUCE.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&SPAN_MAX_REDUCE),
    ..REDUCE
};

/// Those that write to a destination.
pub(crate) const TO_DESTINATION: &[&Operator] = &[&SPAN_MAX, &SPAN_MIN, &SPAN_MAX_SCALAR, &SPAN_MIN_SCALAR];
/// Those of a span and a scalar.
pub(crate) const SPAN_AND_SCALAR: &[&Operator] = &[&SPAN_MAX_SCALAR, &SPAN_MIN_SCALAR];
/// Those of two spans.
pub(crate) const TWO_SPANS: &[&Operator] = &[&SPAN_MAX, &SPAN_MIN];
/// Those of one span, to a scalar.
pub(crate) const TO_SCALAR: &[&Operator] = &[&SPAN_MAX_REDUCE, &SPAN_MIN_REDUCE];

/// "where T : `INumber<T>`": those of the language's own number types that the suite has.
fn types(_: u32) -> &'static [DType] {
    &[F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64]
}

fn spans(case: &Case, _: u32) -> Result<ElementSources, InvalidCase> {
    let [memory] = inputs(case, "one")?;
    let (x, y, destination) = (span(case, "x", memory)?, span(case, "y", memory)?, span(case, "destination", memory)?);
    if x.len() != y.len() {
        return Err(InvalidCase::Lengths { x: x.len(), y: y.len() });
    }
    fits(&x, &destination)?;
    apart("x", &x, &destination)?;
    apart("y", &y, &destination)?;
    Ok(written(memory, &destination, x.len(), |at| [(0, x.start + at), (0, y.start + at)]))
}

fn span_and_scalar(case: &Case, _: u32) -> Result<ElementSources, InvalidCase> {
    let [memory, scalar] = inputs(case, "two")?;
    if scalar != 1 || !case.inputs[1].shape().is_empty() {
        return Err(InvalidCase::Span("y"));
    }
    let (x, destination) = (span(case, "x", memory)?, span(case, "destination", memory)?);
    fits(&x, &destination)?;
    apart("x", &x, &destination)?;
    Ok(written(memory, &destination, x.len(), |at| [(0, x.start + at), (1, 0)]))
}

fn reduction(case: &Case, _: u32) -> Result<ElementSources, InvalidCase> {
    let [memory] = inputs(case, "one")?;
    let x = span(case, "x", memory)?;
    if x.is_empty() {
        return Err(InvalidCase::EmptyReduction);
    }
    let shape = [x.len()];
    let whole = ElementSources::reduction(&Reduction { input: 0, shape: &shape, reduced: &[true], keepdims: false })?;
    Ok(whole.changed(|_, sources| {
        for (_, at) in sources {
            *at += x.start;
        }
        Part::Computed
    }))
}

/// The lengths of the inputs, of which the first is the memory.
fn inputs<const N: usize>(case: &Case, expected: &'static str) -> Result<[usize; N], InvalidCase> {
    let found = case.inputs.len();
    let lengths: Vec<usize> = case.inputs.iter().map(opconform_tensor::Tensor::len).collect();
    let lengths = lengths.try_into().map_err(|_| InvalidCase::Inputs { expected, found })?;
    if case.inputs[0].shape().len() == 1 { Ok(lengths) } else { Err(InvalidCase::Span("memory")) }
}

/// The elements of a span.
fn span(case: &Case, name: &'static str, memory: usize) -> Result<Range<usize>, InvalidCase> {
    let Some(&[start, length]) = ints(case, name)? else { return Err(InvalidCase::Span(name)) };
    let (start, length) = (usize::try_from(start), usize::try_from(length));
    let (Ok(start), Ok(length)) = (start, length) else { return Err(InvalidCase::Span(name)) };
    let end = start.checked_add(length).filter(|&end| end <= memory).ok_or(InvalidCase::Span(name))?;
    Ok(start..end)
}

/// "Destination is too short."
fn fits(x: &Range<usize>, destination: &Range<usize>) -> Result<(), InvalidCase> {
    if x.len() <= destination.len() {
        return Ok(());
    }
    Err(InvalidCase::ShortDestination { destination: destination.len(), expected: x.len() })
}

/// "reference overlapping memory locations and do not begin at the same location."
fn apart(name: &'static str, operand: &Range<usize>, destination: &Range<usize>) -> Result<(), InvalidCase> {
    let overlap = operand.start.max(destination.start) < operand.end.min(destination.end);
    if overlap && operand.start != destination.start { Err(InvalidCase::Overlap(name)) } else { Ok(()) }
}

/// The memory after the call: computed in the first elements of the destination, and untouched elsewhere.
fn written(
    memory: usize,
    destination: &Range<usize>,
    count: usize,
    at: impl Fn(usize) -> [Source; 2],
) -> ElementSources {
    let computed = destination.start..destination.start + count;
    let element = |position: usize| {
        if computed.contains(&position) {
            let [first, second] = at(position - computed.start);
            (Part::Computed, once(first).chain(Some(second)))
        } else {
            (Part::Untouched, once((0, position)).chain(None))
        }
    };
    ElementSources::listed(vec![memory], (0..memory).map(element))
}
