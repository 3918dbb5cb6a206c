//! Deciding a sentence that speaks of the answer as a whole: its shape, its type, or whether there should be one.

use opconform_tensor::{DType, Difference, NanPolicy, Policy, Tensor, ZeroPolicy, first_difference, shape_text};

use super::Trial;
use super::misread::readings;
use crate::facts::Facts;
use crate::gap;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::verdict::Decision;

/// The answer has the shape that the operator's definition gives. A refusal of a well-formed case does not hold.
pub(super) fn has_the_shape(trial: &Trial) -> Decision {
    if !trial.facts.is_well_formed() {
        return Decision::NOT_APPLICABLE;
    }
    match trial.outcome {
        Outcome::Output(_) => trial.of_each_output(|output| output.has_shape(output.facts.shape().unwrap_or_default())),
        Outcome::Rejected(message) => Decision::violates(Symptom::Refused(Some("a well-formed case"), message.clone())),
        _ => Decision::NOT_APPLICABLE,
    }
}

/// The same, under a source that takes the maximum of the dimensions, and so contradicts NumPy where 0 meets 1.
pub(super) fn has_broadcast_shape_by_maximum(trial: &Trial) -> Decision {
    if trial.facts.zero_meets_one() { Decision::gap(gap::ZERO_MEETS_ONE) } else { has_the_shape(trial) }
}

/// The answer to a well-formed case has the element type that the operator's definition gives: the operands' one, most often.
pub(super) fn has_the_operands_type(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype.filter(|_| trial.facts.is_well_formed()) else {
        return Decision::NOT_APPLICABLE;
    };
    trial.of_each_output(|output| match output.given().map(Tensor::dtype) {
        Some(found) if output.facts.output_type() == Some(found) => Decision::CONFORMS,
        Some(found) => Decision::violates(of_type(found, dtype)),
        None => Decision::NOT_APPLICABLE,
    })
}

/// The answer has the values that the source publishes with the case: any NaN for a NaN, either zero for a zero.
pub(super) fn is_published(trial: &Trial) -> Decision {
    let Some(published) = &trial.facts.case.published else { return Decision::NOT_APPLICABLE };
    if let Outcome::Rejected(message) = trial.outcome {
        return Decision::violates(Symptom::Refused(Some("a published example"), message.clone()));
    }
    let Some(output) = trial.given() else { return Decision::NOT_APPLICABLE };
    let by_value = Policy { nan: NanPolicy::AnyNan, zero: ZeroPolicy::AnySign };
    match first_difference(published, output, by_value) {
        None => Decision { compared: published.len() as u64, ..Decision::CONFORMS },
        // In the words of whoever judges the shape, or the type: it is the same fault.
        Some(Difference::Shape { expected, found }) => Decision::violates(of_shape(trial.facts, &found, &expected)),
        Some(Difference::DType { expected, found }) => Decision::violates(of_type(found, expected)),
        Some(difference) => {
            let decision = Decision::violates(format!("not the published output: {difference}"));
            match difference {
                Difference::Element { position } => decision.at(trial.facts, output, position),
                _ => decision,
            }
        }
    }
}

/// That an answer has another element type than its operands.
fn of_type(found: DType, operands: DType) -> Symptom {
    Symptom::Type(format!("element type {found} from operands of {operands}"))
}

/// That an answer has another shape than it should.
fn of_shape(facts: &Facts, found: &[usize], due: &[usize]) -> Symptom {
    Symptom::Shape { found: found.to_vec(), due: due.to_vec(), readings: readings(facts, found) }
}

impl Trial<'_> {
    /// The output has this shape, whatever its type.
    pub(super) fn has_shape(&self, shape: &[usize]) -> Decision {
        match self.given() {
            Some(output) if output.shape() == shape => Decision::CONFORMS,
            Some(output) => Decision::violates(of_shape(self.facts, output.shape(), shape)),
            None => Decision::NOT_APPLICABLE,
        }
    }

    /// The case is refused, not answered.
    pub(super) fn is_refused(&self, rule: &str) -> Decision {
        match self.outcome {
            Outcome::Rejected(_) => Decision::CONFORMS,
            Outcome::Output(outputs) => {
                let answers: Vec<String> = outputs
                    .iter()
                    .map(|output| format!("{} of shape {}", output.dtype(), shape_text(output.shape())))
                    .collect();
                Decision::violates(Symptom::NotRefused { rule: rule.to_owned(), gave: answers.join(", ") })
            }
            _ => Decision::NOT_APPLICABLE,
        }
    }

    /// The element types of the operands, for people.
    pub(super) fn types_text(&self) -> String {
        in_words(&self.facts.case.inputs.iter().map(|input| input.dtype().name().to_owned()).collect::<Vec<_>>())
    }

    /// The shapes of the operands, for people, and after its name that of each input that says what is done with them.
    pub(super) fn shapes_text(&self) -> String {
        let case = self.facts.case;
        let shape = |(place, input): (usize, &Tensor)| match case.name_of(place) {
            Some(name) if place >= case.operands().len() => format!("`{name}` {}", shape_text(input.shape())),
            _ => shape_text(input.shape()),
        };
        in_words(&case.inputs.iter().enumerate().map(shape).collect::<Vec<_>>())
    }
}

/// What is listed, as a sentence has it.
fn in_words(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
