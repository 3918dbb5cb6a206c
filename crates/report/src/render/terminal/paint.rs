//! Colours, or none at all.

use anstyle::{AnsiColor, Style};

/// What a piece of text is, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum Role {
    Plain,
    Heading,
    /// A departure from a MUST, and whatever else must not be overlooked.
    Bad,
    /// A departure from a SHOULD.
    Weak,
    Good,
    /// A gap in a source.
    Gap,
    Dim,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct Paint {
    pub(in crate::render) colour: bool,
}

impl Paint {
    /// `text` in the colours of its role; `text` itself where there are none.
    pub(in crate::render) fn paint(self, role: Role, text: &str) -> String {
        let style = match role {
            Role::Plain => Style::new(),
            Role::Heading => Style::new().bold(),
            Role::Bad => AnsiColor::Red.on_default().bold(),
            Role::Weak => AnsiColor::Yellow.on_default(),
            Role::Good => AnsiColor::Green.on_default(),
            Role::Gap => AnsiColor::Magenta.on_default(),
            Role::Dim => Style::new().dimmed(),
        };
        if !self.colour || style == Style::new() || text.trim().is_empty() {
            return text.to_owned();
        }
        format!("{style}{text}{style:#}")
    }
}
