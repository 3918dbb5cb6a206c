//! Shrinking: the smallest case that still violates the clause on the backend.
//!
//! Greedy: among the candidates that are smaller than the case at hand, largest step first, the first that still violates
//! the clause becomes the case at hand, until none does, the budget of runs is spent, or the run is
//! interrupted. A case on which the clause objects to the reference too shows nothing of the backend, and is not one of them.

use std::sync::atomic::AtomicBool;

use opconform_backends::Backend;
use opconform_spec::{
    Case, Circumstance, Claim, Clause, ElementOperands, Facts, Observations, Oracle, Outcome, Profile, Scope, Trial,
    Verdict, Witness, decision_of, reference, relate,
};
use opconform_tensor::Value;

use crate::alone::{self, Difference, PlacedResult};
use crate::answer::{answer, answers};
use crate::bounded::is_of_its_bound;
use crate::doubt::objects;
use crate::memoized::is_kept;
use crate::relation_sample::threads;
use crate::standing::{may_be_claimed, standing_of};
use crate::violation_group::whole;

mod candidates;
mod cut_short;
mod simpler;

pub(crate) use candidates::{axes, over_axes, with_axes};
pub(crate) use cut_short::CutShort;
pub(crate) use simpler::powers;

/// Runs that one finding may cost, of cases that are small.
const BUDGET: usize = 1000;

/// The elements that take the time of a run.
const OF_A_RUN: usize = 1 << 13;

/// As many runs as one that a deadline ends, or a crash after which a process starts anew, may take the time of.
const OF_A_DEADLINE: usize = 200;
const OF_A_CRASH: usize = 20;

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

/// What violations are looked for with.
pub(crate) struct Shrinker<'a> {
    pub(crate) backend: &'a dyn Backend,
    /// Whether several cases at once are a question that is worth its while: where each costs a way to another process and back, and
    /// the backend keeps what it has answered.
    pub(crate) asks_ahead: bool,
    /// The same implementation on one thread.
    pub(crate) on_one_thread: Option<&'a dyn Backend>,
    pub(crate) profiles: &'a [&'static Profile],
    /// What the backend is judged by: a violation of that does not become one of something else.
    pub(crate) claims: &'a [Claim],
    /// Once it is set, the smallest case so far is the last.
    pub(crate) stop: &'a AtomicBool,
}

/// A clause, and what its violation is told by.
struct Sought {
    clause: &'static Clause,
    symptom: Nans,
}

impl Sought {
    fn of(clause: &'static Clause, witness: &Witness) -> Self {
        Self { clause, symptom: nans(&witness.operands, witness.found) }
    }
}

/// Who is told of several cases that they are tried next.
type Announce<'a> = &'a dyn Fn(&[Case]);

/// How a case shows each of some violations that are looked for, by their numbers; `None` of each that it does not show.
type Shows<'a> = &'a dyn Fn(&Case, &[usize]) -> Vec<Option<Violation>>;

/// The smallest case that is found from one, by the largest step that shows the same each time, within the budget.
pub(crate) fn smallest(
    first: Violation,
    stop: &AtomicBool,
    shows: &dyn Fn(&Case) -> Option<Violation>,
) -> Option<Violation> {
    smallest_of_each(vec![first], stop, None, &|case, _| vec![shows(case)]).pop()
}

/// Violations, by their numbers, that one case shows and the same elements of it: what is smaller is the same for all of them.
struct Together {
    violations: Vec<(usize, Violation)>,
    budget: usize,
}

impl Together {
    /// The violations of one case, those of the same elements together.
    fn split(violations: Vec<(usize, Violation)>, budget: usize) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (number, violation) in violations {
            let is_of_these = |(_, it): &(usize, Violation)| is_of_one_element(&it.witness, &violation.witness);
            match all.iter_mut().find(|it| it.violations.first().is_some_and(is_of_these)) {
                Some(it) => it.violations.push((number, violation)),
                None => all.push(Self { violations: vec![(number, violation)], budget }),
            }
        }
        all
    }
}

/// Whether the element at fault is one that operands give. Of a case that has no result, the clauses that compare two answers compare them
/// all the same, and what was seen of operands would become something of none.
fn is_met(Violation { case, witness, .. }: &Violation) -> bool {
    // Only of no elements it takes a look at the case.
    witness.position.is_some() && (!witness.operands.is_empty() || ElementOperands::of(case).shape().is_ok())
}

/// Whether two witnesses are of the same element, or both of no element of the same output.
fn is_of_one_element(one: &Witness, other: &Witness) -> bool {
    let place = |it: &Witness| (it.output, it.position);
    place(one) == place(other) && one.operands == other.operands
}

/// The smallest case of each of some violations that one case shows, found as if there were no other. What is tried for several is
/// tried once. Where `announce` is given, it is told the next cases that are tried, more of them after each that shows nothing.
fn smallest_of_each(
    first: Vec<Violation>,
    stop: &AtomicBool,
    announce: Option<Announce>,
    shows: Shows,
) -> Vec<Violation> {
    let mut smallest: Vec<(usize, Violation)> = Vec::with_capacity(first.len());
    let mut open = Together::split(first.into_iter().enumerate().collect(), BUDGET);
    while let Some(Together { mut violations, mut budget }) = open.pop() {
        let Some((_, lead)) = violations.first().cloned() else { continue };
        let (mut cut_short, mut at_once) = (None, 1);
        // Large cases are made one at a time: none is copied more often than it is tried. Nor is one asked ahead that may cost a process.
        let announce = announce.filter(|_| is_kept(&lead.case) && cost(&lead.outcome) == 1);
        let mut candidates = candidates::of(&lead).peekable();
        while !violations.is_empty() && cut_short.is_none() && candidates.peek().is_some() {
            let some: Vec<Case> = candidates.by_ref().take(at_once).collect();
            if let Some(announce) = announce {
                at_once = AT_ONCE.min(2 * at_once);
                announce(&some);
            }
            for candidate in &some {
                cut_short = CutShort::by(stop).or_else(|| (budget == 0).then_some(CutShort::Spent));
                if violations.is_empty() || cut_short.is_some() {
                    break;
                }
                let numbers: Vec<usize> = violations.iter().map(|(number, _)| *number).collect();
                let shown = shows(candidate, &numbers);
                let cost = shown.iter().flatten().map(|it| cost(&it.outcome)).max().unwrap_or(1);
                budget = budget.saturating_sub(cost + candidate.elements() / OF_A_RUN);
                let is_shown = shown.iter().map(Option::is_some).collect::<Vec<_>>().into_iter();
                let smaller = numbers.into_iter().zip(shown).filter_map(|(number, shown)| Some((number, shown?)));
                open.extend(Together::split(smaller.collect(), budget));
                violations =
                    violations.into_iter().zip(is_shown).filter(|(_, shown)| !shown).map(|(it, _)| it).collect();
            }
        }
        smallest.extend(violations.into_iter().map(|(number, it)| (number, Violation { cut_short, ..it })));
    }
    smallest.sort_by_key(|(number, _)| *number);
    smallest.into_iter().map(|(_, violation)| violation).collect()
}

/// What it takes to be given an outcome, in runs.
fn cost(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::TimedOut(_) => OF_A_DEADLINE,
        Outcome::Crashed(_) => OF_A_CRASH,
        _ => 1,
    }
}

impl Shrinker<'_> {
    /// The smallest violation of a clause found from a case that showed `witness`; `None` when the case does not violate the clause
    /// when run on its own.
    pub(crate) fn shrink(&self, case: &Case, clause: &'static Clause, witness: &Witness) -> Option<Violation> {
        self.shrink_each(case, &[(clause, witness)]).pop()?
    }

    /// The smallest violation of each of several clauses that one case violates, each given with what it showed.
    pub(crate) fn shrink_each(&self, case: &Case, witnesses: &[(&'static Clause, &Witness)]) -> Vec<Option<Violation>> {
        let sought: Vec<Sought> = witnesses.iter().map(|(clause, witness)| Sought::of(clause, witness)).collect();
        let first = self.violations(case, &sought.iter().collect::<Vec<_>>());
        let is_shown: Vec<bool> = first.iter().map(Option::is_some).collect();
        let sought: Vec<Sought> =
            sought.into_iter().zip(&is_shown).filter(|(_, shown)| **shown).map(|(it, _)| it).collect();
        let first: Vec<Violation> = first.into_iter().flatten().collect();
        let kind = |it: &Violation| (it.witness.output, whole(&it.witness), is_met(it));
        let kinds: Vec<_> = first.iter().map(kind).collect();
        let shows = |candidate: &Case, numbers: &[usize]| -> Vec<Option<Violation>> {
            let some: Vec<&Sought> = numbers.iter().map(|&number| &sought[number]).collect();
            let is_alike = |number: usize, violation: &Violation| {
                let clause = sought[number].clause;
                let is_sound = || !objects(clause, candidate, self.profiles, &mut reference);
                kind(violation) == kinds[number] && self.stands_as(clause, case, candidate) && is_sound()
            };
            let shown = self.violations(candidate, &some).into_iter().zip(numbers);
            shown.map(|(violation, &number)| violation.filter(|it| is_alike(number, it))).collect()
        };
        let announce: Announce = &|cases| drop(answers(self.backend, cases));
        let announce = self.asks_ahead.then_some(announce);
        let mut smallest = smallest_of_each(first, self.stop, announce, &shows).into_iter();
        is_shown.into_iter().map(|is_shown| if is_shown { smallest.next() } else { None }).collect()
    }

    /// Whether a clause is as much to the backend in the second case as in the first.
    pub(crate) fn stands_as(&self, clause: &Clause, first: &Case, second: &Case) -> bool {
        if first.opset == second.opset || !may_be_claimed(self.claims, clause, first.operator) {
            return true;
        }
        let [first, second] = [first, second].map(|it| standing_of(self.claims, self.profiles, it, clause));
        second <= first
    }

    /// How a case violates each of some clauses, where it does.
    fn violations(&self, case: &Case, sought: &[&Sought]) -> Vec<Option<Violation>> {
        // What a process answers first, it is not asked again.
        if sought.iter().all(|it| matches!(it.clause.oracle, Oracle::Same(Circumstance::Warmth))) {
            return sought.iter().map(|_| None).collect();
        }
        let outcome = answer(self.backend, case);
        let facts = Facts::new(case);
        let trial = Trial::new(&facts, &outcome);
        let violations: Vec<Option<Violation>> = sought.iter().map(|sought| self.violation(&trial, sought)).collect();
        // What the twin of a bound changes of a plain result is the twin's, of a smaller case as of the one that was judged.
        if violations.iter().any(Option::is_some) && is_of_its_bound(self.backend, case, &outcome) {
            return sought.iter().map(|_| None).collect();
        }
        violations
    }

    fn violation(&self, trial: &Trial, Sought { clause, symptom }: &Sought) -> Option<Violation> {
        let (case, outcome) = (trial.facts.case, trial.outcome);
        let scope = || Scope::of(trial.facts, self.profiles);
        let (verdict, other) = match (clause.oracle, self.on_one_thread) {
            (Oracle::Each(_) | Oracle::Published(_), _) => (decision_of(clause, trial, self.profiles).verdict, None),
            (Oracle::CrossCase, _) => {
                let Difference { witness, alone } = self.difference(trial, *symptom)?;
                (Verdict::Violates(Box::new(witness)), Some(alone))
            }
            (Oracle::Same(Circumstance::Warmth), _) => return None,
            (Oracle::Same(Circumstance::Threads), Some(one)) => {
                (threads(trial, &scope(), &answer(one, case))?.1.verdict, None)
            }
            (Oracle::Metamorphic(_) | Oracle::Same(Circumstance::Threads), _) => {
                (relate(clause, trial, &scope(), &mut |case| answer(self.backend, case)).verdict, None)
            }
        };
        let Verdict::Violates(witness) = verdict else { return None };
        Some(Violation { case: case.clone(), outcome: outcome.clone(), witness: *witness, other, cut_short: None })
    }

    /// An element whose result differs from that of the same operands on their own, of the same symptom: a large case may
    /// show several, and each is to be shrunk to its own end.
    fn difference(&self, trial: &Trial, symptom: Nans) -> Option<Difference> {
        let observations = Observations::of(trial, &Scope::of(trial.facts, self.profiles));
        let alike = |(operands, found, _): &PlacedResult| nans(operands, Some(*found)) == symptom;
        let differs = |seen| alone::compare(self.backend, trial.facts.case, seen)?.err();
        observations.results().filter(alike).find_map(differs)
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
        let witness = Witness {
            output: None,
            position: Some(0),
            operands,
            found: None,
            symptom: Symptom::InWords(String::new()),
            count: 1,
        };
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
            assert_eq!(smallest(stubborn(count), &go, &shows).and_then(|it| it.cut_short), cut_short, "{count}");
            assert_eq!(asked.get() == BUDGET, cut_short.is_some(), "{count}: {}", asked.get());
        }
        assert_eq!(smallest(stubborn(2), &stop, &|_| None).and_then(|it| it.cut_short), Some(CutShort::Interrupted));
    }

    #[test]
    fn what_ends_at_a_deadline_is_asked_for_a_few_times() {
        let (go, asked) = (AtomicBool::new(false), Cell::new(0));
        let hangs = |case: &Case| {
            asked.set(asked.get() + 1);
            let outcome = Outcome::TimedOut(std::time::Duration::from_secs(10));
            Some(Violation { case: case.clone(), outcome, ..stubborn(case.inputs[0].len() as u64) })
        };
        // Each step halves it, so that there would be many more.
        let shrunk = smallest(stubborn(1 << 16), &go, &hangs).expect("a violation");
        assert!(asked.get() <= BUDGET / OF_A_DEADLINE + 1, "{}", asked.get());
        assert_eq!(shrunk.cut_short, (asked.get() > BUDGET / OF_A_DEADLINE).then_some(CutShort::Spent));
    }

    #[test]
    fn who_is_told_of_the_next_candidates_is_told_of_those_that_are_tried_and_of_few_at_first() {
        let (go, told, tried) = (AtomicBool::new(false), RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let ids = |cases: &[Case]| cases.iter().map(|case| case.id().to_owned()).collect::<Vec<_>>();
        let shows = |case: &Case| {
            tried.borrow_mut().push(case.id().to_owned());
            None
        };
        let announce: Announce = &|cases| told.borrow_mut().push(ids(cases));
        smallest_of_each(vec![stubborn(64)], &go, Some(announce), &|case, _| vec![shows(case)]);
        let told = told.into_inner();
        assert_eq!(told.concat(), *tried.borrow());
        let lengths: Vec<usize> = told.iter().map(Vec::len).take(5).collect();
        assert_eq!(lengths, [1, 2, 4, 8, AT_ONCE]);
        // The same candidates are tried where nobody is told.
        let once = tried.take();
        smallest(stubborn(64), &go, &shows);
        assert_eq!(once, *tried.borrow());
    }

    #[test]
    fn each_of_several_violations_becomes_what_it_becomes_alone_and_what_they_have_in_common_is_tried_once() {
        let go = AtomicBool::new(false);
        let tried = Cell::new(0);
        // Of so many elements at least, and one of them at another place.
        let least = [1, 3, 7, 7];
        let shows = |case: &Case, number: usize| {
            let count = case.inputs[0].len();
            let position = if number == 3 { count - 1 } else { 0 };
            let witness = Witness { position: Some(position), ..stubborn(count as u64).witness };
            (count >= least[number]).then(|| Violation { case: case.clone(), witness, ..stubborn(count as u64) })
        };
        let ids = |all: &[Violation]| all.iter().map(|it| it.case.id().to_owned()).collect::<Vec<_>>();
        let first = |number| shows(&stubborn(64).case, number).expect("a violation");
        let alone: Vec<Violation> = (0..least.len())
            .filter_map(|number| {
                smallest(first(number), &go, &|case| {
                    tried.set(tried.get() + 1);
                    shows(case, number)
                })
            })
            .collect();
        let each = tried.take();
        let together = smallest_of_each((0..least.len()).map(first).collect(), &go, None, &|case, numbers| {
            tried.set(tried.get() + 1);
            numbers.iter().map(|&number| shows(case, number)).collect()
        });
        assert_eq!(ids(&together), ids(&alone));
        assert_eq!(together.iter().map(|it| it.case.inputs[0].len()).collect::<Vec<_>>(), least);
        assert!(tried.get() < each, "{} of {each}", tried.get());
    }
}
