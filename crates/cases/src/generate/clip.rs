//! ONNX `Clip`: a tensor, and bounds, which are attributes before operator set 11 and inputs from then on.

use arbitrary::{Result, Unstructured};
use opconform_spec::{Attribute, Kind, Operator};

use super::form::{Content, Form};
use super::shapes;
use crate::values::specials;

pub(super) fn form(u: &mut Unstructured<'_>, operator: &Operator, opset: u32) -> Result<Form> {
    let (plan, shapes) = shapes::choose(u, 1)?;
    let mut form = Form::of(plan.name(), shapes);
    for name in ["min", "max"] {
        if u.ratio(1, 4)? {
            continue;
        }
        let value = if operator.kind_of(name, opset) == Some(Kind::Float) {
            let bits = *u.choose(specials(opconform_tensor::DType::F32))?;
            Attribute::Float { f32: bits as u32 }
        } else {
            // Now and then a bound that is no scalar.
            let shape = if u.ratio(63, 64)? { Vec::new() } else { vec![1] };
            let place = form.push(shape, Content::Values);
            Attribute::Input { input: usize::try_from(place).unwrap_or_default() }
        };
        form.set(name, value);
    }
    Ok(form)
}
