//! NumPy's `maximum`, `fmax`, `amax`, `nanmax` and their minimum twins.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor, broadcast, shape_text};

use super::arguments::{all_named, flag, input_named, ints, marked, mask, of_type};
use super::call::{Call, Elementwise, Reduction};

/// NumPy and the suite have all types in common but bf16, and the floats of 8 bits, which others add to NumPy's, are none of what
/// ignores NaNs.
pub(super) fn takes(dtype: DType, ignores_nan: bool) -> bool {
    dtype != DType::Bf16 && !(ignores_nan && dtype.is_float8())
}

/// `maximum(x1, x2, out, where)`.
pub(super) fn maximum(case: &Case) -> Result<Call<'_>, String> {
    let (out, selected) = (input_named(case, "out")?, input_named(case, "where")?);
    all_named(case, 2, &[out, selected])?;
    of_type(case.inputs[0].dtype(), out, "out")?;
    let operands = case.operands().iter().map(|operand| (operand, operand.shape().into())).collect();
    Ok(Call::Elementwise(Elementwise { operands, out, mask: mask(selected)? }))
}

/// `amax(a, axis, out, keepdims, initial, where)`.
pub(super) fn amax(case: &Case) -> Result<Call<'_>, String> {
    let (out, initial) = (input_named(case, "out")?, input_named(case, "initial")?);
    let selected = input_named(case, "where")?;
    all_named(case, 1, &[out, initial, selected])?;
    let data = &case.inputs[0];
    of_type(data.dtype(), out, "out")?;
    of_type(data.dtype(), initial, "initial")?;
    let rank = data.shape().len();
    let reduced = ints(case, "axis")?.map_or_else(|| Ok(vec![true; rank]), |axes| marked(axes, rank))?;
    let (keepdims, mask) = (flag(case, "keepdims", false)?, mask(selected)?);
    let reduction = Reduction { data, reduced, keepdims, has_identity: false, initial, mask };
    let (found, expected) = (out.map(|(_, out)| out.shape()), reduction.shape());
    if let Some(found) = found.filter(|found| *found != expected) {
        let (found, expected) = (shape_text(found), shape_text(&expected));
        return Err(format!("an `out` of shape {found} for a result of shape {expected}"));
    }
    let is_scalar = initial.map(|(_, initial)| initial.shape().is_empty());
    if is_scalar == Some(false) || (mask.is_some() && is_scalar.is_none()) {
        return Err("a mask is taken along with an initial scalar".to_owned());
    }
    let is_stretched = |mask: &&Tensor| broadcast([mask.shape(), data.shape()]).as_deref() == Ok(data.shape());
    match mask.filter(|mask| !is_stretched(mask)) {
        None => Ok(Call::Reduction(reduction)),
        Some(mask) => Err(format!("a mask of shape {}", shape_text(mask.shape()))),
    }
}
