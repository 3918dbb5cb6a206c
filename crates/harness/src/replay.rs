//! One case again, on one backend.

use std::collections::BTreeMap;

use opconform_backends::Backend;
use opconform_spec::{Case, Clause, Decision, Facts, Oracle, Outcome, Profile, Scope, Verdict, clauses, relate};

use crate::alone;
use crate::answer::answer;
use crate::assessment::{Assessment, Assessor, says};
use crate::panel::Panels;
use crate::relation_sample::threads;

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
    for (index, clause) in clauses().enumerate() {
        let related = match clause.oracle {
            Oracle::CrossCase => alone::decide(backend, case, &observations),
            Oracle::Metamorphic(_) => relate(clause, trial, &scope, &mut |case| answer(backend, case)),
            Oracle::Each(_) | Oracle::Published(_) | Oracle::Same(_) => continue,
        };
        decisions.insert(index, related);
    }
    decisions.extend(on_one_thread.and_then(|one| threads(trial, &scope, &answer(one, case))));
    let verdicts = panels.all.into_iter().zip(verdicts).collect();
    let said = clauses().enumerate().filter_map(|(index, clause)| Some((clause, decisions.remove(&index)?)));
    let decisions = said.filter(|(_, decision)| says(decision)).collect();
    Replay { outcome, decisions, verdicts }
}
