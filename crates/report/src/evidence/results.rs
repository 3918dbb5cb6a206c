//! Verification: the cases and procedures, and the result of each clause that is claimed by element type.

use opconform_tensor::Types;
use std::collections::{BTreeMap, BTreeSet};

use super::page::Block;
use super::{Evidence, is_claimed};
use crate::digest::{self, Mark};
use crate::level::Level;
use crate::model::{Backend, Clause, Count, Report};
use crate::operands::type_names;
use crate::text::thousands;

pub(super) fn procedures(evidence: &Evidence) -> Vec<Block> {
    let report = evidence.report;
    let sources = report.sources.iter().map(|source| vec![source.name.clone(), thousands(source.cases)]).collect();
    let replay =
        report.findings.first().map_or("opconform replay CASE --backend BACKEND", |it| it.witness.replay.as_str());
    let command = command(report);
    let commands = [
        ("judge again", command),
        ("one case again", replay),
        ("try the suite on the planted faults", "opconform qualify --output DIR"),
        ("check the files of this folder", "sha256sum --check SHA256SUMS"),
    ];
    vec![
        Block::Heading("3. Verification cases and procedures".to_owned()),
        Block::Text(
            "A case is an operator, its operands and attributes. Its id ends with a hash of them, and a seed fixes whatever is random. A case is \
             given to the backend, and each clause that speaks of it judges the answer. traceability.md leads from each clause to \
             its cases, and from the cases to their clauses. What judges shares no code with the suite's own kernels, and the \
             clauses were written apart from the sets of results that profiles accept: each is tested against the other."
                .to_owned(),
        ),
        Block::Table(&["source of cases", ">cases"], sources),
        Block::Commands(&["procedure", "command"], commands.map(|(what, how)| (what, how.to_owned())).into()),
    ]
}

/// The command of the run.
pub(super) fn command(report: &Report) -> &str {
    match report.provenance.command.as_str() {
        "" => "not known",
        command => command,
    }
}

pub(super) fn blocks(evidence: &Evidence) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading("4. Verification results".to_owned()),
        Block::Text(
            "Of each clause that the backend claims, by element type: ✓ every comparison conforms · ✗ so many do not · ? all of it falls into \
             a gap of the source · – the clause does not speak of the type · · nothing was compared. Reasons for the last are in \
             traceability.md. A call without operands has the type `none`. The last row counts the MUST clauses that speak of the type: those broken, or else those exercised."
                .to_owned(),
        ),
    ];
    for backend in &evidence.report.backends {
        blocks.push(Block::Part(backend.name.clone()));
        let clauses = claimed(evidence, backend);
        if clauses.is_empty() {
            blocks.push(Block::Text("It claims nothing that is judged here.".to_owned()));
            continue;
        }
        let dtypes = dtypes(backend);
        let heads = ["clause", "level"].into_iter().chain(type_names(&dtypes)).map(str::to_owned).collect();
        let row = |&clause: &&Clause| {
            let cells = dtypes.iter().map(|&dtype| cell(backend, clause, dtype));
            [clause.id.clone(), clause.level.to_string()].into_iter().chain(cells).collect::<Vec<_>>()
        };
        let verdicts = by_dtype(evidence, backend).into_values();
        let last = ["all MUST clauses".to_owned(), String::new()].into_iter().chain(verdicts).collect();
        blocks.push(Block::Grid(heads, clauses.iter().map(row).chain([last]).collect()));
    }
    blocks
}

/// What the MUST clauses that a backend claims came to, by the element types of which anything was asked; of none where it claims none.
pub(super) fn by_dtype(evidence: &Evidence, backend: &Backend) -> BTreeMap<Types, String> {
    let clauses = claimed(evidence, backend);
    let dtypes = if clauses.is_empty() { Vec::new() } else { dtypes(backend) };
    dtypes.into_iter().map(|dtype| (dtype, of_type(backend, &clauses, dtype))).collect()
}

fn claimed<'a>(evidence: &Evidence<'a>, backend: &Backend) -> Vec<&'a Clause> {
    evidence.report.clauses.iter().filter(|clause| is_claimed(backend, clause)).collect()
}

/// The element types of which anything was asked, by kind and width.
fn dtypes(backend: &Backend) -> Vec<Types> {
    let asked: BTreeSet<Types> = backend.clauses.iter().flat_map(|clause| clause.by_dtype.keys().copied()).collect();
    asked.into_iter().collect()
}

fn count(backend: &Backend, clause: &Clause, dtype: Types) -> Count {
    let counts = backend.clauses.iter().find(|counts| counts.id == clause.id);
    counts.and_then(|counts| counts.by_dtype.get(&dtype)).copied().unwrap_or_default()
}

/// What a clause came to on one element type, in a few signs.
fn cell(backend: &Backend, clause: &Clause, dtype: Types) -> String {
    match mark(backend, clause, dtype) {
        Mark::Violates => format!("{} {}", Mark::Violates.sign(), thousands(count(backend, clause, dtype).violations)),
        mark => mark.sign().to_string(),
    }
}

/// What a clause came to on one element type.
fn mark(backend: &Backend, clause: &Clause, dtype: Types) -> Mark {
    let is_by_nature = || {
        let mut entries = backend.unexercised.iter().filter(|entry| entry.clause == clause.id);
        entries.any(|entry| entry.by_nature && entry.dtypes.contains(&dtype))
    };
    match count(backend, clause, dtype) {
        Count { violations: 1.., .. } => Mark::Violates,
        Count { compared: 1.., .. } => Mark::Conforms,
        Count { gaps: 1.., .. } => Mark::GapOnly,
        // Of operands of several types, and of none, few sentences speak.
        _ if !matches!(dtype, Types::One(_)) || is_by_nature() => Mark::NotApplicable,
        _ if digest::cell(backend, clause).mark == Mark::NotApplicable => Mark::NotApplicable,
        _ => Mark::NotExercised,
    }
}

/// What the MUST clauses that speak of an element type came to: how many are broken, or else how many were exercised.
fn of_type(backend: &Backend, clauses: &[&Clause], dtype: Types) -> String {
    let marks = clauses.iter().filter(|clause| clause.level == Level::Must).map(|clause| mark(backend, clause, dtype));
    let marks: Vec<Mark> = marks.filter(|mark| *mark != Mark::NotApplicable).collect();
    let of = |wanted: Mark| marks.iter().filter(|mark| **mark == wanted).count();
    let (sign, many) = match (of(Mark::Violates), of(Mark::Conforms)) {
        (0, 0) => return Mark::NotExercised.sign().to_string(),
        (0, kept) => (Mark::Conforms.sign(), kept),
        (broken, _) => (Mark::Violates.sign(), broken),
    };
    format!("{sign} {many} of {}", marks.len())
}
