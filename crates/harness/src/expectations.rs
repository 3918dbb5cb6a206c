//! What is known of a backend, and why it is accepted: the waivers of `corpus/expectations/<backend>.toml`.
//!
//! A waiver speaks of findings, by clause, element type, operator and what was observed, and so of no seed and no random
//! case. A finding belongs to the first waiver that matches it. Whatever is not as the file says is a [`Problem`], a line
//! that names the place to change.

mod check;
mod file;
mod glob;
mod known;
mod update;

use std::path::{Path, PathBuf};

use opconform_files::ReadError;
use opconform_report::Finding;
use semver::VersionReq;

pub use self::check::{Check, Coverage, Problem};
use self::glob::Glob;
pub use self::known::Known;
pub use self::update::{Acceptance, UpdateError};

/// The bytes of the largest file that is read: a hundred times that of the worst backend.
const LARGEST: u64 = 1 << 20;

/// The waivers of one backend.
#[derive(Clone, Debug)]
pub struct Expectations {
    /// The backend.
    pub backend: String,
    /// The file, for messages and for writing it again.
    pub path: PathBuf,
    /// The file's text; empty where there is none.
    pub text: String,
    /// The waivers, in the order of the file.
    pub waivers: Vec<Waiver>,
}

/// Findings that are known, and why they are accepted.
#[derive(Clone, Debug)]
pub struct Waiver {
    /// Why the findings are accepted.
    pub reason: String,
    /// Where more is said: an issue, a document.
    pub link: String,
    clauses: Vec<Glob>,
    cases: Vec<Glob>,
    dtypes: Vec<Glob>,
    operators: Vec<Glob>,
    symptoms: Vec<Glob>,
    /// The most findings that it matches.
    findings: usize,
    /// The fewest, where that depends on the machine.
    at_least: Option<usize>,
    versions: Option<VersionReq>,
    /// The last day on which it holds, as `2027-06-30`.
    expires: Option<String>,
    lines: Lines,
}

/// Where a waiver stands: line numbers from 1.
#[derive(Clone, Copy, Debug)]
struct Lines {
    head: usize,
    findings: usize,
    versions: usize,
    expires: usize,
}

/// A file of waivers that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExpectationsError {
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

impl Expectations {
    /// The file of a backend in a folder: without waivers where there is none.
    pub fn read(folder: &Path, backend: &str) -> Result<Self, ExpectationsError> {
        let path = folder.join(Self::file_name(backend));
        match opconform_files::read_text(&path, LARGEST) {
            Ok(text) => Self::parse(backend, path, text),
            Err(error) if error.is_absent() => {
                Ok(Self { backend: backend.to_owned(), path, text: String::new(), waivers: Vec::new() })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The name of a backend's file: its own, with a dash for every character that a file name had better not have.
    pub fn file_name(backend: &str) -> String {
        let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
        format!("{}.toml", backend.chars().map(safe).collect::<String>())
    }

    /// The waivers in a text, which is or will be the file `path`.
    pub fn parse(backend: &str, path: PathBuf, text: String) -> Result<Self, ExpectationsError> {
        match file::waivers(&text) {
            Ok(waivers) => Ok(Self { backend: backend.to_owned(), path, text, waivers }),
            Err(file::Fault { offset, message }) => {
                let (line, column) = file::place(&text, offset);
                Err(ExpectationsError::Malformed { path, line, column, message })
            }
        }
    }

    /// The waiver that a finding belongs to; `None` where it is not expected.
    pub fn expected(&self, finding: &Finding) -> Option<&Waiver> {
        self.index(finding).map(|index| &self.waivers[index])
    }

    fn index(&self, finding: &Finding) -> Option<usize> {
        self.waivers.iter().position(|waiver| waiver.matches(finding))
    }
}

impl Waiver {
    /// Whether it speaks of a finding. A list that is left out speaks of everything.
    fn matches(&self, finding: &Finding) -> bool {
        let fits = |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|glob| glob.matches(text));
        fits(&self.clauses, &finding.clause)
            && fits(&self.cases, &finding.witness.case)
            && fits(&self.dtypes, &finding.dtype)
            && fits(&self.operators, &finding.operator)
            && fits(&self.symptoms, &finding.symptom())
    }
}
