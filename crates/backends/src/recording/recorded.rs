//! The backend that replays a recording.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use opconform_spec::{Case, Outcome};

use super::{Key, Recording};
use crate::backend::{Backend, PassingFault};
use crate::choice::Choice;
use crate::describe::Description;
use crate::entry::Entry;
use crate::made_of::MadeOf;

/// What is answered to a case that was not recorded.
const NOT_RECORDED: &str = "not recorded";

/// A recording as a backend. A case that it does not cover is `Unsupported`.
pub struct Recorded {
    description: Description,
    /// The words on the command line that select what was recorded.
    selection: String,
    recording: Recording,
    /// Of cases with several answers, how many times each has been asked for.
    asked: BTreeMap<Key, AtomicUsize>,
}

impl Recorded {
    /// The backend of a recording under the name of what was recorded, without the version that was asked for: so that the versions of
    /// a runtime have one name. What it answers is asked for again of the runtime itself; of a recording that says nothing of claims, they
    /// are those of the backend of its name.
    pub fn as_runtime(mut recording: Recording) -> Self {
        let asked = recording.provenance.backend.name.clone();
        let (name, _) = Choice::split(&asked);
        let entry = Entry::asked(name).map(|(entry, _)| entry);
        // What is no part of the program is an adapter, which whoever asks again has to start.
        let selection =
            if entry.is_some() { format!("--backend {asked}") } else { format!("--adapter '{asked}=COMMAND'") };
        let claims = &mut recording.provenance.backend.claims;
        if let Some(entry) = entry.filter(|_| claims.is_empty()) {
            *claims = entry.claims.to_vec();
        }
        Self { selection, ..Self::new(name, recording) }
    }

    /// The backend of a recording, under a name.
    pub fn new(name: &str, recording: Recording) -> Self {
        let of_two_minds = recording.entries.iter().filter(|(_, entry)| entry.answers.len() > 1);
        let asked = of_two_minds.map(|(&key, _)| (key, AtomicUsize::new(0))).collect();
        let provenance = &recording.provenance;
        let mut description = Description { name: name.to_owned(), ..provenance.backend.clone() };
        let shard =
            provenance.part.as_ref().map_or_else(String::new, |it| format!("shard {} of {} of ", it.number, it.of));
        description.configuration.push(format!(
            "a recording of {shard}{} by the suite {}, seed {}, {} on {}, {}",
            provenance.backend.name,
            provenance.suite,
            provenance.seed,
            provenance.recorded,
            provenance.platform,
            provenance.cpu,
        ));
        description.configuration.push(format!(
            "{} cases answered: any other is not recorded, and a witness is shrunk only as far as those go",
            recording.len()
        ));
        Self { description, selection: format!("--backend {name}"), recording, asked }
    }

    /// The recorded answer, where there is one; of several, the one that was given when the case was asked as often.
    pub fn answer(&self, case: &Case) -> Option<Outcome> {
        let key = Key::of(case);
        let time = self.asked.get(&key).map_or(0, |asked| asked.fetch_add(1, Ordering::Relaxed));
        self.recording.entries.get(&key)?.answer(time)
    }
}

impl Backend for Recorded {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn selection(&self) -> String {
        self.selection.clone()
    }

    fn made_of(&self) -> MadeOf {
        MadeOf::Unknown
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        self.recording.provenance.passing_faults.clone()
    }

    fn on_one_thread(&self) -> Option<&str> {
        Entry::on_one_thread(&self.describe().name)
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let answer = |case| self.answer(case).unwrap_or_else(|| Outcome::Unsupported(NOT_RECORDED.to_owned()));
        cases.iter().map(answer).collect()
    }
}
