//! The qualification of the suite: by which planted faults the very program that judged was tried.

use super::page::Block;
use super::{Evidence, is_claimed};
use crate::text::thousands;

/// In a sentence or two, for the summary.
pub(super) fn line(evidence: &Evidence) -> String {
    let table = evidence.qualification;
    let found = format!(
        "The program that judged was tried on the same machine on planted faults: {} killed, {} sound controls spared (section 7).",
        table.killed(),
        table.spared()
    );
    match table.shortcomings().len() {
        0 => found,
        some => format!("{found} It is not qualified: section 7 lists {some} shortcomings."),
    }
}

/// The planted faults that a clause objects to.
pub(super) fn kills<'a>(evidence: &Evidence<'a>, id: &str) -> Vec<&'a str> {
    let killed =
        evidence.qualification.mutants().filter(|mutant| mutant.killed_by.iter().any(|kill| kill.clause == id));
    killed.map(|mutant| mutant.name.as_str()).collect()
}

pub(super) fn blocks(evidence: &Evidence) -> Vec<Block> {
    let (report, table) = (evidence.report, evidence.qualification);
    let facts = [
        ("program, SHA-256", evidence.run.program.clone()),
        ("machine", evidence.run.machine.clone()),
        ("procedure", evidence.run.command.clone()),
        ("begun", evidence.run.started.clone()),
        ("cases, seed", format!("{}, {}", thousands(table.cases), table.seed)),
        ("planted faults killed", table.killed().to_string()),
        ("the same confined to one operator, one type, long calls", table.confined().to_string()),
        ("sound controls spared", table.spared().to_string()),
        ("clauses that kill a fault", table.killing().to_string()),
    ];
    let is_claimed = |id: &str| {
        let clause = report.clauses.iter().find(|clause| clause.id == id);
        clause.is_some_and(|clause| report.backends.iter().any(|backend| is_claimed(backend, clause)))
    };
    let clauses = table.every_clause().filter(|clause| is_claimed(&clause.id)).map(|clause| {
        vec![
            clause.id.clone(),
            clause.level.to_string(),
            thousands(clause.compared),
            thousands(clause.kills),
            clause.alone.join(", "),
            kills(evidence, &clause.id).join(", "),
        ]
    });
    let mut blocks = vec![
        Block::Heading("7. Qualification of the suite".to_owned()),
        Block::Text(
            "A planted fault is a maximum with one realistic fault, given to the suite as any backend is. It is killed when a clause \
             objects. A control is sound, and does otherwise wherever its document leaves a choice: nothing may object. \
             qualification.md describes every one."
                .to_owned(),
        ),
        Block::Table(&["what", "value"], facts.map(|(what, value)| vec![what.to_owned(), value]).into()),
    ];
    let shortcomings = table.shortcomings();
    if !shortcomings.is_empty() {
        blocks.extend([Block::Part("Shortcomings".to_owned()), Block::List(shortcomings)]);
    }
    let heads = &["clause", "level", ">compared", ">faults killed", "by it alone", "which"];
    blocks.extend([Block::Part("By clause of what is claimed".to_owned()), Block::Table(heads, clauses.collect())]);
    blocks
}
