//! Shrinking: the smallest case that still violates the clause on the backend.
//!
//! Greedy: among the candidates that are smaller than the case at hand, largest step first, the first that still violates
//! the clause becomes the case at hand, until none does, the budget of runs is spent, or the run is
//! interrupted. A case on which the clause objects to the reference too shows nothing of the backend, and is not one of them.

use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::Backend;
use opconform_spec::{
    Case, Circumstance, Claim, Clause, Facts, Observations, Oracle, Outcome, Profile, Scope, Trial, Verdict, Witness,
    clauses, decision_of, reference,
};
use opconform_tensor::Value;

use crate::alone::{self, Difference, PlacedResult};
use crate::answer::{answer, answers};
use crate::doubt::objects;
use crate::memoized::is_kept;
use crate::relate::{relations, threads};
use crate::standing::{may_be_claimed, standing_of};
use crate::violation_group::whole;

mod candidates;
mod simpler;

/// Runs that one finding may cost.
const BUDGET: usize = 1000;

/// Candidates that are asked in one question at most.
const AT_ONCE: usize = 16;

/// A case that violates a clause, and how.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) case: Case,
    /// What the backend did with it.
    pub(crate) outcome: Outcome,
    pub(crate) witness: Witness,
    /// For a clause that compares two cases: the other case, and its result.
    pub(crate) other: Option<(Case, Value)>,
    /// Why shrinking did not come to its end, where it did not: a smaller case may show the same.
    pub(crate) cut_short: Option<CutShort>,
}

/// Why shrinking did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CutShort {
    /// The run was interrupted.
    Interrupted,
    /// The runs that one finding may cost were spent.
    Spent,
}

impl CutShort {
    /// The interrupt, where `stop` is set.
    pub(crate) fn by(stop: &AtomicBool) -> Option<Self> {
        stop.load(Ordering::Relaxed).then_some(Self::Interrupted)
    }
}

/// What a violation is looked for with.
pub(crate) struct Shrinker<'a> {
    pub(crate) backend: &'a dyn Backend,
    /// Whether several cases at once are a question that is worth its while: where each costs a way to another process and back, and
    /// the backend keeps what it has answered.
    pub(crate) asks_ahead: bool,
    /// The same implementation on one thread.
    pub(crate) on_one_thread: Option<&'a dyn Backend>,
    pub(crate) clause: &'static Clause,
    pub(crate) profiles: &'a [&'static Profile],
    /// What the backend is judged by: a violation of that does not become one of something else.
    pub(crate) claims: &'a [Claim],
    /// Once it is set, the smallest case so far is the last.
    pub(crate) stop: &'a AtomicBool,
}

/// Who is told of several cases that they are tried next.
pub(crate) type Announce<'a> = &'a dyn Fn(&[Case]);

/// The smallest case that is found from one, by the largest step that shows the same each time, within the budget. Where `announce`
/// is given, it is told the next cases that are tried, more of them after each that shows nothing.
pub(crate) fn smallest(
    mut best: Violation,
    stop: &AtomicBool,
    announce: Option<Announce>,
    shows: &dyn Fn(&Case) -> Option<Violation>,
) -> Violation {
    let mut budget = BUDGET;
    loop {
        let (mut cut_short, mut at_once) = (None, 1);
        // Large cases are made one at a time: none is copied more often than it is tried.
        let announce = announce.filter(|_| is_kept(&best.case));
        let mut candidates = candidates::of(&best).peekable();
        let smaller = loop {
            let some: Vec<Case> = candidates.by_ref().take(at_once).collect();
            if let Some(announce) = announce {
                at_once = AT_ONCE.min(2 * at_once);
                announce(&some);
            }
            let mut affordable = some.iter().map_while(|candidate| {
                cut_short = CutShort::by(stop).or_else(|| (budget == 0).then_some(CutShort::Spent));
                budget = budget.saturating_sub(1);
                cut_short.is_none().then_some(candidate)
            });
            let smaller = affordable.find_map(shows);
            if smaller.is_some() || cut_short.is_some() || candidates.peek().is_none() {
                break smaller;
            }
        };
        drop(candidates);
        match smaller {
            Some(smaller) => best = smaller,
            None => return Violation { cut_short, ..best },
        }
    }
}

impl Shrinker<'_> {
    /// The smallest violation found from a case that showed `witness`; `None` when the case does not violate the clause
    /// when run on its own.
    pub(crate) fn shrink(&self, case: &Case, witness: &Witness) -> Option<Violation> {
        let symptom = nans(&witness.operands, witness.found);
        let first = self.violation(case, symptom)?;
        let kind = whole(&first.witness);
        let is_alike = |violation: &Violation| {
            let is_sound = || !objects(self.clause, &violation.case, self.profiles, &mut reference);
            whole(&violation.witness) == kind && self.stands_as(case, &violation.case) && is_sound()
        };
        let announce: Announce = &|cases| drop(answers(self.backend, cases));
        let announce = self.asks_ahead.then_some(announce);
        Some(smallest(first, self.stop, announce, &|case| self.violation(case, symptom).filter(is_alike)))
    }

    /// Whether the clause is as much to the backend in the second case as in the first.
    pub(crate) fn stands_as(&self, first: &Case, second: &Case) -> bool {
        if first.opset == second.opset || !may_be_claimed(self.claims, self.clause, first.operator) {
            return true;
        }
        let [first, second] = [first, second].map(|it| standing_of(self.claims, self.profiles, it, self.clause));
        second <= first
    }

    fn violation(&self, case: &Case, symptom: Nans) -> Option<Violation> {
        match self.clause.oracle {
            Oracle::Each(_) | Oracle::Published(_) => self.violation_of_one(case),
            Oracle::CrossCase => self.violation_of_two(case, symptom),
            // What a process answers first, it is not asked again.
            Oracle::Same(Circumstance::Warmth) => None,
            Oracle::Metamorphic(_) | Oracle::Same(Circumstance::Threads) => self.violation_of_a_relation(case),
        }
    }

    fn violation_of_one(&self, case: &Case) -> Option<Violation> {
        let outcome = answer(self.backend, case);
        let facts = Facts::new(case);
        match decision_of(self.clause, &Trial::new(&facts, &outcome), self.profiles).verdict {
            Verdict::Violates(witness) => {
                Some(Violation { case: case.clone(), outcome, witness: *witness, other: None, cut_short: None })
            }
            _ => None,
        }
    }

    fn violation_of_a_relation(&self, case: &Case) -> Option<Violation> {
        let outcome = answer(self.backend, case);
        let facts = Facts::new(case);
        let (trial, scope) = (Trial::new(&facts, &outcome), Scope::of(&facts, self.profiles));
        let index = clauses().position(|clause| clause.id == self.clause.id)?;
        let decision = match (self.clause.oracle, self.on_one_thread) {
            (Oracle::Same(Circumstance::Threads), Some(one)) => threads(&trial, &scope, &answer(one, case)),
            _ => relations(self.backend, &[index], &trial, &scope).pop(),
        };
        let violated = decision?;
        match violated.1.verdict {
            Verdict::Violates(witness) => {
                Some(Violation { case: case.clone(), outcome, witness: *witness, other: None, cut_short: None })
            }
            _ => None,
        }
    }

    /// An element whose result differs from that of the same operands on their own, of the same symptom: a large case may
    /// show several, and each is to be shrunk to its own end.
    fn violation_of_two(&self, case: &Case, symptom: Nans) -> Option<Violation> {
        let outcome = answer(self.backend, case);
        let facts = Facts::new(case);
        let observations = Observations::of(&Trial::new(&facts, &outcome), &Scope::of(&facts, self.profiles));
        let alike = |(operands, found, _): &PlacedResult| nans(operands, Some(*found)) == symptom;
        observations.results().filter(alike).find_map(|seen| {
            let Difference { witness, alone } = alone::compare(self.backend, case, seen)?.err()?;
            Some(Violation {
                case: case.clone(),
                outcome: outcome.clone(),
                witness,
                other: Some(alone),
                cut_short: None,
            })
        })
    }
}

/// Which of the first two operands and of the result are NaNs: what two conflicts of one cause have in common.
type Nans = (Option<bool>, Option<bool>, Option<bool>);

fn nans(operands: &[Value], found: Option<Value>) -> Nans {
    let is_nan = |value: &Value| value.class().is_nan();
    (operands.first().map(is_nan), operands.get(1).map(is_nan), found.as_ref().map(is_nan))
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use opconform_spec::{Operator, Origin, Symptom};
    use opconform_tensor::{DType, Tensor};

    use super::*;

    /// A reduction of so many different elements, none of which any smaller case shows to be wrong.
    fn stubborn(count: u64) -> Violation {
        let data = Tensor::from_bits(DType::I32, &[count as usize], &(0..count).collect::<Vec<_>>()).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        let case = Case::new(Operator::named("ReduceMax").expect("an operator"), 20, vec![data], "stubborn", origin);
        let operands = Facts::new(&case).values_at(0);
        let witness =
            Witness { position: Some(0), operands, found: None, symptom: Symptom::Said(String::new()), count: 1 };
        Violation { case, outcome: Outcome::Unsupported(String::new()), witness, other: None, cut_short: None }
    }

    #[test]
    fn what_spends_its_budget_or_is_told_to_stop_is_not_said_to_be_the_smallest() {
        let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        for (count, cut_short) in [(2, None), (4096, Some(CutShort::Spent))] {
            let asked = Cell::new(0);
            let shows = |_: &Case| {
                asked.set(asked.get() + 1);
                None
            };
            assert_eq!(smallest(stubborn(count), &go, None, &shows).cut_short, cut_short, "{count}");
            assert_eq!(asked.get() == BUDGET, cut_short.is_some(), "{count}: {}", asked.get());
        }
        assert_eq!(smallest(stubborn(2), &stop, None, &|_| None).cut_short, Some(CutShort::Interrupted));
    }

    #[test]
    fn who_is_told_of_the_next_candidates_is_told_of_those_that_are_tried_and_of_few_at_first() {
        let (go, told, tried) = (AtomicBool::new(false), RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let ids = |cases: &[Case]| cases.iter().map(|case| case.id().to_owned()).collect::<Vec<_>>();
        let shows = |case: &Case| {
            tried.borrow_mut().push(case.id().to_owned());
            None
        };
        smallest(stubborn(64), &go, Some(&|cases| told.borrow_mut().push(ids(cases))), &shows);
        let told = told.into_inner();
        assert_eq!(told.concat(), *tried.borrow());
        let lengths: Vec<usize> = told.iter().map(Vec::len).take(5).collect();
        assert_eq!(lengths, [1, 2, 4, 8, AT_ONCE]);
        // The same candidates are tried where nobody is told.
        let once = tried.take();
        smallest(stubborn(64), &go, None, &shows);
        assert_eq!(once, *tried.borrow());
    }
}
