//! A function of a slice, asked for a case of `ReduceMax` or `ReduceMin`: for each element of the result, of the elements that meet
//! there.

use opconform_spec::{Attribute, Case};
use opconform_tensor::{Tensor, broadcast_indices, element_count};

use crate::mine::Without;
use crate::subject::OfRow;

/// The result of a case.
pub(crate) fn result(of_row: &OfRow, case: &Case) -> Result<Tensor, Without> {
    let (data, axes) = match case.inputs.as_slice() {
        [data] => (data, attribute(case, "axes")),
        [data, axes] => (data, axes.elements::<i64>().unwrap_or_default().to_vec()),
        _ => return Err(Without::IllFormed("one operand, and its axes".to_owned())),
    };
    let flag = |name: &str, default: i64| attribute(case, name).first().copied().unwrap_or(default) != 0;
    let is_reduced = reduced(data.shape().len(), &axes, flag("noop_with_empty_axes", 0))?;
    let kept: Vec<usize> =
        data.shape().iter().zip(&is_reduced).map(|(&dim, &gone)| if gone { 1 } else { dim }).collect();
    let count = element_count(&kept).unwrap_or(0);
    if data.is_empty() && count > 0 {
        return Err(Without::NotAsked("it is a function of at least one element"));
    }
    let mut rows: Vec<Vec<u64>> = vec![Vec::new(); count];
    for (element, row) in broadcast_indices(&kept, data.shape()).into_iter().enumerate() {
        rows[row].push(data.bits_at(element));
    }
    let bits: Vec<u64> = rows.iter().map(|row| of_row(&tensor(data, &[row.len()], row)?)).collect::<Result<_, _>>()?;
    let is_there = |gone: &bool| flag("keepdims", 1) || !gone;
    let shape: Vec<usize> =
        kept.iter().zip(&is_reduced).filter(|(_, gone)| is_there(gone)).map(|(&dim, _)| dim).collect();
    tensor(data, &shape, &bits)
}

/// A tensor of the type of another.
fn tensor(like: &Tensor, shape: &[usize], bits: &[u64]) -> Result<Tensor, Without> {
    Tensor::from_bits(like.dtype(), shape, bits).map_err(|error| Without::IllFormed(error.to_string()))
}

/// What an attribute says, none where it is not there.
fn attribute(case: &Case, name: &str) -> Vec<i64> {
    match case.attributes.get(name) {
        None => Vec::new(),
        Some(Attribute::Int(value)) => vec![*value],
        Some(Attribute::Ints(values)) => values.clone(),
    }
}

/// Which dimensions are reduced: those of the axes, and all of them where none is given, unless that is to do nothing.
fn reduced(rank: usize, axes: &[i64], does_nothing: bool) -> Result<Vec<bool>, Without> {
    if axes.is_empty() {
        return Ok(vec![!does_nothing; rank]);
    }
    let mut is_reduced = vec![false; rank];
    for &axis in axes {
        let from_front = if axis < 0 { axis + rank.cast_signed() as i64 } else { axis };
        let place = usize::try_from(from_front).ok().and_then(|axis| is_reduced.get_mut(axis));
        let Some(place) = place else { return Err(Without::IllFormed(format!("axis {axis} of rank {rank}"))) };
        if std::mem::replace(place, true) {
            return Err(Without::IllFormed(format!("axis {axis} twice")));
        }
    }
    Ok(is_reduced)
}
