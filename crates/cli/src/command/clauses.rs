//! `opconform clauses`: what is judged, in the words of the sources.

use std::fmt::Write as _;

use opconform_report::plain;
use opconform_spec::{DEFECTS, STATEMENTS, Statement, Treatment, profiles};

use super::coverage::coverage;
use crate::args::ClausesArgs;
use crate::exit::Exit;
use crate::output;

pub(crate) fn clauses(args: &ClausesArgs) -> anyhow::Result<Exit> {
    if args.coverage {
        return coverage(&args.suite);
    }
    if args.statements {
        output::print_folded(&statements())?;
        return Ok(Exit::AsExpected);
    }
    output::print_folded(&list())?;
    Ok(Exit::AsExpected)
}

fn list() -> String {
    let mut text = String::from("Profiles\n");
    for profile in profiles() {
        let _ = writeln!(text, "  {:<16} {}", profile.name, profile.source);
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
                Treatment::Judged(ids) => writeln!(text, "  ✓ {}\n      {}", plain(statement.words), ids.join(" ")),
                Treatment::NotJudged(reason) => writeln!(text, "  – {}\n      {reason}", plain(statement.words)),
            };
        }
        text.push('\n');
    }
    text
}
