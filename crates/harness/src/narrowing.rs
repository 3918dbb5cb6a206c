//! Whether elements come through a narrower type on their way: then what comes out is what that type makes of them, whatever is asked.

use opconform_spec::Case;
use opconform_tensor::{DType, Format, Tensor, Value};

use crate::shrink::powers;

/// The narrower types that the elements of a type may come through.
fn narrower(dtype: DType) -> Vec<DType> {
    let is_narrower = |it: &DType| match (dtype.format(), it.format()) {
        (Format::Float(_), Format::Float(_)) => it.bits() < dtype.bits() && !it.is_float8(),
        (Format::Signed, Format::Signed) | (Format::Unsigned, Format::Unsigned) => it.bits() < dtype.bits(),
        // Of a float with as many bits, fewer are of the number.
        (Format::Signed | Format::Unsigned, Format::Float(_)) => it.bits() <= dtype.bits() && !it.is_float8(),
        _ => false,
    };
    DType::ALL.into_iter().filter(is_narrower).collect()
}

/// What may become of a value on the way through a narrower type and back. Of an integer that one of the types does not hold, it is what fits
/// of its bits, or the nearest that is held, or what processors give for a float that is no integer of the type.
fn through(value: Value, narrow: DType) -> Vec<Value> {
    let dtype = value.dtype();
    if dtype.is_float() {
        return value.rounded(narrow).and_then(|it| it.rounded(dtype)).into_iter().collect();
    }
    let Some(number) = integer(value) else { return Vec::new() };
    let back = |number: i128| nearest(dtype, number);
    if narrow.is_float() {
        // What is too large for the float is an infinity of it.
        let float = Value::parse(narrow, &number.to_string()).ok().and_then(|it| it.rounded(DType::F64));
        let whole = float.map_or(number.signum() * i128::MAX, |it| f64::from_bits(it.bits()) as i128);
        let (returned, indefinite) = (back(whole), Value::new(dtype, dtype.top_bit()));
        return if integer(returned) == Some(whole) { vec![returned] } else { vec![returned, indefinite] };
    }
    let wrapped = integer(Value::new(narrow, value.bits()));
    [wrapped, integer(nearest(narrow, number))].into_iter().flatten().map(back).collect()
}

/// The number that an integer is.
fn integer(value: Value) -> Option<i128> {
    value.decimal().parse().ok()
}

/// The integer of a type that is nearest to a number.
fn nearest(dtype: DType, number: i128) -> Value {
    let bits = dtype.bits();
    let (least, greatest) = match dtype.format() {
        Format::Signed => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        _ => (0, (1_i128 << bits) - 1),
    };
    Value::new(dtype, number.clamp(least, greatest) as u64)
}

/// Values that tell the types apart: each is held by some of those that are narrower than theirs, and not by the others.
fn telling(dtype: DType) -> Vec<Value> {
    if dtype.is_float() {
        let numbers =
            ["1.0078125", "1.0009765625", "1.00000011920928955078125", "1.0000000000000002220446", "131072.0", "1e30"];
        return numbers.iter().filter_map(|text| Value::parse(dtype, text).ok()).collect();
    }
    powers(dtype).into_iter().flatten().map(|bits| Value::new(dtype, bits)).collect()
}

/// The one narrower type that the elements of a case come through, as a wrong result says it and the results of others do: `answers` gives the
/// element at fault as another case has it.
pub(crate) fn narrowing(
    case: &Case,
    operands: &[Value],
    found: Value,
    answers: impl Fn(&Case) -> Option<Value>,
) -> Option<DType> {
    let dtype = found.dtype();
    let explains = |narrow: &DType| operands.iter().any(|&operand| through(operand, *narrow).contains(&found));
    let mut narrow: Vec<DType> = narrower(dtype).into_iter().filter(explains).collect();
    if narrow.is_empty() || operands.iter().any(|operand| operand.dtype() != dtype || operand.class().is_nan()) {
        return None;
    }
    let mut is_seen = false;
    for value in telling(dtype) {
        let given = answers(&filled(case, value)?)?;
        is_seen |= given != value;
        narrow.retain(|it| through(value, *it).contains(&given));
    }
    match narrow.as_slice() {
        &[one] if is_seen => Some(one),
        _ => None,
    }
}

/// The case with one value for all elements of the operands.
fn filled(case: &Case, value: Value) -> Option<Case> {
    let mut inputs = case.inputs.clone();
    for input in inputs.iter_mut().take(case.operands().len()) {
        *input = Tensor::from_bits(value.dtype(), input.shape(), &vec![value.bits(); input.len()]).ok()?;
    }
    Some(case.clone().with_inputs(inputs))
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin};

    use super::*;

    /// What is told of a maximum of two scalars whose elements become these.
    fn told(dtype: DType, operands: [&str; 2], becomes: impl Fn(Value) -> Value) -> Option<DType> {
        let operands = operands.map(|text| Value::parse(dtype, text).expect("a value"));
        let operator = Operator::named("Max").expect("an operator");
        let scalars = operands.map(|it| Tensor::from_bits(dtype, &[], &[it.bits()]).expect("a scalar")).to_vec();
        let origin = Origin { source: "test".into(), seed: None };
        let case = Case::new(operator, operator.newest(), scalars, "narrow", origin);
        let result = |case: &Case| {
            let operands: Vec<Value> = case.inputs.iter().map(|input| becomes(input.value(0))).collect();
            operator.preferred(&operands)
        };
        narrowing(&case, &operands, result(&case)?, result)
    }

    fn by(narrow: DType, which: usize) -> impl Fn(Value) -> Value {
        move |value| {
            let becomes = through(value, narrow);
            becomes[which.min(becomes.len() - 1)]
        }
    }

    #[test]
    fn the_type_is_told_that_all_elements_come_through() {
        for (dtype, greatest, narrow) in [
            (DType::F64, "max_finite", DType::F32),
            (DType::F64, "max_finite", DType::F16),
            (DType::F64, "max_finite", DType::Bf16),
            (DType::F32, "max_finite", DType::F16),
            (DType::I64, "max", DType::I32),
            (DType::I64, "max", DType::F64),
            (DType::I32, "max", DType::F32),
            (DType::U64, "max", DType::F32),
            (DType::U16, "max", DType::U8),
        ] {
            for which in 0..through(Value::parse(dtype, greatest).expect("a value"), narrow).len() {
                assert_eq!(told(dtype, ["1", greatest], by(narrow, which)), Some(narrow), "{dtype} {narrow} {which}");
            }
        }
    }

    #[test]
    fn who_alters_numbers_otherwise_is_not_said_to_narrow_them() {
        let zero = |value: Value| Value::new(value.dtype(), 0);
        assert_eq!(told(DType::F64, ["1", "max_finite"], zero), None);
        assert_eq!(told(DType::I64, ["1", "max"], zero), None);
        // Only what is beyond a bound is another number.
        let clamped = |value: Value| if value.decimal().len() > 8 { Value::new(value.dtype(), 7) } else { value };
        assert_eq!(told(DType::I64, ["1", "max"], clamped), None);
        let quantized = |value: Value| Value::new(value.dtype(), value.bits() & !0xff);
        assert_eq!(told(DType::F64, ["1", "max_finite"], quantized), None);
    }
}
