//! Relations: which cases are asked again in other forms, and what comes of it.
//!
//! A relation costs runs of its own, and finds what it finds in few cases: of those that it may speak of it is judged on a
//! sample, spread evenly over the suite, of every operator and element type. The sample depends on the cases alone.

use std::collections::BTreeMap;

use opconform_backends::Backend;
use opconform_spec::{
    Case, Circumstance, Clause, Decision, ElementOperands, How, Oracle, Outcome, Scope, Trial, clauses, relate, same_in,
};

use crate::answer::answer;
use crate::shared_cache::SharedCache;

/// Cases on which a relation is judged, of each operator and element type.
const SAMPLE: usize = 6;

/// A clause with its index among [`clauses`].
pub(crate) type Numbered = (usize, &'static Clause);

/// The relations that each case is judged under.
pub(crate) struct Sample {
    /// By the index of the case, clauses with their indices, ascending.
    relations: BTreeMap<usize, Vec<Numbered>>,
}

impl Sample {
    /// The sample of some cases.
    pub(crate) fn of(cases: &[Case], shared_cache: Option<&SharedCache>) -> Self {
        let has_elements = |case: &Case| match shared_cache {
            Some(shared_cache) => shared_cache.has_elements(case, || has_elements(case)),
            None => has_elements(case),
        };
        let mut relations: BTreeMap<usize, Vec<Numbered>> = BTreeMap::new();
        for (index, clause) in clauses().enumerate() {
            let mut alike: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
            // Random cases are left out: what is found is to be the same for every seed.
            let of_the_catalogue = cases.iter().enumerate().filter(|(_, case)| case.origin.seed.is_none());
            for (number, case) in of_the_catalogue.filter(|(_, case)| may_speak(clause, case)) {
                alike.entry((case.operator.qualified().into_owned(), case.types().name())).or_default().push(number);
            }
            for numbers in alike.values() {
                // Of each way there are few cases, made for it.
                let sample = if is_of_ways(clause) { numbers.len() } else { SAMPLE };
                for part in numbers.chunks(numbers.len().div_ceil(sample)) {
                    if let Some(&number) = part.iter().find(|&&number| has_elements(&cases[number])) {
                        relations.entry(number).or_default().push((index, clause));
                    }
                }
            }
        }
        Self { relations }
    }

    /// That of some of the cases, whose indices are these, ascending: counted from the first of them.
    pub(crate) fn within(&self, cases: &[usize]) -> Self {
        let of = |(place, index)| Some((place, self.relations.get(index)?.clone()));
        Self { relations: cases.iter().enumerate().filter_map(of).collect() }
    }

    /// The relations that the case of this index is judged under.
    pub(crate) fn at(&self, case: usize) -> &[Numbered] {
        self.relations.get(&case).map_or(&[], Vec::as_slice)
    }
}

/// Whether a clause is a relation on the ways in which a case can be put.
pub(crate) fn is_of_ways(clause: &Clause) -> bool {
    matches!(clause.oracle, Oracle::Metamorphic(relation) if relation.is_of_ways())
}

fn may_speak(clause: &Clause, case: &Case) -> bool {
    match clause.oracle {
        Oracle::Metamorphic(relation) => clause.operators.contains(&case.operator) && relation.applies(case),
        _ => false,
    }
}

/// Whether a case is well formed, and has something to compare in its result.
fn has_elements(case: &Case) -> bool {
    let operands = ElementOperands::of(case);
    operands.is_well_formed() && operands.shape().is_ok_and(|shape| !shape.contains(&0))
}

/// The relations that may say anything of a case.
pub(crate) fn speaking(case: &Case) -> Vec<Numbered> {
    clauses().enumerate().filter(|(_, clause)| may_speak(clause, case)).collect()
}

/// What is said of an outcome of a backend by what compares it with others of the same implementation: these relations, and the clause on
/// threads, where there is an outcome on one thread.
pub(crate) fn by_comparison(
    backend: &dyn Backend,
    relations: &[Numbered],
    trial: &Trial,
    scope: &Scope,
    on_one_thread: Option<&Outcome>,
) -> Vec<(usize, Decision)> {
    let mut ask = |case: &Case| answer(backend, case);
    let relations = relations.iter().map(|&(index, clause)| (index, relate(clause, trial, scope, &mut ask)));
    relations.chain(on_one_thread.and_then(|one| threads(trial, scope, one))).collect()
}

/// What the clause on threads says of an outcome, given that of the same implementation on one thread.
pub(crate) fn threads(trial: &Trial, scope: &Scope, on_one_thread: &Outcome) -> Option<(usize, Decision)> {
    same_in(Circumstance::Threads, trial, scope, on_one_thread, How::OnOneThread)
}
