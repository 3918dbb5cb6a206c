//! What an operator computes of the elements that meet at an element of its result.

use opconform_tensor::{Class, DType};

use crate::direction::Direction;
use crate::order::decode;

/// What an operator computes of the elements that meet at an element of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Computation {
    /// The extremum of them: the greatest, or the least.
    Extremum(Direction),
    /// The first of them, limited by the bounds that meet that element.
    Limited,
    /// The place of the extremum among them, from 0 on; of several that may be the extremum, the first.
    Place(Direction),
}

impl Computation {
    /// The end of the order that is taken; `None` where no extremum is what is computed.
    pub(crate) fn extremum(self) -> Option<Direction> {
        match self {
            Self::Extremum(direction) => Some(direction),
            Self::Limited | Self::Place(_) => None,
        }
    }
}

/// What a limited element can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Itself.
    Element,
    /// Its lower bound.
    Lower,
    /// Its upper bound.
    Upper,
}

/// An element and the bounds that meet it, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limited {
    /// The element.
    pub(crate) element: u64,
    /// The lower bound, where there is one.
    pub(crate) min: Option<u64>,
    /// The upper bound, where there is one.
    pub(crate) max: Option<u64>,
}

impl Limited {
    /// The first of the operands with the bounds that follow it; which of the two there are is given.
    pub(crate) fn of([has_min, has_max]: [bool; 2], mut operands: impl Iterator<Item = u64>) -> Option<Self> {
        let element = operands.next()?;
        let min = if has_min { operands.next() } else { None };
        Some(Self { element, min, max: if has_max { operands.next() } else { None } })
    }

    /// The number that is left where every NaN is passed over: the lesser of the upper bound and of the greater of the element
    /// and the lower bound, −0 being below +0. `None` where there are NaNs alone.
    pub(crate) fn number(self, dtype: DType) -> Option<u64> {
        let number = |bits: &u64| !Class::of(dtype, *bits).is_nan();
        let pick = |direction: Direction, a: Option<u64>, b: Option<u64>| match (a.filter(number), b.filter(number)) {
            (Some(a), Some(b)) => {
                let order = direction.compare_zeros(decode(dtype, a), decode(dtype, b));
                Some(if order == Some(std::cmp::Ordering::Less) { b } else { a })
            }
            (one, other) => one.or(other),
        };
        pick(Direction::Min, pick(Direction::Max, Some(self.element), self.min), self.max)
    }

    /// Whether the lower bound is above the upper one.
    pub(crate) fn is_crossed(self, dtype: DType) -> bool {
        let [Some(min), Some(max)] = [self.min, self.max] else { return false };
        Direction::Max.compare(decode(dtype, min), decode(dtype, max)) == Some(std::cmp::Ordering::Greater)
    }
}
