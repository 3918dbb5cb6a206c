//! The rules of the operators without a fault: types, attributes, shapes.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor, shape_text};

/// Refuses what `Max` does not take at its operator set, but for shapes that clash; else the element type.
pub(crate) fn admit(case: &Case) -> Result<DType, String> {
    let dtype = one_type(case)?;
    attributes(case)?;
    let since = since(dtype).ok_or("no number type")?;
    if case.opset < since {
        return Err(format!("{dtype} is taken from operator set {since} on"));
    }
    shapes(case)?;
    Ok(dtype)
}

/// The element type that all operands share.
pub(crate) fn one_type(case: &Case) -> Result<DType, String> {
    let dtype = case.inputs.first().map(Tensor::dtype).ok_or("no operand")?;
    let other = case.inputs.iter().map(Tensor::dtype).find(|&other| other != dtype);
    other.map_or(Ok(dtype), |other| Err(format!("{dtype} and {other}")))
}

/// The operator set from which on `Max` takes an element type.
pub(crate) fn since(dtype: DType) -> Option<u32> {
    match dtype {
        DType::F16 | DType::F32 | DType::F64 => Some(1),
        DType::Bf16 => Some(13),
        DType::Bool => None,
        _ => Some(12),
    }
}

/// Refuses attributes that there are not.
pub(crate) fn attributes(case: &Case) -> Result<(), String> {
    let known = |name: &String| name == "consumed_inputs" && case.opset < 6;
    case.attributes.keys().find(|name| !known(name)).map_or(Ok(()), |name| Err(format!("no attribute {name}")))
}

/// Before operator set 8, refuses shapes that differ.
pub(crate) fn shapes(case: &Case) -> Result<(), String> {
    let one = case.inputs.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
    if case.opset >= 8 || one { Ok(()) } else { Err("shapes differ".to_owned()) }
}

/// The shape that operands broadcast to, right-aligned.
pub(crate) fn broadcast(shapes: &[&[usize]]) -> Result<Vec<usize>, String> {
    broadcast_by(shapes, |a, b| match (a, b) {
        (1, dim) | (dim, 1) => Some(dim),
        (a, b) => (a == b).then_some(a),
    })
}

/// The same by another rule for two dimensions; `None` where they clash.
pub(crate) fn broadcast_by(
    shapes: &[&[usize]],
    meet: impl Fn(usize, usize) -> Option<usize>,
) -> Result<Vec<usize>, String> {
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
