//! Work done in parallel, and taken in its order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::ScopeFifo;

/// Pieces of work that are begun before the first of them is taken: enough that no thread waits for another one's long piece, and
/// no more than the memory holds.
const AHEAD: usize = 32;

/// Does pieces of work in parallel, from 0 to `count`, and has `take` take what comes of each in their order, one at a time, until
/// it wants no more.
pub(crate) fn in_order<T: Send>(
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    take: impl FnMut(T) -> ControlFlow<()> + Send,
) {
    let queue = Queue { rest: 0..count, taken: 0, early: BTreeMap::new(), take, is_over: false };
    let line = Line { queue: Mutex::new(queue), work };
    rayon::scope_fifo(|scope| line.begin(scope));
}

/// Work, and what has come of it.
struct Line<T, W, F> {
    queue: Mutex<Queue<T, F>>,
    work: W,
}

/// What has come of pieces of work whose turn to be taken has not come.
struct Queue<T, F> {
    /// The pieces that are not begun.
    rest: Range<usize>,
    /// How many are taken.
    taken: usize,
    /// What came of pieces, by their numbers, while an earlier one was not done.
    early: BTreeMap<usize, T>,
    take: F,
    /// Whether no more is wanted.
    is_over: bool,
}

impl<T: Send, W: Fn(usize) -> T + Sync, F: FnMut(T) -> ControlFlow<()> + Send> Line<T, W, F> {
    /// Begins as many pieces of work as there may be; each that is done begins others.
    fn begin<'s>(&'s self, scope: &ScopeFifo<'s>) {
        let due = self.queue().due();
        for number in due {
            scope.spawn_fifo(move |scope| {
                let done = (self.work)(number);
                self.queue().put(number, done);
                self.begin(scope);
            });
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<T, F>> {
        // Who panics over what it takes ends the scope with it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T, F: FnMut(T) -> ControlFlow<()>> Queue<T, F> {
    /// The pieces that are to be begun now.
    fn due(&mut self) -> Range<usize> {
        let end = self.rest.end.min(self.taken + AHEAD).max(self.rest.start);
        let due = self.rest.start..end;
        self.rest.start = end;
        due
    }

    /// Puts what came of a piece in its place, and has everything taken whose turn it is.
    fn put(&mut self, number: usize, done: T) {
        if self.is_over {
            return;
        }
        self.early.insert(number, done);
        while let Some(next) = self.early.remove(&self.taken) {
            self.taken += 1;
            if (self.take)(next).is_break() {
                self.rest.start = self.rest.end;
                self.is_over = true;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn all_is_taken_in_order_and_little_is_begun_ahead() {
        let (taken, farthest) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |number: usize| {
            farthest.fetch_max(number - taken.load(Ordering::Relaxed).min(number), Ordering::Relaxed);
            thread::sleep(Duration::from_micros(number as u64 * 7919 % 300));
            number
        };
        let mut seen = Vec::new();
        in_order(500, work, |number| {
            seen.push(number);
            taken.store(seen.len(), Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, (0..500).collect::<Vec<_>>());
        assert!(farthest.into_inner() < AHEAD);
    }

    #[test]
    fn nothing_is_taken_after_the_last_that_is_wanted() {
        let mut seen = 0;
        in_order(
            500,
            |number| number,
            |number| {
                seen += 1;
                if number == 123 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(seen, 124);
    }

    #[test]
    fn of_nothing_nothing_is_taken() {
        in_order(0, |number| number, |_| unreachable!("there is nothing"));
    }
}
