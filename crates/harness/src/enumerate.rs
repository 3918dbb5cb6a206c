//! The pairs of a rung through a backend: what came of them, counted, and a digest of every result.
//!
//! A row is a few calls, or one: of a small type, a first operand and every second one. The rows are cut into [`BLOCKS`] blocks, which have
//! their digests each: what was counted in other blocks can be added, and comes to the same as if all had been counted at once. How long
//! the calls are does not change a digest, where it changes no result.

use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytemuck::Pod;
use opconform_backends::Backend;
use opconform_exhaust::{Stretch, Word};
use opconform_spec::{Case, Outcome};
use rayon::prelude::*;

use crate::answer::answers;
use crate::progress::{Progress, Stage};
use crate::waiting::beside_waiting;

mod answered;
mod asked;
mod bisect;
mod block;
mod cold;
mod counts;
mod course;
mod judged;
mod layout;
mod merge;
mod place;
mod read;
mod reported;
mod result;

pub use asked::Asked;
pub use bisect::Bisected;
pub use counts::{BLOCKS, Counts};
pub use course::{Course, Unfit};
pub use layout::PairLayout;
pub use merge::{Misfit, merge};
pub use place::Place;
pub use read::Damage;
pub use reported::KeptCounts;
pub use result::{Enumeration, Group, OwnCalls, PairWitness, Remark, Session, Standpoint};

use bisect::{Bisection, Budget};
use block::{Block, Pending};
use cold::first_answers;
use course::{Call, Put};

/// Calls that a backend is asked for before all others.
const WARMING: usize = 32;

/// Pairs that a backend is asked for at a time: of 16 bits, 1 MiB of operands, which stay in a cache on their way.
const PAIRS: usize = 1 << 18;

/// Calls that a backend is asked for at a time, however short.
const CALLS: usize = 1 << 14;

/// Puts the rows of these blocks to a backend, and counts what comes of them. Calls that failed are bisected when all others were asked: what
/// that costs a backend takes nothing away from these. `done` is told of each block as soon as it is complete. Once `stop` is set, blocks that
/// are not complete are not counted.
pub fn count(
    backend: &dyn Backend,
    course: &Course,
    blocks: &[u8],
    progress: &Progress,
    done: &Done,
    stop: &AtomicBool,
) -> Counts {
    let rows = blocks.iter().map(|&block| course.rows(block).count()).sum();
    let all = if course.is_cold() { course.calls_of(blocks.iter().copied()) as usize } else { rows };
    let counting =
        Counting { backend, course: *course, progress, is_complete: done, stop, done: AtomicUsize::new(0), all };
    // Of calls that are the first of a process each, every thread has a process that it asks once.
    beside_waiting(backend.is_isolated() && !course.is_cold(), || match course.dtype().size() {
        1 => counting.blocks::<u8>(blocks),
        2 => counting.blocks::<u16>(blocks),
        4 => counting.blocks::<u32>(blocks),
        _ => counting.blocks::<u64>(blocks),
    })
}

/// What is told of each block that is complete. Called from several threads at once.
pub type Done<'a> = dyn Fn(&Counts) + Sync + 'a;

struct Counting<'a> {
    backend: &'a dyn Backend,
    course: Course,
    progress: &'a Progress<'a>,
    is_complete: &'a Done<'a>,
    stop: &'a AtomicBool,
    /// The rows, or of calls that are the first of a process each the calls, that were counted so far.
    done: AtomicUsize,
    /// As many as there are of these.
    all: usize,
}

impl Counting<'_> {
    fn blocks<W: Word + Pod>(&self, blocks: &[u8]) -> Counts {
        if !self.course.is_cold() {
            self.heat::<W>(blocks);
        }
        let block = |&block: &u8| {
            let counted = self.block::<W>(block)?;
            if !self.course.is_cold() {
                self.is_done(self.course.rows(block).count());
            }
            Some(if counted.pending.is_empty() { Ok(self.complete(counted)) } else { Err(counted) })
        };
        let counted = blocks.par_iter().filter_map(block).fold(<(Counts, Vec<Block<W>>)>::default, |mut all, it| {
            match it {
                Ok(counts) => all.0 = all.0.and(counts),
                Err(block) => all.1.push(block),
            }
            all
        });
        let (counts, to_bisect) = counted.reduce(<(Counts, Vec<Block<W>>)>::default, |mut all, (counts, blocks)| {
            all.1.extend(blocks);
            (all.0.and(counts), all.1)
        });
        let bisected = to_bisect.into_par_iter().filter_map(|counted| Some(self.complete(self.bisected(counted)?)));
        counts.and(bisected.reduce(Counts::default, Counts::and))
    }

    fn complete<W: Word + Pod>(&self, block: Block<W>) -> Counts {
        let counts = block.counts();
        (self.is_complete)(&counts);
        counts
    }

    /// The same block, of which each call that failed was bisected; `None` where that was stopped.
    fn bisected<W: Word + Pod>(&self, mut counted: Block<W>) -> Option<Block<W>> {
        let mut budget = Budget::of(self.course.bisection());
        let ask = |parts: &[Stretch<W>]| {
            let cases: Vec<Case> = parts.iter().map(|part| self.course.case(part)).collect();
            self.answers(&cases)
        };
        for Pending { row, number, failed } in mem::take(&mut counted.pending) {
            let Call { put, .. } = self.course.calls::<W>(row).nth(number)?;
            counted.bisected.calls += 1;
            let mut bisection = Bisection {
                dtype: self.course.dtype(),
                ask: &ask,
                budget: &mut budget,
                bisected: &mut counted.bisected,
                lengths: &mut counted.lengths,
                pieces: Vec::new(),
            };
            bisection.bisect(0, put.pairs.clone(), failed)?;
            let pieces = bisection.pieces;
            counted.add_pieces(&put, pieces);
        }
        Some(counted)
    }

    /// What a process computes before it was asked often may be something else, and each block would have its own.
    fn heat<W: Word + Pod>(&self, blocks: &[u8]) {
        let calls =
            blocks.iter().flat_map(|&block| self.course.rows(block)).flat_map(|row| self.course.calls::<W>(row));
        let warming: Vec<Case> = calls.take(WARMING).map(|call| call.case).collect();
        self.backend.heat(&warming);
    }

    fn is_done(&self, more: usize) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        (self.progress)(done, self.all, Stage::Judging);
    }

    /// What came of the calls of a block; `None` where it was stopped.
    fn block<W: Word + Pod>(&self, block: u8) -> Option<Block<W>> {
        let mut counted = Block::new(block, self.course);
        let (mut cases, mut asked, mut pairs) = (Vec::new(), Vec::new(), 0);
        for Call { case, put } in self.course.rows(block).flat_map(|row| self.course.calls::<W>(row)) {
            pairs += put.pairs.len();
            cases.push(case);
            asked.push(put);
            if pairs >= PAIRS || cases.len() >= CALLS {
                self.ask(&cases, &asked, &mut counted)?;
                cases.clear();
                asked.clear();
                pairs = 0;
            }
        }
        self.ask(&cases, &asked, &mut counted)?;
        Some(counted)
    }

    /// Counts what comes of some calls; `None` where it was stopped.
    fn ask<W: Word + Pod>(&self, cases: &[Case], asked: &[Put<W>], counted: &mut Block<W>) -> Option<()> {
        let outcomes = self.answers(cases)?;
        asked.iter().zip(&outcomes).for_each(|(put, outcome)| counted.add(put, outcome));
        Some(())
    }

    /// What a backend answers to these; `None` where it was stopped.
    fn answers(&self, cases: &[Case]) -> Option<Vec<Outcome>> {
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        if is_stopped() {
            return None;
        }
        let outcomes = if self.course.is_cold() {
            first_answers(self.backend, cases, self.stop, || self.is_done(1))
        } else {
            answers(self.backend, cases)
        };
        // A backend that is told to stop answers nothing that could be counted.
        (!is_stopped()).then_some(outcomes)
    }
}
