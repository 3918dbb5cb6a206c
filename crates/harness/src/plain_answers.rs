//! The relations of a batch: what each of them wants to know next is asked beside what the others want to know.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use opconform_backends::Backend;
use opconform_spec::{Case, Decision, Outcome, Scope, Trial, relate};

use crate::answer::{BATCH, answers};
use crate::relation_sample::{Numbered, is_of_ways};

/// A relation that is to be judged on an outcome.
pub(crate) struct Open<'a> {
    /// Its clause, with its index.
    pub(crate) clause: Numbered,
    pub(crate) trial: &'a Trial<'a>,
    pub(crate) scope: &'a Scope,
}

/// What becomes of a relation by what it was told so far.
enum Step {
    Decided(Decision),
    /// It asks for this case.
    Asks(Case),
}

/// What backends answered to cases in the plain way: what a case in each other way is compared with, and asked for once.
#[derive(Default)]
pub(crate) struct PlainAnswers(Mutex<HashMap<(usize, Box<str>), Outcome>>);

impl PlainAnswers {
    /// What relations say of outcomes of a backend, in their order; the backend comes with its index in the plan.
    pub(crate) fn decide(&self, (index, backend): (usize, &dyn Backend), open: &[Open]) -> Vec<Decision> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_ways: Vec<bool> = open.iter().map(|it| is_of_ways(it.clause.1)).collect();
        let mut decided: Vec<Option<Decision>> = vec![None; open.len()];
        let mut told: Vec<Vec<Outcome>> = vec![Vec::new(); open.len()];
        loop {
            let mut questions: Vec<(usize, Case)> = Vec::new();
            let mut plain = BTreeSet::new();
            for place in 0..open.len() {
                if decided[place].is_some() {
                    continue;
                }
                let plainly = |case: &Case| known().get(&(index, Box::from(case.id()))).cloned();
                let earlier = |case: &Case| of_ways[place].then(|| plainly(case)).flatten();
                match step(&open[place], &told[place], &earlier) {
                    Step::Decided(decision) => decided[place] = Some(decision),
                    // The plain case of several ways is asked for by the first.
                    Step::Asks(case) if of_ways[place] && !plain.insert(case.id().to_owned()) => {}
                    Step::Asks(case) => questions.push((place, case)),
                }
            }
            if questions.is_empty() {
                return decided.into_iter().flatten().collect();
            }
            let cases: Vec<Case> = questions.iter().map(|(_, case)| case.clone()).collect();
            let outcomes = cases.chunks(BATCH).flat_map(|batch| answers(backend, batch));
            for ((place, case), outcome) in questions.iter().zip(outcomes) {
                if of_ways[*place] {
                    known().insert((index, Box::from(case.id())), outcome);
                } else {
                    told[*place].push(outcome);
                }
            }
        }
    }
}

/// The next step of a relation that was told these outcomes, in the order in which it asks, or finds those that were told `earlier`.
fn step(open: &Open, told: &[Outcome], earlier: &dyn Fn(&Case) -> Option<Outcome>) -> Step {
    let (mut told, mut asks) = (told.iter(), None);
    let mut ask = |case: &Case| {
        told.next().cloned().or_else(|| earlier(case)).unwrap_or_else(|| {
            asks.get_or_insert_with(|| case.clone());
            // It is asked for the next time, and what it decides by this is passed over.
            Outcome::Unsupported(String::new())
        })
    };
    let decision = relate(open.clause.1, open.trial, open.scope, &mut ask);
    asks.map_or(Step::Decided(decision), Step::Asks)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use opconform_cases::{Settings, all};
    use opconform_spec::{Facts, profiles, reference};

    use super::*;
    use crate::relation_sample::speaking;

    #[test]
    fn a_relation_that_is_told_step_by_step_asks_and_decides_the_same() {
        let every: Vec<_> = profiles().collect();
        let mut asked = BTreeSet::new();
        for case in all(&Settings { random_cases: 0, ..Settings::default() }).iter().step_by(37) {
            let facts = Facts::new(case);
            let outcome = reference(case);
            let (trial, scope) = (Trial::new(&facts, &outcome), Scope::of(&facts, &every));
            for clause in speaking(case) {
                let questions = RefCell::new(Vec::new());
                let at_once = relate(clause.1, &trial, &scope, &mut |case| {
                    questions.borrow_mut().push(case.id().to_owned());
                    reference(case)
                });
                let (open, mut told, mut steps) =
                    (Open { clause, trial: &trial, scope: &scope }, Vec::new(), Vec::new());
                let by_steps = loop {
                    match step(&open, &told, &|_| None) {
                        Step::Decided(decision) => break decision,
                        Step::Asks(case) => {
                            told.push(reference(&case));
                            steps.push(case.id().to_owned());
                        }
                    }
                };
                asked.insert(steps.len());
                assert_eq!(
                    (steps, format!("{by_steps:?}")),
                    (questions.into_inner(), format!("{at_once:?}")),
                    "{}",
                    case.id()
                );
            }
        }
        assert!(asked.contains(&1) && asked.iter().any(|&count| count > 1), "{asked:?}");
    }
}
