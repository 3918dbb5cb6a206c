//! The configuration index: what ran on what, and the hashes by which each part is known.

use super::Evidence;
use super::page::Block;
use crate::model::Report;
use crate::provenance::entries;

pub(super) fn blocks(evidence: &Evidence) -> Vec<Block> {
    let report = evidence.report;
    let facts = entries(&report.provenance).into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    let backends = report
        .backends
        .iter()
        .map(|backend| vec![backend.name.clone(), backend.version.clone(), backend.description.clone()]);
    let files = report.backends.iter().flat_map(|backend| {
        let own: Vec<Vec<String>> = report
            .provenance
            .files
            .iter()
            .filter(|file| file.backend == backend.name)
            .map(|file| vec![backend.name.clone(), file.name.clone(), file.sha256.clone()])
            .collect();
        if own.is_empty() { vec![without_files(report, &backend.name)] } else { own }
    });
    vec![
        Block::Heading("8. Configuration index".to_owned()),
        Block::Text(
            "`-dirty` behind the commit says that the sources had changes which no commit has. The hashes of the files of this folder are in SHA256SUMS."
                .to_owned(),
        ),
        Block::Table(&["what", "value"], facts),
        Block::Table(&["backend", "version", "what it is, in its words"], backends.collect()),
        Block::Table(&["backend", "file", "SHA-256"], files.collect()),
    ]
}

/// The row of a backend of which no file is on record.
fn without_files(report: &Report, backend: &str) -> Vec<String> {
    let (what, hash) = if report.provenance.built_in.iter().any(|name| name == backend) {
        ("in opconform itself, in the version that its lock file names", report.provenance.program.clone())
    } else {
        ("not recorded: its files are not known", String::new())
    };
    vec![backend.to_owned(), what.to_owned(), hash]
}
