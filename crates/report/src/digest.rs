//! What the renderers for people have in common: the model, arranged to be looked at.

use std::collections::BTreeMap;

use crate::model::{Backend, Clause, Count, Finding, OutcomeCounts, Report, Unexercised, Witness};

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

/// Names that share a text, in the order in which the texts first appear.
pub(crate) fn together<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, text) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => groups.push((text, vec![name])),
        }
    }
    groups
}

/// What the profiles that do not accept a finding expect instead.
pub(crate) fn breaks(finding: &Finding) -> Vec<(&str, Vec<&str>)> {
    together(finding.breaks.iter().map(|breach| (breach.profile.as_str(), breach.expected.as_str())))
}

/// Why the profiles that do not object to a finding do not.
pub(crate) fn allows(finding: &Finding) -> Vec<(&str, Vec<&str>)> {
    together(finding.allowed_by.iter().map(|allowance| (allowance.profile.as_str(), allowance.accepts.as_str())))
}

/// The clauses not exercised, by reason: those whose reason lies in the clause itself, or the others.
pub(crate) fn unexercised(backend: &Backend, by_nature: bool) -> Vec<(&str, Vec<&Unexercised>)> {
    let mut order: Vec<&str> = Vec::new();
    let mut groups: BTreeMap<&str, Vec<&Unexercised>> = BTreeMap::new();
    for entry in backend.unexercised.iter().filter(|entry| entry.by_nature == by_nature) {
        groups.entry(&entry.reason).or_insert_with(|| {
            order.push(&entry.reason);
            Vec::new()
        });
        groups.entry(&entry.reason).or_default().push(entry);
    }
    order.into_iter().filter_map(|reason| Some((reason, groups.remove(reason)?))).collect()
}

/// How many of the findings are of a MUST clause, and how many are not.
pub(crate) fn levels(findings: &[&Finding]) -> (u64, u64) {
    let must = findings.iter().filter(|finding| finding.level == "MUST").count();
    (must as u64, (findings.len() - must) as u64)
}

/// All elements compared on a backend, over all clauses.
pub(crate) fn compared(backend: &Backend) -> u64 {
    backend.clauses.iter().map(|clause| clause.total.compared).sum()
}

/// The operands, the result and what it is compared with: a label, the hexadecimal bits, the decimal and the class.
pub(crate) fn elements(witness: &Witness) -> Vec<[String; 4]> {
    let row = |label: String, element: &crate::model::Element| {
        [label, element.hex.clone(), element.decimal.clone(), element.class.clone()]
    };
    let operands = witness.operands.iter().enumerate().map(|(index, it)| row(format!("operand {}", index + 1), it));
    let found = witness.found.iter().map(|it| row("found".to_owned(), it));
    let other = witness.differs_from.iter().map(|(_, it)| row("elsewhere".to_owned(), it));
    operands.chain(found).chain(other).collect()
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
