//! What an earlier call leaves behind: a violation that is none where its case is asked alone, of an implementation that was asked
//! nothing before.
//!
//! Its case is no witness then. What shows it is another case and this one after it: it is looked for among those that were asked
//! before in the run.

use std::sync::atomic::AtomicBool;

use opconform_backends::{Backend, Description};
use opconform_spec::{Case, Facts, Oracle, Outcome, Scope, Trial, Verdict, clauses, decision};
use opconform_tensor::Tensor;

use crate::answer::answers;
use crate::execute::BATCH;
use crate::shrink::{Shrinker, Violation, smallest};

/// Pairs of cases that are tried on a backend of which each new one is a process.
const FEW: usize = 12;

/// An implementation that is asked for each case anew, so that no call has one before it.
pub(crate) struct Alone<'a>(pub(crate) &'a dyn Backend);

impl Backend for Alone<'_> {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        cases.iter().flat_map(|case| after(self.0, &[], case)).collect()
    }
}

/// What a new implementation makes of a case after some others; nothing where no new one is to be had.
fn after(backend: &dyn Backend, earlier: &[&Case], case: &Case) -> Option<Outcome> {
    let fresh = backend.fresh()?;
    let asked: Vec<Case> = earlier.iter().copied().chain([case]).cloned().collect();
    answers(fresh.as_ref(), &asked).pop()
}

/// Whether a violation is none where its case is asked alone.
pub(crate) fn conforms_alone(shrinker: &Shrinker, violation: &Violation) -> bool {
    if matches!(shrinker.clause.oracle, Oracle::Same(_)) || shrinker.backend.fresh().is_none() {
        return false;
    }
    let (alone, at_once) = (Alone(shrinker.backend), AtomicBool::new(true));
    let shrinker = Shrinker { backend: &alone, on_one_thread: None, stop: &at_once, ..*shrinker };
    shrinker.shrink(&violation.case, &violation.witness).is_none()
}

/// A case, and the violation that another one shows after it, of those that were asked before; `from` is the index of the case in
/// which the violation was seen first.
pub(crate) fn with_earlier(
    shrinker: &Shrinker,
    cases: &[Case],
    from: usize,
    violation: &Violation,
) -> Option<(Case, Violation)> {
    let backend = shrinker.backend;
    let mut earlier: Vec<&Case> = cases[from.saturating_sub(BATCH)..from].iter().rev().collect();
    // One that comes with another seed cannot be named by its id.
    earlier.sort_by_key(|case| (case.origin.seed.is_some(), case.inputs.iter().map(Tensor::len).sum::<usize>()));
    if backend.is_isolated() {
        earlier.truncate(FEW);
    }
    let shows = |first: &Case, case: &Case| {
        let outcome = after(backend, &[first], case)?;
        let index = clauses().position(|clause| clause.id == shrinker.clause.id)?;
        let facts = Facts::new(case);
        match decision(index, &Trial::new(&facts, &outcome), &Scope::of(&facts, shrinker.profiles)).verdict {
            Verdict::Violates(witness) => {
                Some(Violation { case: case.clone(), outcome, witness: *witness, other: None })
            }
            _ => None,
        }
    };
    let seen = [&violation.case, &cases[from]];
    let pairs = seen.into_iter().flat_map(|case| earlier.iter().map(move |&first| (first, case)));
    let (first, shown) = pairs.into_iter().find_map(|(first, case)| Some((first, shows(first, case)?)))?;
    let shown = match backend.is_isolated() {
        true => shown,
        false => smallest(shown, shrinker.stop, &|case| shows(first, case)),
    };
    Some((first.clone(), shown))
}
