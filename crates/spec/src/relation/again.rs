//! The same case once more: the same bits, however often, in whichever way, and on however many threads.

use opconform_tensor::{Class, Tensor};

use super::Metamorphic;
use crate::case::Case;
use crate::facts::Facts;
use crate::outcome::Outcome;
use crate::profile::{Profile, is_left_to_chance};
use crate::symptom::{Change, How, Symptom};
use crate::trial::Trial;
use crate::verdict::Decision;
use crate::way::Way;

/// The case asked again gives the same bits.
pub(crate) fn run(related: &mut Metamorphic) -> Decision {
    if matches!(related.trial.outcome, Outcome::Unsupported(_)) {
        return Decision::NOT_APPLICABLE;
    }
    let again = related.outcome(related.case());
    same(related.trial, related.speaking, &again, How::Again)
}

/// The case put in the plain way gives the same bits, as far as either result is right: of a wrong one, the clauses on values speak.
pub(crate) fn context(related: &mut Metamorphic) -> Decision {
    let plain = related.case().clone().with_way(Way::Plain);
    let trial = related.trial;
    if trial.answer().is_none() {
        return Decision::NOT_APPLICABLE;
    }
    let other = with_passed_on(related.case(), related.outcome(&plain));
    // Who takes the second operand where one is a NaN, or both are zeros, has one of them in one order, and the other in the other.
    let is_selected_again = |facts: &Facts, position: usize| {
        let is_by_place = |bits| {
            let class = facts.dtype.map(|dtype| Class::of(dtype, bits));
            class.is_some_and(|class| class.is_nan() || class.is_float_zero())
        };
        matches!(facts.case.way, Way::Chain | Way::Again) && facts.operands_at(position).any(is_by_place)
    };
    trial.of_each_output(|trial| {
        let facts = trial.facts;
        let (Some(answer), Some(other)) = (trial.answer(), facts.answer(&other)) else {
            return Decision::NOT_APPLICABLE;
        };
        let is_open = |position: usize| {
            let [bits, plainly] = [answer, other].map(|it| it.bits_at(position));
            !facts.is_unspecified(position)
                && !is_left_to_chance(related.speaking, facts, position)
                && !is_selected_again(facts, position)
                && related.is_right(facts, position, bits)
                && (plainly == bits || related.is_right(facts, position, plainly))
        };
        same_tensor(facts, answer, other, How::Plainly, is_open)
    })
}

/// What is due where the plain model gives this: the operand that is passed on stands behind its outputs.
fn with_passed_on(case: &Case, plain: Outcome) -> Outcome {
    match (plain, case.passed_on()) {
        (Outcome::Output(mut outputs), Some(operand)) => {
            outputs.push(operand.clone());
            Outcome::Output(outputs)
        }
        (plain, _) => plain,
    }
}

/// Two outcomes of one case are the same, bit for bit, but for elements of which nothing says what they are, or one of these documents
/// that it is left to chance. Of refusals the words may differ.
pub(crate) fn same(trial: &Trial, documents: &[&Profile], other: &Outcome, how: How) -> Decision {
    match (trial.outcome, other) {
        (Outcome::Unsupported(_), _) | (_, Outcome::Unsupported(_)) => Decision::NOT_APPLICABLE,
        (Outcome::Output(a), Outcome::Output(b)) if a.len() == b.len() => trial.of_each_output(|trial| {
            let facts = trial.facts;
            match (trial.given(), facts.given(other)) {
                (Some(a), Some(b)) => same_tensor(facts, a, b, how, |position| {
                    !facts.is_unspecified(position) && !is_left_to_chance(documents, facts, position)
                }),
                // There are more or fewer of them each time than the operator has.
                _ => Decision::CONFORMS,
            }
        }),
        (Outcome::Output(_), Outcome::Output(b)) => Decision::violates(Symptom::Changed(how, Change::Outputs(b.len()))),
        (a, b) if a.name() == b.name() => Decision::CONFORMS,
        (a, b) => Decision::violates(Symptom::Changed(how, Change::Outcome(a.name(), b.name()))),
    }
}

/// Two tensors are the same at every position that is compared, but for which NaN it is where the way of the case may change them.
fn same_tensor(facts: &Facts, a: &Tensor, b: &Tensor, how: How, is_compared: impl Fn(usize) -> bool) -> Decision {
    if (a.dtype(), a.shape()) != (b.dtype(), b.shape()) {
        return Decision::violates(Symptom::Changed(how, Change::Form));
    }
    let compared = || (0..a.len()).filter(|&position| is_compared(position));
    let keeps_nans = facts.case.keeps_nans();
    let differs = |position: &usize| {
        let bits = [a, b].map(|it| it.bits_at(*position));
        bits[0] != bits[1] && (keeps_nans || !bits.iter().all(|&bits| Class::of(a.dtype(), bits).is_nan()))
    };
    let mut differing = compared().filter(differs);
    let compared = compared().count().max(1) as u64;
    let Some(position) = differing.next() else { return Decision { compared, ..Decision::CONFORMS } };
    let decision = Decision::violates(Symptom::Otherwise(how, b.value(position)));
    let count = 1 + differing.count() as u64;
    Decision { compared, ..decision.at(facts, a, position).counting(count) }
}
