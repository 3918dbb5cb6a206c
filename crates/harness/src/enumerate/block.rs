//! What was counted of a block so far: what came of its calls, and which of those that failed are to be bisected.

use std::collections::{BTreeMap, BTreeSet};

use bytemuck::Pod;
use opconform_exhaust::{Came, Tally, Word};
use opconform_files::sha256;
use opconform_spec::Outcome;

use super::answered::{Failed, answered};
use super::bisect::{Bisected, Budget, Piece};
use super::counts::Counts;
use super::course::{Course, Put};

/// What was counted of a block so far.
pub(super) struct Block<W> {
    number: u8,
    course: Course,
    tally: Tally<W>,
    /// The results since the last digest.
    results: Vec<u8>,
    digests: String,
    said: BTreeMap<Came, (u64, String)>,
    heard: Option<(u64, String)>,
    /// How long the calls were, and the parts of those that failed.
    pub(super) lengths: BTreeSet<usize>,
    /// The calls that are to be bisected.
    pub(super) pending: Vec<Pending>,
    pub(super) bisected: Bisected,
}

/// A call that failed and is to be bisected.
pub(super) struct Pending {
    /// The row of its pairs.
    pub(super) row: u64,
    /// Which call of the row it is.
    pub(super) number: usize,
    /// What came of it.
    pub(super) failed: Failed,
}

impl<W: Word + Pod> Block<W> {
    pub(super) fn new(number: u8, course: Course) -> Self {
        Self {
            number,
            course,
            tally: Tally::new(course.dtype()),
            results: Vec::new(),
            digests: String::new(),
            said: BTreeMap::new(),
            heard: None,
            lengths: BTreeSet::new(),
            pending: Vec::new(),
            bisected: Bisected::default(),
        }
    }

    /// Counts what came of a call.
    pub(super) fn add(&mut self, put: &Put<W>, outcome: &Outcome) {
        self.tally.turn(put.turn);
        self.lengths.insert(put.pairs.len());
        match answered(self.course.dtype(), put.pairs.len(), outcome) {
            Ok(results) => {
                self.tally.add(&put.pairs, bytemuck::cast_slice(results.bytes()));
                if put.is_last && self.results.is_empty() && cfg!(target_endian = "little") {
                    // All of a row in one call: what is hashed need not be put together.
                    self.digests += &sha256(results.bytes());
                    return;
                }
                self.results.extend(results.to_le_bytes());
            }
            Err(failed) => {
                self.results.extend(failed.failure.alone().to_string().as_bytes());
                self.fail(put, failed);
            }
        }
        if put.is_last {
            self.digests += &sha256(&self.results);
            self.results.clear();
        }
    }

    fn fail(&mut self, put: &Put<W>, failed: Failed) {
        let ending = self.course.bisection();
        if ending == 0 || put.pairs.len() == 1 {
            self.tally.add_none(&put.pairs, failed.failure.alone());
            self.say(failed.failure.alone(), put.pairs.at(0), failed);
        } else if (self.pending.len() as u64) < Budget::of(ending).calls() {
            self.pending.push(Pending { row: put.row, number: put.number, failed });
        } else {
            let came = Came::WithOthers(failed.failure);
            self.bisected.left += 1;
            self.tally.add_none(&put.pairs, came);
            self.say(came, put.pairs.at(0), failed);
        }
    }

    /// Counts what came of the parts of a call that failed: their results have a digest behind those of the rows.
    pub(super) fn add_pieces(&mut self, put: &Put<W>, pieces: Vec<Piece<W>>) {
        let mut results = Vec::new();
        for Piece { start, pairs, came } in pieces {
            self.tally.turn(put.turn).part(start, put.pairs.len());
            match came {
                Ok(found) => {
                    self.tally.add(&pairs, bytemuck::cast_slice(found.bytes()));
                    results.extend(found.to_le_bytes());
                }
                Err((came, failed)) => {
                    self.tally.add_none(&pairs, came);
                    results.extend(came.to_string().as_bytes());
                    self.say(came, pairs.at(0), failed);
                }
            }
        }
        self.digests += &sha256(&results);
    }

    /// Keeps what was said first of what came so.
    fn say(&mut self, came: Came, [first, _]: [W; 2], failed: Failed) {
        let first = first.widen();
        if let Some(heard) = failed.heard {
            self.heard.get_or_insert((first, heard));
        }
        self.said.entry(came).or_insert((first, failed.words));
    }

    /// What was counted of all of it.
    pub(super) fn counts(self) -> Counts {
        Counts {
            blocks: [(self.number, sha256(self.digests.as_bytes()))].into(),
            cells: self.tally.cells(),
            said: self.said,
            heard: self.heard,
            bisected: self.bisected,
            lengths: self.lengths,
        }
    }
}
