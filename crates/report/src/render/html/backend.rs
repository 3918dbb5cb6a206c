//! What was observed of one backend, whatever a clause says of it: fingerprint, pictures, and what passed or was left out.

use maud::{Markup, html};

use super::names::Names;
use super::subject::Subject;
use super::{counted, lanes, pictures};
use crate::digest::{self, Mark};
use crate::fingerprint::behaves_as;
use crate::model::{Backend, Fingerprint, Report};
use crate::operands::type_names;
use crate::passing_fault;
use crate::text::{plural, thousands, visible};

pub(super) fn section(report: &Report, names: &Names, subject: &Subject) -> Markup {
    let index = subject.index;
    let id = format!("backend-{}", names.backends.slug(index));
    let heading = format!("h-{id}");
    html! {
        section.backend id=(id) data-b=(names.backends.token(index)) aria-labelledby=(heading) {
            h3 id=(heading) { (names.backends.label(index)) }
            @match subject.backend {
                None => p.note { "The report says no more of it." },
                Some(backend) => {
                    p.about { (visible(&backend.description)) }
                    (counted::section(report, backend))
                    (fingerprints(names, index, &backend.fingerprints))
                    (pictures::grids(names, index, backend))
                    (lanes::pictures(report, names, index, backend))
                    (passed(report, names, index, backend))
                    (left_out(backend))
                }
            }
        }
    }
}

/// The rules that the backend was observed to follow, a row for each operator and the types that share them.
fn fingerprints(names: &Names, index: usize, fingerprints: &[Fingerprint]) -> Markup {
    let heads = ["Fingerprint of", "NaN", "Two NaNs", "Bits of a NaN", "±0", "Subnormals", "Behaves as"];
    html! {
        @if !fingerprints.is_empty() {
            div.scroll role="region" aria-label=(format!("Fingerprints of backend {}", index + 1)) tabindex="0" {
                table.prints {
                    thead { tr { @for head in heads { th scope="col" { (head) } } } }
                    tbody { @for print in fingerprints { (fingerprint(names, print)) } }
                }
            }
        }
    }
}

fn fingerprint(names: &Names, print: &Fingerprint) -> Markup {
    html! {
        tr data-group="" data-o=(names.operators.tokens(&[&print.operator])) data-t=(names.dtypes.tokens(&print.dtypes)) {
            th scope="row" { (visible(&print.operator)) " of " (visible(&print.dtypes.join(", "))) }
            td {
                (visible(&print.nan))
                @if print.signalling_nan != print.nan { "; a signalling NaN: " (visible(&print.signalling_nan)) }
            }
            @for rule in [&print.both_nan, &print.payload, &print.zero, &print.subnormals] { td { (visible(rule)) } }
            td { (visible(behaves_as(print))) }
        }
    }
}

/// The clauses that conform, with the comparisons behind each; their words stand in the traceability.
fn passed(report: &Report, names: &Names, index: usize, backend: &Backend) -> Markup {
    let cells =
        report.clauses.iter().enumerate().map(|(number, clause)| (number, clause, digest::cell(backend, clause)));
    let passed: Vec<_> = cells.filter(|(.., cell)| cell.mark == Mark::Conforms).collect();
    html! {
        details.more.passed {
            summary { "What passed: " (plural(passed.len() as u64, "clause")) }
            div.scroll role="region" aria-label=(format!("What passed on backend {}", index + 1)) tabindex="0" {
                table {
                    thead { tr { th scope="col" { "Clause" } th.num scope="col" { "Elements compared" } } }
                    tbody {
                        @for (number, clause, cell) in &passed {
                            tr {
                                th scope="row" { a href=(format!("#{}", names.clause(*number))) { (visible(&clause.id)) } " " span.level { (clause.level.name()) } }
                                td.num { (thousands(cell.count.compared)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What this run does not say of the backend: calls that failed at first, skips, and clauses that were not exercised.
fn left_out(backend: &Backend) -> Markup {
    let unexercised = digest::unexercised(std::slice::from_ref(backend), false);
    let skipped: u64 = backend.skips.iter().map(|skip| skip.cases).fold(0, u64::saturating_add);
    html! {
        @if !backend.passing_faults.is_empty() {
            details.more open {
                summary { (passing_fault::HEADING) ": " (thousands(backend.passing_calls())) }
                p.note { (passing_fault::MEANING) }
                ul.reasons { @for fault in &backend.passing_faults { li { (visible(&fault.to_string())) } } }
            }
        }
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
                        li { code { (visible(&entry.clauses.join(", "))) } " in " (visible(&type_names(entry.dtypes).join(", "))) ": " (visible(entry.reason)) }
                    }
                }
            }
        }
    }
}
