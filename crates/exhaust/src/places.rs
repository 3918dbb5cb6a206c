//! Where in their calls pairs lay, counted: by lane, by what vectors leave over, and by the distance to either end.
//!
//! A run of pairs that follow each other costs a few additions, however long it is: what is counted first are the places where a run begins
//! and those where it ends.

use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::part::Part;

/// The lanes of the widest vector, and the elements at either end of a call that are told apart.
const LANES: usize = 64;

/// The widths of vectors that leave something over: 2, 4 … 64.
const WIDTHS: usize = LANES.ilog2() as usize;

/// The counts of each lane: of elements that no vector leaves over, and of those of which the narrowest vector that does has two lanes, four …
const ROWS: usize = WIDTHS + 1;

/// All counts: those of the rows, by the distance to the begin, and by that to the end.
const COUNTS: usize = (ROWS + 2) * LANES;

/// Where in their calls pairs lay. What is counted apart can be added, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Places {
    lanes: [[u64; LANES]; ROWS],
    from_start: [u64; LANES],
    from_end: [u64; LANES],
    turns: u64,
}

/// Counts of which each is the sum of all until there.
#[derive(Clone, Debug)]
pub(crate) struct Placing(Places);

impl Placing {
    pub(crate) fn new() -> Self {
        Self(Places { lanes: [[0; LANES]; ROWS], from_start: [0; LANES], from_end: [0; LANES], turns: 0 })
    }

    /// Adds the elements of a run in a call of so many, which is of this turn.
    #[inline]
    pub(crate) fn add(&mut self, run: Range<usize>, length: usize, turn: u64) {
        self.0.turns |= 1 << (turn % u64::from(u64::BITS));
        let mut end = length - length % LANES;
        self.add_lanes(0, run.start..run.end.min(end));
        if run.end > end {
            for bit in (0..WIDTHS).rev().filter(|bit| length >> bit & 1 == 1) {
                let part = end..end + (1 << bit);
                self.add_lanes(bit + 1, run.start.max(part.start)..run.end.min(part.end));
                end = part.end;
            }
        }
        begin_and_end(&mut self.0.from_start, run.start, run.end);
        begin_and_end(&mut self.0.from_end, length - run.end, length - run.start);
    }

    #[inline]
    fn add_lanes(&mut self, row: usize, run: Range<usize>) {
        if run.is_empty() {
            return;
        }
        let counts = &mut self.0.lanes[row];
        counts[0] = counts[0].wrapping_add((run.len() / LANES) as u64);
        let (first, end) = (run.start % LANES, run.start % LANES + run.len() % LANES);
        begin_and_end(counts, first, end.min(LANES));
        begin_and_end(counts, 0, end.saturating_sub(LANES));
    }

    /// The counts themselves.
    pub(crate) fn places(mut self) -> Places {
        let Places { lanes, from_start, from_end, .. } = &mut self.0;
        for counts in lanes.iter_mut().chain([from_start, from_end]) {
            let mut sum = 0_u64;
            for count in counts {
                sum = sum.wrapping_add(*count);
                *count = sum;
            }
        }
        self.0
    }
}

/// Notes that from one place until another each has one more.
#[inline]
fn begin_and_end(counts: &mut [u64; LANES], begin: usize, end: usize) {
    if begin < LANES && begin < end {
        counts[begin] = counts[begin].wrapping_add(1);
        if let Some(count) = counts.get_mut(end) {
            *count = count.wrapping_sub(1);
        }
    }
}

impl Places {
    /// The widths of vectors whose lanes are told apart.
    pub fn widths() -> impl Iterator<Item = u64> {
        (1..=WIDTHS).map(|width| 1 << width)
    }

    /// The longest part at either end of a call that is told apart.
    pub const ENDS: u64 = LANES as u64;

    /// How many pairs these are.
    pub fn count(&self) -> u64 {
        self.lanes.as_flattened().iter().sum()
    }

    /// How many turns of calls they lay in, up to 64: calls of one turn have the same operands at the same place.
    pub fn turns(&self) -> u32 {
        self.turns.count_ones()
    }

    /// How many lay in each lane of vectors of this width, and after those, how many in what such vectors leave over, where that is `apart`.
    ///
    /// # Panics
    /// Of another width than [those](Self::widths) that are told apart.
    pub fn lanes(&self, width: u64, apart: bool) -> Vec<u64> {
        assert!(Self::widths().any(|it| it == width), "vectors of {width} are not told apart");
        let mut counts = vec![0; width as usize + usize::from(apart)];
        for (row, of_row) in self.lanes.iter().enumerate() {
            let is_left = apart && is_left_by(row, width);
            for (lane, count) in of_row.iter().enumerate() {
                counts[if is_left { width as usize } else { lane % width as usize }] += count;
            }
        }
        counts
    }

    /// How many lay in a part of their calls.
    ///
    /// # Panics
    /// Of a part that is not told apart.
    pub fn within(&self, part: Part) -> u64 {
        match part {
            Part::First(count) => self.from_start[..count as usize].iter().sum(),
            Part::Last(count) => self.from_end[..count as usize].iter().sum(),
            Part::LeftBy(width) => self.lanes(width, true)[width as usize],
            Part::Lanes { of, first, last, whole } => {
                self.lanes(of, whole)[first as usize..=last as usize].iter().sum()
            }
        }
    }

    /// Adds pairs from elsewhere.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.counts_mut().zip(other.counts()) {
            *count += more;
        }
        self.turns |= other.turns;
    }

    fn counts(&self) -> impl Iterator<Item = u64> {
        self.lanes.as_flattened().iter().chain(&self.from_start).chain(&self.from_end).copied()
    }

    fn counts_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        self.lanes.as_flattened_mut().iter_mut().chain(&mut self.from_start).chain(&mut self.from_end)
    }
}

/// Whether vectors of this width leave over the elements of a row of counts.
fn is_left_by(row: usize, width: u64) -> bool {
    row > 0 && row <= width.ilog2() as usize
}

impl fmt::Display for Places {
    /// All counts, of which a number of equal ones is written `COUNT*NUMBER`, and the turns in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<u64> = self.counts().collect();
        for alike in counts.chunk_by(PartialEq::eq) {
            match alike.len() {
                1 => write!(f, "{} ", alike[0])?,
                number => write!(f, "{}*{number} ", alike[0])?,
            }
        }
        write!(f, "{:x}", self.turns)
    }
}

impl FromStr for Places {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = || {
            let (counts, turns) = text.rsplit_once(' ')?;
            let mut all: Vec<u64> = Vec::with_capacity(COUNTS);
            for alike in counts.split(' ') {
                let (count, number) = alike.split_once('*').unwrap_or((alike, "1"));
                let number: usize = number.parse().ok().filter(|number| *number <= COUNTS - all.len())?;
                all.resize(all.len() + number, count.parse().ok()?);
            }
            let mut places = Placing::new().0;
            places.turns = u64::from_str_radix(turns, 16).ok()?;
            places.counts_mut().zip(&all).for_each(|(place, count)| *place = *count);
            let sum = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, it| sum.checked_add(*it));
            let count = sum(places.lanes.as_flattened())?;
            let is_of_all = |ends| sum(ends).is_some_and(|of_end| of_end <= count);
            // Written again, it is the same.
            let is_sound = all.len() == COUNTS && is_of_all(&places.from_start) && is_of_all(&places.from_end);
            (is_sound && places.to_string() == text).then_some(places)
        };
        parsed().ok_or_else(|| format!("{text:?} are no counts of {COUNTS} places"))
    }
}

impl From<Places> for String {
    fn from(places: Places) -> Self {
        places.to_string()
    }
}

impl TryFrom<String> for Places {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Vec<Part> {
        let ends = (1..=Places::ENDS).flat_map(|count| [Part::First(count), Part::Last(count)]);
        let of_width = |of: u64| {
            let lanes = (0..of).flat_map(move |first| (first..of).map(move |last| (first, last)));
            let lanes = lanes
                .step_by(7)
                .flat_map(move |(first, last)| [true, false].map(|whole| Part::Lanes { of, first, last, whole }));
            lanes.chain([Part::LeftBy(of)])
        };
        ends.chain(Places::widths().flat_map(of_width)).collect()
    }

    #[test]
    fn a_run_is_counted_as_its_elements_are_one_by_one() {
        for length in [1, 2, 7, 61, 63, 64, 65, 100, 127, 128, 191, 300, 1023] {
            for start in [0, 1, 5, 60, 63, 64, 99, 200, length - 1] {
                for end in [start + 1, start + 2, start + 63, start + 64, start + 129, length] {
                    if start >= end || end > length {
                        continue;
                    }
                    let mut placing = Placing::new();
                    placing.add(start..end, length, 3);
                    let places = placing.places();
                    assert_eq!((places.count(), places.turns()), ((end - start) as u64, 1));
                    for part in parts() {
                        let has = |index: &usize| part.has(*index as u64, length as u64);
                        let expected = (start..end).filter(has).count() as u64;
                        assert_eq!(places.within(part), expected, "{start}..{end} of {length}: {part}");
                    }
                    assert_eq!(places.to_string().parse(), Ok(places));
                }
            }
        }
    }

    #[test]
    fn what_is_counted_apart_is_added() {
        let runs = [(0..61, 61, 0), (5..70, 100, 1), (99..100, 100, 2), (1..2, 3, 65)];
        let (mut together, mut apart) = (Placing::new(), Placing::new().places());
        for (run, length, turn) in runs {
            together.add(run.clone(), length, turn);
            let mut alone = Placing::new();
            alone.add(run, length, turn);
            apart.add(&alone.places());
        }
        assert_eq!((apart.count(), apart.turns()), (61 + 65 + 1 + 1, 3));
        assert_eq!(together.places(), apart);
    }

    #[test]
    fn what_are_no_counts_is_not_read() {
        let text = Placing::new().places().to_string();
        assert_eq!(text, format!("0*{COUNTS} 0"));
        for text in ["", "0", "0*575 0", "0*577 0", "0*99999999999 0", "1 0*447 2 0*127 0", "0*576 x", "0 0*575 0"] {
            assert!(text.parse::<Places>().is_err(), "{text}");
        }
    }
}
