//! NumPy's `maximum` and `amax`, their twins and those that ignore NaNs, with `out`, `where` and `initial`.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};

use super::attribute::{flag, int, ints};
use super::reduction::{Reduction, named, rows};
use super::sources::{Row, Rows, Sources, length};
use super::stretch::{broadcast, strides, walk};
use crate::steps::Steps;

pub(super) fn maximum(steps: &Steps, case: &Case) -> Result<Sources, String> {
    let (out, mask) = (named_input(case, "out", 2)?, named_input(case, "where", 2)?);
    counted(case, 2, &[&out, &mask])?;
    let compared = [&case.inputs[0], &case.inputs[1]].map(Tensor::shape);
    let all: Vec<&[usize]> = compared.into_iter().chain(mask.map(|(_, mask)| mask.shape())).collect();
    let mut shape = (steps.shape)(&all)?;
    if let Some((_, out)) = out {
        if out.dtype() != case.inputs[0].dtype() {
            return Err("out is of another type".to_owned());
        }
        if broadcast(&[&shape, out.shape()])? != out.shape() {
            return Err("the operands do not broadcast to out".to_owned());
        }
        shape = out.shape().to_vec();
    }
    let length = length(&shape)?;
    let operands = compared.map(|operand| walk(&shape, &(steps.strides)(operand, &shape), length));
    let Some(selected) = mask.map(|(_, mask)| stretched(mask, &shape)).transpose()? else {
        return Ok(Sources { shape, rows: Rows::Each(operands.into()) });
    };
    let row = |position: usize| match (selected[position], out) {
        (false, Some((out, _))) => Row::Untouched((out, position)),
        // Nobody says what stands in a fresh result: here what would have been computed.
        _ => Row::Computed(operands.iter().enumerate().map(|(input, walk)| (input, walk[position])).collect()),
    };
    Ok(Sources { rows: Rows::Lists((0..length).map(row).collect()), shape })
}

pub(super) fn amax(steps: &Steps, case: &Case) -> Result<Sources, String> {
    let (out, initial) = (named_input(case, "out", 1)?, named_input(case, "initial", 1)?);
    let mask = named_input(case, "where", 1)?;
    counted(case, 1, &[&out, &initial, &mask])?;
    let data = &case.inputs[0];
    let reduced = match ints(case, "axis")? {
        None => vec![true; data.shape().len()],
        Some(axes) => named(&axes, data.shape().len())?,
    };
    if initial.is_some_and(|(_, initial)| initial.dtype() != data.dtype() || !initial.shape().is_empty()) {
        return Err("initial is no scalar of the type".to_owned());
    }
    let keepdims = flag(case, "keepdims", false)?;
    let mut sources = rows(steps, &Reduction { shape: data.shape(), reduced: &reduced, keepdims })?;
    let selected = match mask {
        Some(_) if initial.is_none() => return Err("where without initial".to_owned()),
        Some((_, mask)) if broadcast(&[mask.shape(), data.shape()])? != data.shape() => {
            return Err("where does not broadcast to the tensor".to_owned());
        }
        Some((_, mask)) => stretched(mask, data.shape())?,
        None => vec![true; data.len()],
    };
    if out.is_some_and(|(_, out)| out.dtype() != data.dtype() || out.shape() != sources.shape) {
        return Err("out is not of the result's type and shape".to_owned());
    }
    let Rows::Lists(lists) = &mut sources.rows else { return Ok(sources) };
    for row in lists {
        let Row::Computed(sources) = row else { continue };
        sources.retain(|&(_, position)| selected[position]);
        if let Some((place, _)) = initial {
            sources.insert(0, (place, 0));
        }
        if sources.is_empty() {
            return Err("no element".to_owned());
        }
    }
    Ok(sources)
}

/// An input that an attribute names by its place, not before `first`.
pub(crate) fn named_input<'a>(case: &'a Case, name: &str, first: usize) -> Result<Option<(usize, &'a Tensor)>, String> {
    let Some(place) = int(case, name)? else { return Ok(None) };
    let place = usize::try_from(place).ok().filter(|&place| place >= first).ok_or(format!("{name} is {place}"))?;
    let input = case.inputs.get(place).ok_or(format!("no input {place}"))?;
    Ok(Some((place, input)))
}

/// Refuses inputs that nothing names, and two names for one.
fn counted(case: &Case, operands: usize, named: &[&Option<(usize, &Tensor)>]) -> Result<(), String> {
    let mut places: Vec<usize> = named.iter().filter_map(|named| named.map(|(place, _)| place)).collect();
    places.sort_unstable();
    let expected: Vec<usize> = (operands..case.inputs.len()).collect();
    if case.inputs.len() >= operands && places == expected {
        Ok(())
    } else {
        Err("inputs that nothing names".to_owned())
    }
}

/// The truth values of a mask, stretched to a shape.
fn stretched(mask: &Tensor, shape: &[usize]) -> Result<Vec<bool>, String> {
    if mask.dtype() != DType::Bool {
        return Err("where is no bool".to_owned());
    }
    let bits = mask.to_bits();
    Ok(walk(shape, &strides(mask.shape(), shape), length(shape)?).into_iter().map(|at| bits[at] != 0).collect())
}
