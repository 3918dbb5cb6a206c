//! A recording: what a backend answered, kept in a file, so that it can be judged where it cannot run.
//!
//! The file is gzip of lines of JSON: one of provenance, and then one for each case, with a key made of the case's content
//! and every distinct answer to it, its tensors as hexadecimal bits. See [`read`](Recording::read) for what is refused.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::sync::Arc;

use opconform_spec::{Case, Outcome};
use serde::{Deserialize, Serialize};

use crate::backend::PassingFault;
use crate::describe::Description;

mod file;
mod format;
mod joined;
mod journal;
mod key;
mod outcome;
mod pack;
mod part;
mod recorded;

pub use file::RecordingError;
pub use journal::{Chain, Journal, JournalError, JournalOwner};
pub use key::Key;
pub use pack::{read_recordings, write_pack};
pub use part::Part;
pub use recorded::Recorded;

use outcome::OutcomeText;

/// The bytes of the longest line that is read of a recording or a journal: more than the largest answer that is judged takes.
const LINE_LIMIT: u64 = 32 << 20;

/// What was recorded, by which suite, where and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The backend, as it described itself.
    pub backend: Description,
    /// The version of the suite.
    pub suite: String,
    /// The commit that the suite was built from, if known.
    pub commit: Option<String>,
    /// The seed of the suite's random cases.
    pub seed: u64,
    /// How many cases the suite had.
    pub cases: u64,
    /// The beginning, as RFC 3339.
    pub recorded: String,
    /// Operating system and architecture.
    pub platform: String,
    /// The processor's name for itself.
    pub cpu: String,
    /// The part of a run that was recorded; `None` of all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// The faults of the backend in calls that it answered when they were made again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passing_faults: Vec<PassingFault>,
}

/// What a backend answered to each of some cases.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What was recorded, by which suite, where and when.
    pub provenance: Provenance,
    entries: BTreeMap<Key, Entry>,
}

/// The answers to one case.
#[derive(Clone, Debug)]
struct Entry {
    /// The least of the ids that the case was asked by: what is shrunk side by side may come to one content from several cases. For
    /// people: a case is found by its key.
    case: Arc<str>,
    /// Distinct, in the order in which they were first given: one, unless the backend is of two minds.
    /// What several recordings of a pack have in common is held once.
    answers: Vec<Arc<OutcomeText>>,
    /// Each time that the case was asked, which of the answers was given.
    given: Vec<usize>,
}

impl Entry {
    /// Adds what was answered elsewhere, later.
    fn append(&mut self, later: Self) {
        if later.case < self.case {
            self.case = Arc::clone(&later.case);
        }
        let number = |answer: Arc<OutcomeText>| {
            self.answers.iter().position(|known| *known == answer).unwrap_or_else(|| {
                self.answers.push(answer);
                self.answers.len() - 1
            })
        };
        let numbers: Vec<usize> = later.answers.into_iter().map(number).collect();
        self.given.extend(later.given.into_iter().map(|given| numbers[given]));
    }

    /// The bytes of the longest answer.
    fn bytes(&self) -> usize {
        self.answers.iter().map(|answer| answer.bytes()).max().unwrap_or(0)
    }

    /// What is answered when the case is asked for the time of this number, from 0: what was, and from the last time on the same.
    /// What a just-in-time compiler changes stays changed.
    fn answer(&self, time: usize) -> Option<Outcome> {
        let given = self.given.get(time).or(self.given.last())?;
        self.answers.get(*given)?.outcome().ok()
    }
}

impl Recording {
    /// A recording of nothing yet.
    pub fn new(provenance: Provenance) -> Self {
        Self { provenance, entries: BTreeMap::new() }
    }

    /// Adds what was answered to a case this time.
    pub fn note(&mut self, case: &Case, outcome: &Outcome) {
        let new = || Entry { case: case.id().into(), answers: Vec::new(), given: Vec::new() };
        let Entry { case: name, answers, given } = self.entries.entry(Key::of(case)).or_insert_with(new);
        if *case.id() < **name {
            *name = case.id().into();
        }
        let answer = OutcomeText::of(outcome);
        let known = answers.iter().position(|known| **known == answer);
        given.push(known.unwrap_or(answers.len()));
        if known.is_none() {
            answers.push(Arc::new(answer));
        }
    }

    /// Moves the answers to the cases of these keys here, out of another recording; of a case that both have, behind those that are here.
    pub fn take(&mut self, from: &mut Self, cases: impl IntoIterator<Item = Key>) {
        for key in cases {
            if let Some(entry) = from.entries.remove(&key) {
                self.add_later(key, entry);
            }
        }
    }

    /// Adds all answers of another recording; of a case that both have, behind those that are here.
    pub fn append(&mut self, later: Self) {
        for (key, entry) in later.entries {
            self.add_later(key, entry);
        }
    }

    fn add_later(&mut self, key: Key, later: Entry) {
        match self.entries.entry(key) {
            Slot::Vacant(slot) => drop(slot.insert(later)),
            Slot::Occupied(mut slot) => slot.get_mut().append(later),
        }
    }

    /// Every distinct answer to the case of this key.
    pub fn answers(&self, case: &Key) -> impl Iterator<Item = Outcome> {
        let answers = self.entries.get(case).into_iter().flat_map(|entry| &entry.answers);
        answers.filter_map(|answer| answer.outcome().ok())
    }

    /// Whether the case of this key was answered, whatever its id was then.
    pub fn covers(&self, case: &Key) -> bool {
        self.entries.contains_key(case)
    }

    /// The number of cases that were answered.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no case was answered.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
