//! A small case of the suite, and two answers to it, that show what a clause says of a whole answer.

use std::collections::{BTreeMap, BTreeSet};

use opconform_cases::{Settings, all};
use opconform_mutants::{Family, MUTANTS, Mutant, planted};
use opconform_spec::{Case, Clause, Form, Outcome, Way, reference};
use opconform_tensor::{DType, Tensor};

use super::answer::{self, Answer, Shown, of_mutants};
use crate::command::cases::describe;

/// Elements of all inputs of an example, at most: a person reads it.
const SMALL: usize = 64;

/// The same of an example that shows a fault of the operators' own: of the tensors in a document's table not all elements are written.
const LARGER: usize = 160;

/// The axes of an operand, at most, of which a person keeps count.
const MANY_AXES: usize = 4;

/// Cases of one source that are tried on planted faults, at most: the smallest.
const OF_A_SOURCE: usize = 4;
/// The same where the operators have a source and faults of their own: in the smallest cases, one way of asking is often like another.
const OF_THE_OWN: usize = 12;

/// The families of faults in what an element is: a clause that two operands do not show is about something else.
const OF_ELEMENTS: [&str; 6] = ["nan", "payload", "zero", "order", "lanes", "lengths"];

/// A case, the reference's answer to it, which keeps the clause, and that of a planted fault which breaks it, in words. The answer is one
/// that breaks the fewest clauses beside, in the smallest case, and the fault the one that breaks the fewest in all cases that are tried:
/// it is that of the clause.
pub(super) fn shown(clause: &'static Clause) -> Option<Shown> {
    let cases = small();
    // How many documents there are that say the same is no matter of the fault.
    let is_of_sources = clause.is_of_the_sources();
    let ids = |answer: &Answer| -> Vec<&str> {
        answer.broken().filter(|it| it.is_of_the_sources() == is_of_sources).map(|it| it.id).collect()
    };
    let mut broken_by: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (mutant, answer) in probes(&cases).flat_map(of_mutants) {
        broken_by.entry(mutant.name).or_default().extend(ids(&answer));
    }
    let own = own_family(clause);
    let tried = tried(cases, clause, if own.is_empty() { OF_A_SOURCE } else { OF_THE_OWN });
    let mut breaches: Vec<(usize, &Mutant, Answer)> = Vec::new();
    for (at, (case, _)) in tried.iter().enumerate() {
        for (mutant, answer) in of_mutants(case) {
            broken_by.entry(mutant.name).or_default().extend(ids(&answer));
            if answer.breaks(clause) {
                breaches.push((at, mutant, answer));
            }
        }
    }
    if !own.is_empty()
        && breaches.iter().all(|(_, mutant, _)| family_of(mutant) != own)
        && let Some(shown) = by_own_fault(clause, own)
    {
        return Some(shown);
    }
    let breadth = |mutant: &Mutant| broken_by.get(mutant.name).map_or(0, BTreeSet::len);
    let (at, mutant, broken) = breaches.into_iter().min_by_key(|(at, mutant, answer)| {
        let family = family_of(mutant);
        let case = &tried[*at].0;
        // A fault in one type, or of one operand, is about that.
        let is_of_few = case.operator.form.is_reduction() || case.operands().len() == 2;
        let is_plain = |operand: &Tensor| operand.dtype() == DType::F32 && is_of_few;
        let is_special = !case.operands().first().is_some_and(is_plain);
        let is_about_elements = OF_ELEMENTS.contains(&family);
        // Where operands of one shape meet, nothing is seen of how others do.
        let is_of_one_shape = case.operands().windows(2).all(|pair| pair[0].shape() == pair[1].shape());
        // What takes many axes to show is about these.
        let has_many_axes = case.operands().iter().any(|operand| operand.shape().len() > MANY_AXES);
        // What has one axis shows nothing of which are reduced.
        let has_one_axis = case.operator.form.has_axes() && case.operands()[0].shape().len() == 1;
        // Nor of one element which of several goes where.
        let is_degenerate = has_one_axis || case.operands().iter().all(|operand| operand.len() < 2);
        // Whoever refuses says nothing of what is right where it is answered.
        let is_refused = matches!(answer.outcome, Outcome::Rejected(_));
        let is_far =
            (family != own, is_refused, is_about_elements, is_of_one_shape, is_special, has_many_axes || is_degenerate);
        (is_far, answer.broken_beside(clause), size(case), breadth(mutant))
    })?;
    let (case, kept) = &tried[at];
    Some(answer::shown(&describe(case), clause, kept, &broken, Some(mutant)))
}

/// The smallest case of all, and the fault of a family that breaks the clause there: what it is about need not show in the smallest of
/// each source.
fn by_own_fault(clause: &'static Clause, family: &str) -> Option<Shown> {
    let mutants: Vec<&Mutant> =
        MUTANTS.iter().filter(|it| it.name == family).flat_map(|family| family.mutants).collect();
    up_to(LARGER).into_iter().filter(|case| clause.operators.contains(&case.operator)).find_map(|case| {
        let kept = Answer::of(&case, reference(&case));
        let broken = mutants.iter().filter(|_| kept.keeps(clause)).find_map(|mutant| {
            let outcome = planted(mutant.name)?.run(std::slice::from_ref(&case)).pop()?;
            Some((*mutant, Answer::of(&case, outcome))).filter(|(_, answer)| answer.breaks(clause))
        });
        let (mutant, broken) = broken?;
        Some(answer::shown(&describe(&case), clause, &kept, &broken, Some(mutant)))
    })
}

/// The family of faults that the operators of a clause have to themselves; empty where they have none.
fn own_family(clause: &Clause) -> &'static str {
    match clause.operators.first().map(|operator| operator.form) {
        Some(form) if form.is_of_spans() => "span",
        Some(form) if form.is_ufunc() => "numpy",
        Some(Form::Subsequence) => "paddle",
        Some(Form::OnnxLimits) => "clip",
        _ => "",
    }
}

/// The name of the family that a fault is of.
fn family_of(mutant: &Mutant) -> &'static str {
    let is_in = |family: &&&Family| family.mutants.iter().any(|it| it.name == mutant.name);
    MUTANTS.iter().find(is_in).map_or("", |family| family.name)
}

/// The cases of the suite that a person can read, the smallest first, and those without elements last.
pub(super) fn small() -> Vec<Case> {
    up_to(SMALL)
}

/// The cases of the suite of so many elements, the smallest first, and those without elements last.
fn up_to(most: usize) -> Vec<Case> {
    let mut cases = all(&Settings { random_cases: 0, ..Settings::default() });
    cases.retain(|case| size(case) <= most);
    cases.sort_by_key(|case| (case.operands().iter().any(Tensor::is_empty), size(case)));
    cases
}

fn size(case: &Case) -> usize {
    case.elements()
}

/// The largest of them, of each source and operator one: they show how many clauses a fault breaks.
fn probes(cases: &[Case]) -> impl Iterator<Item = &Case> {
    let mut seen = BTreeSet::new();
    cases.iter().rev().filter(move |case| seen.insert((case.origin.source.clone(), case.operator.qualified())))
}

/// The smallest cases of each source that the clause speaks of, with the answer of the reference.
fn tried(cases: Vec<Case>, clause: &'static Clause, of_a_source: usize) -> Vec<(Case, Answer)> {
    // Ways of asking are told by their names, and where the operators have faults of their own, by their attributes, too.
    let way = |case: &Case| {
        let attributes = if own_family(clause).is_empty() { String::new() } else { format!("{:?}", case.attributes) };
        format!("{} {attributes}", case.slug())
    };
    let mut of_source: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let own = cases.into_iter().filter(|case| clause.operators.contains(&case.operator) && case.way == Way::Plain);
    let kept = own.filter_map(|case| {
        let ways = of_source.entry(case.origin.source.clone().into_owned()).or_default();
        let way = way(&case);
        if ways.len() == of_a_source || ways.contains(&way) {
            return None;
        }
        let answer = Answer::of(&case, reference(&case));
        answer.keeps(clause).then(|| {
            ways.insert(way);
            (case, answer)
        })
    });
    kept.collect()
}
