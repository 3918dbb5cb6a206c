//! Standard output and standard error: no panic when either is closed.

use std::io::{self, IsTerminal, Write};

use anyhow::Context as _;
use opconform_report::visible;

use crate::args::Color;

/// Writes text to standard output, whole. A reader who went away has seen what they wanted.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output: give it a file or a pipe that takes it"),
    }
}

/// The most characters of an error that are shown: it may repeat what it is about.
const LONGEST: usize = 4000;

/// Writes an error and its causes to standard error.
pub(crate) fn error(error: &anyhow::Error) {
    let words = format!("{error:#}");
    let (words, rest) = words.split_at(words.char_indices().nth(LONGEST).map_or(words.len(), |(end, _)| end));
    let lines: Vec<String> = words.lines().map(visible).collect();
    let more = if rest.is_empty() { "" } else { "…" };
    // When standard error is closed too, the exit code is all that is left.
    let _ = writeln!(io::stderr(), "error: {}{more}", lines.join("\n"));
}

/// Writes a remark to standard error.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

impl Color {
    /// Whether standard output gets colour.
    pub(crate) fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                io::stdout().is_terminal() && !unwanted
            }
        }
    }
}
