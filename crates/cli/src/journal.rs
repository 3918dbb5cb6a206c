//! The journal of a run, as long as the run takes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use clap::Args;
use opconform_backends::Journal;
use opconform_harness::Plan;

use crate::output;

/// Where answers are kept until a run has come to its end.
#[derive(Args, Debug)]
pub(crate) struct JournalArgs {
    /// Keep in this file what backends in other processes answer; a run that was killed or interrupted goes on from there
    /// when it is given the same arguments again. Removed when it has come to its end, and an empty file that was there is left so
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

/// The journal of the run, and where it is.
pub(crate) struct RunJournal<'p> {
    path: &'p Path,
    journal: Arc<Journal>,
}

impl<'p> RunJournal<'p> {
    /// Opens the journal, if there is to be one, and puts the backends of the plan under it.
    pub(crate) fn open(args: &'p JournalArgs, plan: &mut Plan, stop: &Arc<AtomicBool>) -> anyhow::Result<Option<Self>> {
        let Some(path) = args.journal.as_deref() else { return Ok(None) };
        let journal = opconform_harness::under_journal(plan, path, stop)
            .with_context(|| format!("cannot use the journal {}: name another with --journal", path.display()))?;
        if journal.resumed() > 0 {
            output::remark(&format!("{}: going on after {} answers", path.display(), journal.resumed()));
        }
        Ok(Some(Self { path, journal }))
    }

    /// Closes the journal. That of a run which has come to its end is not needed any more.
    pub(crate) fn close(self, partial: bool) {
        let path = self.path.display();
        let is_of_others = self.journal.is_of_others();
        match Arc::into_inner(self.journal).map_or(Ok(()), Journal::close) {
            Err(error) => {
                output::remark(&format!("the journal {path} broke off, and what was asked is complete: {error}"));
            }
            Ok(()) if partial => output::remark(&format!("{path} is kept: the same command goes on from there")),
            Ok(()) => {}
        }
        if partial {
            return;
        }
        // A file that was there, and empty, is left so: it is somebody's.
        let ended = if is_of_others { fs::write(self.path, []) } else { fs::remove_file(self.path) };
        if let Err(error) = ended {
            output::remark(&format!("cannot remove the journal {path}: {error}"));
        }
    }
}
