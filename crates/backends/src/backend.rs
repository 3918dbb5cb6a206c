//! What a backend is, and the table of those in this process: one file and one line each.

use opconform_spec::{Case, Outcome};

use crate::describe::Description;

mod avx2;
mod avx512;
mod ndarray_compare;
mod ndarray_f32max;
mod neon;
mod onnxruntime;
mod onnxruntime_threads;
mod portable;
#[cfg(feature = "tract")]
mod tract;
#[cfg(feature = "tract")]
mod tract_optimized;

/// An implementation that is tried.
///
/// [`run`](Self::run) never panics: what the implementation panics with becomes [`Outcome::Crashed`], see
/// [`run_each`](crate::run_each). It is called from several threads at once.
pub trait Backend: Send + Sync {
    /// What it is.
    fn describe(&self) -> &Description;

    /// The words on the command line of `opconform` that select it.
    fn selection(&self) -> String {
        format!("--backend {}", self.describe().name)
    }

    /// What it does with each case, in their order.
    fn run(&self, cases: &[Case]) -> Vec<Outcome>;
}

/// A backend that may be opened.
#[derive(Debug)]
pub struct Entry {
    /// The name that it is asked for by.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Whether it runs native code that was not written here, and is therefore run in a process of its own where it can be.
    pub foreign: bool,
    /// Opens it in this process, if it can run here.
    pub open: fn() -> Result<Box<dyn Backend>, Unavailable>,
}

/// Why a backend cannot run here, and what would change that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}; {remedy}")]
pub struct Unavailable {
    /// What is missing.
    pub reason: String,
    /// What would make it available.
    pub remedy: String,
}

/// Every backend in this process, in the order of reports.
pub const BACKENDS: &[Entry] = &[
    portable::ENTRY,
    avx2::ENTRY,
    avx512::ENTRY,
    neon::ENTRY,
    ndarray_f32max::ENTRY,
    ndarray_compare::ENTRY,
    #[cfg(feature = "tract")]
    tract::ENTRY,
    #[cfg(feature = "tract")]
    tract_optimized::ENTRY,
    onnxruntime::ENTRY,
    onnxruntime_threads::ENTRY,
];

impl Entry {
    /// The backend of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BACKENDS.iter().find(|entry| entry.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "tract")]
    #[test]
    fn every_backend_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/backend");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of backends")
            .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        let mut names: Vec<String> = BACKENDS.iter().map(|entry| entry.name.replace('-', "_")).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn every_backend_that_opens_describes_itself_under_its_own_name() {
        for entry in BACKENDS {
            assert!(Entry::named(entry.name).is_some_and(|found| found.summary == entry.summary));
            match (entry.open)() {
                Ok(backend) => {
                    let description = backend.describe();
                    assert_eq!(description.name, entry.name);
                    assert!(!description.version.is_empty() && !description.dtypes.is_empty(), "{}", entry.name);
                    assert!(backend.run(&[]).is_empty());
                }
                Err(unavailable) => {
                    assert!(!unavailable.reason.is_empty() && !unavailable.remedy.is_empty(), "{}", entry.name);
                }
            }
        }
    }
}
