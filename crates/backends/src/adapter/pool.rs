//! The children of an adapter that are not at work, and the places of those that may still be started.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::child::Child;

/// Children that are taken for a batch each, and given back; who finds none waits.
pub(super) struct Pool {
    state: Mutex<State>,
    returned: Condvar,
    /// The time that may be lost on failures.
    patience: Duration,
}

struct State {
    idle: Vec<Child>,
    /// Children that may still be started.
    free: usize,
    lost: Duration,
    /// Why no child is given any more.
    given_up: Option<NoChild>,
}

/// Why no child is given.
#[derive(Clone, Debug)]
pub(super) enum NoChild {
    /// The run is interrupted, or the adapter cannot be started as what it was.
    Refused(String),
    /// Its failures have cost more time than they may.
    OutOfPatience(String),
}

impl Pool {
    /// A pool of as many children, of which there is a first one.
    pub(super) fn new(first: Child, children: usize, patience: Duration) -> Self {
        let free = children.saturating_sub(1);
        let state = State { idle: vec![first], free, lost: Duration::ZERO, given_up: None };
        Self { state: Mutex::new(state), returned: Condvar::new(), patience }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A child, or nothing where one may be started, whose place is then taken. An error says why there is none; `refuses` is asked each
    /// time that one might be had.
    pub(super) fn take(&self, refuses: impl Fn() -> Option<String>) -> Result<Option<Child>, NoChild> {
        let mut state = self.state();
        loop {
            if let Some(reason) = refuses().map(NoChild::Refused).or_else(|| state.given_up.clone()) {
                return Err(reason);
            }
            if let Some(child) = state.idle.pop() {
                return Ok(Some(child));
            }
            if state.free > 0 {
                state.free -= 1;
                return Ok(None);
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a child back.
    pub(super) fn put(&self, child: Child) {
        self.state().idle.push(child);
        self.returned.notify_all();
    }

    /// Takes back the place of a child that is gone, with the time that was lost on it.
    pub(super) fn lose(&self, lost: Duration) {
        let mut state = self.state();
        state.free += 1;
        state.lost += lost;
        if state.lost > self.patience {
            let seconds = self.patience.as_secs_f64();
            let reason = || format!("not run: given up after {seconds} s were lost on failures of the adapter");
            state.given_up.get_or_insert_with(|| NoChild::OutOfPatience(reason()));
        }
        drop(state);
        self.returned.notify_all();
    }

    /// Takes back the place of a child, and gives no other any more, for this reason where there is none yet.
    pub(super) fn give_up(&self, reason: &str) {
        let mut state = self.state();
        state.free += 1;
        state.given_up.get_or_insert_with(|| NoChild::Refused(reason.to_owned()));
        drop(state);
        self.returned.notify_all();
    }

    /// Whether a child is still given.
    pub(super) fn gives(&self) -> bool {
        self.state().given_up.is_none()
    }

    /// The children that are not at work.
    pub(super) fn take_idle(&mut self) -> Vec<Child> {
        std::mem::take(&mut self.state.get_mut().unwrap_or_else(PoisonError::into_inner).idle)
    }
}
