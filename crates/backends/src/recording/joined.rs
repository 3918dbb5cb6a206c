//! Recordings of one version of a runtime that answer different cases, as one: what a suite that has grown asks besides is recorded by
//! itself.

use crate::backend::PassingFault;
use crate::choice::Choice;
use crate::describe::Description;

use super::Recording;

impl Recording {
    /// The recordings with those of one version of a runtime in one, as far as these have no case in common: the oldest, with the cases of
    /// the later ones and what those say of themselves. Recordings of the same cases stay apart: which of the two answers stands is for
    /// whoever brings both to say.
    pub fn joined(recordings: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut oldest_first: Vec<Self> = recordings.into_iter().collect();
        oldest_first.sort_by(|a, b| a.provenance.recorded.cmp(&b.provenance.recorded));
        let mut joined: Vec<Self> = Vec::new();
        for recording in oldest_first {
            match joined.iter_mut().find(|it| it.goes_on_in(&recording)) {
                Some(older) => older.join(recording),
                None => joined.push(recording),
            }
        }
        joined
    }

    /// Whether another recording is of the same version and seed, and has other cases.
    fn goes_on_in(&self, other: &Self) -> bool {
        fn of(it: &Recording) -> (&str, &str, &str, u64) {
            let backend = &it.provenance.backend;
            (Choice::split(&backend.name).0, &backend.version, &backend.language, it.provenance.seed)
        }
        let is_shard = self.provenance.part.is_some() || other.provenance.part.is_some();
        of(self) == of(other) && !is_shard && !other.entries.keys().any(|key| self.covers(key))
    }

    fn join(&mut self, later: Self) {
        let about = &later.provenance;
        let own = &mut self.provenance.backend;
        let recorded = format!(
            "a later recording, {} on {}, {}, has {} of these cases",
            about.recorded,
            about.platform,
            about.cpu,
            later.len()
        );
        let Description { dtypes, operators, models, layouts, configuration, .. } = &about.backend;
        let other: Vec<&str> =
            configuration.iter().filter(|it| !own.configuration.contains(it)).map(String::as_str).collect();
        let other = if other.is_empty() { String::new() } else { format!(": {}", other.join("; ")) };
        let features = match &about.backend.cpu_features {
            same if *same == own.cpu_features => String::new(),
            other => format!("; it may use {}", other.join(" ")),
        };
        own.configuration.push(format!("{recorded}{other}{features}"));
        add(&mut own.dtypes, dtypes);
        add(&mut own.operators, operators);
        add(&mut own.layouts, layouts);
        own.models |= models;
        let later_faults = about.passing_faults.clone();
        let passing_faults = &mut self.provenance.passing_faults;
        *passing_faults = PassingFault::with(std::mem::take(passing_faults), later_faults);
        self.append(later);
    }
}

/// Adds what is not there yet.
fn add<T: Clone + PartialEq>(to: &mut Vec<T>, more: &[T]) {
    for it in more {
        if !to.contains(it) {
            to.push(it.clone());
        }
    }
}
