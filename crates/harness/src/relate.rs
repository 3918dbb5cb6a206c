//! Relations: which cases are asked again in other forms, and what comes of it.
//!
//! A relation costs runs of its own, and finds what it finds in few cases: of those that it may speak of it is judged on a
//! sample, spread evenly over the suite, of every operator and element type. The sample depends on the plan alone.

use std::collections::BTreeMap;

use opconform_backends::Backend;
use opconform_spec::{Case, Clause, Decision, Oracle, Outcome, Scope, Trial, clauses, relate, same_on_threads};

use crate::answer::answer;
use crate::plan::Plan;

/// Cases on which a relation is judged, of each operator and element type.
const SAMPLE: usize = 6;

/// The relations that each case is judged under.
pub(crate) struct Sample {
    /// By the index of the case, the indices of clauses, ascending.
    relations: BTreeMap<usize, Vec<usize>>,
}

impl Sample {
    /// The sample of a plan.
    pub(crate) fn of(plan: &Plan) -> Self {
        let mut relations: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, clause) in clauses().enumerate() {
            let mut alike: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
            for (number, case) in plan.cases.iter().enumerate().filter(|(_, case)| may_speak(clause, case)) {
                let dtype = case.inputs.first().map_or("none", |input| input.dtype().name());
                alike.entry((case.operator.qualified().into_owned(), dtype)).or_default().push(number);
            }
            for cases in alike.values() {
                let chosen = cases.len().min(SAMPLE);
                for turn in 0..chosen {
                    relations.entry(cases[turn * cases.len() / chosen]).or_default().push(index);
                }
            }
        }
        Self { relations }
    }

    /// The relations that the case of this index is judged under.
    pub(crate) fn at(&self, case: usize) -> &[usize] {
        self.relations.get(&case).map_or(&[], Vec::as_slice)
    }
}

fn may_speak(clause: &Clause, case: &Case) -> bool {
    match clause.oracle {
        Oracle::Related(relation) => clause.operators.contains(&case.operator) && (relation.applies)(case),
        _ => false,
    }
}

/// What these relations say of an outcome of a backend.
pub(crate) fn relations(
    backend: &dyn Backend,
    relations: &[usize],
    trial: &Trial,
    scope: &Scope,
) -> Vec<(usize, Decision)> {
    let mut ask = |case: &Case| answer(backend, case);
    relations.iter().map(|&clause| (clause, relate(clause, trial, scope, &mut ask))).collect()
}

/// What the clauses on threads say of an outcome, given that of the same implementation on one thread.
pub(crate) fn threads(trial: &Trial, scope: &Scope, on_one_thread: &Outcome) -> Vec<(usize, Decision)> {
    let of_threads = clauses().enumerate().filter(|(_, clause)| matches!(clause.oracle, Oracle::Threads));
    of_threads.map(|(index, _)| (index, same_on_threads(trial, scope, index, on_one_thread))).collect()
}

/// The place in a plan of the backend that is this one on one thread.
pub(crate) fn on_one_thread(plan: &Plan, backend: &dyn Backend) -> Option<usize> {
    let name = backend.on_one_thread()?;
    plan.backends.iter().position(|other| other.describe().name == name)
}
