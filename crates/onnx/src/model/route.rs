//! How the operands of a case get to its operator.

use opconform_spec::{Case, Way, wider};
use opconform_tensor::{Tensor, broadcast};

use super::draft::{Draft, int, tensor};
use crate::data_type::data_type;

/// What the inputs of the operator are called, in their order, when they have come their way.
pub(super) fn names(draft: &mut Draft, case: &Case) -> Vec<String> {
    let mut names = vec![String::new(); case.inputs.len()];
    for (place, (input, _)) in case.fed().enumerate() {
        names[input] = format!("x{place}");
    }
    for (input, tensor) in case.held() {
        names[input] = held(draft, case, input, tensor);
    }
    let operands = case.operands().len();
    for (name, operand) in names.iter_mut().zip(&case.inputs).take(operands) {
        *name = routed(draft, case, name, operand);
    }
    names
}

/// An input that the model holds itself.
fn held(draft: &mut Draft, case: &Case, place: usize, input: &Tensor) -> String {
    match case.way {
        _ if place >= case.operands().len() => draft.initializer(format!("x{place}"), input),
        Way::Itself => "x0".to_owned(),
        Way::Constant(_) => draft.node("Constant", &[], vec![tensor("value", input)]),
        _ => draft.initializer(format!("c{place}"), input),
    }
}

/// An operand when it has come its way.
fn routed(draft: &mut Draft, case: &Case, name: &str, operand: &Tensor) -> String {
    let last = operand.shape().last().copied().unwrap_or(1) as i64;
    match case.way {
        Way::Identity => draft.node("Identity", &[name], Vec::new()),
        Way::Cast => {
            let to = |dtype| vec![int("to", data_type(dtype).into())];
            let wide = draft.node("Cast", &[name], to(wider(operand.dtype()).unwrap_or(operand.dtype())));
            draft.node("Cast", &[&wide], to(operand.dtype()))
        }
        Way::Reshape => {
            let flat = draft.integers(&[-1]);
            let flat = draft.node("Reshape", &[name, &flat], Vec::new());
            let shape = shape(draft, operand.shape());
            draft.node("Reshape", &[&flat, &shape], Vec::new())
        }
        Way::Transpose => {
            let turned = draft.node("Transpose", &[name], Vec::new());
            // What a reduction takes is turned back at once: its axes are those of the case.
            if case.operator.form.operands() == 1 { draft.node("Transpose", &[&turned], Vec::new()) } else { turned }
        }
        Way::Slice => {
            let twice = draft.node("Concat", &[name, name], vec![int("axis", -1)]);
            slice(draft, &twice, last, 2 * last)
        }
        Way::Concat => {
            let halves = [slice(draft, name, 0, last / 2), slice(draft, name, last / 2, last)];
            draft.node("Concat", &[&halves[0], &halves[1]], vec![int("axis", -1)])
        }
        Way::Expand => {
            let whole = broadcast(case.operands().iter().map(Tensor::shape)).unwrap_or_default();
            let whole = shape(draft, &whole);
            draft.node("Expand", &[name, &whole], Vec::new())
        }
        _ => name.to_owned(),
    }
}

fn shape(draft: &mut Draft, shape: &[usize]) -> String {
    draft.integers(&shape.iter().map(|&dim| dim as i64).collect::<Vec<_>>())
}

/// A range of the last axis.
fn slice(draft: &mut Draft, name: &str, start: i64, end: i64) -> String {
    let [start, end, axis] = [start, end, -1].map(|it| draft.integers(&[it]));
    draft.node("Slice", &[name, &start, &end, &axis], Vec::new())
}
