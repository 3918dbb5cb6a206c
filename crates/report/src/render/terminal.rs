//! What a person sees at the end of a run: how every backend fares under every clause and profile, and for each
//! departure the smallest input that shows it and the line that replays it. [`WIDTH`] columns, with or without colour.

mod departures;
mod fingerprints;
mod overview;
mod paint;
mod remarks;
mod table;

use self::paint::{Paint, Role};
use super::View;
use crate::departure;
use crate::digest;
use crate::model::Report;
use crate::text::{plural, visible, wrap};

/// The columns that the text keeps to.
const WIDTH: usize = 100;

pub(super) fn render(report: &Report, view: &View) -> String {
    let mut screen = Screen { paint: Paint { colour: view.colour }, directory: view.directory, out: String::new() };
    overview::write(&mut screen, report);
    fingerprints::write(&mut screen, report);
    departures::write(&mut screen, report);
    remarks::write(&mut screen, report);
    summary(&mut screen, report);
    screen.out
}

/// The text so far, and how to add to it.
struct Screen<'a> {
    paint: Paint,
    directory: Option<&'a str>,
    out: String,
}

impl Screen<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    /// A heading with an empty line before it.
    fn heading(&mut self, text: &str) {
        let heading = self.paint.paint(Role::Heading, &crate::text::fit(text, WIDTH));
        self.line("");
        self.line(&heading);
    }

    /// `text`, made visible and wrapped, each line with this many spaces before it.
    fn paragraph(&mut self, indent: usize, role: Role, text: &str) {
        self.labelled(indent, "", role, text);
    }

    /// The same with a label before the first line; the other lines stand below the text, not below the label.
    fn labelled(&mut self, indent: usize, label: &str, role: Role, text: &str) {
        let used = indent + crate::text::width(label);
        for (index, line) in wrap(&visible(text), WIDTH - used).iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            let label = self.paint.paint(Role::Dim, &crate::text::left(label, used - indent));
            let line = self.paint.paint(role, line);
            self.line(&format!("{}{label}{line}", " ".repeat(indent)));
        }
    }

    /// Where the rest stands, for what the terminal cuts short.
    fn complete(&self) -> String {
        match self.directory {
            Some(directory) => format!("{}/report.md", visible(directory)),
            None => "the complete report".to_owned(),
        }
    }
}

/// The last lines, which stay on the screen.
fn summary(screen: &mut Screen, report: &Report) {
    screen.heading("Summary");
    let names = digest::findings_by_backend(report);
    let columns = names.iter().map(|(name, _)| crate::text::width(&visible(name))).max().unwrap_or(0).min(24);
    for (name, findings) in names {
        let departures = departure::departures(report, &findings);
        let (must, should) = departure::levels(&departures);
        let judged = digest::backend(report, name).is_some_and(|backend| digest::compared(backend) > 0);
        let (role, verdict) = match (judged, must, should) {
            (false, 0, 0) => (Role::Bad, "nothing was judged".to_owned()),
            (true, 0, 0) => (Role::Good, "✓ no departure".to_owned()),
            (_, 0, should) => (Role::Weak, format!("✗ {} from SHOULD clauses", plural(should, "departure"))),
            (_, must, 0) => (Role::Bad, format!("✗ {} from MUST clauses", plural(must, "departure"))),
            _ => (Role::Bad, format!("✗ {}, {must} from MUST clauses", plural(must + should, "departure"))),
        };
        let name = crate::text::left(&crate::text::fit(&visible(name), columns), columns);
        let verdict = screen.paint.paint(role, &verdict);
        screen.line(&format!("  {name}  {verdict}"));
    }
    for unavailable in &report.unavailable {
        let name = crate::text::left(&crate::text::fit(&visible(&unavailable.name), columns), columns);
        let verdict = screen.paint.paint(Role::Dim, "– unavailable, not judged");
        screen.line(&format!("  {name}  {verdict}"));
    }
    if report.backends.iter().all(|backend| digest::compared(backend) == 0) {
        screen.paragraph(2, Role::Bad, "NOTHING WAS JUDGED: no element was compared on any backend.");
    }
    if report.partial {
        screen.paragraph(2, Role::Bad, overview::PARTIAL);
    }
    if let Some(directory) = screen.directory {
        screen.labelled(2, "report  ", Role::Plain, &format!("{directory}/report.md"));
    }
}
