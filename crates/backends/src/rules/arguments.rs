//! What the attributes, and the inputs that these name, say.

use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};

use super::call::Named;

/// An integer attribute, where it is given.
pub fn int(case: &Case, name: &str) -> Result<Option<i64>, String> {
    match case.attributes.get(name) {
        None => Ok(None),
        Some(Attribute::Int(value)) => Ok(Some(*value)),
        Some(_) => Err(format!("the attribute `{name}` is one integer")),
    }
}

/// An attribute that is 0 or 1.
pub(super) fn flag(case: &Case, name: &str, default: bool) -> Result<bool, String> {
    match int(case, name)? {
        None => Ok(default),
        Some(value @ (0 | 1)) => Ok(value == 1),
        Some(other) => Err(format!("the attribute `{name}` is 0 or 1, found {other}")),
    }
}

/// A list of integers, where it is given.
pub fn ints<'a>(case: &'a Case, name: &str) -> Result<Option<&'a [i64]>, String> {
    match case.attributes.get(name) {
        None => Ok(None),
        Some(Attribute::Ints(values)) => Ok(Some(values)),
        Some(_) => Err(format!("the attribute `{name}` is a list of integers")),
    }
}

/// The input that an attribute names by its place among the inputs, where it is given.
pub fn input_named<'a>(case: &'a Case, name: &str) -> Result<Option<Named<'a>>, String> {
    let Some(place) = int(case, name)? else { return Ok(None) };
    let input = usize::try_from(place).ok().and_then(|place| Some((place, case.inputs.get(place)?)));
    input.map(Some).ok_or_else(|| format!("`{name}` names input {place}, which there is not"))
}

/// Refuses inputs behind the operands that nothing names, and those that are named twice.
pub(super) fn all_named(case: &Case, operands: usize, named: &[Option<Named>]) -> Result<(), String> {
    let mut places: Vec<usize> = named.iter().flatten().map(|&(place, _)| place).collect();
    places.sort_unstable();
    if case.inputs.len() >= operands && (operands..case.inputs.len()).eq(places) {
        Ok(())
    } else {
        Err(format!("{} takes {operands} operands, and each further input once, by its name", case.operator.name))
    }
}

/// Refuses an input of another type than the operands'.
pub(super) fn of_type(dtype: DType, input: Option<Named>, name: &str) -> Result<(), String> {
    match input.map(|(_, input)| input.dtype()) {
        Some(other) if other != dtype => Err(format!("`{name}` of {other} for operands of {dtype}")),
        _ => Ok(()),
    }
}

/// A mask, which is of truth values.
pub(super) fn mask(input: Option<Named<'_>>) -> Result<Option<&Tensor>, String> {
    match input {
        Some((_, mask)) if mask.dtype() != DType::Bool => Err("`where` is of bool".to_owned()),
        input => Ok(input.map(|(_, mask)| mask)),
    }
}

/// Of each axis, whether it is named; one below zero counts from the back.
pub fn marked(axes: &[i64], rank: usize) -> Result<Vec<bool>, String> {
    let mut marked = vec![false; rank];
    for &axis in axes {
        let place = if axis < 0 { axis.saturating_add_unsigned(rank as u64) } else { axis };
        let mark = usize::try_from(place).ok().and_then(|place| marked.get_mut(place));
        let mark = mark.ok_or_else(|| format!("axis {axis} of a tensor of rank {rank}"))?;
        if std::mem::replace(mark, true) {
            return Err(format!("axis {axis} is named twice"));
        }
    }
    Ok(marked)
}
