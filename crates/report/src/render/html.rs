//! `index.html`: the report as one page that works from a disk, without a network, and without scripts too.
//!
//! Every text goes through [`visible`] and maud's escaping; the tokens that filters work with are numbers, never names.

mod backend;
mod departure;
mod mark;
mod matrix;
mod names;
mod pictures;
mod trace;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::names::Names;
use crate::departure::{Departure, departures, levels};
use crate::digest;
use crate::model::{Backend, Report};
use crate::room::shares;
use crate::text::{plural, visible};

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");
/// Nothing is fetched from anywhere, and nothing is sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// Departures that a page shows whole, with witness and programs; a browser takes more, but not at once.
const DETAILED: usize = 160;
/// Departures that a page shows at all; `report.json` has the others.
const LISTED: usize = 1500;

/// A backend on the page: what it departs in, and how much of that there is room for.
struct Subject<'a> {
    name: &'a str,
    backend: Option<&'a Backend>,
    departures: Vec<Departure<'a>>,
    detailed: usize,
    listed: usize,
}

impl Subject<'_> {
    fn is_judged(&self) -> bool {
        self.backend.is_some_and(|backend| digest::compared(backend) > 0)
    }
}

fn subjects(report: &Report) -> Vec<Subject<'_>> {
    let subject = |(name, findings): (_, Vec<_>)| Subject {
        name,
        backend: digest::backend(report, name),
        departures: departures(report, &findings),
        detailed: 0,
        listed: 0,
    };
    let mut subjects: Vec<Subject> = digest::findings_by_backend(report).into_iter().map(subject).collect();
    let lengths: Vec<usize> = subjects.iter().map(|subject| subject.departures.len()).collect();
    let rooms = shares(&lengths, DETAILED).into_iter().zip(shares(&lengths, LISTED));
    for (subject, (detailed, listed)) in subjects.iter_mut().zip(rooms) {
        (subject.detailed, subject.listed) = (detailed, listed);
    }
    subjects
}

pub(super) fn render(report: &Report) -> String {
    let names = Names::of(report);
    let subjects = subjects(report);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Maximum: conformance report" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (mark::symbols())
                a.skip href="#overview" { "Skip to the overview" }
                (head(report))
                main {
                    (filters(report, &names))
                    section #overview aria-labelledby="h-overview" {
                        h2 #h-overview { "Overview" }
                        (cards(report, &subjects))
                        (matrix::clauses(report, &names))
                        (matrix::profiles(report))
                        (matrix::answers(report))
                    }
                    section #backends aria-labelledby="h-backends" {
                        h2 #h-backends { "Backends" }
                        @for (index, subject) in subjects.iter().enumerate() {
                            (backend::section(report, &names, index, subject))
                        }
                        p.none data-none="" hidden { "Nothing here matches the filters." }
                    }
                    (trace::section(report, &names))
                    (provenance(report))
                }
                footer {
                    p { "A report is evidence of what was run, with its limits stated. It proves nothing of what was not run." }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn head(report: &Report) -> Markup {
    let cases = plural(report.cases, "case");
    let backends = plural(report.backends.len() as u64, "backend");
    html! {
        header.top {
            div.title {
                p.brand { "opconform" }
                h1 { "Maximum: conformance report" }
                p.lead { (cases) " judged on " (backends) ", seed " (report.seed) }
            }
            button #theme type="button" hidden aria-label="Change between light and dark" { "Light or dark" }
            nav aria-label="Sections" {
                a href="#overview" { "Overview" }
                a href="#backends" { "Backends" }
                a href="#trace" { "Traceability" }
                a href="#provenance" { "Provenance" }
            }
        }
        @if report.partial {
            p.alert role="note" {
                strong { "Partial. " }
                "The run was interrupted, and speaks only of the cases judged until then. It proves nothing of the others."
            }
        }
        @if report.backends.iter().all(|backend| digest::compared(backend) == 0) {
            p.alert role="note" { strong { "Nothing was judged: " } "no element was compared on any backend." }
        }
    }
}

/// The filters; without scripts there are none.
fn filters(report: &Report, names: &Names) -> Markup {
    let select = |id: &str, label: &str, options: Vec<(String, String)>| {
        html! {
            label for=(format!("f-{id}")) { (label)
                select id=(format!("f-{id}")) data-filter=(id) {
                    option value="" { "all" }
                    @for (value, text) in options { option value=(value) { (text) } }
                }
            }
        }
    };
    let numbered = |prefix: &str, texts: &[&str]| -> Vec<(String, String)> {
        texts.iter().enumerate().map(|(index, text)| (format!("{prefix}{index}"), visible(text))).collect()
    };
    let clauses: Vec<&str> = report.clauses.iter().map(|clause| clause.id.as_str()).collect();
    let verdicts = mark::VERDICTS.map(|(token, text)| (token.to_owned(), text.to_owned())).to_vec();
    html! {
        form #filters.filters role="search" aria-label="Filters" hidden {
            (select("backend", "Backend", numbered("b", &names.backends)))
            (select("dtype", "Element type", numbered("t", &names.dtypes)))
            (select("operator", "Operator", numbered("o", &names.operators)))
            (select("clause", "Clause", numbered("c", &clauses)))
            (select("verdict", "Verdict", verdicts))
            button type="reset" { "Show all" }
            p #count role="status" aria-live="polite" {}
        }
    }
}

/// One card per backend: its verdict, and what it behaves as.
fn cards(report: &Report, subjects: &[Subject]) -> Markup {
    html! {
        ul.cards {
            @for (index, subject) in subjects.iter().enumerate() {
                @let (must, should) = levels(&subject.departures);
                li data-b=(format!("b{index}")) {
                    a href=(format!("#b{index}")) {
                        span.name { (visible(subject.name)) }
                        @match (subject.is_judged(), must, should) {
                            (false, 0, 0) => span.verdict.v-none { (mark::icon("none")) "nothing was judged" },
                            (_, 0, 0) => span.verdict.v-ok { (mark::icon("ok")) "no departure" },
                            (_, 0, _) => span.verdict.v-should { (mark::icon("should")) (should) " from SHOULD" },
                            (_, _, 0) => span.verdict.v-must { (mark::icon("must")) (must) " from MUST" },
                            _ => span.verdict.v-must { (mark::icon("must")) (must) " from MUST, " (should) " from SHOULD" },
                        }
                    }
                    @for text in subject.backend.into_iter().flat_map(behaves) { p.behaves { (text) } }
                }
            }
            @for unavailable in &report.unavailable {
                li.off {
                    span.name { (visible(&unavailable.name)) }
                    span.verdict.v-na { (mark::icon("na")) "unavailable, not judged" }
                    p.behaves { (visible(&unavailable.reason)) }
                }
            }
        }
    }
}

/// What a backend behaves as, a line for each distinct answer.
fn behaves(backend: &Backend) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for print in &backend.fingerprints {
        let line = visible(crate::fingerprint::behaves_as(print));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn provenance(report: &Report) -> Markup {
    html! {
        section #provenance aria-labelledby="h-provenance" {
            h2 #h-provenance { "Provenance" }
            p { (crate::provenance::WORDS) }
            dl.facts.names {
                @for (name, value) in crate::provenance::entries(&report.provenance) {
                    div { dt { (name) } dd { (visible(&value)) } }
                }
            }
            h3 { "Profiles, and the documents that they read" }
            dl.facts {
                @for profile in &report.profiles { div { dt { (visible(&profile.name)) } dd { (visible(&profile.source)) } } }
            }
        }
    }
}
