//! Traceability: what the tables from clauses to cases and back are made of, in every format.

use crate::digest::{self, Mark};
use crate::model::{Backend, CaseGroup, Clause, Defect, Report};

/// What the tables say and what they do not.
pub(crate) const LIMITS: &str = "Evidence from the cases that were run on the backends named, and of nothing else. A \
    clause is exercised by a case where it compared at least one element on some backend; cases that exercise the same \
    clauses are one group.";

/// The cases that exercise a clause.
pub(crate) struct Exercise<'a> {
    pub(crate) groups: Vec<&'a CaseGroup>,
    pub(crate) cases: u64,
}

/// The cases that exercise a clause on some backend.
pub(crate) fn exercise<'a>(report: &'a Report, clause: &Clause) -> Exercise<'a> {
    let groups: Vec<&CaseGroup> = report.groups.iter().filter(|group| group.clauses.contains(&clause.id)).collect();
    Exercise { cases: groups.iter().map(|group| group.cases).fold(0, u64::saturating_add), groups }
}

/// The files of the witnesses against a clause on a backend.
pub(crate) fn witnesses<'a>(report: &'a Report, backend: &Backend, clause: &Clause) -> Vec<&'a str> {
    let findings = report.findings.iter().filter(|it| it.backend == backend.name && it.clause == clause.id);
    findings.map(|finding| finding.witness.file.as_str()).collect()
}

/// Why a clause was not exercised on element types of a backend, a sentence each.
pub(crate) fn reasons(backend: &Backend, clause: &Clause) -> Vec<String> {
    let entries = backend.unexercised.iter().filter(|entry| entry.clause == clause.id);
    let mut reasons: Vec<String> =
        entries.map(|entry| format!("{}: {}.", entry.dtypes.join(", "), entry.reason)).collect();
    match digest::cell(backend, clause).mark {
        Mark::GapOnly => reasons.insert(0, "All of it falls into a gap of the source.".to_owned()),
        Mark::NotExercised if reasons.is_empty() => reasons.push("No case that it speaks of was run.".to_owned()),
        _ => {}
    }
    reasons
}

/// Why no case shows a defect.
pub(crate) fn no_case(defect: &Defect) -> &'static str {
    if defect.gap.is_some() { "no case of this run shows it" } else { "of the text alone: no case can show it" }
}
