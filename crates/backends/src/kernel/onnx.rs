//! ONNX's `Max`, `Min`, `ReduceMax`, `ReduceMin` and `Clip`, by operator set.

use opconform_kernels::{Isa, Maximum, Minimum, Operator};
use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor, Value, shape_text};

use super::arguments::{axes, flag, ints, no_other, one_type, without};
use super::{Refusal, broadcast, reduced};

/// `Max` and `Min`.
pub(super) fn max<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    let (name, opset) = (case.operator.name, case.opset);
    if opset == 0 {
        return Err(Refusal::IllFormed(format!("{name} begins with operator set 1")));
    }
    no_other(case, if opset < 6 { &["consumed_inputs"] } else { &[] })?;
    let inputs: Vec<&Tensor> = case.inputs.iter().collect();
    let dtype = one_type(&inputs, name)?;
    is_elementwise_type(case, dtype)?;
    if let Some(other) = inputs.iter().find(|input| opset < 8 && input.shape() != inputs[0].shape()) {
        let shapes = [inputs[0].shape(), other.shape()].map(shape_text);
        return Err(Refusal::IllFormed(format!(
            "{name} broadcasts from operator set 8 on, found {opset} with shapes {}",
            shapes.join(" and ")
        )));
    }
    let operands: Vec<(&Tensor, &[usize])> = inputs.iter().map(|&input| (input, input.shape())).collect();
    broadcast::<O>(isa, &operands)
}

/// `ReduceMax` and `ReduceMin`.
pub(super) fn reduce<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    let (name, opset) = (case.operator.name, case.opset);
    if opset == 0 {
        return Err(Refusal::IllFormed(format!("{name} begins with operator set 1")));
    }
    let as_input = opset >= 18;
    no_other(case, if as_input { &["keepdims", "noop_with_empty_axes"] } else { &["axes", "keepdims"] })?;
    let (data, given) = match case.inputs.as_slice() {
        [data] if as_input => (data, Vec::new()),
        [data] => (data, ints(case, "axes")?.unwrap_or_default().to_vec()),
        [data, axes] if as_input && axes.dtype() == DType::I64 && axes.shape().len() == 1 => {
            (data, axes.elements::<i64>().unwrap_or_default().to_vec())
        }
        other => return Err(Refusal::IllFormed(format!("{name} of operator set {opset} on {} inputs", other.len()))),
    };
    let since = match data.dtype() {
        DType::I16 | DType::U16 => {
            return Err(Refusal::IllFormed(format!("{name} is not defined for 16-bit integers")));
        }
        float if float.is_float8() => {
            return Err(Refusal::IllFormed(format!("{name} is not defined for 8-bit floats")));
        }
        DType::Bool => 20,
        DType::Bf16 => 13,
        DType::I8 | DType::U8 => 12,
        _ => 1,
    };
    exists_since(case, data.dtype(), since)?;
    if let Some(axis) = given.iter().find(|&&axis| opset < 11 && axis < 0) {
        return Err(Refusal::IllFormed(format!(
            "{name} counts axes from the back from operator set 11 on, found {axis}"
        )));
    }
    let all = given.is_empty() && !flag(case, "noop_with_empty_axes", false)?;
    let given = if all { (0..data.shape().len().cast_signed()).collect() } else { axes(&given)? };
    let rank = data.shape().len().cast_signed();
    if let Some(axis) = given.iter().find(|&&axis| axis < -rank || axis >= rank) {
        return Err(Refusal::IllFormed(format!("axis {axis} of a tensor of rank {rank}")));
    }
    let shape = without(data.shape(), &given, flag(case, "keepdims", true)?);
    if data.is_empty() && !shape.contains(&0) {
        // The axes are checked as ever, on a tensor that has elements.
        let ones = vec![1; data.shape().len()];
        let one = Tensor::from_bits(data.dtype(), &ones, &[0]).map_err(|error| error.to_string())?;
        reduced::<O>(isa, &one, &given, &without(&ones, &given, true))?;
        return identity(data.dtype(), &shape, case.operator.is_minimum());
    }
    reduced::<O>(isa, data, &given, &shape)
}

/// `Clip`: "this is equivalent to 'Min(max, Max(input, min))'", and a bound that is not given is none.
pub(super) fn clip(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    let opset = case.opset;
    if opset == 0 {
        return Err(Refusal::IllFormed("Clip begins with operator set 1".to_owned()));
    }
    no_other(case, if opset < 6 { &["consumed_inputs", "max", "min"] } else { &["max", "min"] })?;
    let inputs: Vec<&Tensor> = case.inputs.iter().collect();
    let dtype = one_type(&inputs, "Clip")?;
    is_elementwise_type(case, dtype)?;
    let bound = |name: &str| if opset < 11 { attribute(case, name, dtype) } else { scalar(case, name) };
    let (min, max) = (bound("min")?, bound("max")?);
    let expected = if opset < 11 { 1 } else { 1 + [&min, &max].into_iter().flatten().count() };
    if inputs.len() != expected {
        return Err(Refusal::IllFormed(format!("Clip of operator set {opset} on {} inputs", inputs.len())));
    }
    let mut result = inputs[0].clone();
    if let Some(min) = min {
        result = broadcast::<Maximum>(isa, &[(&result, result.shape()), (&min, &[])])?;
    }
    if let Some(max) = max {
        result = broadcast::<Minimum>(isa, &[(&max, &[]), (&result, result.shape())])?;
    }
    Ok(result)
}

/// A bound that is an input.
fn scalar(case: &Case, name: &str) -> Result<Option<Tensor>, Refusal> {
    let place = match case.attributes.get(name) {
        None => return Ok(None),
        Some(Attribute::Input { input }) => *input,
        Some(_) => return Err(Refusal::IllFormed(format!("`{name}` is an input from operator set 11 on"))),
    };
    let bound = case.inputs.get(place).filter(|_| place > 0);
    let bound = bound.ok_or_else(|| Refusal::IllFormed(format!("no input {place} for `{name}`")))?;
    if !bound.shape().is_empty() {
        return Err(Refusal::IllFormed(format!("`{name}` is a scalar, found shape {}", shape_text(bound.shape()))));
    }
    Ok(Some(bound.clone()))
}

/// A bound that is an attribute: a float of 32 bits, which the element type has to have.
fn attribute(case: &Case, name: &str, dtype: DType) -> Result<Option<Tensor>, Refusal> {
    let bits = match case.attributes.get(name) {
        None => return Ok(None),
        Some(Attribute::Float { f32 }) => *f32,
        Some(_) => return Err(Refusal::IllFormed(format!("`{name}` is a float before operator set 11"))),
    };
    let bits = in_type(bits, dtype);
    let bits = bits.ok_or_else(|| Refusal::IllFormed(format!("{dtype} does not have the number of `{name}`")))?;
    Ok(Some(Tensor::from_bits(dtype, &[], &[bits]).map_err(|error| error.to_string())?))
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

/// Refuses the types that `Max`, `Min` and `Clip` do not take at an operator set.
fn is_elementwise_type(case: &Case, dtype: DType) -> Result<(), Refusal> {
    let since = match dtype {
        _ if dtype == DType::Bool || dtype.is_float8() => {
            return Err(Refusal::IllFormed(format!("{} is not defined for {dtype}", case.operator.name)));
        }
        DType::F16 | DType::F32 | DType::F64 => 1,
        DType::Bf16 => 13,
        _ => 12,
    };
    exists_since(case, dtype, since)
}

fn exists_since(case: &Case, dtype: DType, since: u32) -> Result<(), Refusal> {
    if case.opset >= since {
        return Ok(());
    }
    let (name, opset) = (case.operator.name, case.opset);
    Err(Refusal::IllFormed(format!("{name} takes {dtype} from operator set {since} on, found {opset}")))
}

/// "minus infinity (if supported by the datatype) or the minimum value of the data type otherwise", and the mirror of it.
fn identity(dtype: DType, shape: &[usize], is_minimum: bool) -> Result<Tensor, Refusal> {
    let text = match (dtype, is_minimum) {
        (DType::Bool, false) => "false",
        (DType::Bool, true) => "true",
        (_, false) if dtype.is_float() => "-inf",
        (_, true) if dtype.is_float() => "inf",
        (DType::U8 | DType::U32 | DType::U64, false) => "0",
        (_, false) => "min",
        (_, true) => "max",
    };
    let value = Value::parse(dtype, text).map_err(|error| error.to_string())?;
    let count = opconform_tensor::element_count(shape).unwrap_or(0);
    Ok(Tensor::from_bits(dtype, shape, &vec![value.bits(); count]).map_err(|error| error.to_string())?)
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
