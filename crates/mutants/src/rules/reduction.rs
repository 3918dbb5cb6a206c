//! Reductions along axes.

use super::sources::{Row, Rows, Source, Sources, length};
use super::stretch::walk;
use crate::steps::Steps;

/// A tensor, and what of it is reduced.
pub(crate) struct Reduction<'a> {
    pub(crate) shape: &'a [usize],
    /// Which axes are.
    pub(crate) reduced: &'a [bool],
    /// Whether they stay, with dimension 1.
    pub(crate) keepdims: bool,
}

/// Which axes are named; one below zero counts from the back.
pub(crate) fn named(axes: &[i64], rank: usize) -> Result<Vec<bool>, String> {
    let mut named = vec![false; rank];
    for &axis in axes {
        let out_of_range = || format!("axis {axis} of rank {rank}");
        let axis = if axis < 0 { axis.saturating_add_unsigned(rank as u64) } else { axis };
        let axis = usize::try_from(axis).ok().filter(|&axis| axis < rank).ok_or_else(out_of_range)?;
        if std::mem::replace(&mut named[axis], true) {
            return Err(format!("axis {axis} twice"));
        }
    }
    Ok(named)
}

/// The elements along the reduced axes, in row-major order.
pub(super) fn rows(steps: &Steps, reduction: &Reduction) -> Result<Sources, String> {
    let &Reduction { shape, reduced, keepdims } = reduction;
    let ones: Vec<usize> = shape.iter().zip(reduced).map(|(&dim, &reduced)| if reduced { 1 } else { dim }).collect();
    let kept = ones.iter().zip(reduced).filter(|&(_, &reduced)| keepdims || !reduced);
    let result: Vec<usize> = kept.map(|(&dim, _)| dim).collect();
    let places = walk(shape, &(steps.strides)(&ones, shape), length(shape)?);
    let count = length(&result)?.max(1);
    let each = || Vec::with_capacity(places.len() / count);
    let mut lists: Vec<Vec<Source>> = std::iter::repeat_with(each).take(length(&result)?).collect();
    for (position, place) in places.into_iter().enumerate() {
        lists[place % count].push((0, position));
    }
    Ok(Sources { shape: result, rows: Rows::Lists(lists.into_iter().map(Row::Computed).collect()) })
}
