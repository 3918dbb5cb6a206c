//! Standard output and standard error: no panic when either is closed.

use std::io::{self, IsTerminal, Write};

use anyhow::Context as _;

use crate::args::Color;

/// Writes text to standard output, whole.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")
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

/// Whether the reader of our output went away: it has seen what it wanted.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(broken)
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
