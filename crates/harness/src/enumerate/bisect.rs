//! A call that failed, bisected: which of its pairs fail by themselves, and what comes of all others without these.
//!
//! Halves are asked by themselves, and halves of those that fail, until one pair is left or no more may fail. Where a part fails and neither
//! half of it does, no pair of it is at fault by itself, and all of it is: that each of its halves is answered takes nothing back.

use std::collections::BTreeSet;

use opconform_exhaust::{Came, Failure, Stretch, Word};
use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};
use serde::{Deserialize, Serialize};

use super::answered::{Failed, answered};

/// Calls and parts of them that may fail without an end of the process, for each that may end it: that takes longer.
const CHEAP: u64 = 16;

/// How many calls of a backend were bisected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bisected {
    /// The calls.
    pub calls: u64,
    /// The parts of them that were asked for.
    pub parts: u64,
    /// The failed parts, calls among them, that were not bisected further, since as many had failed in their block as may.
    pub left: u64,
}

impl Bisected {
    /// Adds what was bisected elsewhere.
    pub(super) fn add(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.parts = self.parts.saturating_add(other.parts);
        self.left = self.left.saturating_add(other.left);
    }

    /// Whether there was nothing to bisect.
    pub(super) fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// How many calls and parts of them may still fail in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    ending: u64,
    others: u64,
}

impl Budget {
    /// The budget of a block, in which so many may end the process.
    pub(super) fn of(ending: u32) -> Self {
        let ending = u64::from(ending);
        Self { ending, others: ending * CHEAP }
    }

    /// The calls that are bisected at most.
    pub(super) fn calls(self) -> u64 {
        self.others
    }

    fn left(&mut self, failure: Failure) -> &mut u64 {
        if failure.ends_process() { &mut self.ending } else { &mut self.others }
    }

    fn allows(&mut self, failure: Failure) -> bool {
        *self.left(failure) > 0
    }

    fn take(&mut self, failure: Failure) {
        let left = self.left(failure);
        *left = left.saturating_sub(1);
    }
}

/// Asks for these, each in a call of its own; `None` where nothing is asked any more.
type Ask<'a, W> = dyn Fn(&[Stretch<W>]) -> Option<Vec<Outcome>> + 'a;

/// A part of a call, and what came of it.
pub(super) struct Piece<W> {
    /// Where in the call it begins.
    pub(super) start: usize,
    /// Its pairs.
    pub(super) pairs: Stretch<W>,
    /// Its results, or what came instead, with what was said of it.
    pub(super) came: Result<Tensor, (Came, Failed)>,
}

/// A call that is being bisected.
pub(super) struct Bisection<'a, W> {
    pub(super) dtype: DType,
    pub(super) ask: &'a Ask<'a, W>,
    pub(super) budget: &'a mut Budget,
    pub(super) bisected: &'a mut Bisected,
    /// How long the parts were that were asked for.
    pub(super) lengths: &'a mut BTreeSet<usize>,
    /// What came of the parts so far, in the order of their pairs.
    pub(super) pieces: Vec<Piece<W>>,
}

impl<W: Word> Bisection<'_, W> {
    /// Bisects a part that failed so; `None` where that was stopped.
    pub(super) fn bisect(&mut self, start: usize, pairs: Stretch<W>, failed: Failed) -> Option<()> {
        self.budget.take(failed.failure);
        if pairs.len() == 1 {
            self.record(start, pairs, Err((failed.failure.alone(), failed)));
            return Some(());
        }
        if !self.budget.allows(failed.failure) {
            self.bisected.left += 1;
            self.record_whole(start, pairs, failed);
            return Some(());
        }
        let halves = pairs.clone().cut(pairs.len().div_ceil(2));
        // Which of two has ended the process, each tells by itself.
        let at_once = if failed.failure.ends_process() { 1 } else { halves.len() };
        let mut outcomes = Vec::new();
        for halves in halves.chunks(at_once) {
            outcomes.extend((self.ask)(halves)?);
        }
        self.bisected.parts += halves.len() as u64;
        self.lengths.extend(halves.iter().map(Stretch::len));
        let came: Vec<Result<Tensor, Failed>> = halves
            .iter()
            .zip(&outcomes)
            .map(|(half, outcome)| answered(self.dtype, half.len(), outcome).cloned())
            .collect();
        // A backend that is given up is not asked any more, and what it would answer is not known.
        let is_unasked = |came: &Result<Tensor, Failed>| {
            came.as_ref().is_err_and(|it| it.failure == Failure::NotOffered) && failed.failure != Failure::NotOffered
        };
        if came.iter().any(is_unasked) {
            self.bisected.left += 1;
            self.record_whole(start, pairs, failed);
            return Some(());
        }
        if came.iter().all(Result::is_ok) {
            self.record_whole(start, pairs, failed);
            return Some(());
        }
        let mut from = start;
        for (half, came) in halves.into_iter().zip(came) {
            let length = half.len();
            match came {
                Ok(results) => self.record(from, half, Ok(results)),
                Err(failed) => self.bisect(from, half, failed)?,
            }
            from += length;
        }
        Some(())
    }

    fn record_whole(&mut self, start: usize, pairs: Stretch<W>, failed: Failed) {
        self.record(start, pairs, Err((Came::WithOthers(failed.failure), failed)));
    }

    fn record(&mut self, start: usize, pairs: Stretch<W>, came: Result<Tensor, (Came, Failed)>) {
        self.pieces.push(Piece { start, pairs, came });
    }
}
