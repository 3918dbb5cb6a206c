//! All that is known of one backend: its departures, its skips, and what was not exercised on it.

use std::collections::BTreeSet;

use super::escape::{code, codes, prose};
use super::overview::cell_text;
use super::{Page, departures, heads};
use crate::departure::dtype_rank;
use crate::digest::{self, Mark, Unexercised};
use crate::model::{Backend, ClauseCount, Count, Finding, Report};
use crate::text::thousands;

pub(super) fn write(page: &mut Page, report: &Report, name: &str, findings: &[&Finding]) {
    page.heading(2, &format!("Backend {}", code(name)));
    let backend = digest::backend(report, name);
    if let Some(backend) = backend {
        page.paragraph(&prose(&backend.description));
    }
    let judged = backend.is_some_and(|backend| digest::compared(backend) > 0);
    match findings.len() {
        0 if !judged => page.paragraph("**Nothing was judged.**"),
        0 => page.paragraph("No departure was found."),
        _ => departures::write(page, report, findings),
    }
    if let Some(backend) = backend {
        skips(page, backend);
        unexercised(page, backend);
        by_dtype(page, report, backend);
    }
}

fn skips(page: &mut Page, backend: &Backend) {
    if backend.skips.is_empty() {
        return;
    }
    page.heading(3, &format!("What {} says that it does not support", code(&backend.name)));
    let row = |skip: &crate::model::Skip| [prose(&skip.reason), thousands(skip.cases), code(&skip.example)];
    page.table(&heads(&["reason", ">cases", "such as"]), backend.skips.iter().map(row));
}

fn unexercised(page: &mut Page, backend: &Backend) {
    let entries = digest::unexercised(std::slice::from_ref(backend), false);
    if entries.is_empty() {
        return;
    }
    page.heading(3, &format!("What was not exercised on {}", code(&backend.name)));
    page.paragraph("This run says nothing about these:");
    let row = |it: &Unexercised| [prose(it.reason), codes(it.dtypes), codes(&it.clauses)];
    page.table(&heads(&["reason", "element types", "clauses"]), entries.iter().map(row));
}

/// What the clauses cannot speak of, whatever a backend does: the same for all but what their answers leave out.
pub(super) fn by_nature(page: &mut Page, report: &Report) {
    let entries = digest::unexercised(&report.backends, true);
    if entries.is_empty() {
        return;
    }
    page.heading(2, "What clauses cannot speak of");
    page.paragraph("Element types that a clause has nothing to say about; they are not missing from this run.");
    let row = |it: &Unexercised| {
        let all = it.backends.len() == report.backends.len();
        let backends = if all { "every one".to_owned() } else { codes(&it.backends) };
        [prose(it.reason), codes(it.dtypes), codes(&it.clauses), backends]
    };
    page.table(&heads(&["reason", "element types", "clauses", "backends"]), entries.iter().map(row));
}

/// Every count, clause by element type; a table that stands above already is only referred to.
fn by_dtype(page: &mut Page, report: &Report, backend: &Backend) {
    let (head, rows) = dtype_table(report, backend);
    let earlier = report.backends.iter().take_while(|it| it.name != backend.name);
    if head.len() == 1 {
        return;
    }
    match earlier.into_iter().find(|it| dtype_table(report, it) == (head.clone(), rows.clone())) {
        Some(same) => {
            let name = code(&same.name);
            page.paragraph(&format!("The comparisons by clause and element type are in number those of {name}."));
        }
        None => page.folded("Comparisons by clause and element type", |page| page.table(&head, rows)),
    }
}

fn dtype_table(report: &Report, backend: &Backend) -> (Vec<String>, Vec<Vec<String>>) {
    let dtypes: BTreeSet<_> =
        backend.clauses.iter().flat_map(|clause| clause.by_dtype.keys().map(|dtype| dtype_rank(dtype))).collect();
    let dtypes: Vec<&str> = dtypes.into_iter().map(|(.., dtype)| dtype).collect();
    let head = std::iter::once("clause".to_owned()).chain(dtypes.iter().map(|dtype| format!(">{}", code(dtype))));
    let row = |clause: &ClauseCount| {
        let cells = dtypes.iter().map(|dtype| {
            let count = clause.by_dtype.get(*dtype).copied().unwrap_or_default();
            let by_nature = |entry: &crate::model::Unexercised| {
                entry.clause == clause.id && entry.by_nature && entry.dtypes.iter().any(|it| it == dtype)
            };
            let mark = match count {
                Count { violations: 1.., .. } => Mark::Violates,
                Count { compared: 1.., .. } => Mark::Conforms,
                Count { gaps: 1.., .. } => Mark::GapOnly,
                _ if backend.unexercised.iter().any(by_nature) => Mark::NotApplicable,
                _ => Mark::NotExercised,
            };
            cell_text(mark, count)
        });
        std::iter::once(code(&clause.id)).chain(cells).collect()
    };
    let known = backend.clauses.iter().filter(|count| digest::clause(report, &count.id).is_some());
    (head.collect(), known.map(row).collect())
}
