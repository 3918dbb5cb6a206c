//! What a profile accepts: a set of results, never one value by accident.

use std::fmt;

use opconform_tensor::{Class, DType, Policy, Value, ZeroPolicy};

use crate::gap;

/// What a profile accepts as the answer to one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The outputs of the operator, each of the type and shape that its definition gives, each element in its set (see
    /// [`Profile::element_set`](crate::Profile::element_set)).
    Answer,
    /// A refusal; the text says which rule the case breaks.
    MustReject(&'static str),
    /// A refusal, or a tensor of this type, of which the source says no more; the text names the gap.
    OfType(DType, &'static str),
    /// The source does not say; the text names the gap.
    Silent(&'static str),
}

/// The results that conform at one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementSet {
    /// These bits alone.
    Only(u64),
    /// Either zero of a float type.
    AnyZero,
    /// The number of these bits, or either zero.
    NumberOrZero(u64),
    /// The subnormal number of these bits, either zero, or a subnormal between the two: what a machine may leave that takes a subnormal
    /// result of some of its steps for a zero.
    FlushedOnTheWay(u64),
    /// Any NaN.
    AnyNan,
    /// Any quiet NaN.
    QuietNan,
    /// The NaN of the canonical payload, of either sign.
    CanonicalNan,
    /// Any quiet NaN, or a NaN of the payload of one of these, of either sign.
    QuietNanOr([u64; 2]),
    /// Any NaN, or the number of these bits by value: no reading of the source allows more, and the gap says why none is the
    /// source's own.
    NanOrNumber(u64, &'static str),
    /// Any of these numbers by value, some of which may be the same, and any NaN where that is said: each by a reading of the source,
    /// and the gap says why there are several.
    OneOf {
        /// The numbers.
        numbers: [u64; 4],
        /// Whether a NaN is allowed.
        nan: bool,
        /// The gap.
        gap: &'static str,
    },
    /// Everything: the source leaves it open, for the reason given.
    Anything(&'static str),
}

impl ElementSet {
    /// Whether `bits` of `dtype` is in the set.
    pub fn contains(self, dtype: DType, bits: u64) -> bool {
        match self {
            Self::Only(only) => bits == only,
            Self::AnyZero => BY_VALUE.same(dtype, bits, 0),
            Self::NumberOrZero(number) => bits == number || BY_VALUE.same(dtype, bits, 0),
            Self::FlushedOnTheWay(number) => {
                let is_between = Class::of(dtype, bits) == Class::of(dtype, number)
                    && without_sign(dtype, bits) <= without_sign(dtype, number);
                is_between || BY_VALUE.same(dtype, bits, 0)
            }
            Self::AnyNan => Class::of(dtype, bits).is_nan(),
            Self::QuietNan => Class::of(dtype, bits) == Class::QuietNan,
            Self::CanonicalNan => {
                Value::nan(dtype).is_some_and(|nan| without_sign(dtype, nan.bits()) == without_sign(dtype, bits))
            }
            Self::QuietNanOr(kept) => {
                let is_kept = kept.iter().any(|&nan| without_sign(dtype, nan) == without_sign(dtype, bits));
                is_kept || Self::QuietNan.contains(dtype, bits)
            }
            Self::NanOrNumber(number, _) => Class::of(dtype, bits).is_nan() || BY_VALUE.same(dtype, bits, number),
            Self::OneOf { numbers, nan, .. } => {
                let is_nan = Class::of(dtype, bits).is_nan();
                nan && is_nan || !is_nan && numbers.iter().any(|&number| BY_VALUE.same(dtype, bits, number))
            }
            Self::Anything(_) => true,
        }
    }

    /// Whether every result of `dtype` in the set is in the other, too.
    pub fn is_within(self, dtype: DType, other: Self) -> bool {
        let zeros = || other.contains(dtype, 0) && other.contains(dtype, dtype.top_bit());
        let nans = || {
            let has_nans = matches!(other, Self::AnyNan | Self::NanOrNumber(..) | Self::Anything(_));
            has_nans || matches!(other, Self::OneOf { nan: true, .. })
        };
        let by_value = |number: u64| {
            let is_zero = BY_VALUE.same(dtype, number, 0);
            if is_zero { zeros() } else { other.contains(dtype, number) }
        };
        let quiet_nans = || nans() || matches!(other, Self::QuietNan | Self::QuietNanOr(_));
        let of_either_sign = |bits: u64| [0, dtype.top_bit()].iter().all(|sign| other.contains(dtype, bits ^ sign));
        match self {
            Self::Only(bits) => other.contains(dtype, bits),
            Self::AnyZero => zeros(),
            Self::NumberOrZero(number) => zeros() && other.contains(dtype, number),
            Self::FlushedOnTheWay(number) => match other {
                Self::FlushedOnTheWay(_) => other.contains(dtype, number),
                _ => matches!(other, Self::Anything(_)),
            },
            Self::AnyNan => nans(),
            Self::QuietNan => quiet_nans(),
            Self::CanonicalNan => Value::nan(dtype).is_none_or(|nan| of_either_sign(nan.bits())),
            Self::QuietNanOr(kept) => quiet_nans() && kept.into_iter().all(of_either_sign),
            Self::NanOrNumber(number, _) => nans() && by_value(number),
            Self::OneOf { numbers, nan, .. } => (!nan || nans()) && numbers.into_iter().all(by_value),
            Self::Anything(_) => matches!(other, Self::Anything(_)),
        }
    }

    /// Whether it is of NaNs alone, and says of their bits no more than that some are allowed.
    pub(crate) fn is_of_nans(self) -> bool {
        matches!(self, Self::AnyNan | Self::QuietNan | Self::CanonicalNan | Self::QuietNanOr(_))
    }

    /// The gap of the source that leaves the element open, if one does.
    pub fn gap(self) -> Option<&'static str> {
        match self {
            Self::NanOrNumber(_, gap) | Self::OneOf { gap, .. } | Self::Anything(gap) => Some(gap),
            Self::Only(_)
            | Self::AnyZero
            | Self::NumberOrZero(_)
            | Self::FlushedOnTheWay(_)
            | Self::AnyNan
            | Self::QuietNan
            | Self::CanonicalNan
            | Self::QuietNanOr(_) => None,
        }
    }

    /// The places at which what is in the set stands among the operands of `dtype`: the first alone. Of a NaN that is no operand's, as
    /// of one made quiet, that of the first NaN.
    pub(crate) fn place_among(self, dtype: DType, operands: &[u64]) -> Self {
        if let Some(gap) = self.gap() {
            return Self::Anything(gap);
        }
        let first = operands.iter().position(|&bits| self.contains(dtype, bits));
        let place = first.or_else(|| operands.iter().position(|&bits| Class::of(dtype, bits).is_nan()));
        place.map_or(Self::Anything(gap::NO_MEANING), |place| Self::Only(place as u64))
    }

    /// The set in words, for an element type.
    pub fn describe(self, dtype: DType) -> String {
        let show = |bits| Shown(Value::new(dtype, bits)).to_string();
        match self {
            Self::Only(bits) => show(bits),
            Self::AnyZero => "0.0 or -0.0".to_owned(),
            Self::NumberOrZero(number) => format!("{}, 0.0 or -0.0", show(number)),
            Self::FlushedOnTheWay(number) => format!("{}, a subnormal between it and zero, 0.0 or -0.0", show(number)),
            Self::AnyNan => "any NaN".to_owned(),
            Self::QuietNan => "any quiet NaN".to_owned(),
            Self::CanonicalNan => "the canonical NaN, of either sign".to_owned(),
            Self::QuietNanOr([first, second]) if first == second => {
                format!("any quiet NaN, or {} of either sign", show(first))
            }
            Self::QuietNanOr([first, second]) => {
                format!("any quiet NaN, or {} or {} of either sign", show(first), show(second))
            }
            Self::NanOrNumber(number, gap) => format!("any NaN, or {} ({gap})", show(number)),
            Self::OneOf { numbers, nan, gap } => {
                let mut words: Vec<String> = nan.then(|| "any NaN".to_owned()).into_iter().collect();
                words.extend(numbers.map(show));
                words.dedup();
                format!("{} ({gap})", words.join(", or "))
            }
            Self::Anything(gap) => format!("anything ({gap})"),
        }
    }
}

/// Bit for bit, but for the sign of a zero.
const BY_VALUE: Policy = Policy { zero: ZeroPolicy::AnySign, ..Policy::EXACT };

/// The bits of a float without its sign.
fn without_sign(dtype: DType, bits: u64) -> u64 {
    bits & !dtype.top_bit()
}

/// The same NaN, made quiet.
pub(crate) fn quiet(dtype: DType, nan: u64) -> u64 {
    dtype.float().map_or(nan, |float| float.quieted(nan))
}

/// A value by its bits and its name.
struct Shown(Value);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0.hex(), self.0.decimal())
    }
}
