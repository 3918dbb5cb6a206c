//! One case again, on one backend.

use opconform_backends::Backend;
use opconform_spec::{Case, Decision, Facts, Observations, Oracle, Outcome, Profile, Scope, Trial, clauses, judge};

use crate::alone;
use crate::answer::answer;

/// What a backend made of one case.
pub struct Replay {
    /// What it did.
    pub outcome: Outcome,
    /// One decision per clause, in the order of [`clauses`]. A clause that compares cases is judged by the same operands
    /// on their own.
    pub decisions: Vec<Decision>,
}

/// Runs one case, and judges it under the clauses of some profiles.
pub fn replay(backend: &dyn Backend, case: &Case, profiles: &[&'static Profile]) -> Replay {
    let outcome = answer(backend, case);
    let facts = Facts::new(case);
    let trial = Trial { facts: &facts, outcome: &outcome };
    let scope = Scope::of(&facts, profiles);
    let mut decisions = judge(&trial, &scope).clauses;
    let observations = Observations::of(&trial, &scope);
    for (decision, clause) in decisions.iter_mut().zip(clauses()) {
        if matches!(clause.oracle, Oracle::Across) {
            *decision = alone::decide(backend, case, &observations);
        }
    }
    Replay { outcome, decisions }
}
