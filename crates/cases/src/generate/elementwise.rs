//! ONNX `Max` and `Min`: one operand or several, which broadcast.

use arbitrary::{Result, Unstructured};

use super::form::Form;
use super::shapes;

/// Numbers of operands; the common ones are there more often.
const COUNTS: [usize; 16] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 3, 3, 4, 5, 8, 33];

pub(super) fn form(u: &mut Unstructured<'_>) -> Result<Form> {
    let count = *u.choose(&COUNTS)?;
    let (plan, shapes) = shapes::choose(u, count)?;
    Ok(Form::of(plan.name(), shapes))
}
