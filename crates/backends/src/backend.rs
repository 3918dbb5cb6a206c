//! What a backend is: an implementation that is tried, whatever it is made of.

use opconform_spec::{Case, Outcome};

use crate::describe::Description;
use crate::entry::Entry;
use crate::program_files::ProgramFiles;

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

    /// Whether it runs in another process: then what it answers takes time to ask for again.
    fn is_isolated(&self) -> bool {
        false
    }

    /// The program that it is, where it runs in another process.
    fn program(&self) -> Option<ProgramFiles> {
        None
    }

    /// What it does with each case, in their order.
    fn run(&self, cases: &[Case]) -> Vec<Outcome>;

    /// The same implementation, of which nothing has been asked yet; `None` where there is no other to be had.
    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    /// The name of the backend that is the same implementation on one thread, where this one has more.
    fn on_one_thread(&self) -> Option<&str> {
        Entry::named(&self.describe().name)?.one_thread
    }
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
