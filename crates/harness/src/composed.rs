//! Ways in which a result goes through an operator again: what comes out there is the fault of the way where it is something else than what
//! the same operators give one after the other, each by itself. Of what they give by themselves other cases speak, and of the operator
//! that each of them is of.

use opconform_backends::Backend;
use opconform_spec::{Case, Direction, OPERATORS, Operator, Origin, Outcome, Way};
use opconform_tensor::Tensor;

use crate::answer::{answer, same_output};

/// Whether an outcome of a case is what the operators of its way give one after the other.
pub(crate) fn is_of_its_parts(backend: &dyn Backend, case: &Case, outcome: &Outcome) -> bool {
    case.way.selects_again() && one_by_one(backend, case).is_some_and(|other| same_output(&other, outcome))
}

/// What a backend gives where it is asked for each operator of a way by itself; `None` where it gives no result at one of them, or the way
/// has one operator.
fn one_by_one(backend: &dyn Backend, case: &Case) -> Option<Outcome> {
    let plainly = |operator, inputs| {
        let origin = Origin { source: case.origin.source.clone(), seed: None };
        answer(backend, &Case::new(operator, case.opset, inputs, "one-by-one", origin))
    };
    let plain = || answer(backend, &case.clone().with_way(Way::Plain));
    let operands = case.operands();
    Some(match case.way {
        Way::Again => plainly(case.operator, vec![result(plain())?, operands.first()?.clone()]),
        Way::Chain => {
            let (first, others) = operands.split_first()?;
            let (last, others) = others.split_last()?;
            let once =
                |so_far: Option<Tensor>, next: &Tensor| result(plainly(case.operator, vec![so_far?, next.clone()]));
            let so_far = others.iter().fold(Some(first.clone()), once)?;
            plainly(case.operator, vec![so_far, last.clone()])
        }
        Way::Clip | Way::ClipConstant => {
            let other = if case.operator.is_minimum() { Direction::Max } else { Direction::Min };
            let once = result(plain())?;
            let dtype = once.dtype();
            let bound = if case.way == Way::Clip { other.identity(dtype) } else { other.finite(dtype) };
            plainly(elementwise(other)?, vec![once, Tensor::from_bits(dtype, &[], &[bound]).ok()?])
        }
        _ => return None,
    })
}

/// The first output of an outcome.
fn result(outcome: Outcome) -> Option<Tensor> {
    match outcome {
        Outcome::Output(outputs) => outputs.into_iter().next(),
        _ => None,
    }
}

/// The operator of ONNX that compares operands in this direction.
fn elementwise(direction: Direction) -> Option<&'static Operator> {
    let is_it = |it: &&&Operator| it.form.is_onnx() && it.form.compares() && it.direction() == Some(direction);
    OPERATORS.iter().find(is_it).copied()
}
