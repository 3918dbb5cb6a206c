//! The tables over all backends: clauses, profiles, answers.

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use super::subject::Subject;
use crate::digest::{self, Cell};
use crate::model::{Backend, Clause, Count, OutcomeCounts, ProfileCount, Report};
use crate::standing;
use crate::text::{compact, thousands, visible};
use opconform_tensor::Types;

/// Backends up to which there is room beside the numbers for what a row is about.
const FEW: usize = 3;

pub(super) fn section(report: &Report, names: &Names, subjects: &[Subject]) -> Markup {
    html! {
        section #clauses aria-labelledby="h-clauses" {
            h2 #h-clauses { "Clauses by backend" }
            (clauses(report, names, subjects))
            (specifications(report, names))
            (profiles(report, names))
            (answers(report, names))
        }
    }
}

/// A scrolling table with a caption: the first column stays in sight. `about` is the head of a second one, in words, which
/// is there where few backends leave room for it.
fn table(caption: &str, corner: &str, about: Option<&str>, report: &Report, names: &Names, rows: &Markup) -> Markup {
    html! {
        div.scroll role="region" aria-label=(caption) tabindex="0" {
            table.matrix {
                caption { (caption) }
                thead {
                    tr {
                        th scope="col" { (corner) }
                        @if let Some(about) = about { th.words scope="col" { (about) } }
                        @for index in 0..report.backends.len() {
                            th scope="col" data-b=(names.backends.token(index)) {
                                a href=(format!("#backend-{}", names.backends.slug(index))) { (names.backends.label(index)) }
                            }
                        }
                    }
                }
                tbody { (rows) }
            }
        }
    }
}

fn clauses(report: &Report, names: &Names, subjects: &[Subject]) -> Markup {
    let about = (report.backends.len() <= FEW).then_some("What it asks");
    let rows = html! {
        @for (index, clause) in report.clauses.iter().enumerate() {
            tr data-row="" data-c=(names.clauses.token(index)) data-p=(names.profiles.tokens(&clause.profiles)) {
                th scope="row" {
                    a href=(format!("#{}", names.clause(index))) title=(visible(&clause.title)) { (visible(&clause.id)) }
                    " " span.level { (clause.level.name()) }
                }
                @if about.is_some() { td.words { (visible(&clause.title)) } }
                @for (backend, subject) in report.backends.iter().zip(subjects) {
                    (cell(names, subject, backend, clause))
                }
            }
        }
    };
    html! {
        p.note { "Elements compared by each clause, and how many of them break it." }
        ul.legend aria-label="Verdicts" {
            @for (token, words) in mark::VERDICTS {
                li class=(format!("v-{token}")) { (mark::icon(token)) (words) }
            }
            li { "~ some cases conform by a latitude of the source" }
        }
        (table("Clauses by backend", "Clause", about, report, names, &rows))
    }
}

/// How every backend stands to each family of specifications.
fn specifications(report: &Report, names: &Names) -> Markup {
    let all = standing::table(report);
    let rows = html! {
        @for (index, family) in standing::families(report).into_iter().enumerate() {
            tr {
                th scope="row" { (visible(family)) }
                @for (number, (_, columns)) in all.iter().enumerate() {
                    td class=(format!("v-{}", columns[index].token())) data-b=(names.backends.token(number)) {
                        span.n { (columns[index].text()) }
                    }
                }
            }
        }
    };
    html! {
        p.note { "Departures by specification: " (standing::LEGEND) "." }
        (table("Specifications by backend", "Specification", None, report, names, &rows))
    }
}

/// The id of the first departure on the page from a clause.
fn departure(names: &Names, subject: &Subject, clause: &Clause) -> Option<String> {
    let mut listed = subject.departures.iter().take(subject.listed).enumerate();
    let breaks = |it: &crate::departure::Departure| it.clauses.iter().any(|(id, _)| *id == clause.id);
    listed.find(|(_, it)| breaks(it)).map(|(number, it)| names.departure(subject.index, number, it.example))
}

fn cell(names: &Names, subject: &Subject, backend: &Backend, clause: &Clause) -> Markup {
    let Cell { mark, count } = digest::cell(backend, clause);
    let token = mark::token(mark, clause.level);
    let Count { compared, violations, gaps, latitude_cases, .. } = count;
    let text = match token {
        "must" | "should" => format!("{} of {}", compact(violations), compact(compared)),
        "ok" => compact(compared),
        "gap" => compact(gaps),
        _ => String::new(),
    };
    let full = match token {
        "must" | "should" => {
            let own = subject.departures.iter().flat_map(|it| it.findings.iter().copied());
            let unit = digest::unit(own.filter(|finding| finding.clause == clause.id));
            format!("{} of {} {unit} break it", thousands(violations), thousands(compared))
        }
        "ok" => format!("{} elements compared, all conform", thousands(compared)),
        "gap" => format!("{} elements fall into a gap of the source", thousands(gaps)),
        other => mark::words(other).to_owned(),
    };
    let of_count = backend.clauses.iter().find(|count| count.id == clause.id);
    let dtypes: Vec<&Types> = of_count
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
        td class=(format!("v-{token}")) data-b=(names.backends.token(subject.index)) data-v=(token) data-t=(names.dtypes.tokens(&dtypes)) title=(full) {
            // Where there is something to see: a keyboard should not have to pass by everything else.
            @match departure(names, subject, clause) {
                Some(id) => a href=(format!("#{id}")) { (content) },
                None => (content),
            }
        }
    }
}

fn profiles(report: &Report, names: &Names) -> Markup {
    let cell = |count: ProfileCount| match (count.judged, count.violating) {
        (0, _) if count.silent == 0 => ("none", String::new()),
        (0, _) => ("gap", format!("silent on {}", compact(count.silent))),
        (judged, 0) => ("ok", compact(judged)),
        (judged, violating) => ("must", format!("{} of {}", compact(violating), compact(judged))),
    };
    let rows = html! {
        @for (index, profile) in report.profiles.iter().enumerate() {
            tr data-group="" data-p=(names.profiles.token(index)) {
                th scope="row" title=(visible(&profile.source)) { (visible(&profile.name)) }
                @for (number, backend) in report.backends.iter().enumerate() {
                    @let (token, text) = cell(backend.profiles.get(index).copied().unwrap_or_default());
                    td class=(format!("v-{token}")) data-b=(names.backends.token(number)) {
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
            (table("Profiles by backend", "Profile", None, report, names, &rows))
        }
    }
}

fn answers(report: &Report, names: &Names) -> Markup {
    let kinds = digest::outcomes(OutcomeCounts::default()).map(|(kind, _)| kind);
    let rows = html! {
        @for (index, kind) in kinds.into_iter().enumerate() {
            tr {
                th scope="row" { (kind) }
                @for (number, backend) in report.backends.iter().enumerate() {
                    td data-b=(names.backends.token(number)) { span.n { (thousands(digest::outcomes(backend.outcomes)[index].1)) } }
                }
            }
        }
    };
    html! {
        details.more {
            summary { "Answers by backend" }
            p.note { "Every case is in exactly one row." }
            (table("Answers by backend", "Answer", None, report, names, &rows))
        }
    }
}
