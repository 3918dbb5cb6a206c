//! What is said first: who was judged by what, and how it came out.

use super::page::Block;
use super::{Evidence, deviations, qualified};
use crate::standing::{claims, verdict};
use crate::text::{plural, thousands};

/// The most names in the title.
const NAMES: usize = 3;

pub(super) fn blocks(evidence: &Evidence) -> Vec<Block> {
    let report = evidence.report;
    let names: Vec<&str> = report.backends.iter().map(|backend| backend.name.as_str()).collect();
    let whose = if names.len() > NAMES { plural(names.len() as u64, "backend") } else { names.join(", ") };
    let row = |(name, departures): (&str, Vec<_>)| {
        let backend = report.backends.iter().find(|backend| backend.name == name)?;
        let verdict = verdict(report, name, &departures);
        let [open, accepted, advice] = deviations::counts(&departures).map(thousands);
        let words = format!("{} {}", verdict.conformity.sign(), verdict.words);
        Some(vec![name.to_owned(), backend.version.clone(), claims(backend), words, open, accepted, advice])
    };
    let heads = &["backend", "version", "claims, and where", "verdict", ">open", ">accepted", ">advice"];
    vec![
        Block::Title(format!("Evidence: the maximum of {whose}")),
        Block::Text(
            "What was asked, what was run, what came of it, and by what the tool that says so was tried: for whoever has to judge it. \
             The words are those of DO-330 where they fit. No compliance is claimed, with DO-330 or with any other \
             standard, and nothing is proved of what was not run."
                .to_owned(),
        ),
        Block::Heading("1. Summary".to_owned()),
        Block::Table(heads, report.departures().into_iter().filter_map(row).collect()),
        Block::Text(format!(
            "A departure from a MUST clause of what is claimed is open, or accepted with a reason (section 5); one from a SHOULD \
             clause is advice. {} with seed {}. {}",
            plural(report.cases, "case"),
            report.seed,
            qualified::line(evidence)
        )),
    ]
}
