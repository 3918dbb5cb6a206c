//! Implementations that are asked: what they make of the operands that meet at an element.

use opconform_spec::{Case, Direction, Facts, NanRule, Outcome};
use opconform_tensor::{DType, Value};

use crate::common::tensor;

/// An implementation: what it makes of the operands that meet at an element.
pub(crate) type Element = dyn Fn(&Case, &[u64]) -> u64;

/// The answer of an implementation that puts `element` to each element of a well-formed case.
pub(crate) fn answer(case: &Case, element: &dyn Fn(&Case, &[u64]) -> u64) -> Outcome {
    let facts = Facts::new(case);
    let (Some(shape), Some(dtype)) = (facts.shape(), facts.dtype) else {
        return Outcome::Rejected("ill-formed".to_owned());
    };
    let count = shape.iter().product();
    let one = |position| element(case, &facts.values_at(position).into_iter().map(Value::bits).collect::<Vec<_>>());
    Outcome::Output(vec![tensor(dtype, shape, &(0..count).map(one).collect::<Vec<_>>())])
}

/// The right result: of NaNs the first, of zeros of both signs the one that is preferred.
pub(crate) fn right(case: &Case, operands: &[u64]) -> u64 {
    let dtype = case.inputs[0].dtype();
    let is_nan = |bits: &u64| Value::new(dtype, *bits).class().is_nan();
    let (nans, numbers): (Vec<u64>, Vec<u64>) = operands.iter().partition(|bits| is_nan(bits));
    let ignored = case.operator.nan == NanRule::Ignored && !numbers.is_empty();
    match nans.first() {
        Some(&nan) if !ignored => nan,
        _ => best(case, &numbers),
    }
}

/// The number that the operator prefers.
fn best(case: &Case, numbers: &[u64]) -> u64 {
    let dtype = case.inputs[0].dtype();
    let rank = |bits: &u64| {
        let top = 1 << (dtype.bits() - 1);
        let value = i128::from(*bits);
        match dtype {
            _ if dtype.is_float() && *bits & top != 0 => i128::from(top) - 1 - value,
            DType::I8 | DType::I16 | DType::I32 | DType::I64 if *bits & top != 0 => value - 2 * i128::from(top),
            _ => value,
        }
    };
    let best = match case.operator.direction().expect("an extremum") {
        Direction::Max => numbers.iter().max_by_key(|bits| rank(bits)),
        Direction::Min => numbers.iter().min_by_key(|bits| rank(bits)),
    };
    *best.expect("an operand")
}
