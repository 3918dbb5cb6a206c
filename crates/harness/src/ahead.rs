//! What backends in this process answer while the compilers of others are waited for.

use std::sync::{Mutex, PoisonError};

use opconform_backends::Backend;
use opconform_spec::{Case, Outcome};
use rayon::prelude::*;

use crate::answer::answers;
use crate::execute::BATCH;

/// The outcomes of batches that were asked for before their turn, by the batch and the backend; each is taken once.
pub(crate) struct Ahead(Vec<Vec<Mutex<Option<Vec<Outcome>>>>>);

impl Ahead {
    /// Room for the answers of so many backends to these cases.
    pub(crate) fn new(cases: &[Case], backends: usize) -> Self {
        let batch = |_| (0..backends).map(|_| Mutex::default()).collect();
        Self((0..cases.len().div_ceil(BATCH)).map(batch).collect())
    }

    /// Asks the backends in this process for one batch after the other, as long as `goes_on` says so.
    pub(crate) fn ask(&self, cases: &[Case], backends: &[&dyn Backend], goes_on: impl Fn() -> bool + Sync) {
        let batches = self.0.par_iter().zip(cases.par_chunks(BATCH));
        batches.take_any_while(|_| goes_on()).for_each(|(kept, batch)| {
            for (kept, backend) in kept.iter().zip(backends).filter(|(_, backend)| !backend.is_isolated()) {
                if goes_on() {
                    let outcomes = answers(*backend, batch);
                    *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcomes);
                }
            }
        });
    }

    /// What a backend answered to the batch of this number, if it was asked ahead.
    pub(crate) fn take(&self, batch: usize, backend: usize) -> Option<Vec<Outcome>> {
        self.0[batch][backend].lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use opconform_backends::Entry;
    use opconform_cases::{Settings, all};

    use super::*;
    use crate::execute::same_output;

    #[test]
    fn what_is_asked_ahead_is_what_is_answered_in_its_turn_and_ends_when_it_is_told_to() {
        let cases: Vec<Case> = all(&Settings { seed: 0, random_cases: 0, ..Settings::default() })
            .into_iter()
            .filter(|case| case.inputs.iter().map(opconform_tensor::Tensor::len).sum::<usize>() <= 16)
            .step_by(101)
            .collect();
        let opened = Entry::named("portable").map(Entry::open).expect("it is always there").expect("it is always there");
        let backends: [&dyn Backend; 1] = [opened.as_ref()];

        let ahead = Ahead::new(&cases, 1);
        ahead.ask(&cases, &backends, || true);
        for (number, batch) in cases.chunks(BATCH).enumerate() {
            let (early, now) = (ahead.take(number, 0).expect("each was asked"), answers(backends[0], batch));
            assert_eq!(early.len(), now.len());
            for (early, now) in early.iter().zip(&now).filter(|(early, _)| matches!(early, Outcome::Output(_))) {
                assert!(same_output(early, now), "{early:?} {now:?}");
            }
            assert!(ahead.take(number, 0).is_none(), "each is taken once");
        }

        let ahead = Ahead::new(&cases, 1);
        let left = AtomicUsize::new(3);
        let goes_on = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok();
        ahead.ask(&cases, &backends, goes_on);
        let asked = (0..cases.len().div_ceil(BATCH)).filter(|&number| ahead.take(number, 0).is_some()).count();
        assert!((1..=3).contains(&asked), "{asked} batches");
    }
}
