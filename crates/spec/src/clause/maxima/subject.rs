//! What a sentence of a document of choices speaks of: its level, its title, its words, and what decides it.

use std::cell::{RefCell, RefMut};

use opconform_tensor::{DType, Format, Tensor};

use super::demand::Demand;
use crate::choices::{Bits, Choice, Nan, Nans, Zeros};
use crate::clause::{Level, Trial, floats_only, whole};
use crate::family::Family;
use crate::form::Form;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::trial::Sentence;
use crate::verdict::Decision;

/// What a sentence speaks of.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    /// The result of numbers, which is their greatest by value; and that there is one.
    Value,
    /// A NaN beside a number, and NaNs alone where the document has no other words for them.
    Nan,
    /// A signalling NaN beside a number, where the document has a rule of its own for that.
    Signalling,
    /// NaNs alone.
    Nans,
    /// The bits of a NaN that is the result, where the other sentences do not say them.
    Bits,
    /// Zeros, by their signs; and by theirs all numbers of one absolute value, where that is what is compared.
    Zeros,
    /// A NaN beside a number, as far as every reading of the document goes.
    Number,
    /// NaNs and zeros: what a formula makes of them.
    Formula,
}

impl Subject {
    pub(super) const fn level(self, profile: &Profile) -> Level {
        let choices = &profile.choices;
        match (self, &choices.signalling) {
            (Self::Nan | Self::Formula, _) => choices.nan.level,
            (Self::Signalling, Some(choice)) => choice.level,
            (Self::Nans, _) => choices.nans.level,
            (Self::Bits, _) => choices.bits.level,
            (Self::Zeros, _) => choices.zeros.level,
            _ => Level::Must,
        }
    }

    /// What is asked, in a few words; nothing of what the document does not choose.
    pub(super) const fn title(self, profile: &Profile) -> &'static str {
        let choices = &profile.choices;
        match (self, choices.nan.rule, choices.nans.rule, choices.zeros.rule) {
            (Self::Value, ..) if choices.is_of_magnitudes() => "the result is the operand of the greater magnitude",
            (Self::Zeros, ..) if choices.is_of_magnitudes() => "of one magnitude, the positive is above the negative",
            (Self::Value, ..) => "the result is the greater operand",
            (Self::Number, ..) => "beside a NaN the result is a NaN or the greatest number",
            (Self::Nan, Nan::Propagates, ..) => "a NaN operand gives a NaN",
            (Self::Nan, Nan::Ignored, ..) => "beside a NaN the result is the number",
            (Self::Nan, Nan::First, ..) => "beside a NaN the result is the first operand",
            (Self::Nan, Nan::Second, ..) => "beside a NaN the result is the second operand",
            (Self::Nan, Nan::Least, ..) => "a NaN is below every number",
            (Self::Signalling, ..) => "a signalling NaN operand gives a NaN",
            (Self::Nans, _, Nans::Any, _) => "of two NaNs the result is a NaN",
            (Self::Nans, _, Nans::First, _) => "of two NaNs the result is the first",
            (Self::Nans, _, Nans::Second, _) => "of two NaNs the result is the second",
            (Self::Nans, _, Nans::SignallingFirst, _) => {
                "of two NaNs the result is the first, or the first signalling one"
            }
            (Self::Bits, ..) => choices.bits.rule.title(),
            (Self::Zeros, .., Zeros::Ordered) => "+0 is above −0",
            (Self::Zeros, .., Zeros::First) => "of two zeros the result is the first",
            (Self::Zeros, .., Zeros::Second) => "of two zeros the result is the second",
            (Self::Formula, Nan::First, ..) => {
                "of NaNs and of zeros the result is that of the formula: the first operand"
            }
            (Self::Formula, Nan::Second, ..) => {
                "of NaNs and of zeros the result is that of the formula: the second operand"
            }
            _ => "",
        }
    }

    /// The words of the document; none where it says nothing of it.
    pub(super) const fn words(self, profile: &Profile) -> &'static str {
        let choices = &profile.choices;
        let words = match self {
            Self::Value | Self::Number => Some(choices.value),
            Self::Nan | Self::Formula => choices.nan.words,
            Self::Signalling => match choices.signalling {
                Some(choice) => choice.words,
                None => None,
            },
            Self::Nans => choices.nans.words,
            Self::Bits => choices.bits.words,
            Self::Zeros => choices.zeros.words,
        };
        match words {
            Some(words) => words,
            None => "",
        }
    }

    pub(super) fn exempt(self, profile: &Profile, dtype: DType) -> Option<&'static str> {
        match self {
            _ if !profile.choices.dtypes.contains(&dtype) => Some("the document defines it for other types"),
            Self::Value => None,
            Self::Zeros if dtype.format() == Format::Signed && profile.choices.is_of_magnitudes() => None,
            _ => floats_only(dtype),
        }
    }

    pub(super) fn decide(self, profile: &Profile, trial: &Trial) -> Decision {
        let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
        let choices = &profile.choices;
        if let Self::Value = self {
            let whole = as_a_whole(profile.family, trial);
            if whole.is_violation() || trial.answer().is_none() {
                return whole;
            }
        }
        let operator = trial.facts.case.operator;
        let Some(direction) = operator.direction() else { return Decision::NOT_APPLICABLE };
        let room = RefCell::default();
        trial.each_element(|position, found| {
            let mut operands: RefMut<Vec<u64>> = room.borrow_mut();
            operands.clear();
            operands.extend(trial.facts.operands_at(position));
            // Of NaNs alone nothing is said of numbers.
            let number = trial.facts.reference(position).number.unwrap_or_else(|| direction.identity(dtype));
            let demand = Demand::of(choices, (operator, direction), dtype, &operands, number);
            let has_nan = operands.iter().any(|&bits| demand.is_nan(bits));
            let has_number = operands.iter().any(|&bits| !demand.is_nan(bits));
            // Whether NaNs are passed over is open, and of a reduction of NaNs alone they then leave nothing.
            let leaves_nothing = operator.form.is_reduction() && choices.nans.level == Level::Should;
            let is_told_apart = has_number && demand.tells_signalling_apart();
            match self {
                Self::Value if !has_nan => demand.greatest(found, by_value(&choices.zeros)),
                Self::Nan if is_told_apart => Sentence::Silent,
                Self::Signalling if is_told_apart => demand.beside_nan(found),
                Self::Nan | Self::Formula if has_nan && has_number => demand.beside_nan(found),
                Self::Number if has_nan && demand.is_equal(found, demand.number) && (has_number || leaves_nothing) => {
                    Sentence::Holds
                }
                Self::Number if has_nan => demand.nan(found),
                Self::Nan if has_nan && choices.nans.words.is_none_or(|words| Some(words) == choices.nan.words) => {
                    demand.nans(found)
                }
                Self::Bits if has_nan => demand.bits(found),
                Self::Nans | Self::Formula if has_nan && !has_number => demand.nans(found),
                Self::Zeros | Self::Formula if !has_nan && demand.is_of_signs(found) => {
                    demand.greatest(found, choices.zeros.rule)
                }
                _ => Sentence::Silent,
            }
        })
    }
}

/// What a sentence on values leaves of zeros: what the document says of their signs is another sentence.
fn by_value(zeros: &Choice<Zeros>) -> Zeros {
    match (zeros.rule, zeros.level) {
        (Zeros::Flushed, _) => Zeros::Flushed,
        (Zeros::Open, _) | (_, Level::Should) => Zeros::Open,
        _ => Zeros::Either,
    }
}

impl Bits {
    /// What is asked, in a few words.
    const fn title(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Canonical => "a NaN is the canonical NaN",
            Self::Quiet => "a NaN is a quiet NaN",
            Self::Arithmetic => "a NaN is quiet, and canonical where every NaN operand is",
            Self::QuietOrKept => "a NaN is quiet, or an operand's",
            Self::Kept => "a NaN has the operand's bits, unchanged",
            Self::Quieted => "a NaN has the operand's bits, made quiet",
            Self::KeptOrQuieted => "the NaN is the operand's own",
        }
    }
}

/// Operands of one shape have a result, of that shape and of their type. These may be refused: shapes that differ, no elements, an
/// element-wise maximum of other than two, and types of 16 bits, which no document says are there. TOSA has its types in profiles,
/// of which an implementation has one, and ranks in levels.
fn as_a_whole(family: Family, trial: &Trial) -> Decision {
    let case = trial.facts.case;
    let is_asked_for = || {
        let is_of_two = case.operands().len() == 2 || case.operator.form == Form::OnnxReduction;
        let has_elements = case.operands().iter().all(|operand| !Tensor::is_empty(operand));
        let is_wide = trial.facts.dtype.is_some_and(|dtype| !dtype.is_float() || dtype.bits() > 16);
        trial.facts.equal_shapes() && is_of_two && has_elements && is_wide && family != Family::Tosa
    };
    match trial.outcome {
        Outcome::Rejected(_) if !is_asked_for() => Decision::NOT_APPLICABLE,
        _ => {
            let of_type = whole::has_the_operands_type(trial);
            if of_type.is_violation() { of_type } else { whole::has_the_shape(trial) }
        }
    }
}
