//! Ways in which a result goes through the twin of its operator, together with a bound that leaves it as it is: where the twin changes what it
//! is given, by itself as in the model, that is a fault of the twin. Of the twin its own cases speak.

use opconform_backends::Backend;
use opconform_spec::{Case, Direction, OPERATORS, Operator, Origin, Outcome, Way};
use opconform_tensor::Tensor;

use crate::answer::{answer, same_output};

/// Whether an outcome of a case is what the twin makes of the plain result, and another one than that.
pub(crate) fn is_of_its_bound(backend: &dyn Backend, case: &Case, outcome: &Outcome) -> bool {
    case.way.is_bounded()
        && through_the_bound(backend, case)
            .is_some_and(|[plain, bounded]| !same_output(&plain, &bounded) && same_output(&bounded, outcome))
}

/// What a backend gives in the plain way, and what the twin by itself gives of that and the bound; `None` where there is no result to be bounded.
fn through_the_bound(backend: &dyn Backend, case: &Case) -> Option<[Outcome; 2]> {
    let plain = answer(backend, &case.clone().with_way(Way::Plain));
    let Outcome::Output(outputs) = &plain else { return None };
    let [result] = outputs.as_slice() else { return None };
    let direction = if case.operator.is_minimum() { Direction::Max } else { Direction::Min };
    let dtype = result.dtype();
    let bound = if case.way == Way::Clip { direction.identity(dtype) } else { direction.finite(dtype) };
    let inputs = vec![result.clone(), Tensor::from_bits(dtype, &[], &[bound]).ok()?];
    let origin = Origin { source: case.origin.source.clone(), seed: None };
    let bounded = answer(backend, &Case::new(elementwise(direction)?, case.opset, inputs, "bounded", origin));
    Some([plain, bounded])
}

/// The operator of ONNX that compares operands in this direction.
fn elementwise(direction: Direction) -> Option<&'static Operator> {
    let is_it = |it: &&&Operator| it.form.is_onnx() && it.form.compares() && it.direction() == Some(direction);
    OPERATORS.iter().find(is_it).copied()
}
