//! A backend that has answered beforehand, in shards, and is asked what it was not asked yet where it is at hand.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use opconform_backends::{Backend, Description, Key, MadeOf, Part, PassingFault, Recorded, Recording};
use opconform_spec::{Case, Outcome};

use crate::answer::answers;

/// What is answered to a case that no shard was asked, where nobody is at hand.
const NOT_RECORDED: &str = "not recorded";

/// What nobody could be asked, of all backends together.
#[derive(Debug, Default)]
pub struct Unanswered {
    cases: Mutex<BTreeSet<Key>>,
    is_fresh: AtomicBool,
}

impl Unanswered {
    /// How many cases no shard was asked, and nobody could be.
    pub fn cases(&self) -> usize {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether a new process was to be asked, and there was none.
    pub fn is_of_fresh(&self) -> bool {
        self.is_fresh.load(Ordering::Relaxed)
    }
}

/// The answers of all shards as the backend that gave them.
pub(super) struct Answered {
    description: Description,
    part: Part,
    recorded: Recorded,
    live: Option<Box<dyn Backend>>,
    unanswered: Arc<Unanswered>,
}

impl Answered {
    pub(super) fn new(
        part: Part,
        recording: Recording,
        live: Option<Box<dyn Backend>>,
        unanswered: Arc<Unanswered>,
    ) -> Self {
        let description = recording.provenance.backend.clone();
        Self { recorded: Recorded::new(&description.name, recording), description, part, live, unanswered }
    }

    /// What is answered to cases that no shard was asked.
    fn now(&self, cases: &[Case]) -> Vec<Outcome> {
        if let Some(live) = &self.live {
            return answers(live.as_ref(), cases);
        }
        let mut unanswered = self.unanswered.cases.lock().unwrap_or_else(PoisonError::into_inner);
        unanswered.extend(cases.iter().map(Key::of));
        vec![Outcome::Unsupported(NOT_RECORDED.to_owned()); cases.len()]
    }
}

impl Backend for Answered {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        self.live.as_ref().map_or(MadeOf::Unknown, |live| live.made_of())
    }

    fn selection(&self) -> String {
        self.part.selection.clone()
    }

    fn is_isolated(&self) -> bool {
        self.part.is_isolated
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        let now = self.live.as_ref().map_or_else(Vec::new, |live| live.passing_faults());
        PassingFault::with(self.recorded.passing_faults(), now)
    }

    fn heat(&self, cases: &[Case]) {
        if let Some(live) = &self.live {
            live.heat(cases);
        }
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        if self.live.is_none() {
            self.unanswered.is_fresh.store(true, Ordering::Relaxed);
        }
        self.live.as_ref()?.fresh()
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.recorded.on_one_thread()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let recorded: Vec<Option<Outcome>> = cases.iter().map(|case| self.recorded.answer(case)).collect();
        let unasked = cases.iter().zip(&recorded).filter(|(_, answer)| answer.is_none());
        let unasked: Vec<Case> = unasked.map(|(case, _)| case.clone()).collect();
        let mut now = if unasked.is_empty() { Vec::new() } else { self.now(&unasked) }.into_iter();
        // As many are answered now as were not before.
        recorded.into_iter().filter_map(|answer| answer.or_else(|| now.next())).collect()
    }
}
