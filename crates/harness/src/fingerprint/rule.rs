//! What a rule was observed to be, and the words for it.

use std::collections::BTreeSet;

use opconform_spec::{Direction, Nan, Nans, Zeros};

/// A rule, as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule<T> {
    /// Nothing was.
    NotObserved,
    /// It is the same everywhere.
    Is(T),
    /// It is another one here than there.
    Varies(How<T>),
}

/// How a rule varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum How<T> {
    /// Nothing simple says it.
    Unexplained,
    /// It is any of these.
    Among(Vec<T>),
    /// It is this one in two vectors of at most so many elements.
    Within(usize, T),
    /// It is the first in whole vectors of so many lanes, and the second in the rest.
    Vectors(usize, T, T),
    /// It is the first below a length, and the second from there on.
    Lengths(usize, T, T),
}

/// What a rule says, in words.
pub(super) trait Words {
    fn words(&self) -> &'static str;
}

impl<T: Words> Rule<T> {
    /// The rule in a report.
    pub(super) fn told(&self) -> String {
        let how = match self {
            Self::NotObserved => return "not observed".to_owned(),
            Self::Is(one) => return one.words().to_owned(),
            Self::Varies(How::Unexplained) => return "varies".to_owned(),
            Self::Varies(How::Among(several)) => {
                several.iter().map(T::words).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" or ")
            }
            Self::Varies(How::Within(longest, rule)) => {
                format!("{} in two vectors of at most {longest}, not everywhere else", rule.words())
            }
            Self::Varies(How::Vectors(lanes, whole, rest)) => {
                format!("{} in whole vectors of {lanes}, {} in the rest", whole.words(), rest.words())
            }
            Self::Varies(How::Lengths(length, short, long)) => {
                format!("{} below length {length}, {} from there on", short.words(), long.words())
            }
        };
        format!("varies: {how}")
    }
}

impl<T: PartialEq> Rule<T> {
    /// The one thing that was seen, or that it varies.
    pub(super) fn one_of(seen: impl Iterator<Item = T>) -> Self {
        let mut all: Vec<T> = Vec::new();
        for one in seen {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        match all.len() {
            0 => Self::NotObserved,
            1 => Self::Is(all.remove(0)),
            _ => Self::Varies(How::Among(all)),
        }
    }
}

/// Of two operands with roles, none where neither is the result.
impl<T: Words> Words for Option<T> {
    fn words(&self) -> &'static str {
        self.as_ref().map_or("neither operand", T::words)
    }
}

impl Words for Nan {
    fn words(&self) -> &'static str {
        self.name()
    }
}

/// Which of two zeros of unlike signs is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    Positive,
    Negative,
    First,
    Second,
}

impl Zero {
    /// What a document chooses of a maximum or a minimum; none where it leaves that open.
    pub(super) fn chosen(zeros: Zeros, direction: Direction) -> Option<Self> {
        match (zeros, direction) {
            (Zeros::Ordered, Direction::Max) => Some(Self::Positive),
            (Zeros::Ordered, Direction::Min) => Some(Self::Negative),
            (Zeros::First, _) => Some(Self::First),
            (Zeros::Second, _) => Some(Self::Second),
            (Zeros::Either | Zeros::Open | Zeros::Flushed, _) => None,
        }
    }
}

impl Words for Zero {
    fn words(&self) -> &'static str {
        match self {
            Self::Positive => Zeros::Ordered.name(),
            Self::Negative => "-0",
            Self::First => Zeros::First.name(),
            Self::Second => Zeros::Second.name(),
        }
    }
}

/// What two NaNs give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BothNan {
    Operand(Nans),
    Another,
    Number,
}

impl Words for BothNan {
    fn words(&self) -> &'static str {
        match self {
            Self::Operand(which) => which.name(),
            Self::Another => "a NaN of its own",
            Self::Number => "no NaN",
        }
    }
}

/// What becomes of the bits of a NaN that is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Payload {
    Kept,
    KeptSignalling,
    MadeQuiet,
    Replaced,
}

impl Words for Payload {
    fn words(&self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::KeptSignalling => "kept, signalling NaNs too",
            Self::MadeQuiet => "kept, signalling NaNs made quiet",
            Self::Replaced => "replaced",
        }
    }
}

/// What becomes of a subnormal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subnormal {
    Kept,
    Flushed,
    TakenForZero,
    Neither,
    WrongOperand,
}

impl Words for Subnormal {
    fn words(&self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Flushed => "flushed",
            Self::TakenForZero => "taken for zeros",
            Self::Neither => "neither operand",
            Self::WrongOperand => "the wrong operand",
        }
    }
}
