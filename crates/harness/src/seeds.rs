//! The smallest cases that exercise each clause in each element type: where a fuzzer starts from.

use std::collections::BTreeMap;

use opconform_backends::Backend;
use opconform_spec::{Case, Clause, PROFILES, clauses};
use rayon::prelude::*;

use crate::panel::Under;
use crate::replay::replay;

/// A clause and an element type, and the smallest case that exercises them.
#[derive(Clone, Copy, Debug)]
pub struct Seed<'c> {
    /// The id of the clause.
    pub clause: &'static str,
    /// The element type, as in the case's id.
    pub dtype: &'static str,
    /// The case.
    pub case: &'c Case,
}

/// For each clause and element type for which some case makes the clause compare something on a backend, the smallest case
/// that does; in the order of the clauses.
pub fn seeds<'c>(backend: &dyn Backend, cases: &'c [Case]) -> Vec<Seed<'c>> {
    let size = |case: &Case| case.inputs.iter().map(|input| input.len() + input.shape().len()).sum::<usize>();
    let mut order: Vec<&Case> = cases.iter().collect();
    order.sort_by_cached_key(|case| size(case));
    let exercised: Vec<Vec<&'static str>> = order.par_iter().map(|case| exercised(backend, case)).collect();
    let mut found: BTreeMap<(&'static str, &'static str), &Case> = BTreeMap::new();
    for (case, exercised) in order.into_iter().zip(exercised) {
        for clause in exercised {
            found.entry((clause, case.types().name())).or_insert(case);
        }
    }
    let found = &found;
    let of_clause = |clause: &'static Clause| found.iter().filter(|((id, _), _)| *id == clause.id);
    clauses().flat_map(of_clause).map(|(&(clause, dtype), &case)| Seed { clause, dtype, case }).collect()
}

/// The clauses, by their ids, that compare something on a case.
fn exercised(backend: &dyn Backend, case: &Case) -> Vec<&'static str> {
    let decisions = replay(backend, None, case, &Under::Named(PROFILES.to_vec()), &[]).decisions;
    decisions.into_iter().filter(|(.., decision)| decision.compared > 0).map(|(clause, ..)| clause.id).collect()
}
