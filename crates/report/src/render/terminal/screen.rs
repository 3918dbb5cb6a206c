//! The text of a terminal, line by line, within its columns, with or without colour.

use super::paint::{Paint, Role};
use crate::render::View;
use crate::text::{fit, left, visible, width, wrap};

/// The columns that the text keeps to where the terminal has as many, or there is none.
pub(in crate::render) const WIDTH: usize = 100;
/// The fewest columns that anything can be laid out in.
const NARROWEST: usize = 60;

/// The text so far, and how to add to it.
pub(in crate::render) struct Screen<'a> {
    pub(in crate::render) paint: Paint,
    pub(in crate::render) directory: Option<&'a str>,
    /// The columns that the text keeps to.
    pub(in crate::render) columns: usize,
    out: String,
}

impl<'a> Screen<'a> {
    pub(in crate::render) fn new(view: &View<'a>) -> Self {
        let columns = view.columns.map_or(WIDTH, |columns| columns.clamp(NARROWEST, WIDTH));
        Self { paint: Paint { colour: view.colour }, directory: view.directory, columns, out: String::new() }
    }

    /// How many lines there are so far.
    pub(in crate::render) fn lines(&self) -> usize {
        self.out.lines().count()
    }

    /// All of it.
    pub(in crate::render) fn text(self) -> String {
        self.out
    }

    pub(in crate::render) fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    /// A heading with an empty line before it.
    pub(in crate::render) fn heading(&mut self, text: &str) {
        let heading = self.paint.paint(Role::Heading, &fit(text, self.columns));
        self.line("");
        self.line(&heading);
    }

    /// `text`, made visible and wrapped, each line with this many spaces before it.
    pub(in crate::render) fn paragraph(&mut self, indent: usize, role: Role, text: &str) {
        self.labelled(indent, "", role, text);
    }

    /// The same with a label before the first line; the other lines stand below the text, not below the label.
    pub(in crate::render) fn labelled(&mut self, indent: usize, label: &str, role: Role, text: &str) {
        let used = indent + width(label);
        for (index, line) in wrap(&visible(text), self.columns - used).iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            let label = self.paint.paint(Role::Dim, &left(label, used - indent));
            let line = self.paint.paint(role, line);
            self.line(&format!("{}{label}{line}", " ".repeat(indent)));
        }
    }

    /// Where the rest stands, for what the terminal cuts short.
    pub(super) fn complete(&self) -> String {
        match self.directory {
            Some(directory) => format!("{}/report.md", visible(directory)),
            None => "the complete report".to_owned(),
        }
    }
}
