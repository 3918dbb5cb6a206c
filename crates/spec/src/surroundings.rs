//! What a model makes of the outputs of its operator, by the way in which a case is put: one more of them, or less that is said of one.

use opconform_tensor::{Class, Tensor};

use crate::case::Case;
use crate::computation::Computation;
use crate::direction::Direction;
use crate::element_sources::{ElementSources, Part};
use crate::gap;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::way::Way;

/// The first operand, where it is an output of the model by its own name: what it is to be is what the operator makes of that alone.
const fn passed_on(computes: Computation) -> Output {
    Output {
        name: Some("x0"),
        dtype: |operands| operands,
        computes,
        sources: |case, _| {
            let shape = case.operands().first().map(Tensor::shape).ok_or(InvalidCase::NoOperand)?;
            ElementSources::limited(shape, [None, None])
        },
    }
}

/// Each such output, by what its operator computes.
static PASSED_ON: [Output; 3] = [
    passed_on(Computation::Extremum(Direction::Max)),
    passed_on(Computation::Extremum(Direction::Min)),
    passed_on(Computation::Limited),
];

impl Case {
    /// What is due of the case, in order: the outputs of its operator, and after them the operand that its model passes on.
    pub fn outputs(&self) -> impl Iterator<Item = &'static Output> {
        let computes = self.operator.result.computes;
        let is_passed_on = move |output: &&Output| self.way == Way::PassedOn && output.computes == computes;
        self.operator.outputs().chain(PASSED_ON.iter().filter(is_passed_on))
    }

    /// The operand that the model of the case passes on.
    pub fn passed_on(&self) -> Option<&Tensor> {
        self.operands().first().filter(|_| self.way == Way::PassedOn)
    }
}

/// What meets in an output of a case, with the elements unspecified of which nothing says what comes out of the model: ONNX has no word
/// on Relu of a NaN.
pub(crate) fn left_open(case: &Case, sources: ElementSources) -> ElementSources {
    if case.way != Way::Relu {
        return sources;
    }
    let is_nan = |&(input, position): &(usize, usize)| {
        case.inputs.get(input).is_some_and(|it| Class::of(it.dtype(), it.bits_at(position)).is_nan())
    };
    let part = |has_nan| if has_nan { Part::Unspecified } else { Part::Computed };
    sources.changed(|_, sources| part(sources.iter().any(is_nan)))
}

/// Why nothing says what an unspecified element of a case is.
pub(crate) fn gap(case: &Case) -> &'static str {
    if case.way == Way::Relu { gap::RELU_NAN } else { gap::UNSELECTED }
}
