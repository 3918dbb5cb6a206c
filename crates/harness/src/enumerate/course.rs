//! Which pairs are put to a backend, and in what calls.

use std::ops::Range;

use bytemuck::Pod;
use opconform_exhaust::{Part, Rung, Stretch, Word};
use opconform_spec::Case;
use opconform_tensor::DType;

use super::counts::BLOCKS;
use super::layout::PairLayout;

/// The calls that a row has at least where it can be told from the values what their places do.
const TURNS: u64 = 4;

/// Which pairs are put to a backend, and in what calls: nothing is known of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    dtype: DType,
    rung: Rung,
    layout: PairLayout,
    length: Option<u64>,
    is_cold: bool,
    bisection: u32,
}

/// Why there is no such course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The type does not have the rung.
    #[error("{dtype} has no rung {rung}: expected {}", expected(*.dtype))]
    Rung {
        /// The rung.
        rung: Rung,
        /// The type.
        dtype: DType,
    },
    /// No operand of the rung stays the same along a row.
    #[error(
        "the pairs of {rung} have no operand in common that could be a scalar: expected two-vectors, or all-pairs or specials"
    )]
    Scalar {
        /// The rung.
        rung: Rung,
    },
    /// No row is as long.
    #[error("a call of {length} elements is longer than a row of {dtype}: expected 1 to {row}")]
    Length {
        /// The length of a call.
        length: u64,
        /// The type.
        dtype: DType,
        /// The pairs of a row.
        row: u64,
    },
}

/// What to ask for of a type instead.
fn expected(dtype: DType) -> String {
    let names: Vec<&str> = Rung::ALL.into_iter().filter(|rung| rung.is_of(dtype)).map(Rung::name).collect();
    if names.is_empty() { "a float, or a type of 8 or 16 bits".to_owned() } else { names.join(", ") }
}

/// A call, and what is put in it.
pub(super) struct Call<W> {
    pub(super) case: Case,
    pub(super) put: Put<W>,
}

/// The pairs that are in a call.
pub(super) struct Put<W> {
    pub(super) pairs: Stretch<W>,
    /// Calls of one turn have the same values at the same place; `None` where it is not counted where in a call a pair lies.
    pub(super) turn: Option<u64>,
    /// The row that they are of.
    pub(super) row: u64,
    /// Which call of the row it is.
    pub(super) number: usize,
    /// Whether the next call is of other pairs than those that a call of any length would have.
    pub(super) is_last: bool,
}

impl Course {
    /// That the pairs of a rung are put in a layout, so many in a call, or as many as a row has.
    pub fn new(dtype: DType, rung: Rung, layout: PairLayout, length: Option<u64>) -> Result<Self, Unfit> {
        if !rung.is_of(dtype) {
            return Err(Unfit::Rung { rung, dtype });
        }
        if layout.has_scalar() && !rung.has_one() {
            return Err(Unfit::Scalar { rung });
        }
        let course = Self { dtype, rung, layout, length, is_cold: false, bisection: 0 };
        let row = course.row();
        match length {
            Some(length) if !(1..=row).contains(&length) => Err(Unfit::Length { length, dtype, row }),
            _ => Ok(course),
        }
    }

    /// The same, where each call is the first of a process.
    #[must_use]
    pub fn cold(self) -> Self {
        Self { is_cold: true, ..self }
    }

    /// The calls and parts of them that may end the process while calls of a block are bisected, at most: as many as bisecting one of the
    /// longest to its pairs takes.
    pub const MOST_ENDS: u32 = 1 << 17;

    /// The same, where calls that fail are bisected until so many calls and parts of them have ended the process in a block.
    #[must_use]
    pub fn bisecting(self, ending: u32) -> Self {
        Self { bisection: ending.min(Self::MOST_ENDS), ..self }
    }

    /// How many calls, or parts of them, may end the process while calls of a block are bisected: none are, where it is 0.
    pub fn bisection(&self) -> u32 {
        self.bisection
    }

    /// Whether each call is the first of a process.
    pub fn is_cold(&self) -> bool {
        self.is_cold
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Which pairs are put.
    pub fn rung(&self) -> Rung {
        self.rung
    }

    /// How the two operands of each lie.
    pub fn layout(&self) -> PairLayout {
        self.layout
    }

    /// How many pairs are in a call at most; `None` where as many as a row has.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// The rows of a block.
    pub fn rows(&self, block: u8) -> Range<u64> {
        let of_each = self.rung.rows(self.dtype) / BLOCKS;
        u64::from(block) * of_each..(u64::from(block) + 1) * of_each
    }

    /// How many pairs some blocks have.
    pub fn pairs(&self, blocks: impl IntoIterator<Item = u8>) -> u64 {
        blocks.into_iter().flat_map(|block| self.rows(block)).map(|row| self.pairs_of(row)).sum()
    }

    fn pairs_of(&self, row: u64) -> u64 {
        let orders = if self.layout.is_of_both_orders(self.rung) { 2 } else { 1 };
        self.rung.pairs(self.dtype, row) * orders
    }

    /// How many calls some blocks have.
    pub fn calls_of(&self, blocks: impl IntoIterator<Item = u8>) -> u64 {
        let calls = |row| {
            let pairs = self.pairs_of(row);
            let together = pairs.min(self.row());
            pairs.checked_div(together).unwrap_or(0) * together.div_ceil(self.length.unwrap_or(together).max(1))
        };
        blocks.into_iter().flat_map(|block| self.rows(block)).map(calls).sum()
    }

    /// How many pairs it has.
    pub fn all(&self) -> u64 {
        self.pairs(0..=u8::MAX)
    }

    /// The pairs that could be in one call.
    fn row(&self) -> u64 {
        self.rung.rows(self.dtype)
    }

    /// Whether it can show that the place of a pair in its call decides what comes of it: where the values that lie there vary.
    pub fn tells_places(&self) -> bool {
        let length = self.length();
        self.is_random() || length.is_some_and(|length| !length.is_power_of_two() && length * TURNS <= self.row())
    }

    /// Whether a part of each call is told by the values that lie in it: by the lowest of their bits, of which no more vary from call to
    /// call than the length has that are 0.
    pub(super) fn is_of_values(&self, part: Part) -> bool {
        let length = self.longest();
        let period = 1 << length.trailing_zeros();
        !self.is_random() && (period..length).all(|it| part.has(it, length) == part.has(it - period, length))
    }

    /// How many elements of the longest call a part has.
    pub(super) fn elements(&self, part: Part) -> usize {
        let length = self.longest();
        (0..length).filter(|&index| part.has(index, length)).count()
    }

    /// How many pairs are in a call at most.
    fn longest(&self) -> u64 {
        self.length.unwrap_or_else(|| self.row())
    }

    fn is_random(&self) -> bool {
        matches!(self.rung, Rung::Random { .. })
    }

    /// A call of these pairs.
    pub(super) fn case<W: Word + Pod>(&self, pairs: &Stretch<W>) -> Case {
        self.layout.case(self.rung, self.dtype, pairs)
    }

    /// The calls of a row.
    pub(super) fn calls<W: Word + Pod>(self, row: u64) -> impl Iterator<Item = Call<W>> {
        let length = self.longest() as usize;
        let pairs = self.layout.pairs::<W>(self.rung, self.dtype, row).into_iter();
        let cut = pairs.flat_map(move |pairs| {
            let cut = pairs.cut(length);
            let last = cut.len() - 1;
            cut.into_iter().enumerate().map(move |(number, pairs)| {
                // Of random pairs, every row has others.
                let turn = self.tells_places().then_some(number as u64 + if self.is_random() { row } else { 0 });
                (pairs, turn, number == last)
            })
        });
        cut.enumerate().map(move |(number, (pairs, turn, is_last))| Call {
            case: self.case(&pairs),
            put: Put { pairs, turn, row, number, is_last },
        })
    }

    /// Which pairs are put, in words.
    pub fn range(&self) -> String {
        let orders = match self.layout {
            _ if self.rung != Rung::Specials => "",
            PairLayout::ScalarFirst => ", which is the second",
            PairLayout::ScalarSecond => ", which is the first",
            _ => ", in both orders",
        };
        self.rung.range(self.dtype) + orders
    }

    /// What is assumed, in words: how the operands of the calls lie, and what was asked before.
    pub fn assumed(&self) -> String {
        let row = self.row();
        let what = match (self.layout == PairLayout::Rows, self.length == Some(1)) {
            (true, false) => "rows",
            (true, true) => "row",
            (false, false) => "elements",
            (false, true) => "element",
        };
        let elements = match self.length {
            Some(length) if length < row => format!("{length} {what} (or what is left at the end of each {row})"),
            _ if self.rung == Rung::Payload => format!("{row} {what}, or one fewer beside an infinity"),
            _ => format!("{row} {what}"),
        };
        let values = match (self.layout, self.rung) {
            (PairLayout::TwoVectors, Rung::AllPairs) => {
                ", the first of one value and the second of every value in the order of their bits"
            }
            (PairLayout::TwoVectors, Rung::Specials) => {
                ", one of one value and the other of patterns in the order of their bits"
            }
            (PairLayout::TwoVectors, _) => "",
            (PairLayout::Rows, _) => ", reduced along their second axis",
            (PairLayout::ScalarFirst | PairLayout::ScalarSecond, _) => " in the order of their bits",
        };
        let vectors = match self.layout {
            PairLayout::TwoVectors => "two vectors of",
            PairLayout::ScalarFirst => "a scalar, and second a vector of",
            PairLayout::Rows => "rows of two elements in tensors of",
            PairLayout::ScalarSecond => "a scalar as the second operand, and first a vector of",
        };
        let such = if self.layout == PairLayout::Rows { "tensors" } else { "vectors" };
        let process = if self.is_cold {
            "as the first call of a fresh process each".to_owned()
        } else {
            format!("in a process that was asked for such {such} before")
        };
        format!("{vectors} {elements}{values}, asked for {process}")
    }
}
