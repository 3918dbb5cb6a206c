//! The journal of a run: what backends answered, appended as it comes, so that a run that is killed need not ask again.
//!
//! A file of lines of JSON, each with a [checksum](Chain) behind it: the first says whose answers these are, and each of the
//! others is one answer, or the faults so far in calls that were answered when they were made again. A last line that was not written to its end is left out; any other damage is refused.
//!
//! ```text
//! {"format":"opconform-journal-3","owner":{"suite":"0.1.0","commit":null,"backends":[{…}]}} 0a1b…
//! {"answer":{"backend":0,"key":"…","outcome":{"output":[{"dtype":"f32","shape":[2],"bits":"0000803f00000080"}]}}} 2c3d…
//! {"passing_faults":{"backend":0,"so_far":[{"what":"exited with 3","calls":1,"cases":64,"first":"max/f32/…"}]}} 4e5f…
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufReader, Seek as _, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use opconform_files::WriteError;
use opconform_spec::{Case, Outcome};
use serde::{Deserialize, Serialize};

use super::outcome::TensorTextError;
use super::{Key, OutcomeText};
use crate::backend::PassingFault;

mod chain;
mod owner;
mod read;

pub use chain::Chain;
pub use owner::JournalOwner;

use read::{Content, Earlier};

/// The format that is written, and the only one that is read.
const FORMAT: &str = "opconform-journal-3";

/// Why a file cannot be the journal of a run.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It is no file that can be written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// It cannot be read or written.
    #[error("cannot read or write it")]
    Io(#[from] io::Error),
    /// Another process has it.
    #[error("another run is writing it")]
    InUse,
    /// It is something else.
    #[error("it is no journal, and is left as it is")]
    NoJournal,
    /// It has another format.
    #[error("a journal of format `{0}`, expected `{FORMAT}`: remove it to begin anew")]
    Format(String),
    /// It is that of another run.
    #[error("its answers are not those of this run, remove it to ask again: {0}")]
    Other(String),
    /// A line is not as it was written.
    #[error(
        "line {line} is not as it was written there: it was changed, moved or repeated, or one before it is gone; \
             remove the journal to begin anew"
    )]
    Damaged {
        /// The line, from 1.
        line: usize,
    },
    /// A line is longer than any that is written.
    #[error("line {line} is longer than any line of a journal")]
    TooLong {
        /// The line, from 1.
        line: usize,
    },
    /// A line is that of no answer.
    #[error("line {line}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A tensor of a line has not the bits that its shape asks for.
    #[error("line {line}")]
    Tensor {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: TensorTextError,
    },
}

/// A journal, open.
#[derive(Debug)]
pub struct Journal {
    end: Mutex<Result<End, io::Error>>,
    /// What an earlier process was answered and this one has not asked yet.
    earlier: Mutex<Earlier>,
    resumed: usize,
    /// By the number of the backend, the faults that went by in earlier processes.
    passing_faults: BTreeMap<usize, Vec<PassingFault>>,
    /// Whether the file was there, and was no journal: empty, as whoever makes a temporary file has it.
    is_of_others: bool,
}

/// Where lines are added.
#[derive(Debug)]
struct End {
    file: File,
    chain: Chain,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    owner: JournalOwner,
}

/// A line after the first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Line {
    /// What a backend, by its number, answered to a case.
    Answer { backend: usize, key: Key, outcome: OutcomeText },
    /// What went by of a backend in this and in earlier processes: the line with the most calls counts.
    PassingFaults { backend: usize, so_far: Vec<PassingFault> },
}

impl Journal {
    /// Opens a journal, to go on from where it breaks off; a new one where there is no file.
    pub fn open(path: &Path, owner: &JournalOwner) -> Result<Self, JournalError> {
        let is_of_others = std::fs::metadata(path).is_ok_and(|file| file.len() == 0);
        let mut file = opconform_files::update(path)?;
        file.try_lock().map_err(|error| match error {
            std::fs::TryLockError::WouldBlock => JournalError::InUse,
            std::fs::TryLockError::Error(error) => error.into(),
        })?;
        let header = serde_json::to_vec(&Header { format: FORMAT.to_owned(), owner: owner.clone() });
        let mut new = Chain::default();
        let head = new.seal(&header.map_err(io::Error::from)?);
        let Content { earlier, passing_faults, mut chain, end } = read::read(BufReader::new(&file), owner, &head)?;
        file.set_len(end)?;
        file.seek(io::SeekFrom::Start(end))?;
        if end == 0 {
            file.write_all(&head)?;
            chain = new;
        }
        let resumed = earlier.values().map(VecDeque::len).sum();
        let end = Mutex::new(Ok(End { file, chain }));
        Ok(Self { end, earlier: Mutex::new(earlier), resumed, passing_faults, is_of_others })
    }

    /// How many answers an earlier process left.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// Whether the file was there before it became the journal: then it is not the journal's to remove.
    pub fn is_of_others(&self) -> bool {
        self.is_of_others
    }

    /// What a backend, by its number, answered to a case in an earlier process.
    pub fn earlier(&self, backend: usize, case: &Case) -> Option<Outcome> {
        let mut earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        if earlier.is_empty() { None } else { earlier.get_mut(&(backend, Key::of(case)))?.pop_front() }
    }

    /// The faults of a backend, by its number, that went by in earlier processes.
    pub fn passing_faults(&self, backend: usize) -> Vec<PassingFault> {
        self.passing_faults.get(&backend).cloned().unwrap_or_default()
    }

    /// Appends what a backend, by its number, has answered.
    pub fn note<'a>(&self, backend: usize, answers: impl Iterator<Item = (&'a Case, &'a Outcome)>) {
        self.append(answers.into_iter().map(|(case, outcome)| Line::Answer {
            backend,
            key: Key::of(case),
            outcome: OutcomeText::of(outcome),
        }));
    }

    /// Appends what went by of a backend, by its number, in this process and in earlier ones.
    pub fn note_passing_faults(&self, backend: usize, so_far: Vec<PassingFault>) {
        self.append([Line::PassingFaults { backend, so_far }].into_iter());
    }

    fn append(&self, lines: impl Iterator<Item = Line>) {
        let texts: Result<Vec<Vec<u8>>, _> = lines.map(|line| serde_json::to_vec(&line)).collect();
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(End { file, chain }) = end.as_mut() {
            let sealed = texts.map(|texts| texts.iter().flat_map(|text| chain.seal(text)).collect::<Vec<u8>>());
            if let Err(error) = sealed.map_err(io::Error::from).and_then(|lines| file.write_all(&lines)) {
                // Nothing is appended to a line that breaks off.
                *end = Err(error);
            }
        }
    }

    /// Whether everything has been written down. The run itself does not suffer from a journal that is not.
    pub fn close(self) -> io::Result<()> {
        self.end.into_inner().unwrap_or_else(PoisonError::into_inner).map(drop)
    }
}
