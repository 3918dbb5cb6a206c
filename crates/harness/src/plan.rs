//! What is to be run.

use std::sync::Arc;

use opconform_backends::Backend;
use opconform_report::Unavailable;
use opconform_spec::{Case, Claim};

use crate::enumerate::KeptCounts;
use crate::panel::{Panels, Under};
use crate::shared_cache::SharedCache;
use crate::standing::claims_of;

/// What is to be run.
pub struct Plan {
    /// The cases, in order; their ids are distinct.
    pub cases: Vec<Case>,
    /// The backends, in the order of the report.
    pub backends: Vec<Box<dyn Backend>>,
    /// The backends that were asked for and cannot run here.
    pub unavailable: Vec<Unavailable>,
    /// The profiles to judge under.
    pub under: Under,
    /// What every backend is judged by, instead of what it claims; each by its own claims where this is empty.
    pub against: Vec<Claim>,
    /// Whether departures from SHOULD clauses count.
    pub strict: bool,
    /// The seed of everything random, for the record.
    pub seed: u64,
    /// The commit that the suite was built from, for the record.
    pub commit: Option<&'static str>,
    /// Pairs of operands that were counted of some of the backends before.
    pub counted: Vec<KeptCounts>,
    /// What has been enumerated of the kernels in this binary, for the record.
    pub enumerated: Vec<String>,
    /// The SHA-256 of the program that judges, where it is to be told: a test with its debug information takes seconds to hash.
    pub program: Option<String>,
    /// What other runs on the same cases share with this one, where there are any.
    pub shared_cache: Option<Arc<SharedCache>>,
}

impl Plan {
    /// That these cases are put to these backends, each judged by what it claims, with nothing more for the record.
    pub fn new(cases: Vec<Case>, backends: Vec<Box<dyn Backend>>) -> Self {
        Self {
            cases,
            backends,
            unavailable: Vec::new(),
            under: Under::Claims,
            against: Vec::new(),
            strict: false,
            seed: 0,
            commit: None,
            counted: Vec::new(),
            enumerated: Vec::new(),
            program: None,
            shared_cache: None,
        }
    }

    /// The options of a command that judges as the plan does; nothing where every backend is judged by its claims, and advice is advice.
    pub(crate) fn judging_in_words(&self) -> String {
        let names: Vec<&str> = self.against.iter().map(|claim| claim.specification.name()).collect();
        let against = if names.is_empty() { String::new() } else { format!(" --against {}", names.join(",")) };
        format!("{against}{}", if self.strict { " --strict" } else { "" })
    }

    /// What a backend is judged by.
    pub(crate) fn claims<'a>(&'a self, backend: &'a dyn Backend) -> &'a [Claim] {
        claims_of(&self.against, backend)
    }

    /// The profiles that each backend is judged under.
    pub(crate) fn panels(&self) -> Panels {
        Panels::new(self.backends.iter().map(|backend| self.under.of(self.claims(backend.as_ref()))))
    }
}

/// By the backend, the place among these of the same implementation on one thread, where that is there.
pub(crate) fn on_one_thread(backends: &[&dyn Backend]) -> Vec<Option<usize>> {
    let place = |name: &str| backends.iter().position(|other| other.describe().name == name);
    backends.iter().map(|backend| place(backend.on_one_thread()?)).collect()
}
