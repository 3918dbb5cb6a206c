//! ONNX `Clip`: each element limited to an interval. Versions 1, 6, 11, 12, 13.
//!
//! The bounds are attributes, floats of 32 bits, until 11, and from then on optional inputs, each a scalar of the element type. Which
//! of these a case gives, its attributes `min` and `max` say, by the places of the inputs.

use opconform_tensor::DType::{self, F16, F32, F64};
use opconform_tensor::{Tensor, Value};

use super::{Operator, given, max};
use crate::case::{Attribute, Case};
use crate::computation::Computation;
use crate::direction::NanRule;
use crate::domain::Domain;
use crate::element_sources::{Bound, ElementSources};
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

/// ONNX `Clip`.
pub(crate) static CLIP: Operator = Operator {
    domain: Domain::Onnx,
    name: "Clip",
    versions: &[1, 6, 11, 12, 13],
    types,
    inputs: &[Input::required("input")],
    attributes: &[
        // "legacy optimization attribute."
        Parameter::of("consumed_inputs", Kind::Unread).until(6),
        Parameter::of("min", Kind::Float).until(WITH_INPUTS),
        Parameter::of("max", Kind::Float).until(WITH_INPUTS),
        Parameter::of("min", Kind::Input).since(WITH_INPUTS),
        Parameter::of("max", Kind::Input).since(WITH_INPUTS),
    ],
    result: Output::alone(Computation::Limited, sources),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::OnnxLimits,
    twin: || None,
    repeats: || None,
};

/// The first version whose bounds are inputs.
const WITH_INPUTS: u32 = 11;

/// It alone.
pub(crate) const ALONE: &[&Operator] = &[&CLIP];

/// "Constrain input and output types to float tensors." until 12, "to all numeric tensors" from then on, with bfloat16 from 13: those
/// of `Max`.
fn types(version: u32) -> &'static [DType] {
    if version < 12 { &[F16, F32, F64] } else { (max::MAX.types)(version) }
}

fn sources(case: &Case, version: u32) -> Result<ElementSources, InvalidCase> {
    let (input, rest) = case.inputs.split_first().ok_or(InvalidCase::NoOperand)?;
    if version < WITH_INPUTS {
        if !rest.is_empty() {
            return Err(InvalidCase::Inputs { expected: "one", found: case.inputs.len() });
        }
        let bounds = [constant(case, "min", input.dtype())?, constant(case, "max", input.dtype())?];
        return ElementSources::limited(input.shape(), bounds);
    }
    let mut places = (1..).take(rest.len());
    let bounds = [scalar(case, "min", &mut places)?, scalar(case, "max", &mut places)?];
    if places.next().is_some() {
        return Err(InvalidCase::Inputs { expected: "one, and one for each bound", found: case.inputs.len() });
    }
    // "It must be a scalar(tensor of empty shape)."
    let not_scalar = |bound: &Tensor| !bound.shape().is_empty();
    match rest.iter().find(|bound| not_scalar(bound)) {
        Some(bound) => Err(InvalidCase::NoScalar(bound.shape().to_vec())),
        None => ElementSources::limited(input.shape(), bounds),
    }
}

/// A bound that is an input: the inputs stand in the order of ONNX.
fn scalar(
    case: &Case,
    name: &'static str,
    places: &mut impl Iterator<Item = usize>,
) -> Result<Option<Bound>, InvalidCase> {
    match given(case, name)? {
        Some(Attribute::Input { input }) if places.next() != Some(*input) => Err(InvalidCase::Attribute(name)),
        bound => Ok(bound.map(|_| Bound::Input)),
    }
}

/// A bound that is an attribute, in the element type.
fn constant(case: &Case, name: &'static str, dtype: DType) -> Result<Option<Bound>, InvalidCase> {
    let Some(Attribute::Float { f32 }) = given(case, name)? else { return Ok(None) };
    let exact = Value::new(F32, u64::from(*f32)).exactly(dtype).ok_or(InvalidCase::Inexact(name))?;
    Ok(Some(Bound::Constant(exact.bits())))
}
