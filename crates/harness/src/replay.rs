//! One case again, on one backend.

use opconform_backends::Backend;
use opconform_spec::{
    Case, Decision, Facts, Observations, Oracle, Outcome, Profile, Scope, Trial, clauses, judge, relate,
};

use crate::alone;
use crate::answer::answer;
use crate::relation_sample::threads;

/// What a backend made of one case.
pub struct Replay {
    /// What it did.
    pub outcome: Outcome,
    /// One decision per clause, in the order of [`clauses`]. A clause that compares cases is judged by the same operands
    /// on their own.
    pub decisions: Vec<Decision>,
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
    let trial = Trial::new(&facts, &outcome);
    let scope = Scope::of(&facts, profiles);
    let mut decisions = judge(&trial, &scope);
    let observations = Observations::of(&trial, &scope);
    for (index, clause) in clauses().enumerate() {
        match clause.oracle {
            Oracle::CrossCase => decisions[index] = alone::decide(backend, case, &observations),
            Oracle::Metamorphic(_) => {
                decisions[index] = relate(clause, &trial, &scope, &mut |case| answer(backend, case));
            }
            Oracle::Each(_) | Oracle::Published(_) | Oracle::Same(_) => {}
        }
    }
    if let Some(one) = on_one_thread
        && let Some((clause, decision)) = threads(&trial, &scope, &answer(one, case))
    {
        decisions[clause] = decision;
    }
    Replay { outcome, decisions }
}
