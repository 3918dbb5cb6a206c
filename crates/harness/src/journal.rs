//! A run that can be killed: what backends in other processes answer is kept in a journal, and not asked for again.
//!
//! Everything else of a run follows from the plan and these answers, so that a run that goes on from a journal ends with
//! the report that it would have ended with. A backend in this process answers faster than a journal is read.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::{Backend, Description, Journal, JournalError, JournalOwner, MadeOf, PassingFault};
use opconform_spec::{Case, Outcome};

use crate::answer::answers;
use crate::plan::Plan;

/// Puts the backends of a plan that run in other processes under the journal in this file, and goes on from it. Once `stop` is
/// set, what they say is no answer, and is not kept.
pub fn under_journal(plan: &mut Plan, path: &Path, stop: &Arc<AtomicBool>) -> Result<Arc<Journal>, JournalError> {
    let owner = JournalOwner::new(env!("CARGO_PKG_VERSION"), plan.commit, &plan.backends);
    let journal = Arc::new(Journal::open(path, &owner)?);
    let keep = |(number, backend): (usize, Box<dyn Backend>)| -> Box<dyn Backend> {
        if backend.is_isolated() {
            Box::new(Journaled { backend, number, journal: Arc::clone(&journal), stop: Arc::clone(stop) })
        } else {
            backend
        }
    };
    plan.backends = std::mem::take(&mut plan.backends).into_iter().enumerate().map(keep).collect();
    Ok(journal)
}

/// A backend under a journal.
struct Journaled {
    backend: Box<dyn Backend>,
    number: usize,
    journal: Arc<Journal>,
    stop: Arc<AtomicBool>,
}

impl Backend for Journaled {
    fn describe(&self) -> &Description {
        self.backend.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.backend.made_of()
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.backend.on_one_thread()
    }

    fn selection(&self) -> String {
        self.backend.selection()
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        PassingFault::with(self.journal.passing_faults(self.number), self.backend.passing_faults())
    }

    fn is_isolated(&self) -> bool {
        self.backend.is_isolated()
    }

    fn heat(&self, cases: &[Case]) {
        self.backend.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        self.backend.fresh()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let earlier: Vec<Option<Outcome>> = cases.iter().map(|case| self.journal.earlier(self.number, case)).collect();
        let unanswered = cases.iter().zip(&earlier).filter(|(_, earlier)| earlier.is_none());
        let unanswered: Vec<Case> = unanswered.map(|(case, _)| case.clone()).collect();
        let before = self.backend.passing_faults();
        let now = answers(self.backend.as_ref(), &unanswered);
        if !self.stop.load(Ordering::Relaxed) {
            self.journal.note(self.number, unanswered.iter().zip(&now));
            if self.backend.passing_faults() != before {
                self.journal.note_passing_faults(self.number, self.passing_faults());
            }
        }
        let mut now = now.into_iter();
        // As many are answered now as were not before.
        earlier.into_iter().filter_map(|earlier| earlier.or_else(|| now.next())).collect()
    }
}
