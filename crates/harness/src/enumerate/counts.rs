//! What was counted of the pairs of a rung, block by block.

use std::collections::{BTreeMap, BTreeSet};

use opconform_exhaust::{Came, Cells};

use super::bisect::Bisected;

/// The blocks of every rung.
pub const BLOCKS: u64 = 256;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The digest of each block that was counted.
    pub(crate) blocks: BTreeMap<u8, String>,
    pub(crate) cells: Cells,
    /// Of calls without an answer, by what came instead: the first operand of the first such call, and what was said of it.
    pub(crate) said: BTreeMap<Came, (u64, String)>,
    /// The first operand of the first call after which there was something on standard error, and the end of that.
    pub(crate) heard: Option<(u64, String)>,
    /// The calls that were bisected.
    pub(crate) bisected: Bisected,
    /// How many pairs were in a call, of each length of calls that were asked for.
    pub(crate) lengths: BTreeSet<usize>,
}

impl Counts {
    /// Both together, of other blocks each.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
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
        self.heard = [self.heard, other.heard].into_iter().flatten().min();
        self.bisected.add(other.bisected);
        self.lengths.extend(other.lengths);
        self
    }

    /// The end of what was on standard error after the first call after which there was something.
    pub fn heard(&self) -> Option<&str> {
        self.heard.as_ref().map(|(_, words)| words.as_str())
    }

    /// How many models the calls were of: but for the operands, they differ in how many pairs they have.
    pub fn models(&self) -> u64 {
        self.lengths.len() as u64
    }

    /// The digest of each block that was counted, by the number of the block.
    pub fn blocks(&self) -> &BTreeMap<u8, String> {
        &self.blocks
    }
}
