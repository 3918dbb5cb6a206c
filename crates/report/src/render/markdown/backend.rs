//! All that is known of one backend: its departures, its skips, and what was not exercised on it.

use std::collections::BTreeSet;

use super::escape::{block, code, prose};
use super::overview::cell_text;
use super::{Page, heads};
use crate::digest::{self, Mark};
use crate::model::{Backend, Finding, Report};
use crate::text::{fit, plural, thousands, visible};

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
        many => page.paragraph(&format!("{}, the most binding first.", plural(many as u64, "departure"))),
    }
    for finding in findings {
        departure(page, report, finding);
    }
    if let Some(backend) = backend {
        skips(page, backend);
        unexercised(page, backend);
        by_dtype(page, report, backend);
    }
}

fn departure(page: &mut Page, report: &Report, finding: &Finding) {
    let Finding { witness, .. } = finding;
    // A symptom may be all that a process had to say before it died: its beginning is enough for a heading.
    let symptom = prose(&fit(&visible(&witness.symptom), 120));
    page.heading(3, &format!("{} {}: {symptom}", code(&finding.clause), prose(&finding.level)));
    let clause = digest::clause(report, &finding.clause);
    if let Some(clause) = clause {
        page.paragraph(&format!("Asked: {}.", prose(&clause.title)));
        page.paragraph(&format!("> “{}”\n>\n> {}", prose(&clause.words), prose(&clause.place)));
    }
    let classes = |classes: &[String]| classes.iter().map(|class| code(class)).collect::<Vec<_>>().join(", ");
    let mut facts = vec![
        ["wrong".to_owned(), prose(&witness.symptom)],
        ["finding".to_owned(), code(&finding.id)],
        ["operator".to_owned(), format!("{}, operator set {}", code(&finding.operator), witness.opset)],
        ["element type".to_owned(), code(&finding.dtype)],
        ["seen in".to_owned(), format!("{}, {}", plural(finding.cases, "case"), plural(finding.elements, "element"))],
    ];
    if !finding.operands.is_empty() {
        let result = finding.result.as_ref().map_or_else(String::new, |result| format!(" → {}", code(result)));
        facts.push(["classes".to_owned(), format!("{}{result}", classes(&finding.operands))]);
    }
    facts.push(["smallest input".to_owned(), format!("{} ({})", code(&witness.case), prose(&witness.shapes))]);
    if witness.shrunk_from != witness.case {
        facts.push(["shrunk from".to_owned(), code(&witness.shrunk_from)]);
    }
    if let Some(position) = witness.position {
        facts.push(["at element".to_owned(), position.to_string()]);
    }
    if let Some((case, _)) = &witness.differs_from {
        facts.push(["differs from".to_owned(), code(case)]);
    }
    facts.push(["case file".to_owned(), code(&witness.file)]);
    page.table(&heads(&["what", "value"]), facts);
    let elements = digest::elements(witness);
    if !elements.is_empty() {
        let row = |[label, hex, decimal, class]: [String; 4]| [label, code(&hex), code(&decimal), code(&class)];
        page.table(&heads(&["element", ">bits", ">decimal", "class"]), elements.into_iter().map(row));
    }
    let names = |profiles: &[&str]| profiles.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ");
    let breaks = digest::breaks(finding)
        .into_iter()
        .map(|(expected, profiles)| [names(&profiles), "✗ does not accept it".to_owned(), prose(expected)]);
    let allows = digest::allows(finding)
        .into_iter()
        .map(|(accepts, profiles)| [names(&profiles), "does not object".to_owned(), prose(accepts)]);
    let rows: Vec<_> = breaks.chain(allows).collect();
    if !rows.is_empty() {
        page.table(&heads(&["profile", "verdict", "expected, or why it is open"]), rows);
    }
    page.paragraph("To replay it:");
    page.paragraph(&block(&witness.replay));
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
    let table = |page: &mut Page, by_nature: bool| {
        let rows = digest::unexercised(backend, by_nature).into_iter().flat_map(|(reason, entries)| {
            entries.into_iter().map(move |entry| {
                let dtypes = entry.dtypes.iter().map(|dtype| code(dtype)).collect::<Vec<_>>().join(", ");
                [code(&entry.clause), dtypes, prose(reason)]
            })
        });
        page.table(&heads(&["clause", "element types", "reason"]), rows);
    };
    let count = |by_nature: bool| {
        let entries = backend.unexercised.iter().filter(|entry| entry.by_nature == by_nature);
        entries.map(|entry| entry.dtypes.len() as u64).sum::<u64>()
    };
    if count(false) > 0 {
        page.heading(3, &format!("What was not exercised on {}", code(&backend.name)));
        page.paragraph("This run says nothing about these:");
        table(page, false);
    }
    if count(true) > 0 {
        let summary =
            format!("{} of a clause and an element type that it cannot speak of", plural(count(true), "combination"));
        page.folded(&summary, |page| table(page, true));
    }
}

/// Every count, clause by element type.
fn by_dtype(page: &mut Page, report: &Report, backend: &Backend) {
    let dtypes: BTreeSet<&str> =
        backend.clauses.iter().flat_map(|clause| clause.by_dtype.keys().map(String::as_str)).collect();
    if dtypes.is_empty() {
        return;
    }
    let head: Vec<String> =
        std::iter::once("clause".to_owned()).chain(dtypes.iter().map(|dtype| format!(">{}", code(dtype)))).collect();
    let row = |clause: &crate::model::ClauseCount| {
        let cells = dtypes.iter().map(|dtype| {
            let count = clause.by_dtype.get(*dtype).copied().unwrap_or_default();
            let by_nature = |entry: &crate::model::Unexercised| {
                entry.clause == clause.id && entry.by_nature && entry.dtypes.iter().any(|it| it == dtype)
            };
            let mark = match count {
                crate::model::Count { violations: 1.., .. } => Mark::Violates,
                crate::model::Count { compared: 1.., .. } => Mark::Conforms,
                crate::model::Count { gaps: 1.., .. } => Mark::GapOnly,
                _ if backend.unexercised.iter().any(by_nature) => Mark::NotApplicable,
                _ => Mark::NotExercised,
            };
            cell_text(mark, count)
        });
        std::iter::once(code(&clause.id)).chain(cells).collect::<Vec<_>>()
    };
    let known = backend.clauses.iter().filter(|count| digest::clause(report, &count.id).is_some());
    page.folded("Comparisons by clause and element type", |page| page.table(&head, known.map(row)));
}
