//! Asking a backend, with an outcome for every case whatever it does: one that panics or loses count has answered too.

use std::slice;

use opconform_backends::{Backend, Description, guard};
use opconform_spec::{Case, Facts, Outcome};
use opconform_tensor::Tensor;

/// Cases that one thread takes at a time: enough for a backend to make use of a batch.
pub(crate) const BATCH: usize = 64;

/// What a backend does with each case. It is not asked for what it does not offer: what it would say of that is no refusal. Nor
/// for a result that is too large to be judged: that would fill the memory.
pub(crate) fn answers(backend: &dyn Backend, cases: &[Case]) -> Vec<Outcome> {
    let unasked: Vec<Option<String>> = cases.iter().map(|case| unasked(backend.describe(), case)).collect();
    if unasked.iter().all(Option::is_none) {
        return asked(backend, cases);
    }
    let rest = cases.iter().zip(&unasked).filter(|(_, reason)| reason.is_none()).map(|(case, _)| case.clone());
    let mut outcomes = asked(backend, &rest.collect::<Vec<Case>>()).into_iter();
    unasked.into_iter().filter_map(|reason| reason.map(Outcome::Unsupported).or_else(|| outcomes.next())).collect()
}

/// Why a backend of this description is not asked for a case.
pub(crate) fn unasked(backend: &Description, case: &Case) -> Option<String> {
    let is_too_large = || case.may_be_too_large() && Facts::new(case).is_too_large();
    let too_large = || "not asked: the result has more elements than are judged".to_owned();
    backend.lacks(case).or_else(|| is_too_large().then(too_large))
}

fn asked(backend: &dyn Backend, cases: &[Case]) -> Vec<Outcome> {
    if cases.is_empty() {
        return Vec::new();
    }
    let fault = match guard(|| backend.run(cases)) {
        Ok(outcomes) if outcomes.len() == cases.len() => {
            return outcomes.into_iter().zip(cases).map(|(outcome, case)| bounded(outcome, case)).collect();
        }
        // Which outcome belongs to which case, nobody can tell.
        Ok(outcomes) => Outcome::Malformed(format!("{} outcomes for {} cases", outcomes.len(), cases.len())),
        Err(message) => Outcome::Crashed(message.into()),
    };
    if let [_] = cases {
        return vec![fault];
    }
    // One by one it shows which cases are at fault; where none is, it is the batch, and so each case in it.
    let alone: Vec<Outcome> = cases.iter().map(|case| answer(backend, case)).collect();
    let is_fault = |outcome: &Outcome| matches!(outcome, Outcome::Crashed(_) | Outcome::Malformed(_));
    if alone.iter().any(is_fault) { alone } else { vec![fault; cases.len()] }
}

/// The bytes of an output that nothing asked for, beside those of the case: outcomes are kept while they are judged and shrunk.
const EXCESS: usize = 16 << 20;

/// An outcome, without outputs that are larger than any result of the case can be.
fn bounded(outcome: Outcome, case: &Case) -> Outcome {
    let Outcome::Output(outputs) = &outcome else { return outcome };
    let bytes: usize = outputs.iter().map(|output| output.bytes().len()).sum();
    if bytes <= EXCESS
        || Facts::new(case)
            .outputs()
            .all(|due| due.given(&outcome).is_some_and(|output| due.shape() == Some(output.shape())))
    {
        return outcome;
    }
    Outcome::Malformed(format!("{bytes} bytes of output, which no result of the case can have"))
}

/// What a backend does with one case.
pub(crate) fn answer(backend: &dyn Backend, case: &Case) -> Outcome {
    answers(backend, slice::from_ref(case)).swap_remove(0)
}

/// Whether two outcomes are outputs, and equal bit for bit: of anything else it is not asked whether it is the same.
pub(crate) fn same_output(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Output(a), Outcome::Output(b)) => {
            are_of_one_form(a, b) && a.iter().zip(b).all(|(a, b)| a.bytes() == b.bytes())
        }
        _ => false,
    }
}

/// Whether two outcomes are the same, bit for bit, and of what is no output word for word.
pub(crate) fn same_outcome(a: &Outcome, b: &Outcome) -> bool {
    // Whoever answers as another does shares its outcome.
    if std::ptr::eq(a, b) {
        return true;
    }
    match (a, b) {
        (Outcome::Rejected(a), Outcome::Rejected(b))
        | (Outcome::Unsupported(a), Outcome::Unsupported(b))
        | (Outcome::Malformed(a), Outcome::Malformed(b)) => a == b,
        (Outcome::Crashed(a), Outcome::Crashed(b)) => a == b,
        (Outcome::TimedOut(a), Outcome::TimedOut(b)) => a == b,
        _ => same_output(a, b),
    }
}

/// Whether two outputs have the same element types and shapes, whatever their elements are.
pub(crate) fn are_of_one_form(a: &[Tensor], b: &[Tensor]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.dtype() == b.dtype() && a.shape() == b.shape())
}
