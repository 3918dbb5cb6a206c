//! One row of results, decided zone by zone.

use core::ops::Range;

use crate::found::{Found, SHOWN, Violation};
use crate::operator::{Operator, Source, Zone};
use crate::run::{Elementwise, Run};

/// Elements of one call: its three slices stay in the nearest caches.
const TILE: usize = 4096;
/// What shifts stay below: the lanes of the widest vector.
const MOST_SHIFT: usize = 64;

/// The bits of an element.
pub trait Word: Copy + Ord + Send + Sync + core::fmt::Debug + 'static {
    /// How many.
    const BITS: u32;
    /// The low bits.
    fn truncate(bits: u64) -> Self;
    /// The bits, zero-extended.
    fn widen(self) -> u64;
    /// The same bytes in memory as a little-endian machine has.
    #[must_use]
    fn little_endian(self) -> Self;
    /// The bits in which the two differ, added to `so_far`.
    #[must_use]
    fn differing(self, other: Self, so_far: Self) -> Self;
}

macro_rules! word {
    ($($word:ty)*) => { $(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            fn truncate(bits: u64) -> Self {
                bits as $word
            }
            fn widen(self) -> u64 {
                u64::from(self)
            }
            #[inline]
            fn little_endian(self) -> Self {
                self.to_le()
            }
            #[inline]
            fn differing(self, other: Self, so_far: Self) -> Self {
                so_far | (self ^ other)
            }
        }
    )* };
}
word!(u8 u16 u32 u64);

/// The operand that stays the same along a row.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<W> {
    pub(crate) bits: W,
    pub(crate) is_nan: bool,
    pub(crate) is_first: bool,
}

/// Operands that vary along a row: numbers below the fixed one, numbers from it on, NaNs.
pub(crate) struct Varying<'a, W> {
    pub(crate) values: &'a [W],
    pub(crate) below: usize,
    pub(crate) numbers: usize,
}

/// The buffers that rows are cut into calls with.
pub(crate) struct Tiles<W> {
    fixed: Vec<W>,
    out: Vec<W>,
}

impl<W: Word> Tiles<W> {
    pub(crate) fn new() -> Self {
        let zeros = || vec![W::truncate(0); TILE + MOST_SHIFT];
        Self { fixed: zeros(), out: zeros() }
    }

    /// Puts the row to `maximum`, and checks the results. The first call is short by the shift, so that every later one
    /// begins with a shifted value.
    pub(crate) fn row(
        &mut self,
        run: &Run<'_>,
        maximum: &Elementwise<'_, W>,
        fixed: Fixed<W>,
        row: &Varying<'_, W>,
        found: &mut Found,
    ) {
        let shift = run.shift % MOST_SHIFT;
        self.fixed.fill(fixed.bits);
        let (mut start, mut end) = (0, TILE - shift);
        while start < row.values.len() {
            end = end.min(row.values.len());
            let within = |at: usize| at.clamp(start, end) - start;
            let part =
                Varying { values: &row.values[start..end], below: within(row.below), numbers: within(row.numbers) };
            let (same, out) = (&self.fixed[shift..][..end - start], &mut self.out[shift..][..end - start]);
            if fixed.is_first {
                maximum(same, part.values, out);
            } else {
                maximum(part.values, same, out);
            }
            part.check(run.operator, fixed, out, found);
            (start, end) = (end, end + TILE);
        }
        found.compared += row.values.len() as u64;
    }
}

impl<W: Word> Varying<'_, W> {
    fn check(&self, operator: Operator, fixed: Fixed<W>, results: &[W], found: &mut Found) {
        let zones = [
            (Zone::Below, 0..self.below),
            (Zone::Above, self.below..self.numbers),
            (Zone::Nan, self.numbers..self.values.len()),
        ];
        for (zone, range) in zones {
            let from = operator.takes(fixed.is_nan, zone, fixed.is_first);
            if self.differs(from, fixed.bits, results, range.clone()) {
                self.collect(from, fixed, results, range, found);
            }
        }
    }

    /// Without an early end, so that it is compiled to vector instructions.
    fn differs(&self, from: Source, fixed: W, results: &[W], range: Range<usize>) -> bool {
        let (results, values) = (&results[range.clone()], &self.values[range]);
        let none = W::truncate(0);
        let differing = match from {
            Source::Fixed => results.iter().fold(none, |so_far, &result| result.differing(fixed, so_far)),
            Source::Varying => {
                results.iter().zip(values).fold(none, |so_far, (&result, &value)| result.differing(value, so_far))
            }
        };
        differing != none
    }

    #[cold]
    fn collect(&self, from: Source, fixed: Fixed<W>, results: &[W], range: Range<usize>, found: &mut Found) {
        for at in range {
            let value = self.values[at];
            let expected = if from == Source::Fixed { fixed.bits } else { value };
            if results[at] != expected {
                found.violations += 1;
                if found.shown.len() < SHOWN {
                    let (x, y) = if fixed.is_first { (fixed.bits, value) } else { (value, fixed.bits) };
                    let [x, y, expected, result] = [x, y, expected, results[at]].map(W::widen);
                    found.shown.push(Violation { x, y, expected, found: result, at });
                }
            }
        }
    }
}
