//! All that is known of one backend: fingerprint, departures, pictures, and what passed or was left out.

use maud::{Markup, html};

use super::names::Names;
use super::{Subject, departure, mark, pictures};
use crate::departure::levels;
use crate::digest::{self, Mark};
use crate::fingerprint::behaves_as;
use crate::model::{Backend, Fingerprint, Report};
use crate::text::{plural, thousands, visible};

pub(super) fn section(report: &Report, names: &Names, index: usize, subject: &Subject) -> Markup {
    let Subject { name, backend, departures, detailed, listed } = subject;
    let (must, should) = levels(departures);
    html! {
        section.backend id=(format!("b{index}")) data-b=(format!("b{index}")) aria-labelledby=(format!("h-b{index}")) {
            h3 id=(format!("h-b{index}")) { (visible(name)) }
            @if let Some(backend) = backend {
                p.about { (visible(&backend.description)) }
                (fingerprints(names, &backend.fingerprints))
            }
            div.departures id=(format!("d{index}")) {
                @match (subject.is_judged(), must + should) {
                    (false, 0) => p.verdict.v-none { (mark::icon("none")) "Nothing was judged." },
                    (_, 0) => p.verdict.v-ok { (mark::icon("ok")) "No departure was found." },
                    _ => h4 { (plural(must, "departure")) " from MUST clauses, " (thousands(should)) " from SHOULD clauses only" },
                }
                @for (number, departure) in departures.iter().take(*listed).enumerate() {
                    (departure::article(report, names, index, number, departure, number < *detailed))
                }
                @if departures.len() > *listed {
                    p.note { (plural((departures.len() - listed) as u64, "departure")) " more in report.json." }
                }
            }
            @if let Some(backend) = backend {
                (pictures::grids(names, index, backend))
                (pictures::lanes(report, names, index, backend))
                (passed(report, index, backend))
                (left_out(backend))
            }
        }
    }
}

fn fingerprints(names: &Names, fingerprints: &[Fingerprint]) -> Markup {
    let several = fingerprints.len() > 1;
    html! {
        @for print in fingerprints {
            div.print data-o=(names.operators(&[&print.operator])) data-t=(names.dtypes(&print.dtypes)) {
                h4 { "Fingerprint" @if several { " in " (visible(&print.dtypes.join(", "))) } ", as observed of " (visible(&print.operator)) }
                dl.facts {
                    (fact("NaN", &print.nan))
                    @if print.signalling_nan != print.nan { (fact("Signalling NaN", &print.signalling_nan)) }
                    (fact("Two NaNs", &print.both_nan))
                    (fact("Bits of a NaN", &print.payload))
                    (fact("±0", &print.zero))
                    (fact("Subnormals", &print.subnormals))
                    (fact("Behaves as", behaves_as(print)))
                    @if !several { (fact("In", &print.dtypes.join(", "))) }
                }
            }
        }
    }
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (visible(value)) } } }
}

/// The clauses that conform, with the comparisons behind each; their words stand in the traceability.
fn passed(report: &Report, index: usize, backend: &Backend) -> Markup {
    let cells =
        report.clauses.iter().enumerate().map(|(number, clause)| (number, clause, digest::cell(backend, clause)));
    let passed: Vec<_> = cells.filter(|(.., cell)| cell.mark == Mark::Conforms).collect();
    html! {
        details.more {
            summary { "What passed: " (plural(passed.len() as u64, "clause")) }
            div.scroll role="region" aria-label=(format!("What passed on backend {}", index + 1)) tabindex="0" {
                table {
                    thead { tr { th scope="col" { "Clause" } th.num scope="col" { "Elements compared" } } }
                    tbody {
                        @for (number, clause, cell) in &passed {
                            tr {
                                th scope="row" { a href=(format!("#c{number}")) { (visible(&clause.id)) } " " span.level { (visible(&clause.level)) } }
                                td.num { (thousands(cell.count.compared)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What this run does not say of the backend: skips, and clauses that were not exercised.
fn left_out(backend: &Backend) -> Markup {
    let unexercised = digest::unexercised(std::slice::from_ref(backend), false);
    let skipped: u64 = backend.skips.iter().map(|skip| skip.cases).fold(0, u64::saturating_add);
    html! {
        @if !backend.skips.is_empty() {
            details.more {
                summary { "What it says that it does not support: " (plural(skipped, "case")) }
                ul.reasons {
                    @for skip in &backend.skips {
                        li { (visible(&skip.reason)) " — " (plural(skip.cases, "case")) ", such as " code { (visible(&skip.example)) } }
                    }
                }
            }
        }
        @if !unexercised.is_empty() {
            details.more {
                summary { "What was not exercised" }
                p.note { "This run says nothing about these." }
                ul.reasons {
                    @for entry in &unexercised {
                        li { code { (visible(&entry.clauses.join(", "))) } " in " (visible(&entry.dtypes.join(", "))) ": " (visible(entry.reason)) }
                    }
                }
            }
        }
    }
}
