//! What `opconform setup` installs into a folder of its own, and by which commands: a pinned environment, or a version of one
//! library.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::folders::{home, python_in};
use crate::backend::Unavailable;

/// A folder of packages that live together, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Packages of Python: files of requirements, installed one after another.
    Python(Vec<Requirements>),
    /// Packages of node's, with the lock that says what belongs to them.
    Locked { package: &'static str, lock: &'static str },
    /// A package of node's, with what belongs to it on the day.
    Node { package: String },
}

/// A file of requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Requirements {
    pub(super) file: &'static str,
    pub(super) text: Cow<'static, str>,
    /// Further arguments of pip's.
    pub(super) arguments: &'static [&'static str],
}

/// One command that makes a part of an installation, to be run in its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Step {
    fn new(program: impl Into<PathBuf>, arguments: &[&str]) -> Self {
        Self { program: program.into(), arguments: arguments.iter().map(|&argument| argument.to_owned()).collect() }
    }
}

impl Installation {
    pub(super) fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }

    /// The name that it is asked for by, and that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder that it is installed into.
    pub fn folder(&self) -> Result<PathBuf, Unavailable> {
        folder(&self.name).ok_or_else(|| Unavailable {
            reason: "there is no folder to install into".to_owned(),
            remedy: "let OPCONFORM_HOME name one".to_owned(),
        })
    }

    /// The files that say what is installed, for the folder: name and text.
    pub fn files(&self) -> Vec<(&str, &str)> {
        match &self.kind {
            Kind::Python(parts) => parts.iter().map(|part| (part.file, &*part.text)).collect(),
            Kind::Locked { package, lock } => vec![("package.json", package), ("package-lock.json", lock)],
            Kind::Node { package } => vec![("package.json", package)],
        }
    }

    /// The commands that make it in the folder, with `python` to make a Python environment of.
    pub fn steps(&self, folder: &Path, python: &Path) -> Vec<Step> {
        // The script that one of node's packages would run downloads a GPU's libraries.
        let npm = |command| Step::new("npm", &[command, "--ignore-scripts", "--no-audit", "--no-fund"]);
        let parts = match &self.kind {
            Kind::Locked { .. } => return vec![npm("ci")],
            Kind::Node { .. } => return vec![npm("install")],
            Kind::Python(parts) => parts,
        };
        // Isolated, nothing that lies about is taken for a module.
        let install = |part: &Requirements| {
            let pip = ["-I", "-m", "pip", "install", "--disable-pip-version-check", "--requirement", part.file];
            Step::new(python_in(folder), &[&pip, part.arguments].concat())
        };
        std::iter::once(Step::new(python, &["-I", "-m", "venv", "."])).chain(parts.iter().map(install)).collect()
    }
}

/// The folder of an installation of this name, whether it is there or not; `None` where there is no place for any.
pub(super) fn folder(name: &str) -> Option<PathBuf> {
    home().map(|home| home.join(name))
}
