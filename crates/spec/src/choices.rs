//! The choices that every document on the maximum makes, each with the words that make it.
//!
//! Of a NaN beside a number, of two NaNs and of two zeros a document says one thing, another, or nothing. A profile whose elements
//! are a row of such choices needs no code of its own.

use std::cmp::Ordering;

pub(crate) use flushed::is_subnormal;
use opconform_tensor::{Class, DType, Value};

use crate::direction::{Direction, NanRule};
use crate::expectation::{ElementSet, quiet};
use crate::gap;
use crate::level::Level;
use crate::operator::Operator;
use crate::order::{Number, decode};

mod flushed;
mod words;

/// What a document makes of numbers, NaNs and zeros.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// The element types that the document defines a maximum of.
    pub dtypes: &'static [DType],
    /// What the result of numbers is: the greatest, in the words of the document.
    pub value: &'static str,
    /// What numbers are compared by.
    pub measure: Measure,
    /// What becomes of a NaN beside a number.
    pub nan: Choice<Nan>,
    /// The same of a signalling NaN, where the document tells that apart.
    pub signalling: Option<Choice<Nan>>,
    /// What becomes of a NaN beside a number in functions that ignore NaNs, where the document has such functions beside others.
    pub ignoring: Option<Choice<Nan>>,
    /// The gap by which the document leaves a NaN open.
    pub open: &'static str,
    /// What the result of NaNs alone is.
    pub nans: Choice<Nans>,
    /// What bits a result has that is a NaN.
    pub bits: Choice<Bits>,
    /// What the result of zeros of unlike signs is.
    pub zeros: Choice<Zeros>,
    /// The words by which the document speaks of more operands than two, or of fewer; `None` where it does not.
    pub many: Option<&'static str>,
    /// What the maximum of nothing is.
    pub nothing: Choice<Nothing>,
    /// In which order bounds limit an element.
    pub crossed: Choice<Crossed>,
    /// What a bound is that is missing.
    pub missing: Choice<Missing>,
    /// The words that leave it to chance which of the results that are allowed there is, each time anew; `None` where the document has none.
    pub chance: Option<&'static str>,
}

/// One choice of a document, and its words.
#[derive(Clone, Copy, Debug)]
pub struct Choice<R> {
    /// What is chosen.
    pub rule: R,
    /// The words that choose it; `None` where the document says nothing, and the rule allows what no document forbids.
    pub words: Option<&'static str>,
    /// How binding they are.
    pub level: Level,
}

/// What numbers are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Their values.
    Value,
    /// Their absolute values; what is chosen of zeros is chosen of any two numbers of one absolute value.
    Magnitude,
}

/// The result of a NaN and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nan {
    /// A NaN.
    Propagates,
    /// The number.
    Ignored,
    /// The first operand, whichever that is.
    First,
    /// The second operand, whichever that is.
    Second,
    /// The number of a maximum, the NaN of a minimum: it is below every number.
    Least,
    /// A NaN or the number.
    Open,
}

/// The result of two NaNs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nans {
    /// A NaN of either.
    Any,
    /// The first.
    First,
    /// The second.
    Second,
    /// The first that is signalling, and where none is, the first.
    SignallingFirst,
}

/// The bits of a NaN that is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// Any.
    Any,
    /// Those of the one NaN that the machine makes.
    Canonical,
    /// Those of any quiet NaN.
    Quiet,
    /// Those of a quiet NaN of either sign; with no payload but the canonical one where that is the payload of every operand that is
    /// a NaN.
    Arithmetic,
    /// Those of any quiet NaN, or those of an operand, but for the sign.
    QuietOrKept,
    /// Those of the operand that it is, unchanged.
    Kept,
    /// Those of the operand that it is, made quiet.
    Quieted,
    /// Those of the operand that it is, unchanged or made quiet.
    KeptOrQuieted,
}

/// The result of two zeros of unlike signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// +0 of a maximum, −0 of a minimum.
    Ordered,
    /// Either.
    Either,
    /// A zero of any sign, be the operands of one sign or not: the document does not name signs.
    Open,
    /// A zero of any sign, be the operands of one sign or not; and so of a subnormal number, which may be taken for a zero.
    Flushed,
    /// The first operand.
    First,
    /// The second operand.
    Second,
}

/// The result of no operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// What every other operand is preferred to: −∞ of a maximum, or the least number of the type.
    Identity,
    /// No result: the call is refused.
    Error,
    /// Any result, or a refusal: the document does not say.
    Open,
}

/// What an element becomes between bounds of which the lower is above the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossed {
    /// The upper one: the lower bound limits first.
    Upper,
    /// Either: the document does not say which of them limits first.
    Either,
}

/// What limits an element where a bound is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The last finite number of the type, or nothing: the document says the one, and defines the operator by the other.
    LastOrNone,
    /// The same, or the last finite float of 32 bits, which attributes are.
    LastOfAttributes,
}

impl Measure {
    /// The maximum of +1 and −2, in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "+1",
            Self::Magnitude => "-2",
        }
    }
}

impl Nan {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Propagates => "propagates",
            Self::Ignored => "ignored",
            Self::First => "first operand",
            Self::Second => "second operand",
            Self::Least => "the least",
            Self::Open => "open",
        }
    }
}

impl Nans {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any NaN",
            Self::First => "the first",
            Self::Second => "the second",
            Self::SignallingFirst => "first signalling",
        }
    }
}

impl Bits {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Canonical => "canonical",
            Self::Quiet => "quiet",
            Self::Arithmetic => "arithmetic",
            Self::QuietOrKept => "quiet or kept",
            Self::Kept => "kept",
            Self::Quieted => "made quiet",
            Self::KeptOrQuieted => "an operand's",
        }
    }
}

impl Zeros {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ordered => "+0",
            Self::Either => "either",
            Self::Open => "open",
            Self::Flushed => "any zero",
            Self::First => "first operand",
            Self::Second => "second operand",
        }
    }
}

impl Nothing {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "the identity",
            Self::Error => "an error",
            Self::Open => "open",
        }
    }
}

impl Measure {
    /// What two numbers are as this measures them: their order, zeros being equal; `None` where one is a NaN.
    pub(crate) fn compare(self, direction: Direction, a: Number, b: Number) -> Option<Ordering> {
        match self {
            Self::Value => direction.compare(a, b),
            Self::Magnitude => direction.compare(a.magnitude(), b.magnitude()),
        }
    }
}

impl<R: Copy> Choice<R> {
    /// What is allowed: what is chosen, or where that does not bind, this.
    pub(crate) fn or_else(self, open: R) -> R {
        match self.level {
            Level::Must => self.rule,
            Level::Should => open,
        }
    }
}

impl Choices {
    /// Whether absolute values are compared.
    pub const fn is_of_magnitudes(&self) -> bool {
        matches!(self.measure, Measure::Magnitude)
    }

    /// Whether what is allowed of NaNs is the same whichever NaNs they are: of their bits nothing is said, of their places neither.
    pub(crate) fn takes_any_nan(&self) -> bool {
        let is_placed = matches!(self.nan.rule, Nan::First | Nan::Second) || self.nans.rule != Nans::Any;
        self.bits.rule == Bits::Any && self.signalling.is_none() && !is_placed
    }

    /// The results of an operator that are allowed where these operands meet, as bits of a type that they are defined for. Rules that
    /// name an operand by its place name the first and the last.
    pub(crate) fn set(&self, operator: &Operator, direction: Direction, dtype: DType, operands: &[u64]) -> ElementSet {
        let all = operands.iter().copied();
        let is_nan = |bits: &u64| Class::of(dtype, *bits).is_nan();
        let numbers = all.clone().filter(|bits| !is_nan(bits));
        let (Some(&first), Some(&last)) = (operands.first(), operands.last()) else {
            return match self.nothing.rule {
                Nothing::Identity => ElementSet::Only(direction.identity(dtype)),
                Nothing::Error => ElementSet::Anything(gap::NO_MEANING),
                Nothing::Open => ElementSet::Anything(gap::EMPTY_REDUCTION),
            };
        };
        let alone = |bits: u64| self.nan_set(dtype, std::iter::once(bits));
        let is_signalling = |bits: &u64| Class::of(dtype, *bits) == Class::SignallingNan;
        let Some(greatest) = numbers.clone().reduce(|a, b| self.preferred(direction, dtype, a, b)) else {
            // Where NaNs are passed over, or may be, a reduction of NaNs alone is one of nothing.
            let beside_a_number = self.of_nan_and_number(operator, all.clone().any(|bits| is_signalling(&bits)));
            let is_open = matches!(beside_a_number.or_else(Nan::Open), Nan::Open | Nan::Ignored)
                && self.nans.level == Level::Should;
            if is_open && operator.form.is_reduction() {
                return ElementSet::NanOrNumber(direction.identity(dtype), self.open);
            }
            return match self.nans.or_else(Nans::Any) {
                Nans::Any => self.nan_set(dtype, all),
                Nans::First => alone(first),
                Nans::Second => alone(last),
                Nans::SignallingFirst => alone(all.clone().find(is_signalling).unwrap_or(first)),
            };
        };
        let number = if self.zeros.rule == Zeros::Flushed && is_subnormal(dtype, greatest) {
            flushed::set(operator, direction, dtype, &numbers, greatest)
        } else if Class::of(dtype, greatest).is_float_zero() {
            let mut zeros = numbers.filter(|&bits| Class::of(dtype, bits).is_float_zero());
            match self.zeros.or_else(Zeros::Open) {
                Zeros::Open | Zeros::Flushed => ElementSet::AnyZero,
                _ if zeros.clone().all(|bits| bits == greatest) => ElementSet::Only(greatest),
                Zeros::Ordered => ElementSet::Only(greatest),
                Zeros::Either => ElementSet::AnyZero,
                Zeros::First => ElementSet::Only(zeros.next().unwrap_or(greatest)),
                Zeros::Second => ElementSet::Only(zeros.next_back().unwrap_or(greatest)),
            }
        } else {
            ElementSet::Only(greatest)
        };
        let nans = all.clone().filter(is_nan);
        if nans.clone().next().is_none() {
            return number;
        }
        let placed = |bits: u64| if is_nan(&bits) { alone(bits) } else { ElementSet::Only(bits) };
        match self.of_nan_and_number(operator, all.clone().any(|bits| is_signalling(&bits))).or_else(Nan::Open) {
            Nan::Least if direction == Direction::Max => number,
            Nan::Propagates | Nan::Least => self.nan_set(dtype, nans),
            Nan::Ignored => number,
            Nan::First => placed(first),
            Nan::Second => placed(last),
            Nan::Open => ElementSet::NanOrNumber(greatest, self.open),
        }
    }

    /// What an operator makes of NaNs beside numbers, where one of the NaNs is signalling or none is.
    fn of_nan_and_number(&self, operator: &Operator, has_signalling: bool) -> Choice<Nan> {
        let ignoring = self.ignoring.filter(|_| operator.nan == NanRule::Ignored);
        self.signalling.filter(|_| has_signalling).or(ignoring).unwrap_or(self.nan)
    }

    /// The NaNs that are allowed where one of these is the result.
    pub(crate) fn nan_set(&self, dtype: DType, mut nans: impl Iterator<Item = u64> + Clone) -> ElementSet {
        let is_signalling = |bits: &u64| Class::of(dtype, *bits) == Class::SignallingNan;
        let is_canonical = |nan| ElementSet::CanonicalNan.contains(dtype, nan);
        match self.bits.or_else(Bits::Any) {
            Bits::Canonical => Value::nan(dtype).map_or(ElementSet::AnyNan, |nan| ElementSet::Only(nan.bits())),
            Bits::Arithmetic if nans.all(is_canonical) => ElementSet::CanonicalNan,
            Bits::Quiet | Bits::Arithmetic => ElementSet::QuietNan,
            Bits::QuietOrKept => {
                let mut signalling = nans.filter(is_signalling);
                match (signalling.next(), signalling.last()) {
                    (Some(first), last) => ElementSet::QuietNanOr([first, last.unwrap_or(first)]),
                    (None, _) => ElementSet::QuietNan,
                }
            }
            rule @ (Bits::Any | Bits::Kept | Bits::Quieted | Bits::KeptOrQuieted) => {
                match (nans.next(), nans.next(), rule) {
                    (Some(nan), None, Bits::Kept) => ElementSet::Only(nan),
                    (Some(nan), None, Bits::Quieted) => ElementSet::Only(quiet(dtype, nan)),
                    // Which of several it is, no document leaves open that says what becomes of its bits.
                    _ => ElementSet::AnyNan,
                }
            }
        }
    }

    /// The number of two that is the maximum; of those that measure the same, the positive of a maximum and the negative of a
    /// minimum.
    fn preferred(&self, direction: Direction, dtype: DType, a: u64, b: u64) -> u64 {
        let [first, second] = [a, b].map(|bits| decode(dtype, bits));
        let order = self.measure.compare(direction, first, second);
        match order.and_then(|order| Some(order.then(direction.compare_zeros(first, second)?))) {
            Some(Ordering::Less) => b,
            _ => a,
        }
    }
}
