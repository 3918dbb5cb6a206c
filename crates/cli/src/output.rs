//! Standard output and standard error: no panic when either is closed.

use std::io::{self, IsTerminal, Write};

use anyhow::Context as _;

use crate::args::Color;

/// Writes text to standard output, whole. A reader who went away has seen what they wanted.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output: give it a file or a pipe that takes it"),
    }
}

/// The columns of the terminal that standard output is.
pub(crate) fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(terminal_size::Width(columns), _)| columns.into())
}

/// Writes an error and its causes to standard error.
pub(crate) fn error(error: &anyhow::Error) {
    // When standard error is closed too, the exit code is all that is left.
    let _ = writeln!(io::stderr(), "error: {error:#}");
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
