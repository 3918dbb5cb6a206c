//! `opconform clauses`: what is judged, in the words of the sources.

use std::fmt::Write as _;

use anyhow::Context as _;
use opconform_spec::{Clause, DEFECTS, Direction, PROFILES};
use opconform_tensor::DType;

use super::coverage::coverage;
use crate::args::ClausesArgs;
use crate::exit::Exit;
use crate::output;

pub(crate) fn clauses(args: &ClausesArgs) -> anyhow::Result<Exit> {
    if args.coverage {
        return coverage(&args.suite);
    }
    let text = match &args.id {
        Some(id) => {
            let clause = Clause::named(id)
                .with_context(|| format!("unknown clause `{id}`: `opconform clauses` lists them all"))?;
            show(clause)
        }
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

fn show(clause: &Clause) -> String {
    let turned = clause.asks(Direction::Min);
    let of_a_minimum = if turned == clause.title { String::new() } else { format!("of a minimum: {turned}\n") };
    let mut text = format!("{} ({})\n{}\n{of_a_minimum}\n", clause.id, clause.level.name(), clause.title);
    let _ = writeln!(text, "  \"{}\"\n  {}\n", clause.words, clause.place);
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
