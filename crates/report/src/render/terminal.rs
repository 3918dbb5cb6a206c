//! A report in full, on a terminal: how every backend fares under every clause and profile, and for each
//! departure the smallest input that shows it and the line that replays it. What a run ends with is its first
//! screen, the `summary`.

mod departures;
mod fingerprints;
pub(super) mod overview;
pub(super) mod paint;
mod remarks;
pub(super) mod screen;
mod table;
pub(super) mod verdict;

use self::paint::Role;
use self::screen::Screen;
use self::verdict::role;
use super::View;
use crate::digest;
use crate::model::Report;
use crate::standing::verdict;
use crate::text::{fit, left, plural, visible, width};

pub(super) fn render(report: &Report, view: &View) -> String {
    let mut screen = Screen::new(view);
    overview::write(&mut screen, report);
    fingerprints::write(&mut screen, report);
    departures::write(&mut screen, report);
    remarks::write(&mut screen, report);
    summary(&mut screen, report);
    screen.text()
}

/// The last lines, which stay on the screen.
fn summary(screen: &mut Screen, report: &Report) {
    screen.heading("Summary");
    let names = report.departures();
    let columns = names.iter().map(|(name, _)| width(&visible(name))).max().unwrap_or(0).min(24);
    for (name, departures) in names {
        let verdict = verdict(report, name, &departures);
        let name = left(&fit(&visible(name), columns), columns);
        screen.labelled(
            2,
            &format!("{name}  "),
            role(verdict.conformity),
            &format!("{} {}", verdict.conformity.sign(), visible(&verdict.words)),
        );
        if !verdict.distance.is_empty() {
            screen.paragraph(columns + 4, Role::Dim, &format!("not claimed: {}", verdict.distance));
        }
    }
    if !report.unavailable.is_empty() {
        let count = plural(report.unavailable.len() as u64, "backend");
        screen.paragraph(2, Role::Dim, &format!("{count} unavailable, not judged: why stands above"));
    }
    if report.backends.iter().all(|backend| digest::compared(backend) == 0) {
        screen.paragraph(2, Role::Bad, "NOTHING WAS JUDGED: no element was compared on any backend.");
    }
    if report.partial {
        screen.paragraph(2, Role::Bad, overview::PARTIAL);
    }
    if let Some(left_out) = report.left_out() {
        screen.paragraph(2, Role::Bad, &left_out);
    }
    if let Some(directory) = screen.directory {
        screen.labelled(2, "report  ", Role::Plain, &format!("{directory}/index.html · {directory}/report.md"));
    }
}
