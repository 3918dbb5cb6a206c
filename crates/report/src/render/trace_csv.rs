//! `traceability.csv`, for a spreadsheet or a requirements tool: of each clause a row with its words, one per backend with
//! the result and the witnesses, and one per group of cases that exercises it; then of each group a row with its clauses.
//! A group is named by its first case. Then each statement of the sources, with its clauses. At the end, what the evidence is of: backends, profiles and the run.
//!
//! A field that a spreadsheet would take for a formula has an apostrophe before it.

use crate::digest;
use crate::model::Report;
use crate::provenance::entries;
use crate::text::harmless;
use crate::trace::{exercise, reasons, witnesses};

const HEAD: [&str; 12] = [
    "row", "clause", "level", "words", "place", "backend", "verdict", "compared", "breaking", "cases", "evidence",
    "remarks",
];

pub(super) fn render(report: &Report) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut row = |fields: [&str; HEAD.len()]| {
        out.write_record(fields.map(harmless)).expect("a vector takes every row of the same length");
    };
    row(HEAD);
    for clause in &report.clauses {
        let exercised = exercise(report, clause);
        let cases = exercised.cases.to_string();
        let (level, [id, words, place]) =
            (clause.level.name(), [&clause.id, &clause.words, &clause.place].map(String::as_str));
        row(["clause", id, level, words, place, "", "", "", "", &cases, "", &clause.asks_in_full()]);
        for backend in &report.backends {
            let digest::Cell { mark, count } = digest::cell(backend, clause);
            let (compared, breaking) = (count.compared.to_string(), count.violations.to_string());
            let evidence = witnesses(report, backend, clause).join(" ");
            let remarks = reasons(backend, clause).join(" ");
            row([
                "result",
                id,
                level,
                "",
                "",
                &backend.name,
                mark.words(),
                &compared,
                &breaking,
                "",
                &evidence,
                &remarks,
            ]);
        }
        for group in exercised.groups {
            row(["cases", id, level, "", "", "", "", "", "", &group.cases.to_string(), &group.example, ""]);
        }
    }
    for group in &report.groups {
        let (dtypes, subjects) = (group.dtypes.join(" "), group.subjects.join(" "));
        let about = format!("{} of {dtypes}, source {}: {subjects}", group.operator, group.source);
        let (clauses, cases) = (group.clauses.join(" "), group.cases.to_string());
        row(["group", &clauses, "", "", "", "", "", "", "", &cases, &group.example, &about]);
    }
    for requirement in &report.requirements {
        let (clauses, reason) = (requirement.clauses.join(" "), requirement.reason.as_deref().unwrap_or_default());
        let place = format!("{}: {}", requirement.document, requirement.place());
        row(["statement", &clauses, "", &requirement.words, &place, "", "", "", "", "", "", reason]);
    }
    for defect in &report.defects {
        let (cases, example) = (defect.cases.to_string(), defect.example.as_deref().unwrap_or_default());
        let place = format!("{}: {}", defect.id, defect.document);
        let turns = defect.gap.as_deref().or(defect.verdict.as_deref()).unwrap_or_default();
        row(["defect", "", "", &defect.text, &place, "", "", "", "", &cases, example, turns]);
    }
    for gap in &report.gaps {
        row(["gap", "", "", &gap.gap, &gap.profile, "", "", "", "", &gap.cases.to_string(), &gap.example, ""]);
    }
    for backend in &report.backends {
        row(["backend", "", "", "", "", &backend.name, "", "", "", "", &backend.version, &backend.description]);
    }
    for profile in &report.profiles {
        row(["profile", "", "", "", &profile.source, "", "", "", "", "", "", &profile.name]);
    }
    let run = [
        ("seed", report.seed.to_string()),
        ("partial", report.partial.to_string()),
        ("left out", report.left_out.to_string()),
    ];
    for (name, value) in run.into_iter().chain(entries(&report.provenance)) {
        row(["run", "", "", "", "", "", "", "", "", "", &value, name]);
    }
    let bytes = out.into_inner().expect("a vector takes everything");
    String::from_utf8(bytes).expect("fields of text make text")
}
