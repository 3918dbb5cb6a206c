//! What was counted of the pairs of a rung, block by block.

use std::collections::BTreeMap;

use opconform_exhaust::{Came, Cells};

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
