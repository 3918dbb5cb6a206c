//! The head of the report and its tables over all backends.

use super::escape::{code, codes, prose};
use super::{Page, heads};
use crate::digest::{self, Mark};
use crate::fingerprint::{behaves_as, distinct, line};
use crate::model::{Clause, Count, Fingerprint, OutcomeCounts, Report};
use crate::standing::{Conformity, LEGEND, Tally, claims, families, table, verdict};
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
    page.paragraph(&format!(
        "{} with seed {}, judged on {}.",
        plural(report.cases, "case"),
        report.seed,
        plural(report.backends.len() as u64, "backend"),
    ));
    verdicts(page, report);
    fingerprints(page, report);
    page.heading(2, "Clauses by backend");
    page.paragraph(
        "Element comparisons, and the violations among them. `✓` all conform · `✗` some violate · `·` not exercised · \
         `–` not applicable · `~` cases that conform by a freedom of the source · `?` elements that fall into a gap of \
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

/// One line per backend, judged or not.
fn verdicts(page: &mut Page, report: &Report) {
    let judged = report.departures().into_iter().map(|(name, departures)| {
        let backend = digest::backend(report, name);
        let compared = backend.map_or(0, digest::compared);
        let findings: usize = departures.iter().map(|departure| departure.findings.len()).sum();
        let (tally, verdict) = (Tally::of(&departures), verdict(report, name, &departures));
        let words = match verdict.conformity {
            Conformity::NotJudged => format!("**{}**", verdict.words),
            other => format!("{} {}", other.sign(), prose(&verdict.words)),
        };
        let (claims, description) =
            backend.map_or_else(Default::default, |backend| (prose(&claims(backend)), prose(&backend.description)));
        let counts = [tally.counts, tally.advice, tally.distance, findings as u64, compared].map(thousands);
        [vec![code(name), words, prose(&verdict.distance)], counts.to_vec(), vec![claims, description]].concat()
    });
    let unavailable = report.unavailable.iter().map(|backend| {
        let none = std::iter::repeat_n("–".to_owned(), 7);
        let first = [code(&backend.name), "unavailable".to_owned()].into_iter();
        first.chain(none).chain([prose(&backend.reason)]).collect()
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
    page.table(&heads(&head), judged.chain(unavailable));
    page.paragraph(
        "A departure is what was observed: it may break several clauses in several element types. It counts where one of \
         them is a MUST of what the backend claims, or is asked of everyone; what it does not claim is a distance. A finding \
         is a departure from one clause in one element type: an entry of `report.json`, which has everything.",
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

fn by_backend(report: &Report, corner: &str) -> Vec<String> {
    let names = report.backends.iter().map(|backend| format!(">{}", code(&backend.name)));
    corner.split(" | ").map(str::to_owned).chain(names).collect()
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
