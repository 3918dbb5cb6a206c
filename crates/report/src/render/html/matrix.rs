//! The tables over all backends: clauses, profiles, answers.

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use crate::digest::{self, Cell};
use crate::model::{Backend, Clause, Count, OutcomeCounts, Report};
use crate::text::{compact, thousands, visible};

/// A scrolling table with a caption: the first column stays in sight.
fn table(caption: &str, corner: &str, report: &Report, rows: &Markup) -> Markup {
    html! {
        div.scroll role="region" aria-label=(caption) tabindex="0" {
            table.matrix {
                caption { (caption) }
                thead {
                    tr {
                        th scope="col" { (corner) }
                        @for (index, backend) in report.backends.iter().enumerate() {
                            th scope="col" data-b=(format!("b{index}")) {
                                a href=(format!("#b{index}")) { (visible(&backend.name)) }
                            }
                        }
                    }
                }
                tbody { (rows) }
            }
        }
    }
}

pub(super) fn clauses(report: &Report, names: &Names) -> Markup {
    let rows = html! {
        @for (index, clause) in report.clauses.iter().enumerate() {
            tr data-c=(format!("c{index}")) data-row="" {
                th scope="row" {
                    a href=(format!("#c{index}")) title=(visible(&clause.title)) { (visible(&clause.id)) }
                    " " span.level { (visible(&clause.level)) }
                }
                @for (number, backend) in report.backends.iter().enumerate() {
                    (cell(names, number, backend, clause))
                }
            }
        }
    };
    html! {
        h3 { "Clauses by backend" }
        p.note { "Elements compared by each clause, and how many of them break it." }
        ul.legend aria-label="Verdicts" {
            @for (token, words) in mark::VERDICTS {
                li class=(format!("v-{token}")) { (mark::icon(token)) (words) }
            }
            li { "~ some cases conform by a freedom of the source" }
        }
        (table("Clauses by backend", "Clause", report, &rows))
    }
}

fn cell(names: &Names, number: usize, backend: &Backend, clause: &Clause) -> Markup {
    let Cell { mark, count } = digest::cell(backend, clause);
    let token = mark::token(mark, &clause.level);
    let Count { compared, violations, gaps, latitude_cases, .. } = count;
    let text = match token {
        "must" | "should" => format!("{} of {}", compact(violations), compact(compared)),
        "ok" => compact(compared),
        "gap" => compact(gaps),
        _ => String::new(),
    };
    let full = match token {
        "must" | "should" => {
            format!("{} of {} elements break it", thousands(violations), thousands(compared))
        }
        "ok" => format!("{} elements compared, all conform", thousands(compared)),
        "gap" => format!("{} elements fall into a gap of the source", thousands(gaps)),
        other => mark::words(other).to_owned(),
    };
    let of_count = backend.clauses.iter().find(|count| count.id == clause.id);
    let dtypes: Vec<&String> = of_count
        .into_iter()
        .flat_map(|count| &count.by_dtype)
        .filter(|(_, it)| it.compared > 0)
        .map(|it| it.0)
        .collect();
    let content = html! {
        (mark::icon(token))
        span.vh { (mark::words(token)) " " }
        span.n { (text) @if latitude_cases > 0 { " ~" } }
    };
    html! {
        td class=(format!("v-{token}")) data-b=(format!("b{number}")) data-v=(token) data-t=(names.dtypes(&dtypes)) title=(full) {
            // Where there is something to see: a keyboard should not have to pass by everything else.
            @if matches!(token, "must" | "should") { a href=(format!("#d{number}")) { (content) } }
            @else { (content) }
        }
    }
}

pub(super) fn profiles(report: &Report) -> Markup {
    let cell = |count: crate::model::ProfileCount| match (count.judged, count.violating) {
        (0, _) if count.silent == 0 => ("none", String::new()),
        (0, _) => ("gap", format!("silent on {}", compact(count.silent))),
        (judged, 0) => ("ok", compact(judged)),
        (judged, violating) => ("must", format!("{} of {}", compact(violating), compact(judged))),
    };
    let rows = html! {
        @for (index, profile) in report.profiles.iter().enumerate() {
            tr {
                th scope="row" title=(visible(&profile.source)) { (visible(&profile.name)) }
                @for (number, backend) in report.backends.iter().enumerate() {
                    @let (token, text) = cell(backend.profiles.get(index).copied().unwrap_or_default());
                    td class=(format!("v-{token}")) data-b=(format!("b{number}")) {
                        (mark::icon(token))
                        span.vh { @if token == "must" { "outside: " } @else { (mark::words(token)) " " } }
                        span.n { (text) }
                    }
                }
            }
        }
    };
    html! {
        details.more {
            summary { "Profiles by backend" }
            p.note { "Cases outside the set of results that a profile accepts, of the cases that it speaks of." }
            (table("Profiles by backend", "Profile", report, &rows))
        }
    }
}

pub(super) fn answers(report: &Report) -> Markup {
    let kinds = digest::outcomes(OutcomeCounts::default()).map(|(kind, _)| kind);
    let rows = html! {
        @for (index, kind) in kinds.into_iter().enumerate() {
            tr {
                th scope="row" { (kind) }
                @for (number, backend) in report.backends.iter().enumerate() {
                    td data-b=(format!("b{number}")) { span.n { (thousands(digest::outcomes(backend.outcomes)[index].1)) } }
                }
            }
        }
    };
    html! {
        details.more {
            summary { "Answers by backend" }
            p.note { "Every case is in exactly one row." }
            (table("Answers by backend", "Answer", report, &rows))
        }
    }
}
