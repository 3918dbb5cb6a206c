//! How an enumeration is run: over which range, by how many threads, watched and stopped by whom; and what came of it.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::found::{Found, SHOWN, Violation};
use crate::operator::Operator;

/// What is put to the proof: `out[i]` from `x[i]` and `y[i]`, all as bits and of one length.
pub type Elementwise<'a, W> = dyn Fn(&[W], &[W], &mut [W]) + Sync + 'a;

/// How to run an enumeration.
#[derive(Clone)]
pub struct Run<'a> {
    /// The operator expected.
    pub operator: Operator,
    /// Which rows to take: for pairs, the first operands by their bits; for patterns, blocks of 65536 of them.
    pub rows: Range<u64>,
    /// By how many elements the slices are cut off where they would be otherwise: pairs meet in other lanes, at other
    /// alignments. Below 64.
    pub shift: usize,
    /// At least one thread is used.
    pub threads: usize,
    /// Called by any thread with the number of rows it has just finished.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Ends the run early when set.
    pub cancel: &'a AtomicBool,
}

/// What came of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerated {
    /// The rows that were asked for, as far as they exist.
    pub rows: Range<u64>,
    /// Results compared. Fewer than the rows hold if the run was cancelled.
    pub compared: u64,
    /// Whether the run was cancelled.
    pub cancelled: bool,
    /// Results that were wrong.
    pub violations: u64,
    /// Some of them, in order of their operands.
    pub shown: Vec<Violation>,
}

/// What a worker does with one row.
pub(crate) type Row<'a> = dyn FnMut(u64, &mut Found) + 'a;

impl Run<'_> {
    /// Hands the rows out to threads, a few at a time; each thread makes its own worker.
    pub(crate) fn over<'w>(&self, all: u64, batch: u64, worker: impl Fn() -> Box<Row<'w>> + Sync) -> Enumerated {
        let rows = self.rows.start.min(all)..self.rows.end.min(all);
        let (next, total) = (AtomicU64::new(rows.start), Mutex::new(Found::default()));
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let (mut row_of, mut found) = (worker(), Found::default());
                    loop {
                        let start = next.fetch_add(batch, Ordering::Relaxed);
                        if start >= rows.end || self.cancel.load(Ordering::Relaxed) {
                            break;
                        }
                        let end = rows.end.min(start + batch);
                        (start..end).for_each(|row| row_of(row, &mut found));
                        (self.progress)(end - start);
                    }
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    total.compared += found.compared;
                    total.violations += found.violations;
                    total.shown.append(&mut found.shown);
                });
            }
        });
        let Found { compared, violations, mut shown } = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        shown.sort();
        shown.truncate(SHOWN);
        Enumerated { rows, compared, cancelled: self.cancel.load(Ordering::Relaxed), violations, shown }
    }
}
