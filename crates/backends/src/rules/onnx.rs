//! ONNX's `Max`, `Min`, `ReduceMax`, `ReduceMin` and `Clip`, by operator set.

use std::borrow::Cow;

use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};

use super::arguments::{flag, ints, marked};
use super::call::{Call, Elementwise, Limits, Reduction};

/// The operator set from which on `Max`, `Min` and `Clip` take an element type.
pub(super) fn max_since(dtype: DType) -> Option<u32> {
    match dtype {
        DType::F16 | DType::F32 | DType::F64 => Some(1),
        DType::Bf16 => Some(13),
        DType::Bool => None,
        _ if dtype.is_float8() => None,
        _ => Some(12),
    }
}

/// The operator set from which on `ReduceMax` and `ReduceMin` take an element type.
pub(super) fn reduce_since(dtype: DType) -> Option<u32> {
    match dtype {
        DType::I16 | DType::U16 => None,
        _ if dtype.is_float8() => None,
        DType::Bool => Some(20),
        DType::Bf16 => Some(13),
        DType::I8 | DType::U8 => Some(12),
        _ => Some(1),
    }
}

/// `Max` and `Min`.
pub(super) fn max(case: &Case) -> Call<'_> {
    let operands = case.inputs.iter().map(|operand| (operand, operand.shape().into())).collect();
    Call::Elementwise(Elementwise { operands, out: None, mask: None })
}

/// `ReduceMax` and `ReduceMin`.
pub(super) fn reduce(case: &Case) -> Result<Call<'_>, String> {
    let (name, opset) = (case.operator.name, case.opset);
    let data = case.inputs.first().ok_or_else(|| format!("{name} takes a tensor"))?;
    let rank = data.shape().len();
    let axes = axes(case)?.unwrap_or_default();
    if let Some(axis) = axes.iter().find(|&&axis| opset < 11 && axis < 0) {
        return Err(format!("{name} counts axes from the back from operator set 11 on, found {axis}"));
    }
    let is_noop = flag(case, "noop_with_empty_axes", false)?;
    let reduced = if axes.is_empty() { vec![!is_noop; rank] } else { marked(&axes, rank)? };
    let keepdims = flag(case, "keepdims", true)?;
    Ok(Call::Reduction(Reduction { data, reduced, keepdims, has_identity: true, initial: None, mask: None }))
}

/// The axes of a reduction: an attribute, and from operator set 18 on an input.
pub(super) fn axes(case: &Case) -> Result<Option<Vec<i64>>, String> {
    match case.inputs.get(1..).unwrap_or_default() {
        [] => Ok(ints(case, "axes")?.map(<[i64]>::to_vec)),
        [axes] if case.opset >= 18 && axes.dtype() == DType::I64 && axes.shape().len() == 1 => {
            Ok(axes.elements::<i64>().map(<[i64]>::to_vec))
        }
        other => {
            let (name, opset, count) = (case.operator.name, case.opset, 1 + other.len());
            Err(format!("{name} of operator set {opset} on {count} inputs"))
        }
    }
}

/// `Clip`: a bound that is not given is none.
pub(super) fn clip(case: &Case) -> Result<Call<'_>, String> {
    let opset = case.opset;
    let data = case.inputs.first().ok_or("Clip takes a tensor")?;
    let bound = |name| if opset < 11 { attribute(case, name, data.dtype()) } else { input(case, name) };
    let bounds = [bound("min")?, bound("max")?];
    let expected = if opset < 11 { 1 } else { 1 + bounds.iter().flatten().count() };
    if case.inputs.len() != expected {
        return Err(format!("Clip of operator set {opset} on {} inputs", case.inputs.len()));
    }
    Ok(Call::Limits(Limits { data, bounds }))
}

/// A bound that is an input.
fn input<'a>(case: &'a Case, name: &str) -> Result<Option<Cow<'a, Tensor>>, String> {
    let place = match case.attributes.get(name) {
        None => return Ok(None),
        Some(Attribute::Input { input }) => *input,
        Some(_) => return Err(format!("`{name}` is an input from operator set 11 on")),
    };
    let bound = case.inputs.get(place).filter(|_| place > 0);
    bound.map(|bound| Some(Cow::Borrowed(bound))).ok_or_else(|| format!("no input {place} for `{name}`"))
}

/// A bound that is an attribute: a float of 32 bits, which the element type has to have.
fn attribute<'a>(case: &'a Case, name: &str, dtype: DType) -> Result<Option<Cow<'a, Tensor>>, String> {
    let bits = match case.attributes.get(name) {
        None => return Ok(None),
        Some(Attribute::Float { f32 }) => *f32,
        Some(_) => return Err(format!("`{name}` is a float before operator set 11")),
    };
    let bits = in_type(bits, dtype).ok_or_else(|| format!("{dtype} does not have the number of `{name}`"))?;
    Ok(Some(Cow::Owned(Tensor::from_bits(dtype, &[], &[bits]).map_err(|error| error.to_string())?)))
}

/// The bits that a float of 32 bits has in another type, if that has the number.
fn in_type(bits: u32, dtype: DType) -> Option<u64> {
    let number = f32::from_bits(bits);
    if number.is_nan() {
        return nan_in_type(bits.into(), dtype);
    }
    let narrow = half::f16::from_f32(number);
    match dtype {
        DType::F32 => Some(bits.into()),
        DType::F64 => Some(f64::from(number).to_bits()),
        DType::F16 => (narrow.to_f32().to_bits() == bits).then(|| narrow.to_bits().into()),
        _ => None,
    }
}

/// The bits that a NaN of 32 bits has in another type, if that has room for its payload, whose highest bit stays the highest. A
/// conversion would quiet a signalling one.
fn nan_in_type(bits: u64, dtype: DType) -> Option<u64> {
    let (from, to) = (DType::F32.float()?, dtype.float()?);
    let (highest, highest_there) = (from.quiet_bit()?, to.quiet_bit()?);
    let payload = from.magnitude(bits) - from.infinity()?;
    let lost = highest / highest_there;
    let payload = match highest_there / highest {
        0 => payload.is_multiple_of(lost).then_some(payload / lost)?,
        wider => payload * wider,
    };
    let sign = if from.is_negative(bits) { to.sign() } else { 0 };
    Some(sign | to.infinity()? | payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nan_keeps_its_sign_and_its_payload_in_another_type_or_is_not_there() {
        let in_each = |bits| [DType::F16, DType::F32, DType::F64].map(|dtype| in_type(bits, dtype));
        assert_eq!(in_each(0x7fc0_0000), [Some(0x7e00), Some(0x7fc0_0000), Some(0x7ff8_0000_0000_0000)]);
        assert_eq!(in_each(0x7fa0_0000), [Some(0x7d00), Some(0x7fa0_0000), Some(0x7ff4_0000_0000_0000)], "signalling");
        assert_eq!(in_each(0xff80_2000), [Some(0xfc01), Some(0xff80_2000), Some(0xfff0_0400_0000_0000)]);
        assert_eq!(in_each(0xffff_ffff), [None, Some(0xffff_ffff), Some(0xffff_ffff_e000_0000)]);
        assert_eq!(in_each(0xff80_0000), [Some(0xfc00), Some(0xff80_0000), Some(0xfff0_0000_0000_0000)], "an infinity");
    }
}
