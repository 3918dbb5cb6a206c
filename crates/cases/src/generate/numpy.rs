//! NumPy's maxima: with `out`, `where` and `initial`.

use arbitrary::{Result, Unstructured};
use opconform_spec::Attribute;
use opconform_tensor::broadcast;

use super::axes::{axes, flag, shape};
use super::form::{Content, Form, Mirror};
use super::shapes;

/// `maximum(x1, x2, out, where)` and its like.
pub(super) fn elementwise(u: &mut Unstructured<'_>) -> Result<Form> {
    let (plan, operands) = shapes::choose(u, 2)?;
    let result = broadcast(operands.iter().map(Vec::as_slice)).unwrap_or_default();
    let mut form = Form::of(plan.name(), operands);
    let (out, mask) = (u.ratio(1, 4)?, u.ratio(1, 4)?);
    let mask_first = u.arbitrary()?;
    for name in if mask_first { ["where", "out"] } else { ["out", "where"] } {
        if name == "out" && out {
            let place = form.push(out_shape(u, &result)?, Content::Values);
            form.set(name, Attribute::Int(place));
        } else if name == "where" && mask {
            let place = form.push(shapes::stretched(u, &result, 1)?.swap_remove(0), Content::Mask);
            form.set(name, Attribute::Int(place));
        }
    }
    Ok(form)
}

/// `amax(a, axis, out, keepdims, initial, where)` and its like.
pub(super) fn reduction(u: &mut Unstructured<'_>) -> Result<Form> {
    let (plan, a) = shape(u)?;
    let axes = axes(u, a.len())?;
    let mut form = Form { mirror: Mirror::Previous, ..Form::of(plan, [a.clone()]) };
    if let Some(axes) = axes {
        form.set("axis", Attribute::Ints(axes));
    }
    if let Some(keepdims) = flag(u)? {
        form.set("keepdims", Attribute::Int(keepdims));
    }
    let (mask, initial) = (u.ratio(1, 4)?, u.ratio(1, 4)?);
    // A mask without an initial value breaks a rule.
    if initial || mask && u.ratio(7, 8)? {
        let place = form.push(Vec::new(), Content::Values);
        form.set("initial", Attribute::Int(place));
    }
    if mask {
        let place = form.push(shapes::stretched(u, &a, 1)?.swap_remove(0), Content::Mask);
        form.set("where", Attribute::Int(place));
    }
    Ok(form)
}

/// The shape of `out`: that of the result, or one that it broadcasts to, or now and then neither.
fn out_shape(u: &mut Unstructured<'_>, result: &[usize]) -> Result<Vec<usize>> {
    let mut shape = result.to_vec();
    match u.int_in_range(0..=15)? {
        0 => shape.push(2),
        1 => shape.insert(0, 2),
        _ => {}
    }
    Ok(shape)
}
