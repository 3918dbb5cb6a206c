//! What is told apart of two operands and what came of them: everything that a specification of the maximum looks at.

use core::fmt;

use opconform_tensor::{Class, DType, Float, Format, Value};
use serde::{Deserialize, Serialize};

use crate::order::{ascending, decoded};

/// Pairs of operands that no specification tells apart, and of which the same came.
///
/// Whether a specification allows an element depends on the kinds of the two operands, on their order, and on which of their bits the
/// result has: so it says the same of all pairs of a cell. That the absolute values have an order too is left out, and with it
/// specifications of the maximum of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// What the first operand is.
    pub first: Kind,
    /// What the second operand is.
    pub second: Kind,
    /// How they stand to each other.
    pub order: Order,
    /// What came of them.
    pub came: Came,
}

/// What a value is: its class, and of a quiet NaN whether it is the one that machines make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The quiet NaN without a payload.
    CanonicalNan,
    /// The same with its sign set.
    NegativeCanonicalNan,
    /// A value of this class, and neither of these two.
    #[serde(untagged)]
    Of(Class),
}

/// How one value stands to another, such as the first of two operands to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Both have the same bits.
    Same,
    /// It is less; −0 is less than +0.
    Less,
    /// It is greater.
    Greater,
    /// One of them is a NaN, and they are no two NaNs of one payload.
    Unordered,
    /// Two NaNs that differ in the bit alone that makes them quiet.
    ButForQuiet,
    /// Two NaNs that differ in their sign alone.
    ButForSign,
    /// Two NaNs that differ in both of these.
    ButForBoth,
}

/// What came of two operands. Where both have the same bits, a result that has them too is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Came {
    /// The first operand, bit for bit.
    First,
    /// The second operand, bit for bit.
    Second,
    /// The zero of a float type that is positive, which no operand is.
    PositiveZero,
    /// The zero of a float type that is negative, which no operand is.
    NegativeZero,
    /// Another number, or a NaN of other bits.
    Other {
        /// What it is.
        kind: Kind,
        /// How it stands to the first operand, and to the second.
        to: [Order; 2],
    },
    /// A refusal of the call.
    Refused,
    /// Nothing: the call is not offered.
    NotOffered,
    /// The end of the process, or a panic.
    Crashed,
    /// Nothing in time.
    TimedOut,
    /// An answer that cannot be read, or of another shape or type.
    Malformed,
    /// One of these, of a part of a call that was bisected: of which of its pairs is not known, or of none of them by itself.
    WithOthers(Failure),
}

/// What comes of a call instead of an answer that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// A refusal.
    Refused,
    /// Nothing: the call is not offered.
    NotOffered,
    /// The end of the process, or a panic.
    Crashed,
    /// Nothing in time.
    TimedOut,
    /// An answer that cannot be read, or of another shape or type.
    Malformed,
}

impl Failure {
    /// What came of a pair that was asked for by itself, or of each pair of a call that was not bisected.
    pub fn alone(self) -> Came {
        match self {
            Self::Refused => Came::Refused,
            Self::NotOffered => Came::NotOffered,
            Self::Crashed => Came::Crashed,
            Self::TimedOut => Came::TimedOut,
            Self::Malformed => Came::Malformed,
        }
    }

    /// Whether the process that was asked answers nothing more.
    pub fn ends_process(self) -> bool {
        matches!(self, Self::Crashed | Self::TimedOut)
    }
}

impl Cell {
    /// The cell of two operands and their result, all as bits.
    pub fn of(dtype: DType, [first, second]: [u64; 2], found: u64) -> Self {
        let [a, b] = [first, second].map(|bits| Kind::of(dtype, bits));
        let order = Order::of(dtype, first, second);
        Self { first: a, second: b, order, came: Came::of(dtype, [first, second], found) }
    }

    /// How many pairs are kept of the cell, to be judged one by one: where another number came, more.
    pub fn most_examples(&self) -> usize {
        match self.came {
            Came::Other { kind, .. } if !kind.class().is_nan() => 64,
            _ => 4,
        }
    }
}

/// The number that bits stand for; `None` of a NaN.
pub(crate) fn number(dtype: DType, bits: u64) -> Option<f64> {
    if let Some(decoded) = decoded(dtype, bits) {
        return decoded;
    }
    let unused = u64::BITS - dtype.bits();
    let number = match (dtype, dtype.format()) {
        (DType::F32, _) => f64::from(f32::from_bits(bits as u32)),
        (DType::F64, _) => f64::from_bits(bits),
        (_, Format::Signed) => ((bits << unused).cast_signed() >> unused) as f64,
        _ => bits as f64,
    };
    Some(number).filter(|number| !number.is_nan())
}

impl Order {
    /// How the second of two operands stands to the first, where this is how the first stands to the second.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            _ => self,
        }
    }

    pub(crate) fn of(dtype: DType, one: u64, other: u64) -> Self {
        let float = dtype.float();
        let sign = float.map_or(0, Float::sign);
        let quiet = float.and_then(Float::quiet_bit).unwrap_or(0);
        match (number(dtype, one), number(dtype, other)) {
            _ if one == other => Self::Same,
            (Some(x), Some(y)) if ascending(x, y).is_lt() => Self::Less,
            (Some(_), Some(_)) => Self::Greater,
            (None, None) if one ^ other == quiet => Self::ButForQuiet,
            (None, None) if one ^ other == sign => Self::ButForSign,
            (None, None) if one ^ other == quiet | sign => Self::ButForBoth,
            _ => Self::Unordered,
        }
    }
}

impl Kind {
    /// What a value is.
    pub fn of(dtype: DType, bits: u64) -> Self {
        let canonical = Value::nan(dtype).map(Value::bits);
        let sign = 1 << (dtype.bits() - 1);
        match canonical {
            Some(nan) if bits == nan => Self::CanonicalNan,
            Some(nan) if bits == nan | sign => Self::NegativeCanonicalNan,
            _ => Self::Of(Class::of(dtype, bits)),
        }
    }

    /// The class.
    pub fn class(self) -> Class {
        match self {
            Self::CanonicalNan | Self::NegativeCanonicalNan => Class::QuietNan,
            Self::Of(class) => class,
        }
    }
}

impl Came {
    /// What a result is to its operands, all as bits.
    pub(crate) fn of(dtype: DType, [first, second]: [u64; 2], found: u64) -> Self {
        let kind = Kind::of(dtype, found);
        match kind.class() {
            _ if found == first => Self::First,
            _ if found == second => Self::Second,
            Class::PositiveZero => Self::PositiveZero,
            Class::NegativeZero => Self::NegativeZero,
            _ => Self::Other { kind, to: [first, second].map(|operand| Order::of(dtype, found, operand)) },
        }
    }

    /// What came instead of an element; `None` of an element of an answer that can be read.
    pub fn failure(self) -> Option<Failure> {
        match self {
            Self::First | Self::Second | Self::PositiveZero | Self::NegativeZero | Self::Other { .. } => None,
            Self::Refused => Some(Failure::Refused),
            Self::NotOffered => Some(Failure::NotOffered),
            Self::Crashed => Some(Failure::Crashed),
            Self::TimedOut => Some(Failure::TimedOut),
            Self::Malformed => Some(Failure::Malformed),
            Self::WithOthers(failure) => Some(failure),
        }
    }

    /// Whether it is an element of an answer that can be read.
    pub fn is_element(self) -> bool {
        self.failure().is_none()
    }
}

impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "the first",
            Self::Second => "the second",
            Self::PositiveZero => "+0, no operand's",
            Self::NegativeZero => "-0, no operand's",
            Self::Other { kind, .. } if !kind.class().is_nan() => "another number",
            Self::Other { kind: Kind::Of(Class::SignallingNan), .. } => "a NaN of other bits",
            Self::Other { to: [Order::ButForQuiet, Order::ButForQuiet], .. } => "either, made quiet",
            Self::Other { to: [Order::ButForQuiet, _], .. } => "the first, made quiet",
            Self::Other { to: [_, Order::ButForQuiet], .. } => "the second, made quiet",
            Self::Other { kind: Kind::CanonicalNan | Kind::NegativeCanonicalNan, .. } => "a NaN without payload",
            Self::Other { .. } => "a NaN of other bits",
            Self::Refused => "refused",
            Self::NotOffered => "not offered",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed out",
            Self::Malformed => "no answer that can be read",
            Self::WithOthers(Failure::Refused) => "refused with others",
            Self::WithOthers(Failure::NotOffered) => "not offered with others",
            Self::WithOthers(Failure::Crashed) => "crashed with others",
            Self::WithOthers(Failure::TimedOut) => "timed out with others",
            Self::WithOthers(Failure::Malformed) => "no answer that can be read with others",
        })
    }
}
