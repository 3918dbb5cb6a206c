//! The pairs of a rung through a backend: what came of them, counted, and a digest of every result.
//!
//! A row is a few calls, or one: of a small type, a first operand and every second one. The rows are cut into [`BLOCKS`] blocks, which have
//! their digests each: what was counted in other blocks can be added, and comes to the same as if all had been counted at once. How long
//! the calls are does not change a digest, where it changes no result.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytemuck::Pod;
use opconform_backends::Backend;
use opconform_exhaust::{Came, Tally, Word};
use opconform_files::sha256;
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor, shape_text};
use opconform_text::line;
use rayon::prelude::*;

use crate::answer::answers;
use crate::progress::{Progress, Stage};

mod asked;
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
pub use counts::{BLOCKS, Counts};
pub use course::{Course, Unfit};
pub use layout::PairLayout;
pub use merge::{Misfit, merge};
pub use place::Place;
pub use read::Damage;
pub use reported::KeptCounts;
pub use result::{Enumeration, Group, OwnCalls, PairWitness, Remark, Session, Standpoint};

use cold::first_answers;
use course::{Call, Put};

/// Calls that a backend is asked for before all others.
const WARMING: usize = 32;

/// Pairs that a backend is asked for at a time: of 16 bits, 1 MiB of operands, which stay in a cache on their way.
const PAIRS: usize = 1 << 18;

/// Calls that a backend is asked for at a time, however short.
const CALLS: usize = 1 << 14;

/// The characters of a refusal or crash that are kept.
const LONGEST: usize = 200;

/// Puts the rows of these blocks to a backend, and counts what comes of them. Once `stop` is set, blocks that are not complete are not
/// counted.
pub fn count(backend: &dyn Backend, course: &Course, blocks: &[u8], progress: &Progress, stop: &AtomicBool) -> Counts {
    let rows = blocks.iter().map(|&block| course.rows(block).count()).sum();
    let all = if course.is_cold() { course.calls_of(blocks.iter().copied()) as usize } else { rows };
    let counting = Counting { backend, course: *course, progress, stop, done: AtomicUsize::new(0), all };
    match course.dtype().size() {
        1 => counting.blocks::<u8>(blocks),
        2 => counting.blocks::<u16>(blocks),
        4 => counting.blocks::<u32>(blocks),
        _ => counting.blocks::<u64>(blocks),
    }
}

struct Counting<'a> {
    backend: &'a dyn Backend,
    course: Course,
    progress: &'a Progress<'a>,
    stop: &'a AtomicBool,
    /// The rows, or of calls that are the first of a process each the calls, that were counted so far.
    done: AtomicUsize,
    /// As many as there are of these.
    all: usize,
}

/// What was counted of a block so far.
struct Block<W> {
    tally: Tally<W>,
    /// The results since the last digest.
    results: Vec<u8>,
    digests: String,
    said: BTreeMap<Came, (u64, String)>,
}

impl Counting<'_> {
    fn blocks<W: Word + Pod>(&self, blocks: &[u8]) -> Counts {
        if !self.course.is_cold() {
            self.heat::<W>(blocks);
        }
        let block = |&block: &u8| {
            let counts = self.block::<W>(block)?;
            if !self.course.is_cold() {
                self.is_done(self.course.rows(block).count());
            }
            Some(counts)
        };
        blocks.par_iter().filter_map(block).reduce(Counts::default, Counts::and)
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

    /// What came of a block; `None` where it was stopped.
    fn block<W: Word + Pod>(&self, block: u8) -> Option<Counts> {
        let tally = Tally::new(self.course.dtype());
        let mut counted = Block { tally, results: Vec::new(), digests: String::new(), said: BTreeMap::new() };
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
        let digest = sha256(counted.digests.as_bytes());
        Some(Counts { blocks: [(block, digest)].into(), cells: counted.tally.cells(), said: counted.said })
    }

    /// Counts what comes of some calls; `None` where it was stopped.
    fn ask<W: Word + Pod>(&self, cases: &[Case], asked: &[Put<W>], counted: &mut Block<W>) -> Option<()> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let outcomes = if self.course.is_cold() {
            first_answers(self.backend, cases, self.stop, || self.is_done(1))
        } else {
            answers(self.backend, cases)
        };
        // A backend that is told to stop answers nothing that could be counted.
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        asked.iter().zip(&outcomes).for_each(|(put, outcome)| counted.add(self.course.dtype(), put, outcome));
        Some(())
    }
}

impl<W: Word + Pod> Block<W> {
    fn add(&mut self, dtype: DType, put: &Put<W>, outcome: &Outcome) {
        self.tally.turn(put.turn);
        match results(dtype, put.pairs.len(), outcome) {
            Ok(results) => {
                self.tally.add(&put.pairs, bytemuck::cast_slice(results.bytes()));
                if put.is_last && self.results.is_empty() && cfg!(target_endian = "little") {
                    // All of a row in one call: what is hashed need not be put together.
                    self.digests += &sha256(results.bytes());
                    return;
                }
                self.results.extend(results.to_le_bytes());
            }
            Err((came, words)) => {
                self.results.extend(came.to_string().as_bytes());
                self.tally.add_none(&put.pairs, came);
                let [first, _] = put.pairs.at(0);
                self.said.entry(came).or_insert((first.widen(), line(&words, LONGEST)));
            }
        }
        if put.is_last {
            self.digests += &sha256(&self.results);
            self.results.clear();
        }
    }
}

/// The results of a call of so many pairs; what came instead where there are none, and what is said of it.
fn results(dtype: DType, pairs: usize, outcome: &Outcome) -> Result<&Tensor, (Came, String)> {
    match outcome {
        Outcome::Output(outputs) => match outputs.as_slice() {
            [output] if output.dtype() == dtype && output.shape() == [pairs] => Ok(output),
            outputs => {
                let form = |output: &Tensor| format!("{} {}", output.dtype(), shape_text(output.shape()));
                Err((Came::Malformed, format!("answered with {:?}", outputs.iter().map(form).collect::<Vec<_>>())))
            }
        },
        Outcome::Rejected(message) => Err((Came::Refused, message.clone())),
        Outcome::Unsupported(reason) => Err((Came::NotOffered, reason.clone())),
        // What it said on its standard error may be different every time.
        Outcome::Crashed(crash) => Err((Came::Crashed, crash.how.clone())),
        Outcome::TimedOut(after) => Err((Came::TimedOut, format!("no answer after {} s", after.as_secs_f64()))),
        Outcome::Malformed(why) => Err((Came::Malformed, why.clone())),
    }
}
