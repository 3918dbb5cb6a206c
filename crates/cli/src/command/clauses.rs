//! `opconform clauses`: what is judged, in the words of the sources.

use std::fmt::Write as _;

use clap::Args;
use opconform_report::plain;
use opconform_spec::{Defect, Place, Statement, Treatment, placed_statements, profiles};

use super::coverage::coverage;
use crate::exit::Exit;
use crate::output;
use crate::suite::SuiteArgs;
use subject::Subject;

mod defects;
mod subject;

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform clauses
  opconform clauses sonnx
  opconform clauses --statements SONNX-MAX-P1
  opconform clauses --defects sonnx";

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

    /// Tell the known defects of the sources, each with its words and with what turns on it, as a page of Markdown
    #[arg(long, conflicts_with_all = ["coverage", "statements"])]
    defects: bool,

    /// Only what is of this specification, such as sonnx, or of this clause
    #[arg(value_name = "CLAUSE-OR-FAMILY", value_parser = Subject::named, conflicts_with = "coverage")]
    of: Option<Subject>,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

pub(crate) fn clauses(args: &ClausesArgs) -> anyhow::Result<Exit> {
    if args.coverage {
        return coverage(&args.suite);
    }
    if args.defects {
        let title = args.of.map_or("The sources", Subject::title);
        output::print(&defects::page(title, &defects_of(args.of).collect::<Vec<_>>()))?;
        return Ok(Exit::AsExpected);
    }
    output::print_folded(&if args.statements { statements(args.of) } else { list(args.of) })?;
    Ok(Exit::AsExpected)
}

/// The defects of a subject, or all.
fn defects_of(subject: Option<Subject>) -> impl Iterator<Item = &'static Defect> {
    opconform_spec::defects().filter(move |defect| subject.is_none_or(|of| of.has_defect(defect)))
}

fn list(subject: Option<Subject>) -> String {
    let mut text = String::from("Profiles\n");
    for profile in profiles().filter(|profile| subject.is_none_or(|of| of.has_profile(profile))) {
        let _ = writeln!(text, "  {:<16} {}", profile.name, profile.source);
    }
    text.push_str("\nClauses\n");
    for clause in opconform_spec::clauses().filter(|clause| subject.is_none_or(|of| of.has_clause(clause))) {
        let _ = writeln!(text, "  {:<24} {:<6} {}", clause.id, clause.level.name(), clause.title);
    }
    let mut defects = defects_of(subject).peekable();
    if defects.peek().is_some() {
        text.push_str("\nKnown defects of the sources\n");
    }
    for defect in defects {
        let _ = writeln!(text, "  {:<14} {}: {}", defect.id, defect.document, defect.text);
    }
    text
}

/// The statements of the sources, of a subject or all, with what becomes of each, document by document.
fn statements(subject: Option<Subject>) -> String {
    let mut text = String::new();
    let all: Vec<(Statement, Place)> =
        placed_statements().filter(|(it, _)| subject.is_none_or(|of| of.has_statement(it))).collect();
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
