//! The adapters that this binary carries, each written out when it is needed and run as a child.
//!
//! What they need is looked for and never installed here: `opconform setup` does that, into a folder of the user's.

use crate::backend::Unavailable;
use crate::version::Version;
use installation::Installation;

pub(crate) mod browser;
mod build;
pub(crate) mod c;
pub(crate) mod dotnet;
pub(crate) mod environment;
mod files;
mod folders;
pub(crate) mod installation;
pub(crate) mod node;
pub(crate) mod python;

/// How the program that is the adapter of a backend is had.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// As it is on this machine: the words of its command.
    Found(fn() -> Result<Vec<String>, Unavailable>),
    /// Built here for a version of the library, or for a choice of ours.
    Built {
        /// Builds it, and gives the words of its command.
        command: fn(&str, Option<&Version>) -> Result<Vec<String>, Unavailable>,
        /// Whether what it takes has to be fetched before it can be built for our choice.
        fetches: fn() -> bool,
        /// The name that it is asked to be.
        name: &'static str,
    },
    /// The adapter for a Python library.
    Python(python::Library),
    /// The adapter for a package of node's.
    Node(node::Package),
}

impl Program {
    /// The words of the command that starts it.
    pub fn command(self, version: Option<&Version>) -> Result<Vec<String>, Unavailable> {
        match self {
            Self::Found(command) => command(),
            Self::Built { command, name, .. } => command(name, version),
            Self::Python(library) => library.command(version),
            Self::Node(package) => package.command(version),
        }
    }

    /// Whether something has to be fetched before it can run as it is here.
    pub(crate) fn fetches(self) -> bool {
        matches!(self, Self::Built { fetches, .. } if fetches())
    }

    /// Whether a version can be asked for.
    pub(crate) fn has_versions(self) -> bool {
        match self {
            Self::Found(_) => false,
            Self::Built { .. } | Self::Node(_) => true,
            Self::Python(library) => library.has_versions(),
        }
    }

    /// What `opconform setup` installs for a version; `None` where nothing is installed.
    pub(crate) fn installation(self, version: &Version) -> Option<Installation> {
        match self {
            Self::Found(_) | Self::Built { .. } => None,
            Self::Python(library) => library.installation(version),
            Self::Node(package) => Some(package.installation(version)),
        }
    }
}
