//! The blocks of an enumeration that is not at its end, kept beside its result: one that was killed goes on from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use opconform_harness::enumerate::{Asked, Counts, Enumeration, Session};

use super::kept::read;
use crate::output;

/// How long blocks are counted before they are written again, at least.
const PAUSE: Duration = Duration::from_secs(5);

/// How much longer than it takes to write them blocks are counted before that.
const RATIO: u32 = 20;

/// The file of blocks that are kept. It is no result: `merge` and reports look for those by their ending.
pub(super) struct Kept {
    path: PathBuf,
}

/// What is known of blocks that were kept: what was counted, and when and where.
pub(super) type Known = (Counts, Vec<Session>);

impl Kept {
    /// The file beside a result.
    pub(super) fn beside(result: &Path) -> Self {
        Self { path: result.with_extension("blocks") }
    }

    /// The blocks that were kept of the same; none where there is no file.
    pub(super) fn read(&self, asked: &Asked) -> anyhow::Result<Known> {
        if !self.path.exists() {
            return Ok(Known::default());
        }
        let name = self.path.display();
        let enumeration = read(&self.path)?;
        if enumeration.asked != *asked {
            bail!(
                "{name} is of another backend, version, suite, CPU, judgement or --bisect: give the options that it was begun with, or leave out --resume to begin anew"
            );
        }
        let counts = enumeration.counts().with_context(|| format!("{name}: leave out --resume to begin anew"))?;
        Ok((counts, enumeration.sessions))
    }

    /// Removes the file, of which nothing is known then.
    pub(super) fn remove(&self) -> Known {
        // Where it is not there, or stays, the next that is kept takes its place.
        let _ = fs::remove_file(&self.path);
        Known::default()
    }

    /// Keeps blocks as they are counted: `result` is what has come of them.
    pub(super) fn keeping<'a>(&'a self, result: &'a (dyn Fn(&Counts) -> Enumeration + Sync)) -> Keeping<'a> {
        Keeping { path: &self.path, result, state: Mutex::new((Counts::default(), None)) }
    }
}

/// Blocks that are kept as they are counted.
pub(super) struct Keeping<'a> {
    path: &'a Path,
    result: &'a (dyn Fn(&Counts) -> Enumeration + Sync),
    /// What was counted so far, and when it is written next.
    state: Mutex<(Counts, Option<Instant>)>,
}

impl Keeping<'_> {
    /// Adds a block, and writes all of them where it is time.
    pub(super) fn add(&self, block: &Counts) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = std::mem::take(&mut state.0).and(block.clone());
        let began = Instant::now();
        if state.1.is_none_or(|next| next <= began) {
            self.write(&state.0);
            state.1 = Some(Instant::now() + PAUSE.max(began.elapsed() * RATIO));
        }
    }

    /// Writes what was counted.
    pub(super) fn write(&self, counts: &Counts) {
        let written = serde_json::to_string(&(self.result)(counts)).map_err(anyhow::Error::from);
        let kept = written.and_then(|text| Ok(opconform_files::replace(self.path, text.as_bytes())?));
        if let Err(error) = kept {
            output::remark(&format!("what was counted is not kept for --resume: {error:#}"));
        }
    }
}
