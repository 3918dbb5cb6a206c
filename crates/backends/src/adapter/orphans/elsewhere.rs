//! Elsewhere than on Linux, nothing says whose an orphan is: what has left the process group of its child is left alone.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A child.
pub(in crate::adapter) struct Marked {
    pub(in crate::adapter) child: Child,
}

impl Marked {
    /// Starts a child.
    pub(in crate::adapter) fn spawn(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: command.spawn()? })
    }

    /// Waits for the child, whose group has been killed where there are groups.
    pub(in crate::adapter) fn end(&mut self) -> io::Result<ExitStatus> {
        #[cfg(not(unix))]
        self.child.kill()?;
        self.child.wait()
    }
}

/// Starts the reaper.
#[cfg(unix)]
pub(in crate::adapter) fn spawn_reaper(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// There is nothing to forget.
pub(in crate::adapter) fn tidy() {}
