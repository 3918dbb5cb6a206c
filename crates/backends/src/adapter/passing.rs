//! Faults that went by: of calls that were answered when they were made again.

use std::mem::{Discriminant, discriminant};
use std::sync::{Mutex, MutexGuard, PoisonError};

use opconform_protocol::TEXT_LIMIT;
use opconform_spec::{Case, Outcome};
use opconform_text::line;

use super::child::Fault;
use crate::backend::PassingFault;

/// What went by so far, once for each kind of fault.
#[derive(Debug, Default)]
pub(super) struct PassingFaults(Mutex<Vec<(Discriminant<Fault>, PassingFault)>>);

impl PassingFaults {
    fn all(&self) -> MutexGuard<'_, Vec<(Discriminant<Fault>, PassingFault)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a fault of a call for these cases, which came to this when each was asked for by itself: nothing, where one of them has the
    /// fault for its outcome, or was not asked.
    pub(super) fn count(&self, fault: &Fault, cases: &[Case], outcomes: &[Outcome]) {
        let is_charged =
            |it: &Outcome| matches!(it, Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Malformed(_));
        let Some(first) = cases.first().filter(|_| *fault != Fault::Interrupted) else { return };
        if outcomes.iter().any(is_charged) {
            return;
        }
        let mut all = self.all();
        let kind = discriminant(fault);
        if let Some((_, known)) = all.iter_mut().find(|(it, _)| *it == kind) {
            known.calls += 1;
            return;
        }
        let passing = PassingFault {
            what: line(&fault.to_string(), TEXT_LIMIT),
            calls: 1,
            cases: cases.len(),
            first: first.id().to_owned(),
        };
        all.push((kind, passing));
    }

    /// All of them, as they came.
    pub(super) fn listed(&self) -> Vec<PassingFault> {
        self.all().iter().map(|(_, it)| it.clone()).collect()
    }
}
