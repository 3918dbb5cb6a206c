//! The reference: the outcome that no clause objects to and that every profile accepts.

use opconform_tensor::Tensor;

use crate::case::Case;
use crate::element_sources::Part;
use crate::facts::Facts;
use crate::invalid_case::InvalidCase;
use crate::outcome::Outcome;

/// What is right under every profile at once: of NaNs the first, of zeros of both signs the one that the operator prefers, where
/// nothing says what an element is, the same of what meets there, and of nothing 0; and a refusal of what breaks a rule.
pub fn reference(case: &Case) -> Outcome {
    let facts = Facts::new(case);
    match (facts.invalid(), facts.dtype) {
        // What an empty list reduces is said by the code alone: what none reduces.
        (Some(InvalidCase::EmptyAxes), _) => {
            let mut attributes = case.attributes.clone();
            attributes.remove("axes");
            reference(&case.clone().with_attributes(attributes))
        }
        (None, Some(_)) if facts.type_is_listed() => {
            let outputs: Option<Vec<Tensor>> = facts.outputs().map(output).collect();
            outputs.map_or_else(|| Outcome::Rejected("an output that no tensor holds".to_owned()), Outcome::Output)
        }
        (Some(rule), _) => Outcome::Rejected(rule.to_string()),
        (None, _) => Outcome::Rejected("an element type that is not listed".to_owned()),
    }
}

/// What is right of one output.
fn output(facts: &Facts) -> Option<Tensor> {
    let element = |position| match (facts.part(position), facts.operands_at(position).next()) {
        (Part::Computed, _) | (Part::Unspecified, Some(_)) => {
            let reference = facts.reference(position);
            reference.first_nan.or(reference.number).unwrap_or_default()
        }
        (Part::Untouched, Some(kept)) => kept,
        (Part::Untouched | Part::Unspecified, None) => 0,
    };
    let bits: Vec<u64> = facts.positions().map(element).collect();
    Tensor::from_bits(facts.output_type()?, facts.shape()?, &bits).ok()
}
