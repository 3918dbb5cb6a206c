//! `opconform clauses`: what is judged, in the words of the sources.

use std::convert::Infallible;
use std::fmt::Write as _;

use clap::Args;
use opconform_report::plain;
use opconform_spec::{DEFECTS, Place, Statement, Treatment, placed_statements, profiles};

use super::coverage::coverage;
use crate::exit::Exit;
use crate::suite::SuiteArgs;
use crate::{output, selection};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform clauses
  opconform clauses --statements";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ClausesArgs {
    /// Run the suite on `portable`, and show how many element comparisons each clause makes by element type; 1 is the exit
    /// code where one makes none of a type that it speaks of
    #[arg(long)]
    pub(crate) coverage: bool,

    /// List the statements of the sources, each with the clauses that judge it, or the reason why none does
    #[arg(long, conflicts_with = "coverage")]
    pub(crate) statements: bool,

    #[arg(hide = true, value_name = "CLAUSE", value_parser = explained)]
    explained: Option<Infallible>,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

/// Where one clause is shown.
fn explained(id: &str) -> Result<Infallible, String> {
    Err(match selection::clause(id) {
        Ok(clause) => format!("one clause is shown by `opconform explain {}`", clause.id),
        Err(error) => error.to_string(),
    })
}

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

/// Every statement of the sources, with what becomes of it, under the headings of its document.
fn statements() -> String {
    let mut text = String::new();
    let all: Vec<(&Statement, Place)> = placed_statements().collect();
    for of_document in all.chunk_by(|(a, _), (b, _)| a.document == b.document) {
        let judged = |how: fn(&Treatment) -> bool| of_document.iter().filter(|(it, _)| how(&it.treatment)).count();
        let whole = judged(|it| matches!(it, Treatment::Judged(_)));
        let in_part = judged(|it| matches!(it, Treatment::JudgedInPart(..)));
        let not = of_document.len() - in_part - whole;
        let title = of_document.first().map_or("", |(statement, _)| statement.document.title());
        let _ = writeln!(text, "{title}: {whole} judged, {in_part} in part, {not} not");
        for (statement, place) in of_document {
            let sign = match statement.treatment {
                Treatment::Judged(_) => '✓',
                Treatment::JudgedInPart(..) => '~',
                Treatment::NotJudged(_) | Treatment::Heads => '–',
            };
            let _ = writeln!(text, "  {sign} {:>3} {}", place.number, plain(statement.words));
            let ids = Some(statement.treatment.clauses().join(" ")).filter(|ids| !ids.is_empty());
            for line in ids.iter().map(String::as_str).chain(statement.treatment.reason()) {
                let _ = writeln!(text, "      {line}");
            }
        }
        text.push('\n');
    }
    text
}
