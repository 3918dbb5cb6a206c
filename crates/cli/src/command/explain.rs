//! `opconform explain`: one clause, in the words of its source, with an answer that keeps it and one that breaks it.

use std::fmt::Write as _;

use clap::Args;
use opconform_cases::{Settings, all};
use opconform_mutants::{MUTANTS, Mutant, planted};
use opconform_report::plain;
use opconform_spec::{
    Case, Clause, Decision, Direction, Facts, Oracle, Outcome, Profile, Scope, Trial, Verdict, clauses, decision,
    judge, profiles, reference,
};
use opconform_tensor::{DType, Tensor};
use opconform_text::visible;

use super::cases::describe;
use super::replay::outcome_text;
use crate::exit::Exit;
use crate::known::{Offence, offenders};
use crate::{output, selection};

const EXAMPLES: &str = "\
Examples:
  opconform explain SONNX-MAX-ZERO
  opconform explain onnx-rmax-keepdims";

/// Elements of all inputs of an example, at most: a person reads it.
const SMALL: usize = 64;
/// Cases that are tried on planted faults, at most, the smallest first.
const TRIED: usize = 24;

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The id of the clause, such as SONNX-MAX-P1, in capitals or not
    clause: String,
}

pub(crate) fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let clause = selection::clause(&args.clause)?;
    output::print(&format!("{}\n{}{}", show(clause), shown_by(clause), broken_by(clause)))?;
    Ok(Exit::AsExpected)
}

fn show(clause: &Clause) -> String {
    let turned = clause.asks(Direction::Min);
    let of_a_minimum = if turned == clause.title { String::new() } else { format!("of a minimum: {turned}\n") };
    let mut text = format!("{} ({})\n{}\n{of_a_minimum}\n", clause.id, clause.level.name(), clause.title);
    let _ = writeln!(text, "  \"{}\"\n  {}\n", plain(clause.words), clause.place);
    let _ = writeln!(text, "profiles: {}", clause.profiles.join(" "));
    if clause.family().is_some() {
        let mut links: Vec<&str> =
            clause.profiles.iter().filter_map(|name| Profile::named(name)).map(|profile| profile.link).collect();
        links.dedup();
        let _ = writeln!(text, "read it at: {}", links.join(" "));
    }
    let operators: Vec<_> = clause.operators.iter().map(|operator| operator.qualified()).collect();
    let _ = writeln!(text, "operators: {}", operators.join(" "));
    let mut exempt: Vec<(&str, Vec<&str>)> = Vec::new();
    for (dtype, reason) in DType::ALL.into_iter().filter_map(|dtype| Some((dtype, (clause.exempt)(dtype)?))) {
        match exempt.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, dtypes)) => dtypes.push(dtype.name()),
            None => exempt.push((reason, vec![dtype.name()])),
        }
    }
    for (reason, dtypes) in exempt {
        let _ = writeln!(text, "says nothing of {}: {reason}", dtypes.join(" "));
    }
    text
}

/// An answer to a case, and who gives it.
struct Answer {
    /// The planted fault; none of the reference.
    mutant: Option<&'static Mutant>,
    outcome: Outcome,
    decision: Decision,
    /// How many clauses it breaks.
    broken: usize,
}

/// A case, an answer to it that keeps the clause, and one that breaks it and the fewest others.
fn shown_by(clause: &'static Clause) -> String {
    if !matches!(clause.oracle, Oracle::Each(_) | Oracle::Published(_)) {
        return "It compares several answers of one implementation: `opconform qualify` shows who breaks it.\n"
            .to_owned();
    }
    let index = clauses().position(|it| it.id == clause.id).unwrap_or_default();
    let size = |case: &Case| case.inputs.iter().map(Tensor::len).sum::<usize>();
    let mut cases = all(&Settings { random_cases: 0, ..Settings::default() });
    cases.retain(|case| clause.operators.contains(&case.operator) && size(case) <= SMALL);
    cases.sort_by_key(size);
    let speaks = |case: &Case| {
        let (facts, outcome) = (Facts::new(case), reference(case));
        decision(index, &Trial::new(&facts, &outcome), &Scope::of(&facts, &profiles().collect::<Vec<_>>())).compared > 0
    };
    let tried = cases.into_iter().filter(speaks).take(TRIED);
    let shown = tried.filter_map(|case| {
        let mut answers = answers(index, &case);
        answers.sort_by_key(|answer| answer.broken);
        let kept = answers.iter().position(|answer| answer.decision.compared > 0 && !answer.decision.is_violation())?;
        let kept = answers.remove(kept);
        let breach = answers.into_iter().find(|answer| answer.decision.is_violation());
        Some((case, kept, breach))
    });
    let fewest = |(.., breach): &(Case, Answer, Option<Answer>)| breach.as_ref().map_or(usize::MAX, |it| it.broken);
    match shown.min_by_key(fewest) {
        Some((case, kept, breach)) => example(&case, &kept, breach.as_ref()),
        None => "No case of the suite is small enough to show it.\n".to_owned(),
    }
}

/// Whose answers to two special operands break a clause.
fn broken_by(clause: &Clause) -> String {
    let (claiming, others) = offenders(clause);
    let mut text = String::new();
    for (backend, Offence { operator, operands: [a, b], found }) in &claiming {
        let call = format!("{} {} ({}, {})", operator.qualified(), a.dtype(), a.decimal(), b.decimal());
        let _ = writeln!(text, "\nknown to break it: {backend}: {call} = {}", found.decimal());
    }
    if !others.is_empty() {
        let _ = writeln!(text, "\nnot claimed by, and not kept by: {}", others.join(", "));
    }
    text
}

/// The answers of the reference and of every planted fault.
fn answers(index: usize, case: &Case) -> Vec<Answer> {
    let facts = Facts::new(case);
    let scope = Scope::of(&facts, &profiles().collect::<Vec<_>>());
    let answer = |mutant, outcome: Outcome| {
        let mut decided: Vec<Decision> = judge(&Trial::new(&facts, &outcome), &scope).clauses;
        let broken = decided.iter().filter(|decision| decision.is_violation()).count();
        Answer { mutant, decision: decided.swap_remove(index), broken, outcome }
    };
    let of_mutant = |mutant: &'static Mutant| {
        let (backend, case) = (planted(mutant.name)?, std::slice::from_ref(case));
        // What only a first call gets wrong is no fault of this case.
        backend.run(case);
        let outcome = backend.run(case).pop()?;
        Some(answer(Some(mutant), outcome))
    };
    let mutants = MUTANTS.iter().flat_map(|family| family.mutants);
    std::iter::once(answer(None, reference(case))).chain(mutants.filter_map(of_mutant)).collect()
}

fn example(case: &Case, kept: &Answer, breach: Option<&Answer>) -> String {
    let mut text = describe(case);
    let _ = writeln!(text, "\nkeeps it:  {}", outcome_text(&kept.outcome));
    let Some(Answer { mutant, outcome, decision, .. }) = breach else { return text };
    let Verdict::Violates(witness) = &decision.verdict else { return text };
    let _ =
        writeln!(text, "breaks it: {}\n           {}", outcome_text(outcome), visible(&witness.symptom.to_string()));
    let _ = match mutant {
        None => writeln!(text, "           as the reference of the sources answers"),
        Some(Mutant { name, fault, seen, .. }) => {
            let seen = if seen.is_empty() { String::new() } else { format!("; seen in {}", seen.join(", ")) };
            writeln!(text, "           as planted fault `{name}` answers: {fault}{seen}")
        }
    };
    text
}
