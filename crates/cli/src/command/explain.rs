//! `opconform explain`: one clause, in the words of its source, with an answer that keeps it and one that breaks it.

use std::fmt::Write as _;

use clap::Args;
use opconform_cases::{Settings, all};
use opconform_mutants::{MUTANTS, Mutant, planted};
use opconform_report::plain;
use opconform_spec::{
    Case, Clause, Decision, Direction, Facts, Oracle, Outcome, PROFILES, Profile, Scope, Trial, Verdict, clauses,
    decision, judge, reference,
};
use opconform_tensor::{DType, Tensor};
use opconform_text::visible;

use super::cases::describe;
use super::replay::outcome_text;
use crate::exit::Exit;
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
    output::print(&format!("{}\n{}", show(clause), shown_by(clause)))?;
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

/// An answer that breaks a clause, and who gives it.
struct Breach {
    mutant: &'static Mutant,
    outcome: Outcome,
    symptom: String,
    /// How many clauses it breaks.
    clauses: usize,
}

/// A case, the right answer to it, and one that breaks the clause and the fewest others.
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
    let right = |case: &Case| {
        let outcome = reference(case);
        let decided = decided(index, case, &outcome);
        (decided.compared > 0 && !decided.is_violation()).then_some(outcome)
    };
    let judged = cases.into_iter().filter_map(|case| right(&case).map(|outcome| (case, outcome))).take(TRIED);
    let judged: Vec<(Case, Outcome)> = judged.collect();
    let tried = judged.iter().filter_map(|(case, outcome)| Some((case, outcome, breach(index, case)?)));
    match (tried.min_by_key(|(.., breach)| breach.clauses), judged.first()) {
        (Some((case, outcome, breach)), _) => example(case, outcome, Some(&breach)),
        (None, Some((case, outcome))) => example(case, outcome, None),
        (None, None) => "No case of the suite is small enough to show it.\n".to_owned(),
    }
}

fn decided(index: usize, case: &Case, outcome: &Outcome) -> Decision {
    let facts = Facts::new(case);
    decision(index, &Trial::new(&facts, outcome), &Scope::of(&facts, PROFILES))
}

/// The planted fault that breaks a clause on a case, and the fewest others with it.
fn breach(index: usize, case: &Case) -> Option<Breach> {
    let facts = Facts::new(case);
    let scope = Scope::of(&facts, PROFILES);
    let breaches = MUTANTS.iter().flat_map(|family| family.mutants).filter_map(|mutant| {
        let outcome = planted(mutant.name)?.run(std::slice::from_ref(case)).pop()?;
        let mut decided: Vec<Decision> = judge(&Trial::new(&facts, &outcome), &scope).clauses;
        let clauses = decided.iter().filter(|decision| decision.is_violation()).count();
        match decided.swap_remove(index).verdict {
            Verdict::Violates(witness) => Some(Breach { mutant, outcome, symptom: witness.symptom, clauses }),
            _ => None,
        }
    });
    breaches.min_by_key(|breach| breach.clauses)
}

fn example(case: &Case, right: &Outcome, breach: Option<&Breach>) -> String {
    let mut text = describe(case);
    let _ = writeln!(text, "\nkeeps it:  {}", outcome_text(right));
    let Some(Breach { mutant, outcome, symptom, .. }) = breach else { return text };
    let _ = writeln!(text, "breaks it: {}\n           {}", outcome_text(outcome), visible(symptom));
    let seen = if mutant.seen.is_empty() { String::new() } else { format!("; seen in {}", mutant.seen.join(", ")) };
    let _ = writeln!(text, "           as planted fault `{}` answers: {}{seen}", mutant.name, mutant.fault);
    text
}
