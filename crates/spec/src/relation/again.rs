//! The same case once more: the same bits, however often, and on however many threads.

use opconform_tensor::Tensor;

use super::{Related, both};
use crate::clause::Trial;
use crate::outcome::Outcome;
use crate::symptom::{How, Symptom};
use crate::verdict::{Decision, Verdict, Witness};

/// The case asked again gives the same bits.
pub(crate) fn run(related: &mut Related) -> Decision {
    if matches!(related.trial.outcome, Outcome::Unsupported(_)) {
        return Decision::NOT_APPLICABLE;
    }
    let again = related.outcome(related.case());
    same(related.trial, &again, How::Again)
}

/// Two outcomes of one case are the same, bit for bit, but for elements of which nothing says what they are. Of refusals the words
/// may differ.
pub(crate) fn same(trial: &Trial, other: &Outcome, how: How) -> Decision {
    match (trial.outcome, other) {
        (Outcome::Unsupported(_), _) | (_, Outcome::Unsupported(_)) => Decision::NOT_APPLICABLE,
        (Outcome::Output(a), Outcome::Output(b)) if a.len() == b.len() => {
            let each = a.iter().zip(b).map(|(a, b)| same_tensor(trial, a, b, how));
            each.reduce(both).unwrap_or(Decision::CONFORMS)
        }
        (Outcome::Output(_), Outcome::Output(b)) => Decision::violates(format!("{how}: {} outputs", b.len())),
        (a, b) if a.name() == b.name() => Decision::CONFORMS,
        (a, b) => Decision::violates(format!("{} at first, {how}: {}", a.name(), b.name())),
    }
}

fn same_tensor(trial: &Trial, a: &Tensor, b: &Tensor, how: How) -> Decision {
    if (a.dtype(), a.shape()) != (b.dtype(), b.shape()) {
        return Decision::violates(format!("{how}: an answer of another shape or type"));
    }
    let is_specified = |&position: &usize| !trial.facts.is_unspecified(position);
    let specified = || (0..a.len()).filter(is_specified);
    let mut differing = specified().filter(|&position| a.bits_at(position) != b.bits_at(position));
    let compared = specified().count().max(1) as u64;
    let Some(position) = differing.next() else { return Decision { compared, ..Decision::CONFORMS } };
    let witness = Witness {
        position: Some(position),
        operands: trial.facts.values_at(position),
        found: Some(a.value(position)),
        symptom: Symptom::Otherwise(how, b.value(position)),
        count: 1 + differing.count() as u64,
    };
    Decision { verdict: Verdict::Violates(Box::new(witness)), compared, gaps: 0 }
}
