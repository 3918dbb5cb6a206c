//! ONNX `Max`, `Min`, `ReduceMax`, `ReduceMin`.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};

use super::attribute::{flag, ints};
use super::reduction::{Reduction, named, rows};
use super::sources::{Rows, Sources, length};
use crate::steps::Steps;

/// The operator set from which on `Max` takes an element type.
pub(super) fn max_since(dtype: DType) -> Option<u32> {
    match dtype {
        DType::F16 | DType::F32 | DType::F64 => Some(1),
        DType::Bf16 => Some(13),
        DType::Bool => None,
        _ if dtype.is_float8() => None,
        _ => Some(12),
    }
}

/// The operator set from which on `ReduceMax` takes an element type.
pub(super) fn reduce_since(dtype: DType) -> Option<u32> {
    match dtype {
        DType::I16 | DType::U16 => None,
        _ if dtype.is_float8() => None,
        DType::I8 | DType::U8 => Some(12),
        DType::Bf16 => Some(13),
        DType::Bool => Some(20),
        _ => Some(1),
    }
}

pub(super) fn max(steps: &Steps, case: &Case) -> Result<Sources, String> {
    let shapes: Vec<&[usize]> = case.inputs.iter().map(Tensor::shape).collect();
    let shape = (steps.shape)(&shapes)?;
    let length = length(&shape)?;
    let walk = |operand: &&[usize]| super::stretch::walk(&shape, &(steps.strides)(operand, &shape), length);
    Ok(Sources { rows: Rows::Each(shapes.iter().map(walk).collect()), shape })
}

pub(super) fn reduce(steps: &Steps, case: &Case) -> Result<Sources, String> {
    let data = case.inputs.first().ok_or("no operand")?;
    let rank = data.shape().len();
    let axes = axes(case)?;
    if case.opset < 11 && axes.iter().any(|&axis| axis < 0) {
        return Err("an axis below zero".to_owned());
    }
    let noop = flag(case, "noop_with_empty_axes", false)?;
    let reduced = if axes.is_empty() { vec![!noop; rank] } else { named(&axes, rank)? };
    rows(steps, &Reduction { shape: data.shape(), reduced: &reduced, keepdims: flag(case, "keepdims", true)? })
}

/// The axes: an attribute, and from operator set 18 on an input.
pub(crate) fn axes(case: &Case) -> Result<Vec<i64>, String> {
    match case.inputs.get(1..).unwrap_or_default() {
        [] => Ok(ints(case, "axes")?.unwrap_or_default()),
        [axes] if case.opset >= 18 && axes.dtype() == DType::I64 && axes.shape().len() == 1 => {
            Ok(axes.to_bits().into_iter().map(u64::cast_signed).collect())
        }
        _ => Err("the axes are one input of i64 and rank 1, from operator set 18 on".to_owned()),
    }
}
