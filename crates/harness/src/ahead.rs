//! What backends answer while the compilers of others are waited for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use opconform_backends::Backend;
use opconform_spec::{Case, Outcome};
use rayon::prelude::*;

use crate::answer::BATCH;
use crate::answer::answers;

/// Batches that are asked for ahead at most: a compiler may take minutes, and the outcomes are kept meanwhile. The suite has fewer; a
/// hundred thousand random cases have more.
const MOST: usize = 1024;

/// The outcomes of batches that were asked for before their turn, by the batch and the backend; each is taken once.
pub(crate) struct Ahead(Vec<Vec<Mutex<Option<Vec<Outcome>>>>>);

impl Ahead {
    /// Room for the answers of so many backends to these cases.
    pub(crate) fn new(cases: &[Case], backends: usize) -> Self {
        let batch = |_| (0..backends).map(|_| Mutex::default()).collect();
        Self((0..cases.len().div_ceil(BATCH)).map(batch).collect())
    }

    /// Asks the backends that are hot for the first batches, until all backends are hot or `stop` is set.
    pub(crate) fn ask(&self, cases: &[Case], backends: &[&dyn Backend], is_hot: &[AtomicBool], stop: &AtomicBool) {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let goes_on = || !is_set(stop) && !is_hot.iter().all(is_set);
        let batches = self.0.par_iter().zip(cases.par_chunks(BATCH)).take(MOST);
        batches.take_any_while(|_| goes_on()).for_each(|(kept, batch)| {
            let hot = kept.iter().zip(backends).zip(is_hot).filter(|(_, is_hot)| is_set(is_hot));
            for ((kept, backend), _) in hot.take_while(|_| goes_on()) {
                let outcomes = answers(*backend, batch);
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcomes);
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
    use opconform_backends::Entry;
    use opconform_cases::{Settings, all};

    use super::*;
    use crate::answer::same_output;

    #[test]
    fn who_is_hot_is_asked_ahead_while_others_are_not_and_answers_as_in_turn() {
        let cases: Vec<Case> = all(&Settings { seed: 0, random_cases: 0, ..Settings::default() })
            .into_iter()
            .filter(|case| case.elements() <= 16)
            .step_by(101)
            .collect();
        let opened =
            Entry::named("portable").map(Entry::open).expect("it is always there").expect("it is always there");
        let backends = [opened.as_ref(), opened.as_ref()];
        let asked = |is_hot: [bool; 2], stop: bool| {
            let ahead = Ahead::new(&cases, 2);
            ahead.ask(&cases, &backends, &is_hot.map(AtomicBool::new), &AtomicBool::new(stop));
            ahead
        };

        let ahead = asked([true, false], false);
        for (number, batch) in cases.chunks(BATCH).enumerate() {
            let (early, now) = (ahead.take(number, 0).expect("each was asked"), answers(backends[0], batch));
            assert_eq!(early.len(), now.len());
            for (early, now) in early.iter().zip(&now).filter(|(early, _)| matches!(early, Outcome::Output(_))) {
                assert!(same_output(early, now), "{early:?} {now:?}");
            }
            assert!(ahead.take(number, 0).is_none(), "each is taken once");
            assert!(ahead.take(number, 1).is_none(), "it is not hot");
        }
        for (is_hot, stop) in [([true, true], false), ([false, false], false), ([true, false], true)] {
            assert!(asked(is_hot, stop).take(0, 0).is_none(), "{is_hot:?} {stop}");
        }
    }
}
