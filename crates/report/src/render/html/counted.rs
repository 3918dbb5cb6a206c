//! The pairs of operands of a backend that were all counted.

use maud::{Markup, html};

use crate::counted::{WORDS, beyond_cases};
use crate::model::{Backend, CountedPairs, Report};
use crate::text::{thousands, visible};

pub(super) fn section(report: &Report, backend: &Backend) -> Markup {
    html! {
        @if !backend.counted.is_empty() {
            h4 { "Pairs that were counted" }
            p.note { (WORDS) }
            @if let Some(beyond) = beyond_cases(report, backend) { p.note { strong { (visible(&beyond.to_string())) } } }
            @for counted in &backend.counted { (pairs(counted)) }
        }
    }
}

fn pairs(counted: &CountedPairs) -> Markup {
    let title = counted.title();
    html! {
        details.more {
            summary { (visible(&title)) }
            p.about { (visible(&counted.course())) ". SHA-256 of all results: " code { (visible(&counted.digest)) } "." }
            ul.reasons { @for it in &counted.specifications { li { (visible(&it.words())) } } }
            div.scroll role="region" aria-label=(visible(&title)) tabindex="0" {
                table {
                    thead { tr {
                        th scope="col" { "Operands" } th scope="col" { "What came" } th.num scope="col" { "Pairs" }
                        th scope="col" { "The first of them" } th scope="col" { "Forbidden by" } th scope="col" { "Advised against by" }
                    } }
                    tbody {
                        @for row in &counted.rows {
                            tr {
                                th scope="row" { (visible(&row.operands.join(", "))) }
                                td { (visible(&row.came)) }
                                td.num { (thousands(row.pairs)) }
                                td { code { (visible(&row.example)) } }
                                @for clauses in [&row.forbidden_by, &row.advised_against_by] { td { (visible(&clauses.join(", "))) } }
                            }
                        }
                        tr {
                            th scope="row" { "all others" }
                            td { "the greater, or both, which are the same" }
                            td.num { (thousands(counted.usual)) }
                            td {} td {} td {}
                        }
                    }
                }
            }
        }
    }
}
