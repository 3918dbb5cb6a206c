//! The count of what came of all pairs: a row of results at a time, one first operand and every second in the order of its bits.
//!
//! Every value is decoded and ranked once. In a row the second operands then have their places, which the first one's rank moves, and
//! an element costs two comparisons and an addition.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use opconform_tensor::{Class, DType};

use crate::cell::{Came, Cell, Kind, Order};
use crate::order::{Ranked, Type};
use crate::row::Word;

/// What can come of two operands, by the numbers under which it is counted; what else can be comes after these.
const CAMES: [Came; 9] = [
    Came::First,
    Came::Second,
    Came::PositiveZero,
    Came::NegativeZero,
    Came::Refused,
    Came::NotOffered,
    Came::Crashed,
    Came::TimedOut,
    Came::Malformed,
];
/// What a result can be that is no operand.
const KINDS: [Kind; 14] = [
    Kind::CanonicalNan,
    Kind::NegativeCanonicalNan,
    Kind::Of(Class::QuietNan),
    Kind::Of(Class::SignallingNan),
    Kind::Of(Class::NegativeInfinity),
    Kind::Of(Class::NegativeNormal),
    Kind::Of(Class::NegativeSubnormal),
    Kind::Of(Class::PositiveSubnormal),
    Kind::Of(Class::PositiveNormal),
    Kind::Of(Class::PositiveInfinity),
    Kind::Of(Class::Zero),
    Kind::Of(Class::Positive),
    Kind::Of(Class::Negative),
    Kind::Of(Class::TopBit),
];
/// How two values may stand to each other; the first is never how a result that is no operand stands to one.
const ORDERS: [Order; 7] = [
    Order::Same,
    Order::Less,
    Order::Greater,
    Order::Unordered,
    Order::ButForQuiet,
    Order::ButForSign,
    Order::ButForBoth,
];

/// How many things can come of two operands.
const ALL_CAMES: usize = CAMES.len() + KINDS.len() * ORDERS.len() * ORDERS.len();

/// How many pairs there are of each cell, and some of them.
pub type Cells = BTreeMap<Cell, Counted>;

/// Pairs of one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many there are.
    pub count: u64,
    /// The first of them in the order of their bits, with their result: as many as [are kept](Cell::kept).
    pub examples: Vec<[u64; 3]>,
}

/// Every value of a type, in the order of its bits: what it is, and its place among the numbers.
pub struct Ranks<W> {
    dtype: DType,
    kinds: Vec<Kind>,
    /// Of each value the place in `kinds`, times the cells that each has.
    kind: Vec<u32>,
    /// How many numbers are below it; [`u32::MAX`] of a NaN.
    below: Vec<u32>,
    word: core::marker::PhantomData<W>,
}

/// What came of the rows so far.
pub struct Tally<'a, W> {
    ranks: &'a Ranks<W>,
    cells: Cells,
    /// Of the row at hand, by the kind of the second operand, the order and what came.
    counts: Vec<u32>,
    /// Where the counts of each second operand begin.
    places: Vec<u32>,
}

impl<W: Word> Ranks<W> {
    /// The values of a type.
    pub fn of<T: Type<Word = W>>() -> Self {
        let (ranked, dtype) = (Ranked::of::<T>(), T::DTYPE);
        let all = || (0..1_u64 << W::BITS).map(move |bits| (bits, Kind::of(dtype, bits)));
        let mut kinds: Vec<Kind> = all().map(|(_, kind)| kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let place = |kind| kinds.iter().position(|it| *it == kind).unwrap_or_default();
        let kind = all().map(|(_, kind)| (place(kind) * ORDERS.len() * ALL_CAMES) as u32).collect();
        let below = |bits| ranked.below(W::truncate(bits)).map_or(u32::MAX, |below| below as u32);
        let below = all().map(|(bits, _)| below(bits)).collect();
        Self { dtype, kinds, kind, below, word: core::marker::PhantomData }
    }
}

impl<'a, W: Word> Tally<'a, W> {
    /// A tally of nothing.
    pub fn new(ranks: &'a Ranks<W>) -> Self {
        let counts = vec![0; ranks.kinds.len() * ORDERS.len() * ALL_CAMES];
        Self { ranks, cells: Cells::new(), counts, places: vec![0; ranks.kind.len()] }
    }

    /// Counts the results of a first operand and every second.
    ///
    /// # Panics
    /// Where there are not as many results as values.
    pub fn row(&mut self, first: W, results: &[W]) {
        assert_eq!(results.len(), self.places.len(), "a result for every second operand");
        let dtype = self.ranks.dtype;
        self.count(
            first,
            |second| {
                let found = results[second];
                match W::truncate(second as u64) {
                    _ if found == first => 0,
                    it if found == it => 1,
                    it => number(Came::of(dtype, [first.widen(), it.widen()], found.widen())),
                }
            },
            |second| results[second].widen(),
        );
    }

    /// Counts that this came of a first operand and every second one.
    pub fn whole_row(&mut self, first: W, came: Came) {
        let number = number(came);
        self.count(first, |_| number, |_| 0);
    }

    fn count(&mut self, first: W, came: impl Fn(usize) -> usize, found: impl Fn(usize) -> u64) {
        let Self { ranks, cells, counts, places } = self;
        let at = first.widen() as usize;
        let below = ranks.below[at];
        for (second, ((place, &kind), &other)) in places.iter_mut().zip(&ranks.kind).zip(&ranks.below).enumerate() {
            let order = match (below, other) {
                (u32::MAX, u32::MAX) => Order::of(ranks.dtype, first.widen(), second as u64),
                (u32::MAX, _) | (_, u32::MAX) => Order::Unordered,
                _ if below < other => Order::Less,
                _ => Order::Greater,
            };
            *place = kind + (order as usize * ALL_CAMES) as u32;
        }
        places[at] = ranks.kind[at];
        counts.fill(0);
        for (second, &place) in places.iter().enumerate() {
            counts[place as usize + came(second)] += 1;
        }
        // What is wanted of a cell is found by its place once more: in few rows, since most cells are full soon.
        let mut wanted = BTreeMap::new();
        for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let cell = cell(ranks, at, place);
            let counted = cells.entry(cell).or_default();
            counted.count += u64::from(count);
            let most = cell.kept().min(counted.examples.len() + count as usize);
            if counted.examples.len() < most {
                wanted.insert(place, (cell, most - counted.examples.len()));
            }
        }
        for (second, &place) in places.iter().enumerate() {
            if wanted.is_empty() {
                break;
            }
            if let Entry::Occupied(mut entry) = wanted.entry(place as usize + came(second)) {
                let (cell, left) = entry.get_mut();
                if let Some(counted) = cells.get_mut(cell) {
                    counted.examples.push([first.widen(), second as u64, found(second)]);
                }
                *left -= 1;
                if *left == 0 {
                    entry.remove();
                }
            }
        }
    }

    /// What was counted.
    pub fn cells(self) -> Cells {
        self.cells
    }
}

impl Counted {
    /// Adds pairs of the same cell from elsewhere.
    pub fn add(&mut self, cell: &Cell, other: Self) {
        self.count += other.count;
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(cell.kept());
    }
}

/// The number under which this is counted.
fn number(came: Came) -> usize {
    match came {
        Came::Other { kind, to: [first, second] } => {
            let kind = KINDS.iter().position(|it| *it == kind).unwrap_or_default();
            CAMES.len() + (kind * ORDERS.len() + first as usize) * ORDERS.len() + second as usize
        }
        came => CAMES.iter().position(|it| *it == came).unwrap_or_default(),
    }
}

/// What is counted at a place of a row.
fn cell<W>(ranks: &Ranks<W>, first: usize, place: usize) -> Cell {
    let of_kind = ORDERS.len() * ALL_CAMES;
    let (kind, order, came) = (place / of_kind, place / ALL_CAMES % ORDERS.len(), place % ALL_CAMES);
    let came = CAMES.get(came).copied().unwrap_or_else(|| {
        let rest = came - CAMES.len();
        let to = [rest / ORDERS.len(), rest].map(|it| ORDERS[it % ORDERS.len()]);
        Came::Other { kind: KINDS[rest / (ORDERS.len() * ORDERS.len())], to }
    });
    let first = ranks.kinds[ranks.kind[first] as usize / of_kind];
    Cell { first, second: ranks.kinds[kind], order: ORDERS[order], came }
}
