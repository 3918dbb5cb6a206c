//! A difference between two implementations: what differs, where, what is said of each side, and which differences are one.

use std::collections::{BTreeMap, BTreeSet};

use opconform_tensor::Class;

use super::pair::Pair;
use super::place::{Lane, Places};
use super::ruled::{Opinion, Silence, Stand};

/// What differs between two answers, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// One of them answers otherwise when it is asked again.
    Unsteady,
    /// One of them crashes, takes too long, or gives an answer that cannot be read.
    NoAnswer,
    /// One of them refuses what the other answers.
    Refusal,
    /// The shape or the element type.
    Shape,
    /// Two numbers that are not equal.
    Number,
    /// A NaN stands where the other has a number.
    Nan,
    /// A zero of the other sign.
    Zero,
    /// A NaN of other bits.
    NanBits,
}

/// Differences of one kind, in which the same side is wrong, or none; or of several kinds, where one bit of one lane is what differs.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What differs.
    pub changes: BTreeSet<Change>,
    /// What is said of each side in the smallest, or why nothing is.
    pub opinions: [Result<Opinion, Silence>; 2],
    /// Elements of which nothing is said of each side.
    pub silent: [u64; 2],
    /// The operators that show it.
    pub operators: BTreeSet<String>,
    /// The element types that show it.
    pub dtypes: BTreeSet<&'static str>,
    /// Cases that show it.
    pub cases: u64,
    /// Elements that show it; 1 for a whole answer.
    pub elements: u64,
    /// Of elements where two operands meet: how many, by the classes of the two.
    pub classes: Classes,
    /// Where those elements stand, and which of their bits differ.
    pub places: Places,
    /// The smallest that was found.
    pub pair: Pair,
    /// The id of the case of the suite that it was found in.
    pub from: String,
}

/// The fewest elements that tell a lane from chance.
const TELLING: u64 = 8;

/// How many elements differ, by the classes of the two operands that meet there.
pub type Classes = BTreeMap<(Class, Class), u64>;

impl Difference {
    /// Whether the answer of one side is not allowed.
    pub fn is_bug(&self) -> bool {
        self.stands().contains(&Stand::Wrong)
    }

    /// The gravest of what differs.
    pub fn gravest(&self) -> Option<Change> {
        self.changes.first().copied()
    }

    /// The one lane of vectors that all of its elements stand in; `None` where there is none, or where too few elements differ to tell.
    pub fn lane(&self) -> Option<Lane> {
        self.places.lane().filter(|_| self.elements >= TELLING)
    }

    fn stands(&self) -> [Stand; 2] {
        self.opinions.each_ref().map(|opinion| Stand::of(opinion.as_ref().ok().map(|opinion| opinion.ruling)))
    }

    /// Whether another difference is of the same cause: the same differs and the same side is wrong, or one bit of one lane differs in
    /// both. Whether a specification speaks of the case is no matter of the cause.
    fn is_of_one_cause_with(&self, other: &Self) -> bool {
        let wrong = |it: &Self| it.stands().map(|stand| stand == Stand::Wrong);
        let is_alike = self.changes == other.changes && wrong(self) == wrong(other);
        is_alike || self.dtypes == other.dtypes && self.places.is_of_one_bit_with(&other.places)
    }

    /// Both as one. The gravest is what is shown, of the gravest one of which something is said, and of those the smallest.
    fn and(self, other: Self) -> Self {
        let unspoken = |it: &Self| it.opinions.iter().filter(|opinion| opinion.is_err()).count();
        let rank = |it: &Self| (!it.is_bug(), it.gravest(), unspoken(it), it.pair.size());
        let (mut shown, rest) = if rank(&other) < rank(&self) { (other, self) } else { (self, other) };
        shown.places = if shown.dtypes == rest.dtypes { shown.places.and(&rest.places) } else { Places::default() };
        shown.changes.extend(rest.changes);
        shown.operators.extend(rest.operators);
        shown.dtypes.extend(rest.dtypes);
        shown.cases += rest.cases;
        shown.elements += rest.elements;
        shown.silent = [0, 1].map(|side| shown.silent[side] + rest.silent[side]);
        more(&mut shown.classes, &rest.classes);
        shown
    }
}

/// Adds what was counted elsewhere.
pub(super) fn more(all: &mut Classes, classes: &Classes) {
    for (&met, count) in classes {
        *all.entry(met).or_default() += count;
    }
}

/// A difference put to those of its cause, which may thereby turn out to be one.
pub(super) fn added(all: Vec<Difference>, new: Difference) -> Vec<Difference> {
    let (same, mut others): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.is_of_one_cause_with(&new));
    // Of those that are as small, the first is shown.
    others.extend(same.into_iter().chain([new]).reduce(Difference::and));
    others
}
