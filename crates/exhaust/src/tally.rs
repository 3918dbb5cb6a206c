//! The count of what came of pairs, a run of them at a time: pairs of one cell that follow each other.
//!
//! What comes of a first pair is told as of any pair by itself. Whether another one is of that run takes a few comparisons; whether a piece
//! of many is, where one operand stays the same and one of the two came, takes little more.

use std::collections::BTreeMap;
use std::ops::Range;

use opconform_tensor::{DType, Format};

use crate::cell::{Came, Cell, Order};
use crate::places::{Places, Placing};
use crate::row::Word;
use crate::rung::Stretch;
use crate::span::Span;

/// How many pairs there are of each cell, and some of them.
pub type Cells = BTreeMap<Cell, Counted>;

/// Pairs of one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many there are.
    pub count: u64,
    /// The first of them in the order of their bits, with their result: as many as [are kept](Cell::kept).
    pub examples: Vec<[u64; 3]>,
    /// Where in their calls they lay, where that was counted of all of them.
    pub places: Option<Box<Places>>,
}

/// The pairs of which it is found out at once whether they are all of a run.
const PIECE: usize = 256;

/// What came of the pairs so far.
pub struct Tally<W> {
    dtype: DType,
    spans: Vec<Span<W>>,
    /// Every kind of run so far. Those that are met often come to stand first.
    runs: Vec<Run<W>>,
    /// The turn of the calls that are counted next; `None` where it is not counted where in a call a pair lies.
    turn: Option<u64>,
    /// Where in their call the pairs lie that are counted next, and how many the call has; `None` where they are all of it.
    part: Option<(usize, usize)>,
}

/// Pairs whose operands are of two spans, and which are of one cell.
struct Run<W> {
    dtype: DType,
    first: Span<W>,
    second: Span<W>,
    cell: Cell,
    counted: Counted,
    /// In a place of its own, as runs change theirs.
    places: Option<Box<Placing>>,
}

impl<W: Word> Tally<W> {
    /// A tally of nothing.
    pub fn new(dtype: DType) -> Self {
        Self { dtype, spans: Span::all(dtype), runs: Vec::new(), turn: None, part: None }
    }

    /// Counts of all pairs that follow where in their calls they lie, of which each is a stretch; these are of one turn: calls that have the
    /// same operands at the same place, as far as what varies along a row goes. Not counted, where there is none.
    pub fn turn(&mut self, turn: Option<u64>) -> &mut Self {
        (self.turn, self.part) = (turn, None);
        self
    }

    /// Counts the stretch that follows as pairs of a call of so many, from this one on.
    pub fn part(&mut self, start: usize, of: usize) -> &mut Self {
        self.part = Some((start, of));
        self
    }

    /// Counts pairs and their results.
    ///
    /// # Panics
    /// Where there are not as many results as pairs.
    pub fn add(&mut self, pairs: &Stretch<W>, results: &[W]) {
        assert_eq!(pairs.len(), results.len(), "a result for every pair");
        // Each kind of stretch has a loop of its own, in which nothing asks for the kind.
        match pairs {
            Stretch::First { one, each } => self.count(
                results.len(),
                |at| [*one, each[at], results[at]],
                |run, piece| run.has_all(*one, true, &each[piece.clone()], &results[piece]),
                None,
            ),
            Stretch::Second { each, one } => self.count(
                results.len(),
                |at| [each[at], *one, results[at]],
                |run, piece| run.has_all(*one, false, &each[piece.clone()], &results[piece]),
                None,
            ),
            Stretch::Both { first, second } => {
                self.count(results.len(), |at| [first[at], second[at], results[at]], |_, _| false, None);
            }
        }
    }

    /// Counts that this, which is no element, came of pairs.
    pub fn add_none(&mut self, pairs: &Stretch<W>, came: Came) {
        let none = W::truncate(0);
        let all = |at| {
            let [first, second] = pairs.at(at);
            [first, second, none]
        };
        self.count(pairs.len(), all, |_, _| false, Some(came));
    }

    /// Counts pairs, of which `at` gives one with its result; `has_all` says of a piece of them whether a run has all, where it can tell.
    fn count(
        &mut self,
        length: usize,
        at: impl Fn(usize) -> [W; 3],
        has_all: impl Fn(&Run<W>, Range<usize>) -> bool,
        came: Option<Came>,
    ) {
        let (mut start, turn) = (0, self.turn);
        let (offset, of) = self.part.take().unwrap_or((0, length));
        while start < length {
            let run = self.run(at(start), came);
            run.counted.keep_example(run.cell, at(start));
            let mut end = start + 1;
            loop {
                while end + PIECE <= length && has_all(run, end..end + PIECE) {
                    end += PIECE;
                }
                let piece = length.min(end + PIECE);
                while end < piece && run.has(at(end), came) {
                    run.counted.keep_example(run.cell, at(end));
                    end += 1;
                }
                if end < piece || end == length {
                    break;
                }
            }
            run.counted.count += (end - start) as u64;
            if let Some(turn) = turn {
                let places = run.places.get_or_insert_with(|| Box::new(Placing::new()));
                places.add(offset + start..offset + end, of, turn);
            }
            start = end;
        }
    }

    /// The run that a pair with its result belongs to.
    fn run(&mut self, pair: [W; 3], came: Option<Came>) -> &mut Run<W> {
        let known = self.runs.iter().position(|run| run.has(pair, came));
        let place = known.unwrap_or_else(|| {
            self.runs.push(self.new_run(pair, came));
            self.runs.len() - 1
        });
        let before = place.saturating_sub(1);
        self.runs.swap(place, before);
        &mut self.runs[before]
    }

    fn new_run(&self, [first, second, found]: [W; 3], came: Option<Came>) -> Run<W> {
        let span = |value: W| self.spans[self.spans.partition_point(|span| span.is_before(value))];
        let operands = [first, second].map(W::widen);
        let (first, second) = (span(first), span(second));
        let cell = Cell {
            first: first.kind(),
            second: second.kind(),
            order: Order::of(self.dtype, operands[0], operands[1]),
            came: came.unwrap_or_else(|| Came::of(self.dtype, operands, found.widen())),
        };
        Run { dtype: self.dtype, first, second, cell, counted: Counted::default(), places: None }
    }

    /// What was counted.
    pub fn cells(self) -> Cells {
        let mut cells = Cells::new();
        for mut run in self.runs {
            run.counted.places = run.places.map(|it| Box::new(it.places()));
            cells.entry(run.cell).or_default().add(&run.cell, run.counted);
        }
        cells
    }
}

impl<W: Word> Run<W> {
    /// Whether a pair belongs to it, with its result or with what came instead.
    #[inline]
    fn has(&self, [first, second, found]: [W; 3], came: Option<Came>) -> bool {
        self.first.has(first)
            && self.second.has(second)
            && self.is_ordered(first, second)
            && match (came, self.cell.came) {
                (Some(came), own) => came == own,
                (None, Came::First) => found == first,
                (None, Came::Second) => found == second && second != first,
                (None, own) => own == Came::of(self.dtype, [first, second].map(W::widen), found.widen()),
            }
    }

    /// Whether all pairs of `one` and each of these belong to it with their results, and none would be kept. `false` where that is not told
    /// at once.
    #[inline]
    fn has_all(&self, one: W, is_first: bool, each: &[W], results: &[W]) -> bool {
        let (least, greatest) =
            each.iter().fold((each[0], each[0]), |(least, greatest), &it| (least.min(it), greatest.max(it)));
        let pair = |it| if is_first { [one, it] } else { [it, one] };
        // Between two values of a span every value stands to the other operand as these two do, unless both are NaNs.
        let is_of_both = [least, greatest].into_iter().all(|it| {
            let [first, second] = pair(it);
            self.first.has(first) && self.second.has(second) && self.is_ordered(first, second)
        });
        if self.is_of_nans() || !is_of_both || !self.counted.is_beyond(self.cell, pair(least)) {
            return false;
        }
        let none = W::truncate(0);
        let differing = match self.cell.came {
            Came::First | Came::Second if (self.cell.came == Came::First) == is_first => {
                results.iter().fold(none, |so_far, &found| found.differing(one, so_far))
            }
            Came::First | Came::Second => {
                results.iter().zip(each).fold(none, |so_far, (&found, &it)| found.differing(it, so_far))
            }
            _ => return false,
        };
        differing == none
    }

    /// Whether two values of its spans stand to each other as those of its pairs do.
    #[inline]
    fn is_ordered(&self, first: W, second: W) -> bool {
        match self.cell.order {
            Order::Same => first == second,
            Order::Less => self.key(first) < self.key(second),
            Order::Greater => self.key(first) > self.key(second),
            Order::Unordered if !self.is_of_nans() => true,
            order => order == Order::of(self.dtype, first.widen(), second.widen()),
        }
    }

    fn is_of_nans(&self) -> bool {
        [self.first, self.second].iter().all(|span| span.kind().class().is_nan())
    }

    /// An unsigned number in the order of the numbers.
    #[inline]
    fn key(&self, value: W) -> u64 {
        let (bits, sign) = (value.widen(), 1 << (W::BITS - 1));
        match self.dtype.format() {
            Format::Float(float) => float.key(bits),
            Format::Signed => bits ^ sign,
            _ => bits,
        }
    }
}

impl Counted {
    /// Keeps a pair with its result, where it is among the first.
    #[inline]
    fn keep_example<W: Word>(&mut self, cell: Cell, pair: [W; 3]) {
        let is_full = self.examples.len() >= cell.most_examples();
        let is_beyond =
            self.examples.last().is_some_and(|last| last[0] < pair[0].widen() || *last <= pair.map(W::widen));
        if !(is_full && is_beyond) {
            self.insert(cell, pair.map(W::widen));
        }
    }

    /// Whether as many are kept as can be, and all of them come before this pair.
    #[inline]
    fn is_beyond<W: Word>(&self, cell: Cell, pair: [W; 2]) -> bool {
        let is_full = self.examples.len() >= cell.most_examples();
        is_full && self.examples.last().is_some_and(|last| last[..2] < pair.map(W::widen)[..])
    }

    #[cold]
    fn insert(&mut self, cell: Cell, pair: [u64; 3]) {
        let place = self.examples.partition_point(|other| *other < pair);
        self.examples.insert(place, pair);
        self.examples.truncate(cell.most_examples());
    }

    /// Adds pairs of the same cell from elsewhere.
    pub fn add(&mut self, cell: &Cell, other: Self) {
        self.places = match (self.places.take(), other.places) {
            (None, places) if self.count == 0 => places,
            (Some(mut places), Some(more)) => {
                places.add(&more);
                Some(places)
            }
            _ => None,
        };
        self.count += other.count;
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(cell.most_examples());
    }
}
