//! `opconform explain`: one clause, in the words of its source, why it is asked, and an answer that keeps it and one that breaks it.

use std::fmt::Write as _;

use clap::Args;
use opconform_report::plain;
use opconform_spec::{Clause, Direction, Oracle};
use opconform_tensor::DType;

use crate::exit::Exit;
use crate::known::{Offence, backend_name, named, offenders};
use crate::offenders::{Offender, recorded};
use crate::{output, selection};
use answer::Shown;

mod answer;
mod compared;
mod pair;
mod suite;
mod why;

const EXAMPLES: &str = "\
Examples:
  opconform explain SONNX-MAX-ZERO
  opconform explain onnx-rmax-keepdims";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The id of the clause, such as SONNX-MAX-P1, in capitals or not
    clause: String,
}

/// Why there is no example of a clause.
fn without_example(clause: &Clause) -> &'static str {
    match clause.oracle {
        // Where a single result is wrong, the clauses about results say so, and the relation is silent.
        Oracle::Metamorphic(_) => {
            "No planted fault breaks it in a case by itself: clauses about single results decide what it compares."
        }
        _ => "No case of the suite is small enough to show it.",
    }
}

pub(crate) fn explain(args: &ExplainArgs) -> anyhow::Result<Exit> {
    let clause = selection::clause(&args.clause)?;
    let shown = shown_by(clause);
    let why = why::why(clause, shown.as_ref().map(|shown| shown.harm));
    let example = shown.map_or_else(|| format!("{}\n", without_example(clause)), |it| it.text);
    output::print_folded(&format!("{}\n{why}\n{example}{}", show(clause), broken_by(clause)))?;
    Ok(Exit::AsExpected)
}

fn show(clause: &Clause) -> String {
    let turned = clause.asks(Direction::Min);
    let of_a_minimum = if turned == clause.title { String::new() } else { format!("of a minimum: {turned}\n") };
    let mut text = format!("{} ({})\n{}\n{of_a_minimum}\n", clause.id, clause.level.name(), clause.title);
    let _ = writeln!(text, "  \"{}\"\n  {}\n", plain(clause.words), clause.place);
    let _ = writeln!(text, "profiles: {}", clause.profiles.join(" "));
    let _ = writeln!(text, "read it at: {}", clause.links().join(" "));
    let operators: Vec<_> = clause.operators.iter().map(|operator| operator.qualified()).collect();
    let _ = writeln!(text, "operators: {}", operators.join(" "));
    let mut exempt: Vec<(&str, Vec<&str>)> = Vec::new();
    for (dtype, reason) in DType::ALL.into_iter().filter_map(|dtype| Some((dtype, clause.silence(dtype)?))) {
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

/// An answer that keeps a clause, and one that breaks it: to two operands where that shows it, or else to a case of the suite; of a
/// clause that compares answers, to the questions that it compares.
fn shown_by(clause: &'static Clause) -> Option<Shown> {
    match clause.oracle {
        Oracle::Each(_) | Oracle::Published(_) => pair::shown(clause).or_else(|| suite::shown(clause)),
        Oracle::Metamorphic(_) | Oracle::Same(_) | Oracle::CrossCase => compared::shown(clause),
    }
}

/// Whose answers break a clause: those to two special operands, and what was recorded of others.
fn broken_by(clause: &Clause) -> String {
    let (claiming, others) = offenders(clause);
    let answered = claiming.iter().map(|(backend, Offence { operator, operands: [a, b], found })| {
        format!("{backend}: {} {} ({}, {}) = {found}", operator.qualified(), a.dtype(), named(*a), named(*b))
    });
    let is_named = |runtime: &str| claiming.keys().any(|backend| backend_name(backend) == runtime);
    let recorded = recorded(clause.id).filter(|it| !is_named(it.runtime));
    let recorded = recorded.map(|Offender { runtime, versions, title }| format!("{runtime} {versions}: {title}"));
    let known: Vec<String> = answered.chain(recorded).collect();
    let mut text = String::new();
    if !known.is_empty() {
        let _ = writeln!(text, "\nknown to break it:\n  {}", known.join("\n  "));
    }
    if !others.is_empty() {
        let _ = writeln!(text, "\nnot claimed by, and not kept by: {}", others.join(", "));
    }
    text
}
