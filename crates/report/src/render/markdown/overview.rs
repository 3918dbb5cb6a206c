//! The head of the report: what comes of each backend.

use super::escape::{code, prose};
use super::{Page, by_backend, heads};
use crate::digest;
use crate::model::Report;
use crate::standing::{Conformity, DepartureCounts, LEGEND, claims_or_asked, families, table, verdict};
use crate::text::{plural, thousands};

pub(super) fn write(page: &mut Page, report: &Report) {
    page.heading(1, "Maximum: conformance report");
    if report.partial {
        page.paragraph(
            "> **PARTIAL.** The run was interrupted, and speaks only of the cases judged until then. It proves nothing \
             of the others.",
        );
    }
    if let Some(left_out) = report.left_out() {
        page.paragraph(&format!("> {left_out}"));
    }
    let unavailable = match report.unavailable.len() as u64 {
        0 => String::new(),
        count => format!("; {} [unavailable here](#unavailable-here)", plural(count, "backend")),
    };
    page.paragraph(&format!(
        "{} with seed {}, judged on {}{unavailable}.",
        plural(report.cases, "case"),
        report.seed,
        plural(report.backends.len() as u64, "backend"),
    ));
    verdicts(page, report);
}

/// One line per backend.
fn verdicts(page: &mut Page, report: &Report) {
    let judged = report.departures().into_iter().map(|(name, departures)| {
        let backend = digest::backend(report, name);
        let compared = backend.map_or(0, digest::compared);
        let findings: usize = departures.iter().map(|departure| departure.findings.len()).sum();
        let (tally, verdict) = (DepartureCounts::of(&departures), verdict(report, name, &departures));
        let words = match verdict.conformity {
            Conformity::NotJudged => format!("**{}**", verdict.words),
            other => format!("{} {}", other.sign(), prose(&verdict.words)),
        };
        let (claims, description) = backend
            .map_or_else(Default::default, |backend| (prose(&claims_or_asked(backend)), prose(&backend.description)));
        let counts = [tally.counts, tally.advice, tally.distance, findings as u64, compared].map(thousands);
        [vec![code(name), words, prose(&verdict.distance)], counts.to_vec(), vec![claims, description]].concat()
    });
    let head = [
        "backend",
        "verdict",
        "not claimed",
        ">count",
        ">advice",
        ">distance",
        ">findings",
        ">comparisons",
        "claims",
        "what it is",
    ];
    page.table(&heads(&head), judged);
    page.paragraph(
        "A departure is what was observed: it may break several clauses in several element types. It counts where one of \
         them is a MUST of what the backend claims, or is asked of everyone; one that breaks nothing but what it does not claim is a *distance*. Those that count \
         stand first, with the elements and cases in which they do, and then the gravest. A finding is a departure from one clause in \
         one element type: an entry of `report.json`, which has everything.",
    );
    if report.backends.iter().all(|backend| digest::compared(backend) == 0) {
        page.paragraph("> **Nothing was judged:** no element was compared on any backend.");
    }
    specifications(page, report);
}

/// How every backend stands to each family of specifications.
fn specifications(page: &mut Page, report: &Report) {
    page.heading(2, "Specifications by backend");
    page.paragraph(&format!("{}.", prose(LEGEND)));
    let all = table(report);
    let row = |(index, family): (usize, &str)| {
        let cells = all.iter().map(|(_, columns)| prose(&columns[index].text()));
        std::iter::once(prose(family)).chain(cells).collect::<Vec<_>>()
    };
    page.table(&by_backend(report, "specification"), families(report).into_iter().enumerate().map(row));
}
