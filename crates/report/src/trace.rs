//! Traceability: what the tables from clauses to cases and back are made of, in every format.

use crate::digest::{self, Cell, Mark};
use crate::model::{Backend, CaseGroup, Clause, Count, Defect, Report};
use crate::operands::type_names;

/// What the tables say and what they do not.
pub(crate) const LIMITS: &str = "Evidence from the cases that were run on the backends named, and of nothing else. A \
    clause is exercised by a case where it compared at least one element on some backend; cases that exercise the same \
    clauses are one group.";

/// What the table of statements says.
pub(crate) const REQUIREMENTS: &str = "The statements of the documents that were read sentence by sentence. A test of the suite fails \
    where one has neither a clause nor a reason why none judges it. Of other documents the clauses quote what they judge.";

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

/// What a clause came to on backends of which it says the same.
pub(crate) struct ClauseRow<'a> {
    /// By index.
    pub(crate) backends: Vec<usize>,
    pub(crate) mark: Mark,
    pub(crate) count: Count,
    pub(crate) witnesses: Vec<&'a str>,
    /// Why there is no verdict, or none in some element types.
    pub(crate) reasons: Vec<String>,
}

/// What a clause came to on each backend, those of which it says the same together.
pub(crate) fn rows<'a>(report: &'a Report, clause: &Clause) -> Vec<ClauseRow<'a>> {
    let mut rows: Vec<ClauseRow> = Vec::new();
    for (index, backend) in report.backends.iter().enumerate() {
        let Cell { mark, count } = digest::cell(backend, clause);
        let (witnesses, reasons) = (witnesses(report, backend, clause), reasons(backend, clause));
        let says = |it: &ClauseRow| (it.mark, it.count.compared, it.count.violations);
        let same = |it: &&mut ClauseRow| {
            says(it) == (mark, count.compared, count.violations) && it.witnesses == witnesses && it.reasons == reasons
        };
        match rows.iter_mut().find(same) {
            Some(it) => it.backends.push(index),
            None => rows.push(ClauseRow { backends: vec![index], mark, count, witnesses, reasons }),
        }
    }
    rows
}

/// The cases by the clauses that they exercise: each list of clauses is there once, with its groups.
pub(crate) fn by_clauses(report: &Report) -> Vec<(&[String], Vec<&CaseGroup>)> {
    let mut lists: Vec<(&[String], Vec<&CaseGroup>)> = Vec::new();
    for group in &report.groups {
        match lists.iter_mut().find(|(clauses, _)| *clauses == group.clauses) {
            Some((_, groups)) => groups.push(group),
            None => lists.push((&group.clauses, vec![group])),
        }
    }
    lists
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
        entries.map(|entry| format!("{}: {}.", type_names(&entry.dtypes).join(", "), entry.reason)).collect();
    match digest::cell(backend, clause).mark {
        Mark::GapOnly => reasons.insert(0, "All of what was asked falls into a gap of the source.".to_owned()),
        Mark::NotExercised if reasons.is_empty() => reasons.push("No case that it speaks of was run.".to_owned()),
        _ => {}
    }
    reasons
}

/// What is told of a defect for which no case is counted: the verdict that turns on it, or that none does.
pub(crate) fn no_case(defect: &Defect) -> &str {
    match (&defect.gap, &defect.verdict) {
        (Some(_), _) => "no case of this run shows it",
        (None, Some(verdict)) => verdict,
        (None, None) => "no verdict turns on it",
    }
}
