//! NumPy's `maximum`, `fmax`, `amax`, `nanmax` and their minimum twins.

use opconform_kernels::{Isa, Operator};
use opconform_spec::{Case, NanRule};
use opconform_tensor::{DType, Tensor, broadcast_indices, shape_text};

use super::arguments::{axes, flag, ints, listed, named, no_other, one_type, without};
use super::{Refusal, broadcast, reduced};

/// Refuses a type that an operator does not take: NumPy and the suite have all types in common but bf16, and the floats of 8 bits, which
/// others add to NumPy's, are none of what ignores NaNs.
fn taken(dtype: DType, case: &Case) -> Result<(), Refusal> {
    let is_taken = |dtype: &DType| match case.operator.nan {
        NanRule::Propagates => *dtype != DType::Bf16,
        NanRule::Ignored => *dtype != DType::Bf16 && !dtype.is_float8(),
    };
    listed(dtype, &DType::ALL.into_iter().filter(is_taken).collect::<Vec<_>>(), case.operator.name)
}

/// `maximum(x1, x2, out, where)`.
pub(super) fn maximum<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    no_other(case, &["out", "where"])?;
    let (out, mask) = (named(case, "out")?, named(case, "where")?);
    let [x1, x2, rest @ ..] = case.inputs.as_slice() else {
        return Err(Refusal::IllFormed(format!("{} takes x1 and x2", case.operator.name)));
    };
    if rest.len() != usize::from(out.is_some()) + usize::from(mask.is_some()) {
        return Err(Refusal::IllFormed("an input that nothing names".to_owned()));
    }
    let operands: Vec<&Tensor> = [Some(x1), Some(x2), out].into_iter().flatten().collect();
    let dtype = one_type(&operands, case.operator.name)?;
    taken(dtype, case)?;
    let result = broadcast::<O>(isa, &[(x1, x1.shape()), (x2, x2.shape())])?;
    let places = [Some(&result), mask, out].into_iter().flatten().map(Tensor::shape);
    let shape = opconform_tensor::broadcast(places).map_err(|error| error.to_string())?;
    if let Some(out) = out.filter(|out| out.shape() != shape) {
        let (found, expected) = (shape_text(out.shape()), shape_text(&shape));
        return Err(Refusal::IllFormed(format!("an `out` of shape {found} for a result of shape {expected}")));
    }
    if mask.is_none() && result.shape() == shape {
        return Ok(result);
    }
    let computed = stretched(&result, &shape);
    let kept = out.map_or_else(|| vec![0; computed.len()], Tensor::to_bits);
    let bits: Vec<u64> = match mask {
        None => computed,
        Some(mask) => {
            let chosen = stretched(truths(mask)?, &shape).into_iter().zip(computed.into_iter().zip(kept));
            chosen.map(|(selected, (computed, kept))| if selected == 0 { kept } else { computed }).collect()
        }
    };
    Ok(Tensor::from_bits(dtype, &shape, &bits).map_err(|error| error.to_string())?)
}

/// `amax(a, axis, out, keepdims, initial, where)`.
pub(super) fn amax<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    no_other(case, &["axis", "out", "keepdims", "initial", "where"])?;
    let (out, initial, mask) = (named(case, "out")?, named(case, "initial")?, named(case, "where")?);
    let [a, rest @ ..] = case.inputs.as_slice() else {
        return Err(Refusal::IllFormed(format!("{} takes a tensor", case.operator.name)));
    };
    if rest.len() != [out, initial, mask].into_iter().flatten().count() {
        return Err(Refusal::IllFormed("an input that nothing names".to_owned()));
    }
    let dtype = one_type(&[Some(a), out, initial].into_iter().flatten().collect::<Vec<_>>(), case.operator.name)?;
    taken(dtype, case)?;
    let rank = a.shape().len().cast_signed();
    let along = ints(case, "axis")?.map_or_else(|| Ok((0..rank).collect()), axes)?;
    if let Some(axis) = along.iter().find(|&&axis| axis < -rank || axis >= rank) {
        return Err(Refusal::IllFormed(format!("axis {axis} of a tensor of rank {rank}")));
    }
    let shape = without(a.shape(), &along, flag(case, "keepdims", false)?);
    if let Some(out) = out.filter(|out| out.shape() != shape) {
        let (found, expected) = (shape_text(out.shape()), shape_text(&shape));
        return Err(Refusal::IllFormed(format!("an `out` of shape {found} for a result of shape {expected}")));
    }
    if initial.is_none() && mask.is_none() {
        return reduced::<O>(isa, a, &along, &shape);
    }
    let Some(initial) = initial.filter(|initial| initial.shape().is_empty()) else {
        return Err(Refusal::IllFormed("a mask is taken along with an initial scalar".to_owned()));
    };
    let selected = match mask {
        None => vec![1; a.len()],
        Some(mask) if opconform_tensor::broadcast([mask.shape(), a.shape()]).as_deref() == Ok(a.shape()) => {
            stretched(truths(mask)?, a.shape())
        }
        Some(mask) => return Err(Refusal::IllFormed(format!("a mask of shape {}", shape_text(mask.shape())))),
    };
    let target = broadcast_indices(&without(a.shape(), &along, true), a.shape());
    let count = opconform_tensor::element_count(&shape).unwrap_or(0);
    let mut groups = vec![initial.to_bits(); count];
    for (at, bits) in a.to_bits().into_iter().enumerate().filter(|&(at, _)| selected[at] != 0) {
        groups[target[at]].push(bits);
    }
    let reduce = |group: Vec<u64>| -> Result<u64, Refusal> {
        let row = Tensor::from_bits(dtype, &[group.len()], &group).map_err(|error| error.to_string())?;
        Ok(reduced::<O>(isa, &row, &[0], &[])?.value(0).bits())
    };
    let bits = groups.into_iter().map(reduce).collect::<Result<Vec<u64>, _>>()?;
    Ok(Tensor::from_bits(dtype, &shape, &bits).map_err(|error| error.to_string())?)
}

/// The elements of a tensor stretched to a shape.
fn stretched(tensor: &Tensor, shape: &[usize]) -> Vec<u64> {
    let bits = tensor.to_bits();
    if tensor.shape() == shape {
        return bits;
    }
    broadcast_indices(tensor.shape(), shape).into_iter().map(|at| bits[at]).collect()
}

fn truths(mask: &Tensor) -> Result<&Tensor, Refusal> {
    if mask.dtype() == DType::Bool { Ok(mask) } else { Err(Refusal::IllFormed("`where` is of bool".to_owned())) }
}
