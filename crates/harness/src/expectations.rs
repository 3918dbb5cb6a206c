//! What is known of a backend, and why it is accepted: the waivers of `corpus/expectations/<backend>.toml`.
//!
//! A waiver speaks of findings, by clause, element type, operator and what was observed, and so of no seed and no random
//! case. A finding belongs to the first waiver that matches it. Classes say little of plain values, such as two integers: of
//! those a waiver names the very operands. How much its findings may cover is bounded. Whatever is not as the file says is a
//! [`Problem`], a line that names the place to change.

mod check;
mod extent;
mod file;
mod glob;
mod known;
mod update;

use std::path::{Path, PathBuf};

use opconform_files::ReadError;
use opconform_report::{Finding, Waived};
use semver::VersionReq;

pub use self::check::{Check, Coverage, Problem};
use self::extent::Extent;
pub use self::glob::Glob;
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
    /// Who accepts them, where the file says so.
    by: Option<String>,
    clauses: Vec<Glob>,
    cases: Vec<Glob>,
    dtypes: Vec<Glob>,
    operators: Vec<Glob>,
    symptoms: Vec<Glob>,
    /// The bits of the operands of its findings on plain values.
    operands: Vec<String>,
    /// The most elements and cases that its findings are seen in; nothing where the file does not say.
    most: Extent,
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
    most: usize,
    operands: usize,
    versions: usize,
    expires: usize,
}

/// The waiver that a finding belongs to.
#[derive(Clone, Copy, Debug)]
struct Match {
    /// Its place among the waivers.
    index: usize,
    /// Whether the waiver names the operands too, where it has to.
    is_named: bool,
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
    pub fn parse(backend: &str, path: PathBuf, text: String) -> Result<Self, ExpectationsError> {
        match file::waivers(&text) {
            Ok(waivers) => Ok(Self { backend: backend.to_owned(), path, text, waivers }),
            Err(file::Fault { offset, message }) => {
                let (line, column) = file::place(&text, offset);
                Err(ExpectationsError::Malformed { path, line, column, message })
            }
        }
    }

    /// The waiver that a finding belongs to: the first that matches it and names its operands, or else the first that
    /// matches it.
    fn matching(&self, finding: &Finding) -> Option<Match> {
        let all = || self.waivers.iter().enumerate().filter(|(_, waiver)| waiver.matches(finding));
        let named = all().find(|(_, waiver)| waiver.names_operands(finding));
        let found = named.map(|(index, _)| Match { index, is_named: true });
        found.or_else(|| all().next().map(|(index, _)| Match { index, is_named: false }))
    }
}

impl Waiver {
    /// Whether it speaks of a finding. A list that is left out speaks of everything.
    fn matches(&self, finding: &Finding) -> bool {
        let fits = |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|glob| glob.matches(text));
        fits(&self.clauses, &finding.clause)
            && fits(&self.cases, &finding.witness.case)
            && fits(&self.dtypes, finding.dtype.name())
            && fits(&self.operators, &finding.operator)
            && fits(&self.symptoms, &finding.symptom())
    }

    /// Whether it names the operands of a finding, or need not.
    fn names_operands(&self, finding: &Finding) -> bool {
        !is_of_plain_values(finding) || self.operands.contains(&finding.operand_bits())
    }

    /// What a report says of a finding that it accepts.
    fn waived(&self) -> Waived {
        Waived { reason: self.reason.clone(), link: self.link.clone(), by: self.by.clone() }
    }
}

/// Whether the classes of the operands of a finding leave open which values are at fault.
fn is_of_plain_values(finding: &Finding) -> bool {
    !finding.operands.is_empty() && finding.operands.iter().all(|class| class.is_plain())
}
