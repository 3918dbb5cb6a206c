//! What comes of calls of which each is the first of a process.

use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::Backend;
use opconform_spec::{Case, Outcome};

use crate::answer::answer;

/// What is said of a call that no process could be started for.
const NOT_STARTED: &str = "no fresh process of it could be started, or it was another";

/// What a fresh process of a backend answers to each of these cases; fewer where it was stopped. `answered` is told of each.
pub(super) fn first_answers(
    backend: &dyn Backend,
    cases: &[Case],
    stop: &AtomicBool,
    answered: impl Fn(),
) -> Vec<Outcome> {
    let first = |case: &Case| {
        let outcome = match backend.fresh() {
            Some(fresh) => answer(fresh.as_ref(), case),
            None => Outcome::Unsupported(NOT_STARTED.to_owned()),
        };
        answered();
        outcome
    };
    cases.iter().take_while(|_| !stop.load(Ordering::Relaxed)).map(first).collect()
}
