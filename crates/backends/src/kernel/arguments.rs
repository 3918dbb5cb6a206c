//! What the attributes and the inputs that are no operands say.

use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};

use super::Refusal;

/// An integer attribute.
pub(super) fn int(case: &Case, name: &str) -> Result<Option<i64>, Refusal> {
    match case.attributes.get(name) {
        None => Ok(None),
        Some(Attribute::Int(value)) => Ok(Some(*value)),
        Some(_) => Err(Refusal::IllFormed(format!("the attribute `{name}` is one integer"))),
    }
}

/// An attribute that is 0 or 1.
pub(super) fn flag(case: &Case, name: &str, default: bool) -> Result<bool, Refusal> {
    match int(case, name)? {
        None => Ok(default),
        Some(value @ (0 | 1)) => Ok(value == 1),
        Some(other) => Err(Refusal::IllFormed(format!("the attribute `{name}` is 0 or 1, found {other}"))),
    }
}

/// A list of integers.
pub(super) fn ints<'a>(case: &'a Case, name: &str) -> Result<Option<&'a [i64]>, Refusal> {
    match case.attributes.get(name) {
        None => Ok(None),
        Some(Attribute::Ints(values)) => Ok(Some(values)),
        Some(_) => Err(Refusal::IllFormed(format!("the attribute `{name}` is a list of integers"))),
    }
}

/// No attribute but these.
pub(super) fn no_other(case: &Case, known: &[&str]) -> Result<(), Refusal> {
    match case.attributes.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let operator = case.operator.qualified();
            Err(Refusal::IllFormed(format!("{operator} of operator set {} has no attribute `{name}`", case.opset)))
        }
    }
}

/// The input that an attribute names by its place among the inputs.
pub(super) fn named<'a>(case: &'a Case, name: &str) -> Result<Option<&'a Tensor>, Refusal> {
    let Some(place) = int(case, name)? else { return Ok(None) };
    let input = usize::try_from(place).ok().and_then(|place| case.inputs.get(place));
    input.map(Some).ok_or_else(|| Refusal::IllFormed(format!("`{name}` names input {place}, which there is not")))
}

/// Refuses operands of several element types.
pub(super) fn one_type(operands: &[&Tensor], name: &str) -> Result<DType, Refusal> {
    let Some((first, rest)) = operands.split_first() else {
        return Err(Refusal::IllFormed(format!("{name} takes at least one operand")));
    };
    match rest.iter().find(|other| other.dtype() != first.dtype()) {
        None => Ok(first.dtype()),
        Some(other) => Err(Refusal::IllFormed(format!(
            "{name} takes operands of one element type, found {} and {}",
            first.dtype(),
            other.dtype()
        ))),
    }
}

/// Refuses an element type that is not listed.
pub(super) fn listed(dtype: DType, types: &[DType], name: &str) -> Result<(), Refusal> {
    if types.contains(&dtype) { Ok(()) } else { Err(Refusal::IllFormed(format!("{name} is not defined for {dtype}"))) }
}

/// Axes as a kernel takes them.
pub(super) fn axes(axes: &[i64]) -> Result<Vec<isize>, Refusal> {
    let each = axes.iter().map(|&axis| isize::try_from(axis));
    each.collect::<Result<_, _>>().map_err(|_| Refusal::IllFormed("an axis that no rank reaches".to_owned()))
}

/// A shape without the axes named, or with 1 in their place.
pub(super) fn without(shape: &[usize], axes: &[isize], keepdims: bool) -> Vec<usize> {
    let rank = shape.len();
    let is_named = |index: usize| axes.iter().any(|&axis| axis.rem_euclid(rank.cast_signed()) == index.cast_signed());
    let kept = shape.iter().enumerate().filter(|&(index, _)| keepdims || !is_named(index));
    kept.map(|(index, &dim)| if is_named(index) { 1 } else { dim }).collect()
}
