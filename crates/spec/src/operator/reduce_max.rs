//! ONNX `ReduceMax` and `ReduceMin`: the maximum along axes. Versions 1, 11, 12, 13, 18, 20.
//!
//! `axes` is an attribute until 13, and an optional second input, of rank 1 and type i64, from 18.

use opconform_tensor::DType::{self, Bf16, Bool, F16, F32, F64, I8, I32, I64, U8, U32, U64};

use super::{Operator, flag, ints, max};
use crate::case::Case;
use crate::computation::Computation;
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::element_sources::{ElementSources, Reduction, named_axes};
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

const DEFINITION: Operator = Operator {
    domain: Domain::Onnx,
    name: "ReduceMax",
    versions: &[1, 11, 12, 13, 18, 20],
    types,
    inputs: &[Input::required("data"), Input::optional("axes", 18)],
    attributes: &[
        Parameter::of("axes", Kind::Axes).until(18),
        Parameter::of("keepdims", Kind::Flag),
        Parameter::of("noop_with_empty_axes", Kind::Flag).since(18),
    ],
    result: Output::alone(Computation::Extremum(Direction::Max), sources),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::OnnxReduction,
    twin: || Some(&REDUCE_MIN),
    repeats: || Some(&max::MAX),
};

/// ONNX `ReduceMax`.
pub(crate) static REDUCE_MAX: Operator = DEFINITION;

/// ONNX `ReduceMin`.
pub(crate) static REDUCE_MIN: Operator = Operator {
    name: "ReduceMin",
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&REDUCE_MAX),
    repeats: || Some(&max::MIN),
    ..DEFINITION
};

/// Both.
pub(crate) const REDUCE: &[&Operator] = &[&REDUCE_MAX, &REDUCE_MIN];

/// "high-precision numeric tensors" until 11, "and 8 bit" from 12, with bfloat16 from 13, "and Boolean" from 20.
fn types(version: u32) -> &'static [DType] {
    match version {
        ..12 => &[F16, F32, F64, I32, I64, U32, U64],
        12 => &[F16, F32, F64, I8, I32, I64, U8, U32, U64],
        13..20 => &[Bf16, F16, F32, F64, I8, I32, I64, U8, U32, U64],
        _ => &[Bf16, F16, F32, F64, I8, I32, I64, U8, U32, U64, Bool],
    }
}

fn sources(case: &Case, version: u32) -> Result<ElementSources, InvalidCase> {
    let (data, rest) = case.inputs.split_first().ok_or(InvalidCase::NoOperand)?;
    let rank = data.shape().len();
    let is_input = case.operator.has_input("axes", version);
    let axes = if is_input { axes_input(case)? } else { ints(case, "axes")?.unwrap_or_default().to_vec() };
    if !is_input && !rest.is_empty() {
        return Err(InvalidCase::Inputs { expected: "one", found: case.inputs.len() });
    }
    // An axis below zero has no meaning before the range [−r, r−1] was stated, in 11.
    if let Some(&axis) = axes.iter().find(|&&axis| axis < 0 && version < 11) {
        return Err(InvalidCase::NegativeAxis(axis));
    }
    let noop = flag(case, "noop_with_empty_axes", false)?;
    let named = named_axes(&axes, rank)?;
    let keepdims = flag(case, "keepdims", true)?;
    // "The default is to reduce over all the dimensions": of a list that is given, and empty, there is no word until 18.
    // Asked last: a clause speaks of cases in which nothing else is wrong.
    if !is_input && axes.is_empty() && case.attributes.contains_key("axes") {
        return Err(InvalidCase::EmptyAxes);
    }
    // "reduction over all axes if 'noop_with_empty_axes' is false, and reduction over the empty set of axes when
    // 'noop_with_empty_axes' is true"
    let reduced = if axes.is_empty() { vec![!noop; rank] } else { named };
    ElementSources::reduction(&Reduction { input: 0, shape: data.shape(), reduced: &reduced, keepdims })
}

fn axes_input(case: &Case) -> Result<Vec<i64>, InvalidCase> {
    match &case.inputs[1..] {
        [] => Ok(Vec::new()),
        [axes] if axes.dtype() == I64 && axes.shape().len() == 1 => {
            Ok(axes.to_bits().into_iter().map(u64::cast_signed).collect())
        }
        [_] => Err(InvalidCase::Attribute("axes")),
        [_, _, ..] => Err(InvalidCase::Inputs { expected: "one or two", found: case.inputs.len() }),
    }
}
