//! What the renderers for people have in common: the model, arranged to be looked at.

use opconform_tensor::Types;

use crate::model::{Backend, Clause, Count, Finding, OutcomeCounts, Report, Waived};
use crate::text::plural;

/// What one clause came to on one backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// At least one violation.
    Violates,
    /// Elements were compared, and all conform.
    Conforms,
    /// Elements were met, and none could be judged.
    GapOnly,
    /// Nothing was compared, though something could have been.
    NotExercised,
    /// The clause cannot say anything of what this backend does.
    NotApplicable,
}

impl Mark {
    pub(crate) fn sign(self) -> char {
        match self {
            Self::Violates => '✗',
            Self::Conforms => '✓',
            Self::GapOnly => '?',
            Self::NotExercised => '·',
            Self::NotApplicable => '–',
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Violates => "breaks it",
            Self::Conforms => "conforms",
            Self::GapOnly => "gap in the source",
            Self::NotExercised => "not exercised",
            Self::NotApplicable => "not applicable",
        }
    }
}

/// A clause on a backend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) mark: Mark,
    pub(crate) count: Count,
}

/// What a clause came to on a backend.
pub(crate) fn cell(backend: &Backend, clause: &Clause) -> Cell {
    let count = backend.clauses.iter().find(|count| count.id == clause.id).map_or_else(Count::default, |it| it.total);
    let mut reasons = backend.unexercised.iter().filter(|entry| entry.clause == clause.id).peekable();
    let mark = match count {
        Count { violations: 1.., .. } => Mark::Violates,
        Count { compared: 1.., .. } => Mark::Conforms,
        Count { gaps: 1.., .. } => Mark::GapOnly,
        _ if reasons.peek().is_some() && reasons.all(|entry| entry.by_nature) => Mark::NotApplicable,
        _ => Mark::NotExercised,
    };
    Cell { mark, count }
}

/// What a clause that is broken counts, by its findings: elements, or cases where each is of a whole answer or a refusal, which have none.
pub(crate) fn unit<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> &'static str {
    let mut findings = findings.into_iter().peekable();
    let is_of_answers = findings.peek().is_some() && findings.all(|it| it.witness.position.is_none());
    if is_of_answers { "cases" } else { "elements" }
}

/// The findings of each backend: of the judged ones in order, then of any other that a finding names.
pub(crate) fn findings_by_backend(report: &Report) -> Vec<(&str, Vec<&Finding>)> {
    let mut groups: Vec<(&str, Vec<&Finding>)> =
        report.backends.iter().map(|backend| (backend.name.as_str(), Vec::new())).collect();
    for finding in &report.findings {
        match groups.iter_mut().find(|(name, _)| *name == finding.backend) {
            Some((_, group)) => group.push(finding),
            None => groups.push((&finding.backend, vec![finding])),
        }
    }
    groups
}

/// The backend of this name, if it was judged.
pub(crate) fn backend<'a>(report: &'a Report, name: &str) -> Option<&'a Backend> {
    report.backends.iter().find(|backend| backend.name == name)
}

/// The clause of this id.
pub(crate) fn clause<'a>(report: &'a Report, id: &str) -> Option<&'a Clause> {
    report.clauses.iter().find(|clause| clause.id == id)
}

/// Why findings are accepted, each reason once: `waived: it is fixed in 2.0 (https://…)`, with how many of them are where not
/// all are; `None` where none is.
pub(crate) fn waived(findings: &[&Finding]) -> Option<String> {
    let waived: Vec<&Waived> = findings.iter().filter_map(|finding| finding.waived.as_ref()).collect();
    let mut reasons: Vec<String> = Vec::new();
    for Waived { reason, link, by } in &waived {
        let by = by.as_ref().map_or_else(String::new, |by| format!(", accepted by {by}"));
        let words = format!("{reason} ({link}){by}");
        if !reasons.contains(&words) {
            reasons.push(words);
        }
    }
    let extent = match waived.len() {
        0 => return None,
        all if all == findings.len() => String::new(),
        some => format!(", {some} of {}", plural(findings.len() as u64, "finding")),
    };
    Some(format!("waived{extent}: {}", reasons.join("; ")))
}

/// Names that have something in common, in the order in which that first appears.
pub(crate) fn together<N, T: PartialEq>(pairs: impl IntoIterator<Item = (N, T)>) -> Vec<(T, Vec<N>)> {
    let mut groups: Vec<(T, Vec<N>)> = Vec::new();
    for (name, common) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == common) {
            Some((_, names)) => names.push(name),
            None => groups.push((common, vec![name])),
        }
    }
    groups
}

/// Clauses that were not exercised on the same element types, for the same reason, on the same backends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unexercised<'a> {
    pub(crate) reason: &'a str,
    pub(crate) dtypes: &'a [Types],
    pub(crate) clauses: Vec<&'a str>,
    pub(crate) backends: Vec<&'a str>,
}

/// What was not exercised: for reasons that lie in the clause itself, or for others.
pub(crate) fn unexercised(backends: &[Backend], by_nature: bool) -> Vec<Unexercised<'_>> {
    let mut all: Vec<Unexercised> = Vec::new();
    for backend in backends {
        let mut own: Vec<Unexercised> = Vec::new();
        for entry in backend.unexercised.iter().filter(|entry| entry.by_nature == by_nature) {
            match own.iter_mut().find(|it| it.reason == entry.reason && it.dtypes == entry.dtypes) {
                Some(it) => it.clauses.push(&entry.clause),
                None => own.push(Unexercised {
                    reason: &entry.reason,
                    dtypes: &entry.dtypes,
                    clauses: vec![&entry.clause],
                    backends: vec![&backend.name],
                }),
            }
        }
        for new in own {
            let same =
                |it: &&mut Unexercised| (it.reason, it.dtypes, &it.clauses) == (new.reason, new.dtypes, &new.clauses);
            match all.iter_mut().find(same) {
                Some(it) => it.backends.push(&backend.name),
                None => all.push(new),
            }
        }
    }
    all
}

/// All elements compared on a backend, over all clauses.
pub(crate) fn compared(backend: &Backend) -> u64 {
    backend.clauses.iter().map(|clause| clause.total.compared).fold(0, u64::saturating_add)
}

/// The ways in which an answer can come out, with their counts.
pub(crate) fn outcomes(counts: OutcomeCounts) -> [(&'static str, u64); 6] {
    [
        ("output", counts.output),
        ("rejected", counts.rejected),
        ("unsupported", counts.unsupported),
        ("crashed", counts.crashed),
        ("timed out", counts.timed_out),
        ("malformed", counts.malformed),
    ]
}
