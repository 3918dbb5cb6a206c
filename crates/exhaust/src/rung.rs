//! The rungs between a few operands and all pairs: which pairs are put, a row of them at a time.
//!
//! All pairs of a type of 8 or 16 bits are few enough. Of `f32` and `f64` they are not: there a rung takes each of 2^32 patterns, and
//! says what meets it. Of `f32` these are all patterns; of `f64`, those that [`Patterns`] says.

use core::fmt;
use core::str::FromStr;

use opconform_tensor::DType;
use serde::{Deserialize, Serialize};

use crate::row::Word;

mod partner;
mod patterns;
mod stretch;

pub use patterns::Patterns;
pub use stretch::Stretch;

/// All pairs of a type, in words.
const EVERY_PAIR: &str = "every ordered pair of two values";

/// Which pairs are put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// Every ordered pair, of a type of 8 or 16 bits.
    #[default]
    AllPairs,
    /// Each special value and each pattern.
    Specials,
    /// Each pattern and itself.
    Same,
    /// Each pattern and the one of the other sign.
    Negated,
    /// Each pattern and the next one in IEEE's totalOrder; after the last, the first.
    Next,
    /// Each pattern that is a NaN, and that NaN with another payload.
    Payload,
    /// As many pairs of random bits as there are patterns.
    Random {
        /// Where the random numbers begin.
        seed: u64,
    },
}

impl Rung {
    /// Every rung.
    pub const ALL: [Self; 7] = [
        Self::AllPairs,
        Self::Specials,
        Self::Same,
        Self::Negated,
        Self::Next,
        Self::Payload,
        Self::Random { seed: 0 },
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllPairs => "all-pairs",
            Self::Specials => "specials",
            Self::Same => "same",
            Self::Negated => "negated",
            Self::Next => "next",
            Self::Payload => "payload",
            Self::Random { .. } => "random",
        }
    }

    /// The same rung; where it is random, from this seed.
    #[must_use]
    pub const fn seeded(self, seed: u64) -> Self {
        if let Self::Random { .. } = self { Self::Random { seed } } else { self }
    }

    /// Whether a type has it: all pairs where these are few enough, and where they are not, all others.
    pub fn is_of(self, dtype: DType) -> bool {
        match self {
            Self::AllPairs => dtype.size() <= 2 && dtype != DType::Bool,
            _ => Patterns::of(dtype).is_some(),
        }
    }

    /// The rungs of a type that end in minutes; none of a type that has no rung.
    pub fn usual(dtype: DType) -> Vec<Self> {
        Self::ALL.into_iter().filter(|&it| it != Self::Specials && it.is_of(dtype)).collect()
    }

    /// How many rows it has.
    pub fn rows(self, dtype: DType) -> u64 {
        if self == Self::AllPairs { 1 << dtype.bits().min(16) } else { Patterns::ROWS }
    }

    /// Whether one operand stays the same along a row, so that it can be a scalar.
    pub const fn has_one(self) -> bool {
        matches!(self, Self::AllPairs | Self::Specials)
    }

    /// How many pairs a row has.
    pub fn pairs(self, dtype: DType, row: u64) -> u64 {
        let patterns = Patterns::of(dtype);
        match self {
            Self::AllPairs => self.rows(dtype),
            Self::Specials => patterns.map_or(0, |it| it.specials().len() as u64 * Patterns::OF_ROW),
            Self::Payload => patterns.map_or(0, |it| it.nans(row)),
            _ => Patterns::OF_ROW,
        }
    }

    /// The pairs of a row: where one operand stays the same, it is the first.
    pub fn row<W: Word>(self, dtype: DType, row: u64) -> Vec<Stretch<W>> {
        if self == Self::AllPairs {
            let each = (0..self.rows(dtype)).map(W::truncate).collect();
            return vec![Stretch::First { one: W::truncate(row), each }];
        }
        let Some(patterns) = Patterns::of(dtype) else { return Vec::new() };
        let each = || patterns.row(row);
        let with = |partner: &dyn Fn(u64) -> u64| {
            let second = each().map(|it| W::truncate(partner(it))).collect();
            vec![Stretch::Both { first: each().map(W::truncate).collect(), second }]
        };
        let float = patterns.float();
        match self {
            Self::AllPairs => Vec::new(),
            Self::Specials => {
                let each: Vec<W> = each().map(W::truncate).collect();
                let one = |&one: &u64| Stretch::First { one: W::truncate(one), each: each.clone() };
                patterns.specials().iter().map(one).collect()
            }
            Self::Same => with(&|it| it),
            Self::Negated => with(&|it| it ^ float.sign()),
            Self::Next => with(&|it| partner::next(float, it)),
            Self::Payload if patterns.nans(row) == 0 => Vec::new(),
            Self::Payload => {
                let nans = || each().filter(|&it| float.is_nan(it));
                let second = nans().map(|it| W::truncate(partner::of_other_payload(float, it))).collect();
                vec![Stretch::Both { first: nans().map(W::truncate).collect(), second }]
            }
            Self::Random { seed } => {
                let pairs =
                    (0..Patterns::OF_ROW).map(|place| partner::random(dtype, seed, row * Patterns::OF_ROW + place));
                let (first, second) = pairs.map(|pair| (W::truncate(pair[0]), W::truncate(pair[1]))).unzip();
                vec![Stretch::Both { first, second }]
            }
        }
    }

    /// Which pairs these are, in words.
    pub fn range(self, dtype: DType) -> String {
        let Some(patterns) = Patterns::of(dtype) else { return EVERY_PAIR.to_owned() };
        let each = |pair: &str, of: &str| format!("({pair}), where x is each {of}of {patterns}");
        match self {
            Self::AllPairs => EVERY_PAIR.to_owned(),
            Self::Specials => {
                let specials: Vec<String> = patterns.specials().iter().map(|bits| format!("{bits:#x}")).collect();
                format!("each of the {} special values {} with each of {patterns}", specials.len(), specials.join(" "))
            }
            Self::Same => each("x, x", ""),
            Self::Negated => each("x, x with the other sign", ""),
            Self::Next => each("x, the next after x in IEEE's totalOrder, and after the last the first", ""),
            Self::Payload => each("x, x with each bit of its payload flipped, or 1 where that leaves no NaN", "NaN "),
            Self::Random { seed } => format!(
                "2^32 pairs of random bits: of pair n the results 2n and 2n + 1 of SplitMix64 from seed {seed}, the upper bits of each"
            ),
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rung {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::ALL.into_iter().find(|it| it.name() == text).ok_or_else(|| format!("expected one of {}", names()))
    }
}
