//! Backends beside each other: what was observed of them, and how each fares by every clause and profile.

use super::escape::{code, codes, prose};
use super::{Page, by_backend, heads};
use crate::digest::{self, Mark};
use crate::fingerprint::{behaves_as, distinct, line};
use crate::model::{Clause, Count, Fingerprint, OutcomeCounts, Report};
use crate::text::thousands;

pub(super) fn write(page: &mut Page, report: &Report) {
    fingerprints(page, report);
    page.heading(2, "Clauses by backend");
    page.paragraph(
        "Element comparisons, and the violations among them. `✓` all conform · `✗` some violate · `·` not exercised · \
         `–` not applicable · `~` cases that conform by a latitude of the source · `?` elements that fall into a gap of \
         the source.",
    );
    page.table(&by_backend(report, "clause | level"), report.clauses.iter().map(|clause| clause_row(report, clause)));
    page.heading(2, "Profiles by backend");
    page.paragraph("Cases outside the set of results that a profile accepts, of the cases that it speaks of.");
    let profile = |(index, profile): (usize, &crate::model::Profile)| {
        let cell = |backend: &crate::model::Backend| profile_text(backend.profiles.get(index).copied());
        std::iter::once(code(&profile.name)).chain(report.backends.iter().map(cell)).collect::<Vec<_>>()
    };
    page.table(&by_backend(report, "profile"), report.profiles.iter().enumerate().map(profile));
    page.heading(2, "Answers by backend");
    page.paragraph("Every case is in exactly one row.");
    let kinds = digest::outcomes(OutcomeCounts::default()).map(|(kind, _)| kind);
    let answers = kinds.iter().enumerate().map(|(index, kind)| {
        let counts = report.backends.iter().map(|backend| thousands(digest::outcomes(backend.outcomes)[index].1));
        std::iter::once((*kind).to_owned()).chain(counts).collect::<Vec<_>>()
    });
    page.table(&by_backend(report, "answer"), answers);
}

/// What backends were observed to make of two operands, those of the same fingerprint together.
fn fingerprints(page: &mut Page, report: &Report) {
    let fingerprints = distinct(&report.backends);
    if fingerprints.is_empty() {
        return;
    }
    page.heading(2, "Fingerprints");
    page.paragraph("What was observed of two operands, whatever a clause says of it.");
    let row = |(print, names): &(&Fingerprint, Vec<&str>)| {
        let of = format!("{} of {}", code(&print.operator), codes(&print.dtypes));
        [codes(names), of, prose(&line(print)), prose(behaves_as(print))]
    };
    page.table(&heads(&["backends", "in", "observed", "behaves as"]), fingerprints.iter().map(row));
}

fn clause_row(report: &Report, clause: &Clause) -> Vec<String> {
    let cell = |backend| {
        let digest::Cell { mark, count } = digest::cell(backend, clause);
        cell_text(mark, count)
    };
    [code(&clause.id), clause.level.to_string()].into_iter().chain(report.backends.iter().map(cell)).collect()
}

/// A count with its mark.
fn cell_text(mark: Mark, count: Count) -> String {
    let main = match mark {
        Mark::Violates => format!("✗ {} of {}", thousands(count.violations), thousands(count.compared)),
        Mark::Conforms => format!("✓ {}", thousands(count.compared)),
        Mark::GapOnly => return format!("? {}", thousands(count.gaps)),
        Mark::NotExercised => return "·".to_owned(),
        Mark::NotApplicable => return "–".to_owned(),
    };
    let extra = |sign: &str, number: u64| {
        if number == 0 { String::new() } else { format!(" {sign} {}", thousands(number)) }
    };
    format!("{main}{}{}", extra("~", count.latitude_cases), extra("?", count.gaps))
}

/// How a backend fares under a profile.
fn profile_text(count: Option<crate::model::ProfileCount>) -> String {
    let count = count.unwrap_or_default();
    let verdict = match (count.judged, count.violating) {
        (0, _) if count.silent == 0 => return "·".to_owned(),
        (0, _) => return format!("? silent on {}", thousands(count.silent)),
        (judged, 0) => format!("✓ {}", thousands(judged)),
        (judged, violating) => format!("✗ {} of {}", thousands(violating), thousands(judged)),
    };
    if count.silent == 0 { verdict } else { format!("{verdict}, silent on {}", thousands(count.silent)) }
}
