//! Answers of one implementation to several questions, that show what a clause says which compares answers. Whoever claims nothing else is
//! judged so: by other documents it is left to chance which of several results there is, and nothing to be compared.

use std::fmt::Write as _;

use opconform_backends::Backend;
use opconform_mutants::{MUTANTS, Mutant, planted, sound};
use opconform_spec::{
    Case, Circumstance, Clause, Decision, Facts, How, Observations, Operator, Oracle, Origin, Outcome, PROFILES,
    PairResults, Relation, Scope, Trial, Verdict, Witness, reference, relate, same_in,
};
use opconform_tensor::{DType, Tensor, Value};
use opconform_text::visible;

use super::answer::{Shown, by_fault};
use super::suite::small;
use super::why::Harm;
use crate::command::cases::describe;
use crate::command::replay::outcome_text;

/// Cases that a relation is tried on, at most: the smallest of those that it may speak of.
const TRIED: usize = 12;
/// Further cases that it is tried on with faults that only a second call shows.
const MORE: usize = 400;
/// The family of faults in what an earlier call leaves behind.
const STATE: &str = "state";
/// Lengths of vectors that the same two operands stand in.
const LENGTHS: [usize; 6] = [1, 4, 9, 17, 33, 70];
/// The two operands: what they give is a matter of choice.
const OPERANDS: [[&str; 2]; 3] = [["0.0", "-0.0"], ["nan", "1.0"], ["1.0", "nan"]];
/// Cases that an implementation answers before it is asked the first one again: as many as the suite may have.
const MANY: u64 = 30_000;

/// The family of faults of the ways in which a case is put.
const WAYS: &str = "context";

/// What keeps a clause that compares answers, and what breaks it, in words; `None` of a clause that compares none, and where no
/// small case shows it.
pub(super) fn shown(clause: &'static Clause) -> Option<Shown> {
    let text = match clause.oracle {
        Oracle::Metamorphic(relation) => related(clause, relation),
        Oracle::Same(circumstance) => same(circumstance),
        Oracle::CrossCase => across(clause),
        Oracle::Each(_) | Oracle::Published(_) => None,
    }?;
    Some(Shown { text, harm: Harm::Changing })
}

/// A case, what the implementation without a fault makes of it and of those made of it, and what a planted fault does.
fn related(clause: &'static Clause, relation: Relation) -> Option<String> {
    let speaks = |case: &&Case| clause.operators.contains(&case.operator) && relation.applies(case);
    let is_plain = |case: &Case| case.operands().first().is_some_and(|it| it.dtype() == DType::F32 && !it.is_empty());
    let cases = small();
    let mut cases: Vec<&Case> = cases.iter().filter(speaks).collect();
    cases.sort_by_key(|case| !is_plain(case));
    let (few, more) = cases.split_at(cases.len().min(TRIED));
    let of = |name: &'static str| MUTANTS.iter().filter(move |it| it.name == name).flat_map(|it| it.mutants);
    let all: Vec<&Mutant> = if relation.is_of_ways() { of(WAYS).collect() } else { mutants().collect() };
    // What an earlier call leaves behind shows where it happens to matter.
    let of_state: Vec<&Mutant> = of(STATE).collect();
    let tries = few.iter().map(|case| (case, &all)).chain(more.iter().take(MORE).map(|case| (case, &of_state)));
    let mut shown = tries.filter_map(|(case, mutants)| {
        let (kept, decision) = asked(clause, sound().as_ref(), case)?;
        if decision.compared == 0 || decision.is_violation() {
            return None;
        }
        let broken = mutants.iter().filter_map(|mutant| {
            let (outcome, decision) = asked(clause, planted(mutant.name)?.as_ref(), case)?;
            let Verdict::Violates(witness) = decision.verdict else { return None };
            Some((*mutant, outcome, witness))
        });
        let (mutant, outcome, witness) = broken.min_by_key(|(mutant, ..)| mutant.seen.is_empty())?;
        Some(words(case, &kept, &outcome, &witness, mutant))
    });
    shown.next()
}

/// What a backend answers to a case, and what a relation says of that; `None` where it has no answer.
fn asked(clause: &Clause, backend: &dyn Backend, case: &Case) -> Option<(Outcome, Decision)> {
    let mut ask = |case: &Case| {
        let answer = backend.run(std::slice::from_ref(case)).pop();
        answer.unwrap_or_else(|| Outcome::Unsupported("no answer".to_owned()))
    };
    let outcome = ask(case);
    let facts = Facts::new(case);
    let scope = Scope::of(&facts, PROFILES);
    let decision = relate(clause, &Trial::new(&facts, &outcome), &scope, &mut ask);
    matches!(outcome, Outcome::Output(_)).then_some((outcome, decision))
}

fn words(case: &Case, kept: &Outcome, broken: &Outcome, witness: &Witness, mutant: &Mutant) -> String {
    let operands: Vec<String> = witness.operands.iter().map(ToString::to_string).collect();
    let of = if operands.is_empty() { String::new() } else { format!("of {}: ", operands.join(", ")) };
    let found = witness.found.map_or_else(String::new, |found| format!("{found}; "));
    format!(
        "{}\nkeeps it:  {}, and so it is asked the other way\nbreaks it: {}\n           {of}{found}{}\n{}",
        describe(case),
        outcome_text(kept),
        outcome_text(broken),
        visible(&witness.symptom.to_string()),
        by_fault(mutant)
    )
}

/// The same case in two circumstances.
fn same(circumstance: Circumstance) -> Option<String> {
    let (how, first) = match circumstance {
        Circumstance::Threads => (How::OnOneThread, "on several threads"),
        Circumstance::Warmth => (How::After(MANY), "at first"),
    };
    let case = vectors(Operator::named("Max")?, OPERANDS[0], 1)?;
    let facts = Facts::new(&case);
    let scope = Scope::of(&facts, PROFILES);
    let outcome = reference(&case);
    let other = Outcome::Output(vec![case.operands().get(1)?.clone()]);
    let trial = Trial::new(&facts, &outcome);
    let is_broken = |other| same_in(circumstance, &trial, &scope, other, how).is_some_and(|(_, it)| it.is_violation());
    let text = |other: &Outcome| format!("{} {first}, {how}: {}", outcome_text(&outcome), outcome_text(other));
    (!is_broken(&outcome) && is_broken(&other))
        .then(|| format!("{}\nkeeps it:  {}\nbreaks it: {}\n", describe(&case), text(&outcome), text(&other)))
}

/// The same two operands in all places of vectors, as planted faults answer them.
fn across(clause: &'static Clause) -> Option<String> {
    let operator = *clause.operators.first()?;
    let series =
        |operands: [&str; 2]| LENGTHS.iter().filter_map(|&length| vectors(operator, operands, length)).collect();
    OPERANDS.iter().find_map(|&operands| {
        let cases: Vec<Case> = series(operands);
        let broken = mutants().filter_map(|mutant| Some((mutant, conflict(planted(mutant.name)?.as_ref(), &cases)?)));
        let (mutant, [first, second]) = broken.min_by_key(|(mutant, _)| mutant.seen.is_empty())?;
        let place =
            |(length, position, bits): Place| format!("{} at {position} of {length}", Value::new(DType::F32, bits));
        let mut text = format!("{} f32 of ({}) in every place\n", operator.qualified(), operands.join(", "));
        let kept = reference(cases.first()?);
        let _ = writeln!(text, "keeps it:  {} in each place of each vector", outcome_text(&kept));
        let _ = writeln!(text, "breaks it: {}, and {}", place(first), place(second));
        Some(text + &by_fault(mutant))
    })
}

/// The length of a vector, a place in it, and the bits that stand there.
type Place = (usize, usize, u64);

/// Two places at which a backend makes other bits of the same operands.
fn conflict(backend: &dyn Backend, cases: &[Case]) -> Option<[Place; 2]> {
    let mut results = PairResults::default();
    for (at, (case, outcome)) in cases.iter().zip(backend.run(cases)).enumerate() {
        let facts = Facts::new(case);
        let scope = Scope::of(&facts, PROFILES);
        let (_, conflicts) = results.note(at, &Observations::of(&Trial::new(&facts, &outcome), &scope));
        if let Some(conflict) = conflicts.first() {
            let place = |seen: opconform_spec::PairResult| {
                Some((cases.get(seen.case)?.operands().first()?.len(), seen.position, seen.bits))
            };
            return Some([place(conflict.first)?, place(conflict.second)?]);
        }
    }
    None
}

/// Two vectors, each of one value.
fn vectors(operator: &'static Operator, operands: [&str; 2], length: usize) -> Option<Case> {
    let value = |name: &str| match name {
        "nan" => Value::nan(DType::F32),
        name => Value::parse(DType::F32, name).ok(),
    };
    let vector = |name| Tensor::from_bits(DType::F32, &[length], &vec![value(name)?.bits(); length]).ok();
    let inputs = operands.map(vector).into_iter().collect::<Option<Vec<_>>>()?;
    let origin = Origin { source: "explain".into(), seed: None };
    Some(Case::new(operator, operator.newest(), inputs, "explained", origin))
}

fn mutants() -> impl Iterator<Item = &'static Mutant> {
    MUTANTS.iter().flat_map(|family| family.mutants)
}
