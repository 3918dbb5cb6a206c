//! Paddle's `maximum` and `minimum` with an axis.

use opconform_spec::Case;

use super::attribute::int;
use super::sources::{Rows, Sources, length};
use super::stretch::{strides, walk};

pub(super) fn sources(case: &Case) -> Result<Sources, String> {
    let [x, y] = case.inputs.as_slice() else { return Err(format!("{} inputs", case.inputs.len())) };
    let (x, y) = (x.shape(), y.shape());
    let axis = int(case, "axis")?.unwrap_or(-1);
    let no_part = || format!("{y:?} is no part of {x:?} at {axis}");
    let length = length(x)?;
    if x == y {
        return Ok(Sources { shape: x.to_vec(), rows: Rows::Each(vec![(0..length).collect(); 2]) });
    }
    if axis < -1 || y.len() > x.len() {
        return Err(no_part());
    }
    let start = usize::try_from(axis).unwrap_or(x.len() - y.len());
    let mut part = y;
    while let Some((1, shorter)) = part.split_last() {
        part = shorter;
    }
    let after = x.get(start..).and_then(|rest| rest.strip_prefix(part)).ok_or_else(no_part)?;
    let stretched = [part, &vec![1; after.len()]].concat();
    let second = walk(x, &strides(&stretched, x), length);
    Ok(Sources { shape: x.to_vec(), rows: Rows::Each(vec![(0..length).collect(), second]) })
}
