//! The exit codes, in one place.

use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: all as expected.
    AsExpected,
    /// 1: violations.
    Violations,
    /// 2: usage or tool error. clap ends with the same code.
    Error,
    /// 4: nothing was judged.
    NothingJudged,
    /// 130: interrupted; the report is marked partial.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::AsExpected => 0,
            Exit::Violations => 1,
            Exit::Error => 2,
            Exit::NothingJudged => 4,
            Exit::Interrupted => 130,
        })
    }
}
