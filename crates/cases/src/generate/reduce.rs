//! ONNX `ReduceMax` and `ReduceMin`.

use arbitrary::{Result, Unstructured};
use opconform_spec::{Attribute, Operator};

use super::axes::{axes, flag, shape};
use super::form::{Content, Form, Mirror};

pub(super) fn form(u: &mut Unstructured<'_>, operator: &Operator, opset: u32) -> Result<Form> {
    let (plan, shape) = shape(u)?;
    let axes = axes(u, shape.len())?;
    let mut form = Form { mirror: Mirror::Previous, ..Form::of(plan, [shape]) };
    if let Some(keepdims) = flag(u)? {
        form.set("keepdims", Attribute::Int(keepdims));
    }
    if operator.kind_of("noop_with_empty_axes", opset).is_some() && u.ratio(1, 4)? {
        form.set("noop_with_empty_axes", Attribute::Int(i64::from(u.arbitrary::<bool>()?)));
    }
    match axes {
        Some(axes) if operator.has_input("axes", opset) => {
            form.push(vec![axes.len()], Content::Given(axes));
        }
        Some(axes) => form.set("axes", Attribute::Ints(axes)),
        None => {}
    }
    Ok(form)
}
