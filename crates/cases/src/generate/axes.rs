//! The axes of a reduction, and the shape that they are of.

use arbitrary::{Result, Unstructured};

use super::shapes;

/// The shape of a tensor that is reduced, and the word in slugs.
pub(super) fn shape(u: &mut Unstructured<'_>) -> Result<(&'static str, Vec<usize>)> {
    Ok(match u.int_in_range(0..=15)? {
        0 => ("rank-0", Vec::new()),
        1 => {
            let mut shape = shapes::base(u)?;
            let axis = u.choose_index(shape.len())?;
            shape[axis] = 0;
            ("empty", shape)
        }
        2..=6 => ("vector", vec![shapes::length(u)?]),
        7 | 8 => ("rows", vec![u.int_in_range(1..=9)?, shapes::length(u)?]),
        9 => ("columns", vec![shapes::length(u)?, u.int_in_range(1..=9)?]),
        _ => ("tensor", shapes::base(u)?),
    })
}

/// Axes of a rank: mostly distinct ones from either end, in any order; now and then one twice, or out of range. `None` where
/// none are given.
pub(super) fn axes(u: &mut Unstructured<'_>, rank: usize) -> Result<Option<Vec<i64>>> {
    let rank = rank as i64;
    let (how, named, from_the_back): (u8, u16, u16) = (u.int_in_range(0..=15)?, u.arbitrary()?, u.arbitrary()?);
    let signed = |axis: i64| if from_the_back >> axis & 1 == 1 { axis - rank } else { axis };
    let mut axes: Vec<i64> = (0..rank).filter(|axis| named >> axis & 1 == 1).map(signed).collect();
    match how {
        0..=2 => return Ok(None),
        3 => axes.clear(),
        4 => axes = (0..rank).map(signed).collect(),
        5 => axes.push(*u.choose(&[rank, -rank - 1, i64::MAX, i64::MIN])?),
        6 => axes.extend(axes.first().map(|&axis| if axis < 0 { axis + rank } else { axis - rank })),
        7 | 8 => axes.reverse(),
        _ => {}
    }
    Ok(Some(axes))
}

/// A flag: left out, 0, 1, or now and then neither.
pub(super) fn flag(u: &mut Unstructured<'_>) -> Result<Option<i64>> {
    const FLAGS: [Option<i64>; 8] = [None, None, Some(0), Some(0), Some(0), Some(1), Some(1), Some(1)];
    if u.ratio(31, 32)? { u.choose(&FLAGS).copied() } else { Ok(Some(2)) }
}
