//! What a backend is made of: code of this program, files of its own, or what nobody knows.

use crate::program_files::ProgramFiles;

/// What a backend is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeOf {
    /// Code that this very program was built from, in the versions of its lock file.
    ThisProgram,
    /// A program and libraries.
    Files(ProgramFiles),
    /// What is not here, or not known.
    Unknown,
}

impl MadeOf {
    /// The files, where it is made of some.
    pub fn files(&self) -> Option<&ProgramFiles> {
        match self {
            Self::Files(files) => Some(files),
            Self::ThisProgram | Self::Unknown => None,
        }
    }
}
