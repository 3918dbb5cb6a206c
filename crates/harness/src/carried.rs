//! What an earlier call leaves behind: a violation that is none where its case is asked alone, of an implementation that was asked
//! nothing before, or whose element is another there.
//!
//! Its case is no witness then. What shows it is another case and this one after it: it is looked for among those that were asked
//! before in the run.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use opconform_backends::{Backend, Description, MadeOf};
use opconform_report::{Deed, Finding, MOST_TOLD};
use opconform_spec::{Case, Clause, Facts, Observations, Oracle, Outcome, Scope, Trial, Verdict, Witness, decision_of};
use opconform_tensor::Value;
use rayon::prelude::*;

use crate::answer::BATCH;
use crate::answer::answers;
use crate::shrink::{Shrinker, Violation, smallest};
use crate::shrink_context::ShrinkContext;
use crate::steady::is_of_choices;

/// Of a backend of which each new one is a process, the pairs of cases that are tried for a violation; of any other the violations that
/// are shrunk after another call.
const FEW: usize = 12;

/// Of a backend of which each new one is a process, the violations that are looked for after another call.
const PAIRED: usize = 4;

/// Of a backend of which each new one is a process, the wrong elements by which it is told whether earlier calls leave anything behind.
const SIGNS: usize = 3;

/// Of a backend of which each new one is a process, the violations of which new ones are asked, once it is known that calls leave
/// something behind.
const ASKED: usize = 24;

/// Whether a violation is what an earlier call leaves behind.
pub(crate) enum Carried {
    /// It is not: its case shows it alone.
    No,
    /// It is, of this case.
    After(Box<Case>),
    /// It is, and is told with the others of its backend.
    Along,
}

/// A violation as small as it was found.
pub(crate) struct Shrunk {
    pub(crate) violation: Violation,
    pub(crate) clause: &'static Clause,
    /// Whether it is what an earlier call leaves behind.
    pub(crate) carried: Carried,
}

/// Marks the violations that an earlier call leaves behind; `from` has the index of the case in which each was seen first. Asking new
/// processes takes time: of a backend that is one, some violations of each kind are looked at, and only where one of the first wrong
/// answers is another alone.
pub(crate) fn carry(context: &ShrinkContext, from: &[usize], shrunk: &mut [Shrunk], stop: &AtomicBool) {
    let &ShrinkContext { cases, profiles, claims, backend, .. } = context;
    let shrinker = Shrinker { backend, asks_ahead: false, on_one_thread: None, profiles, claims, stop };
    let is_carried = |it: &Shrunk| is_left_behind(&shrinker, it.clause, &it.violation);
    if backend.is_isolated() {
        let is_telling =
            |it: &&Shrunk| matches!(it.clause.oracle, Oracle::Each(_)) && !is_of_choices(&it.violation.witness);
        // What an earlier call leaves behind may be what is there at first: another element is another sign.
        let mut found = BTreeSet::new();
        let is_another = |it: &&Shrunk| found.insert(it.violation.witness.found.map(Value::bits));
        let first: Vec<&Shrunk> = shrunk.iter().filter(is_telling).filter(is_another).take(SIGNS).collect();
        if !first.into_par_iter().any(is_carried) {
            return;
        }
    }
    let asked = if backend.is_isolated() { some_of_each(shrunk) } else { (0..shrunk.len()).collect() };
    let carried: Vec<bool> = asked.par_iter().map(|&index| is_carried(&shrunk[index])).collect();
    let are_carried = followed(shrunk, &asked, &carried);
    // One of each clause and operator is shown; the others are told with them.
    let mut shown = BTreeSet::new();
    let is_shown = |it: &Shrunk| shown.insert(kind(it));
    let carried = shrunk.iter_mut().zip(from).zip(are_carried).filter(|(_, is_carried)| *is_carried);
    let (shown, along): (Vec<_>, Vec<_>) = carried.map(|(it, _)| it).partition({
        let mut is_shown = is_shown;
        move |(it, _)| is_shown(it)
    });
    for (it, _) in along {
        it.carried = Carried::Along;
    }
    shown.into_par_iter().enumerate().for_each(|(number, (it, &from))| {
        let is_isolated = backend.is_isolated();
        let paired = || with_earlier(&shrinker, it, cases, from, number < FEW && !is_isolated);
        it.carried = match (number < PAIRED || !is_isolated).then(paired).flatten() {
            Some((earlier, violation)) => {
                it.violation = violation;
                Carried::After(Box::new(earlier))
            }
            None => Carried::Along,
        };
    });
}

/// The kind of a violation: its clause, and its operator.
type Kind = (&'static str, Cow<'static, str>);

fn kind(it: &Shrunk) -> Kind {
    (it.clause.id, it.violation.case.operator.qualified())
}

/// The operator of a violation, or the twin of it that takes the maximum.
fn upright(it: &Shrunk) -> Cow<'static, str> {
    let operator = it.violation.case.operator;
    operator.mirrored().unwrap_or(operator).qualified()
}

/// The violations, by their indices, that new processes are asked for: of one operator after the other the first of each kind, then the
/// second of each, and so on. None of those of which it is asked whether the same question has the same answer.
fn some_of_each(shrunk: &[Shrunk]) -> Vec<usize> {
    let one_case = shrunk.iter().enumerate().filter(|(_, it)| !matches!(it.clause.oracle, Oracle::Same(_)));
    let of_kinds = in_turn(one_case.map(|(index, it)| (kind(it), index)));
    in_turn(of_kinds.into_iter().map(|index| (upright(&shrunk[index]), index))).into_iter().take(ASKED).collect()
}

/// The first item of each key, then the second of each, and so on.
fn in_turn<K: Ord>(items: impl Iterator<Item = (K, usize)>) -> Vec<usize> {
    let mut earlier: BTreeMap<K, usize> = BTreeMap::new();
    let mut dealt: Vec<(usize, usize)> = Vec::new();
    for (key, index) in items {
        let turn = earlier.entry(key).or_default();
        dealt.push((*turn, index));
        *turn += 1;
    }
    dealt.sort_by_key(|(turn, _)| *turn);
    dealt.into_iter().map(|(_, index)| index).collect()
}

/// Whether an earlier call leaves each violation behind. Of a violation that no new process was asked for, it does where it leaves any
/// violation of the same kind behind; where none of that kind was asked for, it does where it leaves all behind that were, of the
/// operator and its twin.
fn followed(shrunk: &[Shrunk], asked: &[usize], carried: &[bool]) -> Vec<bool> {
    let mut of_kind: BTreeMap<Kind, bool> = BTreeMap::new();
    let mut of_operator: BTreeMap<Cow<str>, bool> = BTreeMap::new();
    for (&index, &carried) in asked.iter().zip(carried) {
        *of_kind.entry(kind(&shrunk[index])).or_default() |= carried;
        *of_operator.entry(upright(&shrunk[index])).or_insert(true) &= carried;
    }
    let known: BTreeMap<usize, bool> = asked.iter().copied().zip(carried.iter().copied()).collect();
    let one = |(index, it): (usize, &Shrunk)| {
        let by_kind = known.get(&index).or_else(|| of_kind.get(&kind(it)));
        let by_operator = || of_operator.get(&upright(it)).filter(|_| !matches!(it.clause.oracle, Oracle::Same(_)));
        by_kind.or_else(by_operator).copied().unwrap_or(false)
    };
    shrunk.iter().enumerate().map(one).collect()
}

/// Says in a finding that an earlier call leaves it behind, and the call of which case.
pub(crate) fn tell(finding: &mut Finding, after: Option<&Case>, selection: &str) {
    let Finding { deed, alone, operands, no_reproducer, witness, .. } = finding;
    (*deed, *alone) = (Deed::Carried, false);
    // What is not shown alone may not have been shrunk.
    operands.truncate(MOST_TOLD);
    witness.operands.truncate(MOST_TOLD);
    *no_reproducer = Some("it is not shown alone, but after another call".to_owned());
    match after {
        Some(earlier) => {
            witness.replay = format!("{} --after '{}'", witness.replay, earlier.id());
            witness.after = Some(earlier.id().to_owned());
            witness.symptom = format!("{}, right after {}", witness.symptom, earlier.id());
        }
        None => {
            witness.replay = format!("opconform run {selection}");
            witness.symptom = format!("{}, only after other calls: alone it is otherwise", witness.symptom);
        }
    }
}

/// An implementation that is asked for each case anew, so that no call has one before it.
struct Alone<'a>(&'a dyn Backend);

impl Backend for Alone<'_> {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.0.made_of()
    }

    fn heat(&self, cases: &[Case]) {
        self.0.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        self.0.fresh()
    }

    fn on_one_thread(&self) -> Option<&str> {
        None
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        cases.iter().filter_map(|case| after(self.0, &[], case)).collect()
    }
}

/// What a new implementation makes of a case after some others; nothing where no new one is to be had.
fn after(backend: &dyn Backend, earlier: &[&Case], case: &Case) -> Option<Outcome> {
    let fresh = backend.fresh()?;
    let asked: Vec<Case> = earlier.iter().copied().chain([case]).cloned().collect();
    answers(fresh.as_ref(), &asked).pop()
}

/// Whether an element is another one where its case is asked alone, and the same each time.
fn is_otherwise_alone(backend: &dyn Backend, case: &Case, witness: &Witness) -> bool {
    let (facts, position) = (Facts::new(case), witness.position);
    let alone = || {
        let outcome = after(backend, &[], case)?;
        let output = facts.of_output(witness.output).given(&outcome)?;
        position.filter(|&position| position < output.len()).map(|position| output.value(position))
    };
    let first = alone();
    first.is_some() && first != witness.found && alone() == first
}

/// Whether a violation is none where its case is asked alone, or its element another; of two cases that differ, whether either has another
/// result alone.
fn is_left_behind(shrinker: &Shrinker, clause: &'static Clause, violation: &Violation) -> bool {
    if matches!(clause.oracle, Oracle::Same(_)) || shrinker.backend.fresh().is_none() {
        return false;
    }
    let Violation { case, witness, other, .. } = violation;
    if let (Some((other, there)), Some(here)) = (other, witness.found) {
        return [(case, here), (other, *there)].into_iter().any(|(case, found)| {
            let gives =
                |outcome: &Outcome| results(shrinker, case, outcome).contains(&(witness.operands.clone(), found));
            after(shrinker.backend, &[], case).is_some_and(|outcome| !gives(&outcome))
        });
    }
    // Of a relation, what was found may be of the other question.
    let is_of_one = matches!(clause.oracle, Oracle::Each(_) | Oracle::Published(_));
    if is_of_one && is_otherwise_alone(shrinker.backend, case, witness) {
        return true;
    }
    let (alone, at_once) = (Alone(shrinker.backend), AtomicBool::new(true));
    let shrinker = Shrinker { backend: &alone, asks_ahead: false, on_one_thread: None, stop: &at_once, ..*shrinker };
    shrinker.shrink(case, clause, witness).is_none()
}

/// The results of operands that a clause compares between cases, as an outcome has them.
fn results(shrinker: &Shrinker, case: &Case, outcome: &Outcome) -> Vec<(Vec<Value>, Value)> {
    let facts = Facts::new(case);
    let observed = Observations::of(&Trial::new(&facts, outcome), &Scope::of(&facts, shrinker.profiles));
    observed.results().map(|(operands, found, _)| (operands.to_vec(), found)).collect()
}

/// A case that was asked before, and the violation that another case shows after that one; `from` is the index of the case in which
/// the violation was seen first.
fn with_earlier(
    shrinker: &Shrinker,
    Shrunk { violation, clause, .. }: &Shrunk,
    cases: &[Case],
    from: usize,
    is_shrunk: bool,
) -> Option<(Case, Violation)> {
    let backend = shrinker.backend;
    let mut earlier: Vec<&Case> = cases[from.saturating_sub(BATCH)..from].iter().rev().collect();
    // One that comes with another seed cannot be named by its id.
    earlier.sort_by_key(|case| (case.origin.seed.is_some(), case.elements()));
    if backend.is_isolated() {
        // What is left behind may be the end of a long result, which small ones do not write over.
        let latest = cases[from.saturating_sub(FEW / 2)..from].iter().rev();
        earlier.truncate(FEW / 2);
        earlier.extend(latest);
    }
    let shows = |first: &Case, case: &Case| {
        let outcome = after(backend, &[first], case)?;
        let facts = Facts::new(case);
        match decision_of(clause, &Trial::new(&facts, &outcome), shrinker.profiles).verdict {
            // What is wrong alone too is no matter of the earlier call, unless it is otherwise there.
            Verdict::Violates(witness) if witness.position.is_none() || is_otherwise_alone(backend, case, &witness) => {
                Some(Violation { case: case.clone(), outcome, witness: *witness, other: None, cut_short: None })
            }
            _ => None,
        }
    };
    let seen = [&violation.case, &cases[from]];
    let pairs = seen.into_iter().flat_map(|case| earlier.iter().map(move |&first| (first, case)));
    let (first, shown) = pairs.into_iter().find_map(|(first, case)| Some((first, shows(first, case)?)))?;
    let smallest = |shown: Violation| {
        let from = shown.case.clone();
        let is_as_much = |it: &Violation| shrinker.stands_as(clause, &from, &it.case);
        smallest(shown, shrinker.stop, &|case| shows(first, case).filter(is_as_much))
    };
    let shown = if is_shrunk { smallest(shown)? } else { shown };
    Some((first.clone(), shown))
}
