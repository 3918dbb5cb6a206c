//! Broadcasting: shapes right-aligned, dimensions of 1 stretched.

use opconform_tensor::shape_text;

use super::sources::Shape;

/// The shape that operands broadcast to.
pub(crate) fn broadcast(shapes: &[&[usize]]) -> Shape {
    broadcast_by(shapes, |a, b| match (a, b) {
        (1, dim) | (dim, 1) => Some(dim),
        (a, b) => (a == b).then_some(a),
    })
}

/// The same by another rule for two dimensions; `None` where they clash.
pub(crate) fn broadcast_by(shapes: &[&[usize]], meet: impl Fn(usize, usize) -> Option<usize>) -> Shape {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        let missing = rank - shape.len();
        for (axis, &dim) in shape.iter().enumerate() {
            let met = meet(result[missing + axis], dim);
            result[missing + axis] = met.ok_or_else(|| {
                let texts: Vec<String> = shapes.iter().map(|shape| shape_text(shape)).collect();
                format!("shapes {} do not broadcast", texts.join(" and "))
            })?;
        }
    }
    Ok(result)
}

/// The steps of an operand along the axes of a result that it broadcasts to: 0 where it has one element.
pub(crate) fn strides(operand: &[usize], result: &[usize]) -> Vec<usize> {
    let missing = result.len().saturating_sub(operand.len());
    let mut strides = vec![0; result.len()];
    let mut step = 1_usize;
    for (axis, &dim) in operand.iter().enumerate().rev() {
        if dim != 1 && missing + axis < result.len() {
            strides[missing + axis] = step;
        }
        step = step.wrapping_mul(dim);
    }
    strides
}

/// For each element of a result in row-major order, how far it lies in an operand of these strides.
pub(crate) fn walk(shape: &[usize], strides: &[usize], length: usize) -> Vec<usize> {
    let Some((&inner, outer)) = shape.split_last() else { return vec![0; length] };
    let (step, strides) = (strides[outer.len()], &strides[..outer.len()]);
    let mut index = vec![0; outer.len()];
    let mut place = 0;
    let mut places = Vec::with_capacity(length);
    while places.len() < length {
        places.extend((0..inner).map(|along| place + along * step));
        for axis in (0..outer.len()).rev() {
            index[axis] += 1;
            place += strides[axis];
            if index[axis] < outer[axis] {
                break;
            }
            place -= strides[axis] * outer[axis];
            index[axis] = 0;
        }
    }
    places
}
