//! ONNX `Max` and `Min`: the element-wise maximum of one or more tensors. Versions 1, 6, 8, 12, 13.

use opconform_tensor::DType::{self, Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
use opconform_tensor::{Tensor, broadcast};

use super::Operator;
use crate::case::Case;
use crate::computation::Computation;
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::element_sources::ElementSources;
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

const DEFINITION: Operator = Operator {
    domain: Domain::Onnx,
    name: "Max",
    versions: &[1, 6, 8, 12, 13],
    types,
    inputs: &[Input::repeated("data_0")],
    // "Legacy optimization attribute."
    attributes: &[Parameter::of("consumed_inputs", Kind::Unread).until(6)],
    result: Output::alone(Computation::Extremum(Direction::Max), sources),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::OnnxVariadic,
    twin: || Some(&MIN),
    repeats: || None,
};

/// ONNX `Max`.
pub(crate) static MAX: Operator = DEFINITION;

/// ONNX `Min`.
pub(crate) static MIN: Operator = Operator {
    name: "Min",
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&MAX),
    ..DEFINITION
};

/// Both.
pub(crate) const MAX_MIN: &[&Operator] = &[&MAX, &MIN];

/// "Constrain input and output types to float tensors" until 8, "to numeric tensors" from 12, with bfloat16 from 13.
fn types(version: u32) -> &'static [DType] {
    match version {
        ..12 => &[F16, F32, F64],
        12 => &[F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64],
        _ => &[Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64],
    }
}

/// "multidirectional (i.e., Numpy-style) broadcasting" from 8; "the same shape" before.
fn sources(case: &Case, version: u32) -> Result<ElementSources, InvalidCase> {
    if case.inputs.is_empty() {
        return Err(InvalidCase::NoOperand);
    }
    if version < 8 && case.inputs.windows(2).any(|pair| pair[0].shape() != pair[1].shape()) {
        return Err(InvalidCase::UnequalShapes);
    }
    let shape = broadcast(case.inputs.iter().map(Tensor::shape))?;
    ElementSources::elementwise(case.inputs.iter().map(Tensor::shape), shape)
}
