//! What was made of a case, and of what each backend did with it.

use std::sync::Arc;

use opconform_spec::{Decision, Outcome};

use crate::assessment::Assessment;

/// What is made of what one backend did with one case.
pub(crate) struct JudgedOutcome {
    pub(crate) assessment: Arc<Assessment>,
    /// By the index of the clause: what those say that compare with other outcomes of the same implementation.
    pub(crate) by_comparison: Vec<(usize, Decision)>,
}

/// What was made of one case: its gaps, and one outcome per backend with what is made of it.
pub(crate) struct JudgedCase {
    /// Per profile of the run, the gap that leaves something of this case open.
    pub(crate) gaps: Vec<Option<&'static str>>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) backends: Vec<JudgedOutcome>,
}
