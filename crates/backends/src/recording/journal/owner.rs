//! Whose answers a journal holds: those of others, or of what they were before they were repaired, are not taken for theirs.

use serde::{Deserialize, Serialize};

use crate::backend::Backend;
use crate::describe::Description;
use crate::program_files::ProgramFiles;

/// Whose answers a journal holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalOwner {
    /// The version of the suite.
    suite: String,
    /// The commit that the suite was built from, if known.
    commit: Option<String>,
    backends: Vec<Answerer>,
}

/// A backend that answers, and the program that it is, where it runs in a process of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answerer {
    about: Description,
    program: Option<ProgramFiles>,
}

impl JournalOwner {
    /// The suite of this version with these backends, as they are at this moment.
    pub fn new(suite: &str, commit: Option<&str>, backends: &[Box<dyn Backend>]) -> Self {
        Self {
            suite: suite.to_owned(),
            commit: commit.map(ToOwned::to_owned),
            backends: backends.iter().map(|backend| Answerer::of(backend.as_ref())).collect(),
        }
    }

    /// How this owner is another than that of a journal, in words.
    pub(super) fn differs_from(&self, of_journal: &Self) -> Option<String> {
        if (&self.suite, &self.commit) != (&of_journal.suite, &of_journal.commit) {
            return Some(format!("it was written by suite {}, and this is {}", of_journal.version(), self.version()));
        }
        if self.names() != of_journal.names() {
            return Some(format!("its backends are {}, and this has {}", of_journal.names(), self.names()));
        }
        let changed = |(is, was): (&Answerer, &Answerer)| {
            is.changed_since(was).map(|change| format!("backend `{}` has changed since: {change}", is.about.name))
        };
        self.backends.iter().zip(&of_journal.backends).find_map(changed)
    }

    fn version(&self) -> String {
        format!("{} of commit {}", self.suite, self.commit.as_deref().unwrap_or("unknown"))
    }

    fn names(&self) -> String {
        self.backends.iter().map(|backend| backend.about.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// The program of a backend in a process of its own.
fn program(backend: &dyn Backend) -> Option<ProgramFiles> {
    backend.made_of().files().filter(|_| backend.is_isolated()).cloned()
}

impl Answerer {
    fn of(backend: &dyn Backend) -> Self {
        Self { about: backend.describe().clone(), program: program(backend) }
    }

    fn changed_since(&self, was: &Self) -> Option<String> {
        let programs = self.program.as_ref().zip(was.program.as_ref());
        if let Some(change) = programs.and_then(|(is, was)| is.changed_since(was)) {
            return Some(change);
        }
        let (is, was) = ((&self.about, self.program.is_some()), (&was.about, was.program.is_some()));
        match is == was {
            true => None,
            false if is.0.version != was.0.version => {
                Some(format!("it is version {}, and was {}", is.0.version, was.0.version))
            }
            false => Some("it is set up in another way".to_owned()),
        }
    }
}
