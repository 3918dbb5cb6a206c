//! The departures of every backend that has any: first of all on the page, as they are what it is read for.

use maud::{Markup, html};

use super::departure::{self, Shown};
use super::mark;
use super::names::Names;
use super::subject::Subject;
use crate::model::Report;
use crate::standing::DepartureCounts;
use crate::text::plural;

pub(super) fn section(report: &Report, names: &Names, subjects: &[Subject]) -> Markup {
    let mut departing: Vec<&Subject> = subjects.iter().filter(|subject| !subject.departures.is_empty()).collect();
    // The backends with a departure that counts come first.
    departing.sort_by_key(|subject| subject.departures.iter().map(|it| it.weight).min());
    html! {
        section #departures aria-labelledby="h-departures" {
            h2 #h-departures { "Departures" }
            @match (departing.first(), subjects.iter().any(Subject::is_judged)) {
                (None, true) => p.verdict.v-ok { (mark::icon("ok")) "No departure was found." },
                (None, false) => p.verdict.v-none { (mark::icon("none")) "Nothing was judged." },
                _ => "",
            }
            @for subject in departing { (of_backend(report, names, subject)) }
            p.none data-none="" hidden { "Nothing here matches the filters." }
        }
    }
}

fn of_backend(report: &Report, names: &Names, subject: &Subject) -> Markup {
    let Subject { index, departures, detailed, listed, .. } = subject;
    let slug = names.backends.slug(*index);
    let heading = format!("h-departures-{slug}");
    html! {
        section.departures id=(format!("departures-{slug}")) data-b=(names.backends.token(*index)) aria-labelledby=(heading) {
            h3 id=(heading) {
                (names.backends.label(*index)) " "
                span.count { (DepartureCounts::of(departures).words()) }
            }
            @for (number, it) in departures.iter().take(*listed).enumerate() {
                (departure::article(report, names, &Shown { backend: *index, number, it, detailed: number < *detailed }))
            }
            @if departures.len() > *listed {
                p.note { (plural((departures.len() - listed) as u64, "departure")) " more in report.json." }
            }
        }
    }
}
