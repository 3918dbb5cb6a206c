//! What the operands at one element of a result have in common.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType};

use crate::computation::Limited;
use crate::direction::{Direction, NanRule};
use crate::operator::Operator;
use crate::order::decode;

/// What the operands at one element of the result have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reference {
    /// Whether one of them is a NaN, whatever the operator makes of it.
    pub(crate) has_nan: bool,
    /// The first NaN in operand order; none where the operator ignores it.
    pub(crate) first_nan: Option<u64>,
    /// The number that no other is preferred to by value; of zeros of both signs, the one that the operator prefers. Of an element
    /// between bounds, the number that is left.
    /// `None` when all operands are NaN; the operator's identity when there is none.
    pub(crate) greatest: Option<u64>,
    /// Whether that is a zero of a float type.
    pub(crate) greatest_is_zero: bool,
    /// The same number, and where there is none what is left by passing over every NaN: of a reduction the identity, and none of an
    /// operator that compares operands, whose result is one of them.
    pub(crate) number: Option<u64>,
    /// The one result of operands of which no document that compares values says more than which is preferred: no NaN meets there, no
    /// bound, and what is preferred is neither a zero of a float type nor subnormal.
    pub(crate) plain: Option<u64>,
}

impl Reference {
    pub(super) fn of(
        dtype: DType,
        operator: &Operator,
        direction: Direction,
        operands: impl Iterator<Item = u64>,
    ) -> Self {
        let mut reference = Self::default();
        let mut greatest = None;
        operands.for_each(|bits| {
            let number = decode(dtype, bits);
            let preferred = match greatest {
                None => direction.compare_zeros(number, number).map(|_| Ordering::Greater),
                Some((_, greatest)) => direction.compare_zeros(number, greatest),
            };
            match preferred {
                None => reference.first_nan = reference.first_nan.or(Some(bits)),
                Some(Ordering::Greater) => greatest = Some((bits, number)),
                Some(_) => {}
            }
        });
        reference.greatest = greatest.map(|(bits, _)| bits);
        reference.has_nan = reference.first_nan.is_some();
        if operator.nan == NanRule::Ignored && reference.greatest.is_some() {
            reference.first_nan = None;
        }
        if reference.first_nan.is_none() && reference.greatest.is_none() {
            reference.greatest = Some(direction.identity(dtype));
        }
        let of_nothing = operator.form.is_reduction().then(|| direction.identity(dtype));
        reference.number = reference.greatest.or(of_nothing);
        reference.greatest_is_zero = reference.greatest.is_some_and(|greatest| decode(dtype, greatest).is_float_zero());
        reference
    }

    /// What an element and its bounds have in common: the number is the one that is left.
    pub(super) fn limited(dtype: DType, limited: Option<Limited>) -> Self {
        let Some(limited) = limited else { return Self::default() };
        let operands = [Some(limited.element), limited.min, limited.max];
        let first_nan = operands.into_iter().flatten().find(|&bits| Class::of(dtype, bits).is_nan());
        let number = limited.number(dtype);
        let greatest_is_zero = number.is_some_and(|bits| decode(dtype, bits).is_float_zero());
        Self { has_nan: first_nan.is_some(), first_nan, greatest: number, greatest_is_zero, number, plain: None }
    }

    /// What the places of operands have in common of which this is known: the number is the place of the first NaN, or else of what is
    /// preferred.
    pub(super) fn place(extremum: &Self, mut operands: impl Iterator<Item = u64>) -> Self {
        let due = extremum.first_nan.or(extremum.greatest);
        let place = operands.position(|bits| Some(bits) == due).map(|place| place as u64);
        Self { number: place, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::Value;

    use super::*;

    fn reference_of(operator: &str, names: &[&str]) -> (Option<u64>, Option<u64>) {
        let parse = |name: &&str| Value::parse(DType::F16, name).expect("a value").bits();
        let operator = Operator::named(operator).expect("an operator");
        let direction = operator.direction().expect("an extremum");
        let operands = names.iter().map(parse);
        let Reference { first_nan, greatest, .. } = Reference::of(DType::F16, operator, direction, operands);
        (first_nan, greatest)
    }

    #[test]
    fn the_first_nan_and_the_greatest_number_wherever_they_stand() {
        let reference = |names: &[&str]| reference_of("Max", names);
        let (nan, other) = ("nan:0x7e01", "nan:0xfd00");
        assert_eq!(reference(&[nan]), (Some(0x7e01), None));
        assert_eq!(reference(&[other, nan]), (Some(0xfd00), None));
        assert_eq!(reference(&[nan, "-inf", other]), (Some(0x7e01), Some(0xfc00)));
        assert_eq!(reference(&["-1.0", other, "1.0", nan]), (Some(0xfd00), Some(0x3c00)));
        assert_eq!(reference(&["-0.0", "-1.0", "-0.0"]), (None, Some(0x8000)));
        for zeros in [["-0.0", "0.0"], ["0.0", "-0.0"]] {
            assert_eq!(reference(&zeros), (None, Some(0)));
            assert_eq!(reference_of("Min", &zeros), (None, Some(0x8000)));
        }
    }

    #[test]
    fn the_minimum_is_the_same_the_other_way_round() {
        assert_eq!(reference_of("Min", &["-1.0", "1.0", "nan:0x7e01"]), (Some(0x7e01), Some(0xbc00)));
        assert_eq!(reference_of("Min", &["0.0", "1.0"]), (None, Some(0)));
    }

    #[test]
    fn a_nan_that_is_ignored_is_the_result_of_nans_alone() {
        let (nan, other) = ("nan:0x7e01", "nan:0xfd00");
        assert_eq!(reference_of("numpy.fmax", &[nan, "-inf"]), (None, Some(0xfc00)));
        assert_eq!(reference_of("numpy.fmin", &["1.0", nan, "-1.0"]), (None, Some(0xbc00)));
        assert_eq!(reference_of("numpy.nanmax", &[other, nan]), (Some(0xfd00), None));
    }

    #[test]
    fn nothing_at_all_is_the_identity() {
        assert_eq!(reference_of("ReduceMax", &[]), (None, Some(0xfc00)));
        assert_eq!(reference_of("ReduceMin", &[]), (None, Some(0x7c00)));
    }
}
