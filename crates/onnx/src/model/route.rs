//! How the operands of a case get to its operator.

use opconform_spec::{Axis, Case, Way, wider};
use opconform_tensor::{DType, Tensor, broadcast};

use super::draft::{Draft, int, tensor};
use super::transposed;

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
            let to = |dtype: DType| vec![int("to", dtype.onnx().into())];
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
            // What the operator cannot take transposed is turned back at once.
            if transposed::is_taken(case) { turned } else { draft.node("Transpose", &[&turned], Vec::new()) }
        }
        Way::Slice => {
            let twice = beside(draft, [name, name], -1);
            slice(draft, &twice, &Span { start: last, end: 2 * last, ..LAST })
        }
        Way::Reversed(along) => {
            let (axis, length) = match along {
                Axis::First => (0, operand.shape().first().copied().unwrap_or(1) as i64),
                Axis::Last => (-1, last),
            };
            let backwards = slice(draft, name, &Span { axis, start: -1, end: -1 - length, step: -1 });
            // Beside the operand, so that a view that begins elsewhere is another.
            let beside = beside(draft, [name, &backwards], axis);
            slice(draft, &beside, &Span { axis, start: -1, end: length - 1, step: -1 })
        }
        Way::Strided => {
            let apart = shape(draft, &[operand.shape(), &[1]].concat());
            let apart = draft.node("Reshape", &[name, &apart], Vec::new());
            let twice = beside(draft, [&apart, &apart], -1);
            let mut double = operand.shape().to_vec();
            double.iter_mut().rev().take(1).for_each(|dim| *dim *= 2);
            let double = shape(draft, &double);
            let double = draft.node("Reshape", &[&twice, &double], Vec::new());
            slice(draft, &double, &Span { start: 0, end: 2 * last, step: 2, ..LAST })
        }
        Way::Concat => {
            let half = |start, end| Span { start, end, ..LAST };
            let halves = [half(0, last / 2), half(last / 2, last)].map(|half| slice(draft, name, &half));
            beside(draft, [&halves[0], &halves[1]], -1)
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

/// Two tensors side by side along an axis.
fn beside(draft: &mut Draft, names: [&str; 2], axis: i64) -> String {
    draft.node("Concat", &names, vec![int("axis", axis)])
}

/// A range of an axis.
struct Span {
    axis: i64,
    start: i64,
    end: i64,
    step: i64,
}

/// The range of no element of the last axis, element by element.
const LAST: Span = Span { axis: -1, start: 0, end: 0, step: 1 };

fn slice(draft: &mut Draft, name: &str, span: &Span) -> String {
    let mut inputs = vec![name.to_owned()];
    inputs.extend([span.start, span.end, span.axis].map(|it| draft.integers(&[it])));
    if span.step != 1 {
        inputs.push(draft.integers(&[span.step]));
    }
    draft.node("Slice", &inputs.iter().map(String::as_str).collect::<Vec<_>>(), Vec::new())
}
