//! The waivers of one backend, from its file.

use std::path::{Path, PathBuf};

use opconform_files::ReadError;
use opconform_report::Finding;

use super::file;
use super::waiver::Waiver;

/// The bytes of the largest file that is read: a hundred times that of the worst backend.
const LARGEST: u64 = 1 << 20;

/// The waivers of one backend.
#[derive(Clone, Debug)]
pub struct WaiverFile {
    /// The backend.
    pub backend: String,
    /// The file, for messages and for writing it again.
    pub path: PathBuf,
    /// The file's text; empty where there is none.
    pub text: String,
    /// The waivers, in the order of the file.
    pub waivers: Vec<Waiver>,
}

/// The waiver that a finding belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// Its place among the waivers.
    pub(super) index: usize,
    /// Whether the waiver names the operands too, where it has to.
    pub(super) is_named: bool,
}

/// A file of waivers that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WaiverFileError {
    /// It cannot be read.
    #[error("make it a file that you may read, or name another folder with --expectations")]
    Unreadable(#[from] ReadError),
    /// It is not what was expected.
    #[error("{path}:{line}:{column}: {message}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What was expected and found, and what to do.
        message: String,
    },
}

impl WaiverFile {
    /// The file of a backend in a folder: without waivers where there is none.
    pub fn read(folder: &Path, backend: &str) -> Result<Self, WaiverFileError> {
        let path = folder.join(Self::file_name(backend));
        match opconform_files::read_text(&path, LARGEST) {
            Ok(text) => Self::parse(backend, path, text),
            Err(error) if error.is_absent() => {
                Ok(Self { backend: backend.to_owned(), path, text: String::new(), waivers: Vec::new() })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The name of a backend's file.
    pub fn file_name(backend: &str) -> String {
        format!("{}.toml", Self::plain_name(backend))
    }

    /// The name of a backend, with a dash for every character that a file name had better not have.
    pub fn plain_name(backend: &str) -> String {
        let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
        backend.chars().map(safe).collect()
    }

    /// The waivers in a text, which is or will be the file `path`.
    pub fn parse(backend: &str, path: PathBuf, text: String) -> Result<Self, WaiverFileError> {
        match file::waivers(&text) {
            Ok(waivers) => Ok(Self { backend: backend.to_owned(), path, text, waivers }),
            Err(file::Fault { offset, message }) => {
                let (line, column) = file::place(&text, offset);
                Err(WaiverFileError::Malformed { path, line, column, message })
            }
        }
    }

    /// The waiver that a finding belongs to: the first that matches it and names its operands, or else the first that
    /// matches it.
    pub(super) fn matching(&self, finding: &Finding) -> Option<Match> {
        let all = || self.waivers.iter().enumerate().filter(|(_, waiver)| waiver.matches(finding));
        let named = all().find(|(_, waiver)| waiver.names_operands(finding));
        let found = named.map(|(index, _)| Match { index, is_named: true });
        found.or_else(|| all().next().map(|(index, _)| Match { index, is_named: false }))
    }
}
