//! Whether there is colour.

use std::io::{self, IsTerminal as _};

use clap::ValueEnum;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output gets colour.
    pub(crate) fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => io::stdout().is_terminal() && !Self::is_unwanted(),
        }
    }

    /// Whether nobody is to see colour who does not ask for it.
    pub(crate) fn is_unwanted() -> bool {
        std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
    }
}
