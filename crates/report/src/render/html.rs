//! `index.html`: the report as one page that works from a disk, without a network, and without scripts too.
//!
//! What it is read for comes first: a row per backend with its verdict, then the departures. Every text goes through
//! [`visible`] and maud's escaping; the tokens that filters work with are numbers, never names.

mod axes;
mod backend;
mod counted;
pub(crate) mod departure;
mod departures;
pub(crate) mod detail;
mod filters;
mod lanes;
pub(crate) mod mark;
mod matrix;
pub(crate) mod names;
mod pictures;
mod subject;
mod summary;
mod trace;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::names::Names;
pub(crate) use self::subject::{Room, Subject};
use crate::digest;
use crate::model::Report;
use crate::text::{plural, visible};

pub(crate) const STYLE: &str = include_str!("html/style.css");
pub(crate) const PRINT: &str = include_str!("html/print.css");
const SCRIPT: &str = include_str!("html/script.js");
/// The filters of a page, and the address that has their state: what a page's own script builds on.
pub(crate) const FILTERS: &str = include_str!("html/filters.js");
/// Nothing is fetched from anywhere, and nothing is sent.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// The head of a page, which has its styles in itself.
pub(crate) fn page_head(title: &str, policy: &str, styles: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy" content=(policy);
            title { (visible(title)) }
            style { @for style in styles { (PreEscaped(style)) } }
        }
    }
}

/// What stands around a report on its page.
pub(crate) struct Surroundings {
    /// The title of the page.
    pub(crate) title: String,
    /// What leads to other pages, where there are any.
    pub(crate) way: Markup,
    /// What stands between the verdicts and the departures.
    pub(crate) before: Markup,
    /// Whether the page says when and by what the report was made.
    pub(crate) has_provenance: bool,
    /// How many departures there is room for.
    pub(crate) room: Room,
}

impl Default for Surroundings {
    /// A report on a page by itself.
    fn default() -> Self {
        let nothing = || html! {};
        Self {
            title: "Maximum: conformance report".to_owned(),
            way: nothing(),
            before: nothing(),
            has_provenance: true,
            room: Room::ALONE,
        }
    }
}

pub(super) fn render(report: &Report) -> String {
    page(report, &Surroundings::default())
}

/// The page of a report.
pub(crate) fn page(report: &Report, around: &Surroundings) -> String {
    let names = Names::of(report);
    let subjects = Subject::all(report, around.room);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (page_head(&around.title, POLICY, &[STYLE, PRINT]))
            body {
                (mark::symbols())
                a.skip href="#departures" { "Skip to the departures" }
                (around.way)
                (head(report, around))
                main {
                    (summary::section(report, &names, &subjects))
                    (around.before)
                    (filters::form(&names))
                    (departures::section(report, &names, &subjects))
                    (matrix::section(report, &names, &subjects))
                    section #observed aria-labelledby="h-observed" {
                        h2 #h-observed { "What was observed" }
                        @for subject in &subjects { (backend::section(report, &names, subject)) }
                    }
                    (trace::section(report, &names))
                    @if around.has_provenance { (provenance(report)) }
                }
                footer {
                    p { "A report is evidence of what was run, with its limits stated. It proves nothing of what was not run." }
                    p {
                        "By which planted faults the suite itself was tried, which deviations are accepted, and what else an assessor "
                        "asks for: " code { "opconform evidence" } "."
                    }
                }
                script { (PreEscaped(FILTERS)) (PreEscaped(SCRIPT)) }
            }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn head(report: &Report, around: &Surroundings) -> Markup {
    let cases = plural(report.cases, "case");
    let backends = plural(report.backends.len() as u64, "backend");
    html! {
        header.top {
            div.title {
                h1 { (visible(&around.title)) }
                p.lead { (cases) " judged on " (backends) ", seed " (report.seed) " · opconform " (visible(&report.provenance.suite)) }
            }
            nav aria-label="Sections" {
                a href="#departures" { "Departures" }
                a href="#clauses" { "Clauses" }
                a href="#observed" { "Observed" }
                a href="#trace" { "Traceability" }
                @if around.has_provenance { a href="#provenance" { "Provenance" } }
            }
            button #theme type="button" hidden aria-label="Change between light and dark" { "Light or dark" }
        }
        @if report.partial {
            p.alert role="note" {
                strong { "Partial. " }
                "The run was interrupted, and speaks only of the cases judged until then. It proves nothing of the others."
            }
        }
        @if let Some(left_out) = report.left_out() {
            p.alert role="note" { (left_out) }
        }
        @if report.backends.iter().all(|backend| digest::compared(backend) == 0) {
            p.alert role="note" { strong { "Nothing was judged: " } "no element was compared on any backend." }
        }
    }
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
