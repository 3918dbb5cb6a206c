//! `report.md`: what a person reads, and what the summary of a CI job shows. GitHub's Markdown, but readable as it is.
//!
//! Whatever a backend chose goes through [`escape`], so that it stays the text that it is. Provenance comes last, so that
//! two reports differ above it only where a result does.

mod counted;
mod departures;
pub(crate) mod escape;
mod left_out;
mod matrices;
mod overview;
pub(super) mod sources;

use self::escape::{code, prose};
use crate::model::Report;

pub(super) fn render(report: &Report) -> String {
    let mut page = Page::default();
    overview::write(&mut page, report);
    departures::write(&mut page, report);
    counted::write(&mut page, report);
    matrices::write(&mut page, report);
    left_out::write(&mut page, report);
    sources::write(&mut page, report);
    provenance(&mut page, report);
    page.out
}

/// The text so far, and how to add to it. Everything given to it is Markdown already.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) out: String,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A heading with an empty line on either side.
    pub(crate) fn heading(&mut self, level: usize, text: &str) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.line("");
        }
        self.line(&format!("{} {text}", "#".repeat(level)));
        self.line("");
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        self.line(text);
        self.line("");
    }

    /// A table; the alignment of a column is right where its head begins with `>`.
    pub(crate) fn table<Row: AsRef<[String]>>(&mut self, head: &[String], rows: impl IntoIterator<Item = Row>) {
        let names: Vec<&str> = head.iter().map(|name| name.trim_start_matches('>')).collect();
        let rules = head.iter().map(|name| if name.starts_with('>') { "---:" } else { "---" });
        self.line(&format!("| {} |", names.join(" | ")));
        self.line(&format!("| {} |", rules.collect::<Vec<_>>().join(" | ")));
        for row in rows {
            self.line(&format!("| {} |", row.as_ref().join(" | ")));
        }
        self.line("");
    }
}

/// The heads of a table's columns.
pub(crate) fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// The heads of a table with a column for each backend: those before them are separated by ` | `.
fn by_backend(report: &Report, before: &str) -> Vec<String> {
    let names = report.backends.iter().map(|backend| format!(">{}", code(&backend.name)));
    before.split(" | ").map(str::to_owned).chain(names).collect()
}

pub(super) fn provenance(page: &mut Page, report: &Report) {
    page.heading(2, "Provenance");
    page.paragraph(crate::provenance::WORDS);
    let rows = crate::provenance::entries(&report.provenance);
    let rows = rows.into_iter().map(|(name, value)| [name.to_owned(), prose(&value)]);
    page.table(&heads(&["what", "value"]), rows);
    page.out.pop();
}
