//! What a document of choices says of a result where operands meet, decided apart from the sets of its profile.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Value};

use crate::choices::{Bits, Choice, Choices, Nan, Nans, Zeros, is_subnormal};
use crate::clause::each::equal_by_value;
use crate::direction::Direction;
use crate::expectation::quiet;
use crate::operator::Operator;
use crate::order::decode;
use crate::trial::{Sentence, Words};

/// What a document says where these operands meet.
pub(super) struct Demand<'a> {
    choices: &'a Choices,
    direction: Direction,
    dtype: DType,
    operands: &'a [u64],
    /// How many maxima of two are taken one after the other.
    steps: usize,
    /// The greatest of the numbers by what the document compares; of several the positive of a maximum, the negative of a minimum.
    pub(super) number: u64,
}

impl<'a> Demand<'a> {
    /// What is said of these operands, whose greatest number by value is the `reference`.
    pub(super) fn of(
        choices: &'a Choices,
        (operator, direction): (&Operator, Direction),
        dtype: DType,
        operands: &'a [u64],
        reference: u64,
    ) -> Self {
        let mut demand = Self { choices, direction, dtype, operands, steps: 0, number: reference };
        let numbers = operands.iter().filter(|&&bits| !demand.is_nan(bits)).count();
        // What a reduction begins with is an operand of its first.
        demand.steps = (numbers + usize::from(operator.form.is_reduction())).saturating_sub(1);
        if choices.is_of_magnitudes() {
            let mut numbers = operands.iter().copied().filter(|&bits| !demand.is_nan(bits));
            let first = numbers.next().unwrap_or(reference);
            demand.number = numbers.fold(first, |top, bits| {
                let wins =
                    demand.is_above(bits, top) || !demand.is_above(top, bits) && demand.is_above_by_sign(bits, top);
                if wins { bits } else { top }
            });
        }
        demand
    }

    /// Whether a number has the magnitude that the direction prefers to another's.
    fn is_above(&self, bits: u64, other: u64) -> bool {
        let [a, b] = [bits, other].map(|bits| decode(self.dtype, bits).magnitude());
        self.direction.compare(a, b) == Some(Ordering::Greater)
    }

    /// Whether a number has the sign that the direction prefers to another's, of the same magnitude.
    fn is_above_by_sign(&self, bits: u64, other: u64) -> bool {
        self.direction.compare_zeros(decode(self.dtype, bits), decode(self.dtype, other)) == Some(Ordering::Greater)
    }

    /// Whether the sign alone tells the numbers apart that are the greatest, and this result from them.
    pub(super) fn is_of_signs(&self, found: u64) -> bool {
        let is_tie = || !self.greatest_operands().all(|bits| bits == self.number);
        Class::of(self.dtype, self.number).is_float_zero()
            || self.choices.is_of_magnitudes() && self.is_equal(found, self.number) && is_tie()
    }

    /// The operands that are as great as the greatest.
    fn greatest_operands(&self) -> impl DoubleEndedIterator<Item = u64> + Clone {
        self.operands.iter().copied().filter(|&bits| self.is_equal(bits, self.number))
    }

    pub(super) fn is_nan(&self, bits: u64) -> bool {
        Class::of(self.dtype, bits).is_nan()
    }

    pub(super) fn is_equal(&self, a: u64, b: u64) -> bool {
        let [a, b] = [a, b].map(|bits| decode(self.dtype, bits));
        self.choices.measure.compare(self.direction, a, b) == Some(Ordering::Equal)
    }

    fn is_signalling(&self, bits: u64) -> bool {
        Class::of(self.dtype, bits) == Class::SignallingNan
    }

    /// Whether a NaN among the operands is one that the document has a rule of its own for, and the rule binds.
    pub(super) fn tells_signalling_apart(&self) -> bool {
        let binds = self.choices.signalling.is_some_and(|choice| choice.rule != Nan::Open);
        binds && self.operands.iter().any(|&bits| self.is_signalling(bits))
    }

    /// The result is these bits.
    fn only(&self, found: u64, bits: u64) -> Sentence {
        if found == bits { Sentence::Holds } else { Sentence::Due(Value::new(self.dtype, bits).into()) }
    }

    pub(super) fn nan(&self, found: u64) -> Sentence {
        if self.is_nan(found) { Sentence::Holds } else { Sentence::Due("a NaN".into()) }
    }

    /// The result is the NaN that a machine makes.
    fn canonical(&self, found: u64) -> Sentence {
        Value::nan(self.dtype).map_or_else(|| self.nan(found), |nan| self.only(found, nan.bits()))
    }

    /// The result is the greatest number; of zeros the one that the rule says, among the numbers.
    pub(super) fn greatest(&self, found: u64, zeros: Zeros) -> Sentence {
        let mut greatest = self.greatest_operands();
        match zeros {
            Zeros::Flushed if self.is_flushed(found) => Sentence::Holds,
            Zeros::Open => equal_by_value(self.dtype, self.number, found),
            _ if greatest.clone().all(|bits| bits == self.number) => self.only(found, self.number),
            Zeros::Either if self.choices.is_of_magnitudes() && greatest.any(|bits| bits == found) => Sentence::Holds,
            Zeros::Either => equal_by_value(self.dtype, self.number, found),
            Zeros::Ordered | Zeros::Flushed => self.only(found, self.number),
            Zeros::First => self.only(found, greatest.next().unwrap_or(self.number)),
            Zeros::Second => self.only(found, greatest.next_back().unwrap_or(self.number)),
        }
    }

    /// Whether the result is a zero for a number that may be taken for one, or what is left after others were.
    fn is_flushed(&self, found: u64) -> bool {
        let is_zero = |bits| Class::of(self.dtype, bits).is_float_zero();
        let is_lesser = |bits: u64| {
            let [number, zero, bits] = [self.number, 0, bits].map(|bits| decode(self.dtype, bits));
            let is_above = |a, b| self.direction.compare(a, b) == Some(Ordering::Greater);
            is_above(number, bits) && is_above(bits, zero)
        };
        let is_subnormal = is_subnormal(self.dtype, self.number);
        let is_left = || self.steps > 1 && self.operands.iter().any(|&bits| is_lesser(bits)) && is_lesser(found);
        is_zero(found) && (is_zero(self.number) || is_subnormal) || is_subnormal && is_left()
    }

    pub(super) fn beside_nan(&self, found: u64) -> Sentence {
        let Choices { nan, signalling, .. } = self.choices;
        let has_signalling = self.operands.iter().any(|&bits| self.is_signalling(bits));
        let Choice { rule, .. } = signalling.filter(|_| has_signalling).unwrap_or(*nan);
        let operand = match rule {
            Nan::Propagates => return self.nan(found),
            Nan::Least if self.direction == Direction::Min => return self.nan(found),
            Nan::Ignored | Nan::Least => return self.greatest(found, self.choices.zeros.rule),
            Nan::Open if self.is_nan(found) || self.is_equal(found, self.number) => {
                return Sentence::Gap(self.choices.open);
            }
            Nan::Open => {
                let number = Value::new(self.dtype, self.number);
                return Sentence::Broken(Words::Around("neither a NaN nor ", number, ""));
            }
            Nan::First => self.operands.first(),
            Nan::Second => self.operands.last(),
        };
        match operand {
            Some(&operand) if !self.is_nan(operand) => self.only(found, operand),
            // One sentence that names the operand, and says what becomes of its bits.
            Some(&nan) if self.choices.bits.words == self.choices.nan.words => self.with_bits_of(found, nan),
            _ => self.nan(found),
        }
    }

    pub(super) fn nans(&self, found: u64) -> Sentence {
        let one = match self.choices.nans.rule {
            Nans::Any => None,
            Nans::First => self.operands.first(),
            Nans::Second => self.operands.last(),
            Nans::SignallingFirst => {
                let first_signalling = self.operands.iter().find(|&&bits| self.is_signalling(bits));
                first_signalling.or(self.operands.first())
            }
        };
        one.map_or_else(|| self.nan(found), |&nan| self.with_bits_of(found, nan))
    }

    /// The result is this NaN, with what becomes of its bits.
    fn with_bits_of(&self, found: u64, nan: u64) -> Sentence {
        match self.choices.bits.rule {
            Bits::Kept => self.only(found, nan),
            Bits::Quieted => self.only(found, quiet(self.dtype, nan)),
            _ => self.nan(found),
        }
    }

    /// Whether the document leaves it open if there is to be a NaN, or says that there is to be none.
    fn needs_no_nan(&self) -> bool {
        let Choices { nan, signalling, nans, .. } = self.choices;
        if self.operands.iter().all(|&bits| self.is_nan(bits)) {
            return nans.words.is_none() || nans.rule != Nans::Any;
        }
        let has_signalling = self.operands.iter().any(|&bits| self.is_signalling(bits));
        match signalling.filter(|_| has_signalling).unwrap_or(*nan).rule {
            Nan::Propagates => false,
            Nan::Least => self.direction == Direction::Max,
            Nan::First => !self.operands.first().is_some_and(|&bits| self.is_nan(bits)),
            Nan::Second => !self.operands.last().is_some_and(|&bits| self.is_nan(bits)),
            Nan::Ignored | Nan::Open => true,
        }
    }

    /// What is said of the bits of a NaN that is the result, where the sentence on NaNs does not name the operand that it is.
    pub(super) fn bits(&self, found: u64) -> Sentence {
        if !self.is_nan(found) || self.needs_no_nan() {
            return Sentence::Silent;
        }
        let sign = 1 << (self.dtype.bits() - 1);
        let is_canonical = |bits: u64| Value::nan(self.dtype).is_some_and(|nan| (bits ^ nan.bits()) & !sign == 0);
        let mut nans = self.operands.iter().copied().filter(|&bits| self.is_nan(bits));
        let holds = match self.choices.bits.rule {
            Bits::Any => return Sentence::Silent,
            Bits::Canonical => return self.canonical(found),
            Bits::Arithmetic if nans.clone().all(is_canonical) => is_canonical(found),
            Bits::Quiet | Bits::Arithmetic => !self.is_signalling(found),
            Bits::QuietOrKept => !self.is_signalling(found) || nans.any(|nan| (nan ^ found) & !sign == 0),
            Bits::Kept => nans.any(|nan| nan == found),
            Bits::Quieted => nans.any(|nan| quiet(self.dtype, nan) == found),
            Bits::KeptOrQuieted if nans.clone().any(|nan| nan == found) => true,
            Bits::KeptOrQuieted if nans.any(|nan| quiet(self.dtype, nan) == found) => {
                return Sentence::Latitude("a signalling NaN is made quiet");
            }
            Bits::KeptOrQuieted => false,
        };
        let due = match self.choices.bits.rule {
            Bits::Quiet => "a quiet NaN",
            Bits::Arithmetic => "a quiet NaN, of the canonical payload where every NaN operand has it",
            Bits::QuietOrKept => "a quiet NaN or an operand's",
            Bits::Quieted => "the NaN of the operand, made quiet",
            _ => "the NaN of the operand",
        };
        if holds { Sentence::Holds } else { Sentence::Due(due.into()) }
    }
}
