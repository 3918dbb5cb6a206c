//! A row per backend: its verdict, what it is, and what it behaves as; then those that could not be judged.

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use super::subject::Subject;
use crate::fingerprint::behaves_as;
use crate::model::{Backend, Report};
use crate::standing::{self, claims, is_asked};
use crate::text::{plural, visible};

/// Backends up to which each row says what the backend is: more of them stand side by side, as names and verdicts.
const FEW: usize = 3;

pub(super) fn section(report: &Report, names: &Names, subjects: &[Subject]) -> Markup {
    let few = subjects.len() <= FEW;
    html! {
        section #summary aria-label="Verdicts" {
            ul.verdicts.few[few] {
                @for subject in subjects {
                    li data-b=(names.backends.token(subject.index)) {
                        a.name href=(format!("#{}", led_to(names, subject))) { (names.backends.label(subject.index)) }
                        (verdict(report, names.backends.name(subject.index), subject, few))
                        @if let Some(backend) = subject.backend.filter(|_| few) {
                            p.about { (visible(&backend.description)) }
                            p.about { (if is_asked(backend) { "Asked of it: " } else { "Claims " }) (visible(&claims(backend))) }
                            @let distance = standing::verdict(report, names.backends.name(subject.index), &subject.departures).distance;
                            @if !distance.is_empty() { p.about { "Not claimed: " (distance) } }
                            @for text in behaves(backend) { p.about { "Behaves as " (text) } }
                        }
                    }
                }
            }
            @if !report.unavailable.is_empty() {
                details.more {
                    summary { (plural(report.unavailable.len() as u64, "backend")) " unavailable here, not judged" }
                    ul.reasons {
                        @for it in &report.unavailable { li { strong { (visible(&it.name)) } ": " (visible(&it.reason)) } }
                    }
                }
            }
        }
    }
}

/// The id of what a backend's name leads to: its departures, or what was observed of it where there are none.
fn led_to(names: &Names, subject: &Subject) -> String {
    let kind = if subject.departures.is_empty() { "backend" } else { "departures" };
    format!("{kind}-{}", names.backends.slug(subject.index))
}

/// The verdict on a backend by what it claims, in full where there are few, in few words otherwise; the title says both, and how far
/// the backend is from each other specification.
fn verdict(report: &Report, name: &str, subject: &Subject, few: bool) -> Markup {
    let verdict = standing::verdict(report, name, &subject.departures);
    let token = verdict.conformity.token();
    let distance =
        if verdict.distance.is_empty() { String::new() } else { format!("; not claimed: {}", verdict.distance) };
    html! {
        span class=(format!("verdict v-{token}")) title=(visible(&verdict.words) + &distance) {
            (mark::icon(token)) (visible(if few { &verdict.words } else { &verdict.brief }))
        }
    }
}

/// What a backend behaves as, once for each distinct answer.
fn behaves(backend: &Backend) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for print in &backend.fingerprints {
        let line = visible(behaves_as(print));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}
