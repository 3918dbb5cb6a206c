//! `opconform clauses`: what is judged, in the words of the sources.

use std::fmt::Write as _;

use opconform_report::plain;
use opconform_spec::{Clause, DEFECTS, Direction, PROFILES, STATEMENTS, Statement, Treatment};
use opconform_tensor::DType;

use super::coverage::coverage;
use crate::args::ClausesArgs;
use crate::exit::Exit;
use crate::{output, selection};

pub(crate) fn clauses(args: &ClausesArgs) -> anyhow::Result<Exit> {
    if args.coverage {
        return coverage(&args.suite);
    }
    if args.statements {
        output::print(&statements())?;
        return Ok(Exit::AsExpected);
    }
    let text = match &args.id {
        Some(id) => show(selection::clause(id)?),
        None => list(),
    };
    output::print(&text)?;
    Ok(Exit::AsExpected)
}

fn list() -> String {
    let mut text = String::from("Profiles\n");
    for profile in PROFILES {
        let _ = writeln!(text, "  {:<14} {}", profile.name, profile.source);
    }
    text.push_str("\nClauses\n");
    for clause in opconform_spec::clauses() {
        let _ = writeln!(text, "  {:<24} {:<6} {}", clause.id, clause.level.name(), clause.title);
    }
    text.push_str("\nKnown defects of the sources\n");
    for defect in DEFECTS {
        let _ = writeln!(text, "  {}: {}", defect.document, defect.text);
    }
    text
}

/// Every statement of the sources, with what becomes of it.
fn statements() -> String {
    let mut text = String::new();
    for of_document in STATEMENTS {
        let is_judged = |statement: &&Statement| matches!(statement.treatment, Treatment::Judged(_));
        let judged = of_document.iter().filter(is_judged).count();
        let title = of_document.first().map_or("", |statement| statement.document.title());
        let _ = writeln!(text, "{title}: {judged} judged, {} not", of_document.len() - judged);
        for statement in *of_document {
            let _ = match statement.treatment {
                Treatment::Judged(ids) => writeln!(text, "  ✓ {}\n      {}", statement.words, ids.join(" ")),
                Treatment::NotJudged(reason) => writeln!(text, "  – {}\n      {reason}", statement.words),
            };
        }
        text.push('\n');
    }
    text
}

fn show(clause: &Clause) -> String {
    let turned = clause.asks(Direction::Min);
    let of_a_minimum = if turned == clause.title { String::new() } else { format!("of a minimum: {turned}\n") };
    let mut text = format!("{} ({})\n{}\n{of_a_minimum}\n", clause.id, clause.level.name(), clause.title);
    let _ = writeln!(text, "  \"{}\"\n  {}\n", plain(clause.words), clause.place);
    let _ = writeln!(text, "profiles: {}", clause.profiles.join(" "));
    let operators: Vec<_> = clause.operators.iter().map(|operator| operator.qualified()).collect();
    let _ = writeln!(text, "operators: {}", operators.join(" "));
    for dtype in DType::ALL {
        if let Some(reason) = (clause.exempt)(dtype) {
            let _ = writeln!(text, "says nothing of {dtype}: {reason}");
        }
    }
    text
}
