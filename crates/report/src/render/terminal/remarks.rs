//! What is not a departure and must be known all the same: gaps in the sources, skips, what was not exercised, and
//! backends that could not be judged.

use super::paint::Role;
use super::screen::Screen;
use crate::digest::{self, Unexercised};
use crate::model::{Report, Skip};
use crate::operands::type_names;
use crate::passing_fault;
use crate::text::{fit, plural, visible};
use crate::unsteady::in_words;

/// The reasons of one backend that a terminal has room for.
const SHOWN: usize = 8;
/// The reasons of all backends together that it has room for.
const SHOWN_OF_ALL: usize = 24;
/// Clauses from which on their number is given instead of their names.
const FEW: usize = 6;

pub(super) fn write(screen: &mut Screen, report: &Report) {
    gaps(screen, report);
    unsteady(screen, report);
    passing_faults(screen, report);
    skips(screen, report);
    unexercised(screen, report);
    unavailable(screen, report);
}

fn gaps(screen: &mut Screen, report: &Report) {
    if report.gaps.is_empty() {
        return;
    }
    screen.heading("Gaps: where a source is silent or contradicts itself");
    for gaps in report.gaps.chunk_by(|a, b| a.profile == b.profile) {
        let Some(widest) = gaps.iter().max_by_key(|gap| gap.cases) else { continue };
        let (most, of_most) = (visible(&widest.gap), plural(widest.cases, "case"));
        let count = match gaps.len() {
            1 => String::new(),
            more => format!("{}, the widest: ", plural(more as u64, "gap")),
        };
        screen.labelled(2, "? ", Role::Plain, &format!("{}: {count}{most} ({of_most})", visible(&widest.profile)));
    }
    screen.paragraph(2, Role::Dim, &format!("each with a case that shows it: {}", screen.complete()));
}

fn unsteady(screen: &mut Screen, report: &Report) {
    if report.backends.iter().all(|backend| backend.unsteady.is_empty()) {
        return;
    }
    screen.heading("Not steady: what was seen and not any more when it was asked again, and is counted nowhere");
    for backend in &report.backends {
        listed(screen, &backend.name, &backend.unsteady, in_words);
    }
}

fn passing_faults(screen: &mut Screen, report: &Report) {
    if report.backends.iter().all(|backend| backend.passing_faults.is_empty()) {
        return;
    }
    screen.heading(passing_fault::HEADING);
    for backend in &report.backends {
        listed(screen, &backend.name, &backend.passing_faults, ToString::to_string);
    }
    screen.paragraph(2, Role::Dim, passing_fault::MEANING);
}

fn skips(screen: &mut Screen, report: &Report) {
    if report.backends.iter().all(|backend| backend.skips.is_empty()) {
        return;
    }
    screen.heading("Skips: what a backend says that it does not support");
    for backend in &report.backends {
        let skips: Vec<&Skip> = backend.skips.iter().collect();
        listed(screen, &backend.name, &skips, |skip| {
            format!("{}: {} (such as {})", plural(skip.cases, "case"), skip.reason, skip.example)
        });
    }
}

fn unexercised(screen: &mut Screen, report: &Report) {
    let entries = digest::unexercised(&report.backends, false);
    if entries.is_empty() {
        return;
    }
    screen.heading("Not exercised: what this run says nothing about");
    for Unexercised { reason, dtypes, clauses, backends } in entries.iter().take(SHOWN_OF_ALL) {
        let clauses = match clauses.len() {
            many @ FEW.. => format!("{many} clauses such as {}", clauses[0]),
            _ => clauses.join(", "),
        };
        let backends = match backends.len() {
            2.. if backends.len() == report.backends.len() => "every backend".to_owned(),
            _ => backends.join(", "),
        };
        screen.labelled(
            2,
            "· ",
            Role::Plain,
            &format!("{backends}: {clauses} ({}): {reason}", type_names(dtypes).join(" ")),
        );
    }
    more(screen, 2, entries.len(), SHOWN_OF_ALL);
}

fn unavailable(screen: &mut Screen, report: &Report) {
    if report.unavailable.is_empty() {
        return;
    }
    screen.heading("Unavailable: not judged here");
    for backend in &report.unavailable {
        screen.labelled(2, "– ", Role::Plain, &format!("{}: {}", backend.name, backend.reason));
    }
}

/// The first entries of a backend, below its name.
fn listed<T>(screen: &mut Screen, backend: &str, entries: &[T], text: impl Fn(&T) -> String) {
    if entries.is_empty() {
        return;
    }
    screen.line(&format!("  {}", fit(&visible(backend), screen.columns - 2)));
    for entry in entries.iter().take(SHOWN) {
        screen.labelled(4, "· ", Role::Plain, &text(entry));
    }
    more(screen, 4, entries.len(), SHOWN);
}

/// Where the entries stand that there was no room for.
fn more(screen: &mut Screen, indent: usize, entries: usize, shown: usize) {
    if let Some(more @ 1..) = entries.checked_sub(shown) {
        let text = format!("… and {more} more: see {}", screen.complete());
        screen.paragraph(indent, Role::Plain, &text);
    }
}
