//! The same case once more: the same bits, however often, and on however many threads.

use opconform_tensor::{Policy, Tensor, first_difference};

use super::Related;
use crate::clause::Trial;
use crate::outcome::Outcome;
use crate::verdict::{Decision, Verdict, Witness};

/// The case asked again gives the same bits.
pub(crate) fn run(related: &mut Related) -> Decision {
    if matches!(related.trial.outcome, Outcome::Unsupported(_)) {
        return Decision::NOT_APPLICABLE;
    }
    let again = related.outcome(related.case());
    same(related.trial, &again, "asked again")
}

/// Two outcomes of one case are the same, bit for bit. Of refusals the words may differ.
pub(crate) fn same(trial: &Trial, other: &Outcome, how: &str) -> Decision {
    match (trial.outcome, other) {
        (Outcome::Unsupported(_), _) | (_, Outcome::Unsupported(_)) => Decision::NOT_APPLICABLE,
        (Outcome::Output(a), Outcome::Output(b)) if a.len() == b.len() => {
            let compared = a.iter().map(Tensor::len).sum::<usize>().max(1) as u64;
            match a.iter().zip(b).find(|(a, b)| first_difference(a, b, Policy::EXACT).is_some()) {
                None => Decision { compared, ..Decision::CONFORMS },
                Some((a, b)) => differs(trial, a, b, how),
            }
        }
        (Outcome::Output(_), Outcome::Output(b)) => Decision::violates(format!("{how}: {} outputs", b.len())),
        (a, b) if a.name() == b.name() => Decision::CONFORMS,
        (a, b) => Decision::violates(format!("{} at first, {how}: {}", a.name(), b.name())),
    }
}

fn differs(trial: &Trial, a: &Tensor, b: &Tensor, how: &str) -> Decision {
    if (a.dtype(), a.shape()) != (b.dtype(), b.shape()) {
        return Decision::violates(format!("{how}: an answer of another shape or type"));
    }
    let differing = |&position: &usize| a.value(position).bits() != b.value(position).bits();
    let mut positions = (0..a.len()).filter(differing);
    let Some(position) = positions.next() else { return Decision::CONFORMS };
    let witness = Witness {
        position: Some(position),
        operands: trial.facts.values_at(position),
        found: Some(a.value(position)),
        symptom: format!("{how}: {}", b.value(position)),
        count: 1 + positions.count() as u64,
    };
    Decision { verdict: Verdict::Violates(Box::new(witness)), compared: a.len() as u64, gaps: 0 }
}
