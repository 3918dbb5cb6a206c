//! What is said first: who was judged by what, and how it came out.

use std::collections::{BTreeMap, BTreeSet};

use opconform_tensor::Types;

use super::page::Block;
use super::{Evidence, deviations, qualified, results};
use crate::model::Backend;
use crate::operands::type_names;
use crate::standing::{claims_or_asked, verdict};
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
        Some(vec![name.to_owned(), backend.version.clone(), claims_or_asked(backend), words, open, accepted, advice])
    };
    let heads = &["backend", "version", "claims, and where", "verdict", ">open", ">accepted", ">advice"];
    let mut blocks = vec![
        Block::Title(format!("Evidence: the maximum of {whose}")),
        Block::Text(
            "These pages are for whoever has to judge what the program claims. They say what was asked, what was run, what came of it, and \
             on which planted faults the suite itself was tried. The words are those of DO-330 where they fit. No compliance is claimed, with DO-330 or with any other \
             standard, and nothing is proved of what was not run."
                .to_owned(),
        ),
        Block::Heading("1. Summary".to_owned()),
        Block::Table(heads, report.departures().into_iter().filter_map(row).collect()),
        Block::Text(format!(
            "A departure from a MUST clause of what is claimed is open, or accepted with a reason (section 5); one from a SHOULD \
             clause is advice. {} with seed {}, of `{}`: a run of a part of the suite says nothing of the rest. {}",
            plural(report.cases, "case"),
            report.seed,
            results::command(report),
            qualified::line(evidence)
        )),
    ];
    blocks.extend(by_dtype(evidence));
    blocks
}

/// A line for each backend that claims anything, with what it came to in each element type; nothing where none does.
fn by_dtype(evidence: &Evidence) -> Vec<Block> {
    let verdicts: Vec<_> = evidence.report.backends.iter().map(|it| (it, results::by_dtype(evidence, it))).collect();
    let dtypes: BTreeSet<Types> = verdicts.iter().flat_map(|(_, verdicts)| verdicts.keys().copied()).collect();
    let dtypes: Vec<Types> = dtypes.into_iter().collect();
    let row = |(backend, verdicts): &(&Backend, BTreeMap<Types, String>)| {
        let cells = dtypes.iter().map(|dtype| verdicts.get(dtype).cloned().unwrap_or_default());
        [backend.name.clone()].into_iter().chain(cells).collect()
    };
    if dtypes.is_empty() {
        return Vec::new();
    }
    let heads = ["backend"].into_iter().chain(type_names(&dtypes)).map(str::to_owned).collect();
    let about = "By element type, of the MUST clauses that are claimed and speak of it: ✗ so many are broken, or ✓ so many were \
                 exercised, and hold. Section 4 has each of them.";
    vec![
        Block::Text(about.to_owned()),
        Block::Grid(heads, verdicts.iter().filter(|(_, verdicts)| !verdicts.is_empty()).map(row).collect()),
    ]
}
