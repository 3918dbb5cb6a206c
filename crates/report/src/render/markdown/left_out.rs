//! What the run does not say: cases that backends do not support, clauses that were not exercised, and backends that cannot run here.

use super::escape::{code, codes, prose};
use super::{Page, heads};
use crate::digest::{self, Unexercised};
use crate::model::{Report, Skip};
use crate::passing_fault;
use crate::text::thousands;
use crate::unsteady::in_words;

/// The lines on what was not steady that the page has room for.
const SHOWN: usize = 40;

pub(super) fn write(page: &mut Page, report: &Report) {
    unsteady(page, report);
    passing_faults(page, report);
    skips(page, report);
    let lists = [
        (false, "What was not exercised", "This run says nothing about these."),
        (
            true,
            "What clauses cannot speak of",
            "Element types that a clause has nothing to say about; they are not missing from this run.",
        ),
    ];
    for (by_nature, title, words) in lists {
        let entries = digest::unexercised(&report.backends, by_nature);
        if !entries.is_empty() {
            page.heading(2, title);
            page.paragraph(words);
            let row =
                |it: &Unexercised| [prose(it.reason), codes(it.dtypes), codes(&it.clauses), who(report, &it.backends)];
            page.table(&heads(&["reason", "element types", "clauses", "backends"]), entries.iter().map(row));
        }
    }
    unavailable(page, report);
}

/// Backends that were not judged, and what would change that.
fn unavailable(page: &mut Page, report: &Report) {
    if report.unavailable.is_empty() {
        return;
    }
    page.heading(2, "Unavailable here");
    let rows = report.unavailable.iter().map(|backend| [code(&backend.name), prose(&backend.reason)]);
    page.table(&heads(&["backend", "why it was not judged"]), rows);
}

/// Backends by name, or all of them.
fn who(report: &Report, backends: &[&str]) -> String {
    if backends.len() == report.backends.len() { "every one".to_owned() } else { codes(backends) }
}

/// What was seen of backends while their answers changed.
fn unsteady(page: &mut Page, report: &Report) {
    if report.backends.iter().all(|backend| backend.unsteady.is_empty()) {
        return;
    }
    page.heading(2, "What was not steady");
    page.paragraph(
        "It was seen, and not any more when it was asked again: it is counted nowhere, and another run may not see it.",
    );
    let all = report.backends.iter().flat_map(|backend| backend.unsteady.iter().map(move |it| (backend, it)));
    let rows = all.take(SHOWN).map(|(backend, unsteady)| [code(&backend.name), prose(&in_words(unsteady))]);
    page.table(&heads(&["backend", "what was seen"]), rows);
}

/// Calls to backends that failed, and were answered when they were made again.
fn passing_faults(page: &mut Page, report: &Report) {
    let all = report.backends.iter().flat_map(|backend| backend.passing_faults.iter().map(move |it| (backend, it)));
    let rows: Vec<_> = all.map(|(backend, fault)| [code(&backend.name), prose(&fault.to_string())]).collect();
    if rows.is_empty() {
        return;
    }
    page.heading(2, passing_fault::HEADING);
    page.paragraph(passing_fault::MEANING);
    page.table(&heads(&["backend", "what became of them"]), rows);
}

/// What backends say that they do not support; those that say the same together.
fn skips(page: &mut Page, report: &Report) {
    let mut skips: Vec<(&Skip, Vec<&str>)> = Vec::new();
    for backend in &report.backends {
        for skip in &backend.skips {
            let same = |known: &Skip| (&known.reason, known.cases) == (&skip.reason, skip.cases);
            match skips.iter_mut().find(|(known, _)| same(known)) {
                Some((_, names)) => names.push(&backend.name),
                None => skips.push((skip, vec![&backend.name])),
            }
        }
    }
    if skips.is_empty() {
        return;
    }
    page.heading(2, "What backends say that they do not support");
    let row = |(skip, names): &(&Skip, Vec<&str>)| {
        [prose(&skip.reason), thousands(skip.cases), code(&skip.example), who(report, names)]
    };
    page.table(&heads(&["reason", ">cases", "such as", "backends"]), skips.iter().map(row));
}
