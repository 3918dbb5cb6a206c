//! Sentences that speak of every element of the answer.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Value};

use crate::direction::NanRule;
use crate::element_sources::Part;
use crate::order::decode;
use crate::trial::{Sentence, Trial, Words};
use crate::verdict::Decision;

/// The element equals the greatest operand by value; silent where an operand is a NaN.
pub(super) fn equals_the_greatest(trial: &Trial) -> Decision {
    trial.each_element(|position, found| {
        let Some((dtype, greatest, _)) = trial.greatest_number(position) else { return Sentence::Silent };
        equal_by_value(dtype, greatest, found)
    })
}

/// The element equals the greatest operand by value.
pub(super) fn equal_by_value(dtype: DType, greatest: u64, found: u64) -> Sentence {
    if found == greatest {
        return Sentence::Holds;
    }
    match decode(dtype, found).compare(decode(dtype, greatest)) {
        Some(Ordering::Equal) => Sentence::Latitude("the sign of a zero is not named"),
        _ => Sentence::Due(Value::new(dtype, greatest).into()),
    }
}

/// The element is a NaN; silent where no operand is one.
pub(super) fn nan_gives_nan(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| {
        if trial.facts.reference(position).first_nan.is_none() {
            Sentence::Silent
        } else if Class::of(dtype, found).is_nan() {
            Sentence::Holds
        } else {
            Sentence::Due("a NaN".into())
        }
    })
}

/// The element is a NaN, or equals the greatest of the numbers by value, where there is one or a reduction passes over every NaN
/// there is; silent where no operand is a NaN.
pub(super) fn nan_or_number(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| {
        let reference = trial.facts.reference(position);
        let no_nan = || Sentence::Broken("no NaN, though every operand is one".into());
        match reference.number {
            _ if !reference.has_nan => Sentence::Silent,
            _ if Class::of(dtype, found).is_nan() => Sentence::Holds,
            None => no_nan(),
            Some(number) => match equal_by_value(dtype, number, found) {
                Sentence::Due(_) if reference.greatest.is_none() => no_nan(),
                Sentence::Due(_) => {
                    let is_minimum = trial.facts.case.operator.is_minimum();
                    let neither = if is_minimum {
                        "neither a NaN nor the least number, "
                    } else {
                        "neither a NaN nor the greatest number, "
                    };
                    Sentence::Broken(Words::Around(neither, Value::new(dtype, number), ""))
                }
                held => held,
            },
        }
    })
}

/// The element equals the greatest operand by value; of NaNs alone it is a NaN, or of a reduction that ignores NaNs, and so passes over
/// all of them, what is left of nothing.
pub(super) fn greatest_or_nan(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| match trial.greatest_number(position) {
        Some((_, greatest, _)) => equal_by_value(dtype, greatest, found),
        None if Class::of(dtype, found).is_nan() => Sentence::Holds,
        None => {
            let reference = trial.facts.reference(position);
            let ignores = trial.facts.case.operator.nan == NanRule::Ignored;
            let nothing = reference.number.filter(|_| ignores && reference.greatest.is_none());
            match nothing.map(|nothing| equal_by_value(dtype, nothing, found)) {
                Some(Sentence::Holds) => Sentence::Holds,
                _ => Sentence::Due("a NaN".into()),
            }
        }
    })
}

/// The element keeps its bits, where it is none of those that are computed.
pub(super) fn left_alone(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_part(Part::Untouched, |position, found| match trial.facts.operands_at(position).next() {
        Some(kept) if found != kept => Sentence::Due(Words::Around("the old ", Value::new(dtype, kept), "")),
        _ => Sentence::Holds,
    })
}

/// The element is +0 where an operand is, −0 where all greatest ones are; silent where the greatest is no zero, and of what is none
/// itself, which is another matter than its sign.
pub(super) fn positive_zero_wins(trial: &Trial) -> Decision {
    trial.each_element(|position, found| match trial.greatest_number(position) {
        Some((_, greatest, true)) if found == greatest => Sentence::Holds,
        Some((dtype, greatest, true)) if Class::of(dtype, found).is_float_zero() => {
            Sentence::Due(Value::new(dtype, greatest).into())
        }
        _ => Sentence::Silent,
    })
}
