//! One case again, on one backend.

use std::collections::BTreeMap;

use opconform_backends::Backend;
use opconform_spec::{CROSS_CASE, Case, Clause, Decision, Facts, Outcome, Profile, Scope, Verdict, clauses};

use crate::alone;
use crate::answer::answer;
use crate::assessment::{Assessment, Assessor, says};
use crate::panel::Panels;
use crate::relation_sample::{by_comparison, speaking};

/// What a backend made of one case.
pub struct Replay {
    /// What it did.
    pub outcome: Outcome,
    /// What those clauses decide that say anything, in the order of [`clauses`]. A clause that compares cases is judged by the same
    /// operands on their own.
    pub decisions: Vec<(&'static Clause, Decision)>,
    /// What each profile says.
    pub verdicts: Vec<(&'static Profile, Verdict)>,
}

/// Runs one case, whatever comes of it: what it leaves behind is there for the next.
pub fn prime(backend: &dyn Backend, case: &Case) {
    answer(backend, case);
}

/// Runs one case, and judges it under the clauses of some profiles; those on threads, where the same implementation on one
/// thread is given.
pub fn replay(
    backend: &dyn Backend,
    on_one_thread: Option<&dyn Backend>,
    case: &Case,
    profiles: &[&'static Profile],
) -> Replay {
    let outcome = answer(backend, case);
    let facts = Facts::new(case);
    let known = || &facts;
    let panels = Panels::new([profiles.to_vec()]);
    let mut assessor = Assessor::new(&known, &outcome);
    let assessment = assessor.assess(panels.set(0), &panels);
    let Assessment { decisions, profiles: verdicts, observations, .. } = assessment;
    let mut decisions: BTreeMap<usize, Decision> = decisions.into_iter().collect();
    let (trial, scope) = (assessor.trial(), Scope::of(&facts, profiles));
    decisions.extend(CROSS_CASE.iter().map(|&clause| (clause, alone::decide(backend, case, &observations))));
    let on_one_thread = on_one_thread.map(|one| answer(one, case));
    decisions.extend(by_comparison(backend, &speaking(case), trial, &scope, on_one_thread.as_ref()));
    let verdicts = panels.all.into_iter().zip(verdicts).collect();
    let said = clauses().enumerate().filter_map(|(index, clause)| Some((clause, decisions.remove(&index)?)));
    let decisions = said.filter(|(_, decision)| says(decision)).collect();
    Replay { outcome, decisions, verdicts }
}
