//! All ordered pairs of a small type through a backend: what came of them, counted, and a digest of every result.
//!
//! A row is one call: a first operand, and every second one. The rows are cut into [`BLOCKS`] blocks, which have their digests each: what
//! was counted in other blocks can be added, and comes to the same as if all had been counted at once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytemuck::Pod;
use opconform_backends::Backend;
use opconform_exhaust::{Bf16, Came, Cells, F16, I8, I16, Ranks, Tally, Type, U8, U16, Word};
use opconform_files::sha256;
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor, shape_text};
use opconform_text::line;
use rayon::prelude::*;

use crate::answer::answers;
use crate::execute::{Progress, Stage};

mod judged;
mod merge;
mod read;
mod result;

pub use merge::{Misfit, merge};
pub use read::Damage;
pub use result::{Asked, Enumeration, Group, Remark, Session, Standpoint, Witness};

/// The blocks of every type: as many as its first operands have upper bytes.
pub const BLOCKS: u64 = 256;

/// Rows that a backend is asked for at a time: of 16 bits, 8 MiB of operands.
const ROWS: usize = 32;

/// The characters of a refusal or crash that are kept.
const LONGEST: usize = 200;

/// What makes the cases of a range of rows.
pub type Cases<'a> = dyn Fn(Range<u64>) -> Vec<Case> + Sync + 'a;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The digest of each block that was counted.
    pub(crate) blocks: BTreeMap<u8, String>,
    pub(crate) cells: Cells,
    /// Of rows without an answer, by what came instead: the first such row, and what was said of it.
    pub(crate) said: BTreeMap<Came, (u64, String)>,
}

/// How many values a type has; `None` of one that has too many, or no order.
pub fn values(dtype: DType) -> Option<u64> {
    (matches!(dtype.size(), 1..=2) && dtype != DType::Bool).then(|| 1 << dtype.bits())
}

/// The rows of a block.
pub fn rows(dtype: DType, block: u8) -> Range<u64> {
    let of_each = values(dtype).unwrap_or_default() / BLOCKS;
    u64::from(block) * of_each..(u64::from(block) + 1) * of_each
}

/// Puts the rows of these blocks to a backend, and counts what comes of them. Once `stop` is set, blocks that are not complete are not
/// counted.
pub fn count(
    backend: &dyn Backend,
    dtype: DType,
    blocks: &[u8],
    cases: &Cases,
    progress: &Progress,
    stop: &AtomicBool,
) -> Counts {
    let counting = Counting { backend, dtype, cases, progress, stop };
    match dtype {
        DType::Bf16 => counting.blocks::<Bf16>(blocks),
        DType::F16 => counting.blocks::<F16>(blocks),
        DType::I8 => counting.blocks::<I8>(blocks),
        DType::I16 => counting.blocks::<I16>(blocks),
        DType::U8 => counting.blocks::<U8>(blocks),
        DType::U16 => counting.blocks::<U16>(blocks),
        _ => Counts::default(),
    }
}

struct Counting<'a> {
    backend: &'a dyn Backend,
    dtype: DType,
    cases: &'a Cases<'a>,
    progress: &'a Progress<'a>,
    stop: &'a AtomicBool,
}

impl Counting<'_> {
    fn blocks<T: Type<Word: Pod>>(&self, blocks: &[u8]) -> Counts {
        let Some(&first) = blocks.first() else { return Counts::default() };
        let (ranks, done) = (Ranks::of::<T>(), AtomicUsize::new(0));
        let rows_of_each = rows(self.dtype, first).count();
        // What a process computes before it was asked often may be something else, and each block would have its own.
        let warming = rows(self.dtype, first);
        self.backend.heat(&(self.cases)(warming.start..warming.end.min(warming.start + ROWS as u64)));
        let block = |&block: &u8| {
            let counts = self.block::<T>(&ranks, block)?;
            let done = done.fetch_add(rows_of_each, Ordering::Relaxed) + rows_of_each;
            (self.progress)(done, blocks.len() * rows_of_each, Stage::Judging);
            Some(counts)
        };
        blocks.par_iter().filter_map(block).reduce(Counts::default, Counts::and)
    }

    /// What came of a block; `None` where it was stopped.
    fn block<T: Type<Word: Pod>>(&self, ranks: &Ranks<T::Word>, block: u8) -> Option<Counts> {
        let mut tally = Tally::new(ranks);
        let (mut digests, mut said) = (String::new(), BTreeMap::new());
        let rows = rows(self.dtype, block);
        for start in rows.clone().step_by(ROWS) {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let cases = (self.cases)(start..rows.end.min(start + ROWS as u64));
            let outcomes = answers(self.backend, &cases);
            // A backend that is told to stop answers nothing that could be counted.
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            for ((row, case), outcome) in (start..).zip(&cases).zip(&outcomes) {
                let first = T::Word::truncate(row);
                match results(case, outcome) {
                    Ok(results) => {
                        digests += &sha256(&results.to_le_bytes());
                        tally.row(first, bytemuck::cast_slice(results.bytes()));
                    }
                    Err((came, words)) => {
                        digests += &sha256(came.to_string().as_bytes());
                        tally.whole_row(first, came);
                        said.entry(came).or_insert((row, line(&words, LONGEST)));
                    }
                }
            }
        }
        Some(Counts { blocks: [(block, sha256(digests.as_bytes()))].into(), cells: tally.cells(), said })
    }
}

/// The results of a row; what came instead where there are none, and what is said of it.
fn results<'a>(case: &Case, outcome: &'a Outcome) -> Result<&'a Tensor, (Came, String)> {
    let operand = &case.inputs[0];
    match outcome {
        Outcome::Output(outputs) => match outputs.as_slice() {
            [output] if output.dtype() == operand.dtype() && output.shape() == operand.shape() => Ok(output),
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

impl Counts {
    /// Both together, of other blocks each.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.blocks.extend(other.blocks);
        for (cell, counted) in other.cells {
            self.cells.entry(cell).or_default().add(&cell, counted);
        }
        for (came, said) in other.said {
            let first = self.said.entry(came).or_insert_with(|| said.clone());
            if said < *first {
                *first = said;
            }
        }
        self
    }

    /// The digest of each block that was counted, by the number of the block.
    pub fn blocks(&self) -> &BTreeMap<u8, String> {
        &self.blocks
    }
}
