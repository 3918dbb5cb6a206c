//! Shapes, and NumPy's broadcasting of them.
//!
//! Shapes are right-aligned; along each axis every operand has the result's dimension or 1. Rank 0 is one element, a
//! dimension of 0 is none, and there is no limit on the rank.

/// Operands whose shapes have no common broadcast shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shapes do not broadcast: dimensions {first} and {second} meet on axis −{axis_from_end}")]
pub struct BroadcastError {
    /// The axis, counted from the last one, which is 1.
    pub axis_from_end: usize,
    /// The dimension met first.
    pub first: usize,
    /// The dimension that does not fit it.
    pub second: usize,
}

/// The shape that all `shapes` broadcast to; rank 0 for no operand at all.
pub fn broadcast<'a>(shapes: impl IntoIterator<Item = &'a [usize]>) -> Result<Vec<usize>, BroadcastError> {
    let mut reversed: Vec<usize> = Vec::new();
    for shape in shapes {
        for (axis, &dim) in shape.iter().rev().enumerate() {
            match reversed.get_mut(axis) {
                None => reversed.push(dim),
                Some(result) if *result == 1 => *result = dim,
                Some(result) if dim == 1 || dim == *result => {}
                Some(result) => {
                    return Err(BroadcastError { axis_from_end: axis + 1, first: *result, second: dim });
                }
            }
        }
    }
    reversed.reverse();
    Ok(reversed)
}

/// The number of elements of a shape: 1 for rank 0; `None` when it exceeds `usize`.
pub fn element_count(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1_usize, |count, &dim| count.checked_mul(dim))
}

/// The index along each axis of the element at position `flat` in row-major order.
pub fn unravel(mut flat: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (position, &dim) in index.iter_mut().zip(shape).rev() {
        *position = flat % dim;
        flat /= dim;
    }
    index
}

/// For each element of `result` in row-major order, the position in row-major order of the element of `operand` that
/// broadcasts to it. `operand` must broadcast to `result`.
pub fn broadcast_indices(operand: &[usize], result: &[usize]) -> Vec<usize> {
    let count = element_count(result).unwrap_or(0);
    if count == 0 {
        // The strides of an empty operand may be too large to count.
        return Vec::new();
    }
    let missing = result.len() - operand.len();
    let mut strides = vec![0; result.len()];
    let mut stride = 1;
    for (axis, &dim) in operand.iter().enumerate().rev() {
        strides[missing + axis] = if dim == 1 { 0 } else { stride };
        stride *= dim;
    }
    let mut indices = Vec::with_capacity(count);
    let mut index = vec![0; result.len()];
    let mut position = 0;
    for _ in 0..count {
        indices.push(position);
        for axis in (0..result.len()).rev() {
            index[axis] += 1;
            position += strides[axis];
            if index[axis] < result[axis] {
                break;
            }
            position -= strides[axis] * result[axis];
            index[axis] = 0;
        }
    }
    indices
}

/// A shape as it is written in identifiers: `2x3`, or `scalar` for rank 0.
pub fn shape_text(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "scalar".to_owned();
    }
    shape.iter().map(ToString::to_string).collect::<Vec<_>>().join("x")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(a: &[usize], b: &[usize]) -> Result<Vec<usize>, BroadcastError> {
        broadcast([a, b])
    }

    #[test]
    fn broadcasts_like_numpy() {
        assert_eq!(two(&[], &[]), Ok(vec![]));
        assert_eq!(two(&[2, 1], &[3]), Ok(vec![2, 3]));
        assert_eq!(two(&[0], &[1]), Ok(vec![0]));
        assert_eq!(two(&[1], &[0]), Ok(vec![0]));
        assert_eq!(two(&[4, 0, 1], &[1, 5]), Ok(vec![4, 0, 5]));
        assert_eq!(two(&[2; 12], &[1]), Ok(vec![2; 12]));
        assert_eq!(two(&[2], &[3]), Err(BroadcastError { axis_from_end: 1, first: 2, second: 3 }));
        assert_eq!(two(&[0], &[2]), Err(BroadcastError { axis_from_end: 1, first: 0, second: 2 }));
        assert_eq!(two(&[3, 1], &[2, 7]).map_err(|error| error.axis_from_end), Err(2));
        assert_eq!(broadcast([]), Ok(vec![]));
    }

    #[test]
    fn indices_repeat_the_broadcast_axes() {
        assert_eq!(broadcast_indices(&[2, 1], &[2, 3]), [0, 0, 0, 1, 1, 1]);
        assert_eq!(broadcast_indices(&[3], &[2, 3]), [0, 1, 2, 0, 1, 2]);
        assert_eq!(broadcast_indices(&[], &[2]), [0, 0]);
        assert_eq!(broadcast_indices(&[], &[]), [0]);
        assert_eq!(broadcast_indices(&[1, 0], &[2, 0]), [0_usize; 0]);
        assert_eq!(broadcast_indices(&[0, usize::MAX, 2], &[5, 0, usize::MAX, 2]), [0_usize; 0]);
        assert_eq!(broadcast_indices(&[2, 1, 2], &[2, 2, 2]), [0, 1, 0, 1, 2, 3, 2, 3]);
    }

    #[test]
    fn counts_do_not_overflow() {
        assert_eq!(element_count(&[usize::MAX, 2]), None);
        assert_eq!(element_count(&[usize::MAX, 2, 0]), Some(0));
        assert_eq!(element_count(&[]), Some(1));
    }

    #[test]
    fn unravels_row_major() {
        assert_eq!(unravel(5, &[2, 3]), [1, 2]);
        assert_eq!(unravel(0, &[]), [0_usize; 0]);
    }
}
