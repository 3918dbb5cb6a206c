//! The journal of a run: what backends answered, appended as it comes, so that a run that is killed need not ask again.
//!
//! A file of lines of JSON: the first says whose answers these are, and each of the others is one answer. A line that was
//! not written to its end is left out.
//!
//! ```text
//! {"format":"opconform-journal-1","owner":{"suite":"0.1.0","commit":null,"backends":[{…}]}}
//! {"backend":0,"key":"…","outcome":{"output":[{"dtype":"f32","shape":[2],"bits":"0000803f00000080"}]}}
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Seek as _, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use opconform_spec::{Case, Outcome};
use serde::{Deserialize, Serialize};

use super::file::write_line;
use super::outcome::TensorTextError;
use super::{Key, OutcomeText};
use crate::describe::Description;

/// The format that is written, and the only one that is read.
const FORMAT: &str = "opconform-journal-1";

/// Whose answers a journal holds. Those of others are not taken for theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalOwner {
    /// The version of the suite.
    pub suite: String,
    /// The commit that the suite was built from, if known.
    pub commit: Option<String>,
    /// The backends, as they describe themselves.
    pub backends: Vec<Description>,
}

/// Why a file cannot be the journal of a run.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot read or write it")]
    Io(#[from] io::Error),
    /// Another process has it.
    #[error("another run is writing it")]
    InUse,
    /// It is something else.
    #[error("it is no journal: its first line")]
    Header(#[source] serde_json::Error),
    /// It has another format.
    #[error("journal of format `{0}`, expected `{FORMAT}`")]
    Format(String),
    /// It is that of another run.
    #[error("it is that of another run: {0}")]
    Other(String),
    /// A line is damaged.
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
    file: Mutex<Result<File, io::Error>>,
    /// What an earlier process was answered and this one has not asked yet: each answer is given once, in its turn.
    earlier: Mutex<Earlier>,
    resumed: usize,
}

/// The fields of the first line that do not depend on the format.
#[derive(Deserialize)]
struct AnyHeader {
    format: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    owner: JournalOwner,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    backend: usize,
    key: Key,
    outcome: OutcomeText,
}

impl Journal {
    /// Opens a journal, to go on from where it breaks off; a new one where there is no file.
    pub fn open(path: &Path, owner: &JournalOwner) -> Result<Self, JournalError> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            std::fs::TryLockError::WouldBlock => JournalError::InUse,
            std::fs::TryLockError::Error(error) => error.into(),
        })?;
        let (earlier, end) = read(&file, owner)?;
        file.set_len(end)?;
        file.seek(io::SeekFrom::Start(end))?;
        if end == 0 {
            let mut line = Vec::new();
            write_line(&mut line, &Header { format: FORMAT.to_owned(), owner: owner.clone() })?;
            file.write_all(&line)?;
        }
        let resumed = earlier.values().map(VecDeque::len).sum();
        Ok(Self { file: Mutex::new(Ok(file)), earlier: Mutex::new(earlier), resumed })
    }

    /// How many answers an earlier process left.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// What a backend, by its number, answered to a case in an earlier process.
    pub fn earlier(&self, backend: usize, case: &Case) -> Option<Outcome> {
        let mut earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        if earlier.is_empty() { None } else { earlier.get_mut(&(backend, Key::of(case)))?.pop_front() }
    }

    /// Appends what a backend, by its number, has answered.
    pub fn note<'a>(&self, backend: usize, answers: impl Iterator<Item = (&'a Case, &'a Outcome)>) {
        let mut lines = Vec::new();
        let written = answers.into_iter().try_for_each(|(case, outcome)| {
            write_line(&mut lines, &Line { backend, key: Key::of(case), outcome: OutcomeText::of(outcome) })
        });
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(open) = file.as_mut()
            && let Err(error) = written.and_then(|()| open.write_all(&lines))
        {
            // Nothing is appended to a line that breaks off.
            *file = Err(error);
        }
    }

    /// Whether everything has been written down. The run itself does not suffer from a journal that is not.
    pub fn close(self) -> io::Result<()> {
        self.file.into_inner().unwrap_or_else(PoisonError::into_inner).map(drop)
    }
}

type Earlier = BTreeMap<(usize, Key), VecDeque<Outcome>>;

/// The answers of a file, and the end of its last whole line.
fn read(file: &File, owner: &JournalOwner) -> Result<(Earlier, u64), JournalError> {
    let mut lines = BufReader::new(file);
    let mut earlier = Earlier::new();
    let (mut line, mut number, mut end) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let length = lines.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok((earlier, end));
        }
        number += 1;
        if number == 1 {
            check_owner(&line, owner)?;
        } else {
            let Line { backend, key, outcome } =
                serde_json::from_slice(&line).map_err(|source| JournalError::Line { line: number, source })?;
            let outcome = outcome.outcome().map_err(|source| JournalError::Tensor { line: number, source })?;
            earlier.entry((backend, key)).or_default().push_back(outcome);
        }
        end += length as u64;
    }
}

fn check_owner(line: &[u8], owner: &JournalOwner) -> Result<(), JournalError> {
    let AnyHeader { format } = serde_json::from_slice(line).map_err(JournalError::Header)?;
    if format != FORMAT {
        return Err(JournalError::Format(format));
    }
    let found: Header = serde_json::from_slice(line).map_err(JournalError::Header)?;
    let names = |owner: &JournalOwner| owner.backends.iter().map(|about| about.name.clone()).collect::<Vec<_>>();
    let commit = |owner: &JournalOwner| owner.commit.clone().unwrap_or_else(|| "unknown".to_owned());
    let found = &found.owner;
    let other = if (&found.suite, &found.commit) != (&owner.suite, &owner.commit) {
        let of = |owner: &JournalOwner| format!("{} of commit {}", owner.suite, commit(owner));
        format!("suite {}, and this is {}", of(found), of(owner))
    } else if names(found) != names(owner) {
        format!("backends {}, and this has {}", names(found).join(", "), names(owner).join(", "))
    } else if let Some((was, _)) = found.backends.iter().zip(&owner.backends).find(|(was, is)| was != is) {
        format!("backend {} has another version or configuration now", was.name)
    } else {
        return Ok(());
    };
    Err(JournalError::Other(other))
}
