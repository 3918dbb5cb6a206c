//! What NumPy's calls are given beside arrays: an initial value that decides, a mask that selects nothing, arrays that lie otherwise; and a
//! second operand of Paddle's that is one element.

use opconform_spec::{Attribute, Case, Form, Layout, OPERATORS, Operator, Way, Which};
use opconform_tensor::DType;

use super::super::Asked;
use super::super::length::placed;
use super::super::stretch::unlike;
use super::NAME;
use crate::draft::{case_of, tensor};
use crate::neighbours::{extremum, scrambled};
use crate::values::Landmarks;

pub(super) fn all(asked: &Asked) -> Vec<Case> {
    let each = |(turn, &operator): (usize, &&'static Operator)| {
        let of_type = |(place, dtype)| match operator.form {
            Form::UfuncReduction => [initial(operator, dtype), vec![turned(operator, dtype)]].concat(),
            Form::Ufunc => {
                let by_turns = [Layout::OverlappingBefore, Layout::Swapped];
                let by_turns = by_turns[(turn + place) % if dtype.size() > 1 { by_turns.len() } else { 1 }];
                let laid = [by_turns, Layout::Overlapping].map(|layout| laid(operator, dtype, layout));
                [Some(unselected(operator, dtype))].into_iter().chain(laid).flatten().collect()
            }
            Form::Subsequence => vec![single(operator, dtype)],
            _ => Vec::new(),
        };
        placed(operator, asked).flat_map(of_type).collect::<Vec<_>>()
    };
    OPERATORS.iter().enumerate().flat_map(each).collect()
}

/// A number, and others that it is preferred to by little: every bit of it decides.
fn decisive(operator: &Operator, dtype: DType, i: usize, is_preferred: bool) -> u64 {
    let Some(landmarks) = Landmarks::of(dtype) else {
        let bits = extremum(operator, dtype, scrambled(i as u64), is_preferred);
        // The least of them is even, as the complement of an odd number: the one below it needs its last bit.
        let is_even = is_preferred && operator.is_minimum() && dtype != DType::Bool;
        return bits - u64::from(is_even);
    };
    let sign = if operator.is_minimum() { landmarks.sign } else { 0 };
    match (is_preferred, i % 3) {
        (true, _) => sign | (landmarks.one + 1),
        (false, 0) => sign | landmarks.one,
        (false, 1) => sign ^ landmarks.sign | landmarks.greatest,
        (false, _) => sign | landmarks.half,
    }
}

/// An initial value that is preferred to every element; of rows of which one is not selected; and of floats a NaN.
fn initial(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    let named = [("axis", Attribute::Ints(vec![-1])), ("initial", Attribute::Int(1))];
    let data = || tensor(dtype, &[3, 5], |i| decisive(operator, dtype, i, false));
    let scalar = |bits| tensor(dtype, &[], |_| bits);
    let preferred = decisive(operator, dtype, 0, true);
    let mask = tensor(DType::Bool, &[3, 5], |i| u64::from(i / 5 != 1));
    let masked = [&named[..], &[("where", Attribute::Int(2))]].concat();
    let nan = Landmarks::of(dtype).map(|landmarks| landmarks.nan(5));
    let mut cases = vec![
        case_of(operator, NAME, "initial", vec![data(), scalar(preferred)], &named),
        case_of(operator, NAME, "row-of-nothing", vec![data(), scalar(preferred), mask], &masked),
    ];
    cases.extend(nan.map(|nan| case_of(operator, NAME, "initial-nan", vec![data(), scalar(nan)], &named)));
    cases
}

/// Rows that are reduced, of an array that lies from its last row to its first.
fn turned(operator: &'static Operator, dtype: DType) -> Case {
    let last = [("axis", Attribute::Ints(vec![-1]))];
    let case = case_of(operator, NAME, "turned", vec![unlike(dtype, &[5, 4], 208)], &last);
    case.with_way(Way::Laid(Layout::Turned, Which::All))
}

/// A mask without axes that selects nothing: what is given as `out` is returned as it was.
fn unselected(operator: &'static Operator, dtype: DType) -> Case {
    let named = [("out", Attribute::Int(2)), ("where", Attribute::Int(3))];
    let [first, second, out] = [224, 225, 226].map(|salt| unlike(dtype, &[2, 3], salt));
    case_of(operator, NAME, "nothing-selected", vec![first, second, out, tensor(DType::Bool, &[], |_| 0)], &named)
}

/// Longer than a vector of bytes, with a tail.
const LONGER: usize = 67;

/// Two rows that lie otherwise: with their bytes swapped, or the first under the result, which is one element before it or behind it.
fn laid(operator: &'static Operator, dtype: DType, layout: Layout) -> Option<Case> {
    let operands = [240, 241].map(|salt| unlike(dtype, &[LONGER], salt));
    let case = case_of(operator, NAME, "laid", operands.into(), &[]);
    let way = Way::all().find(|way| way.layout() == Some(layout) && way.suits(&case))?;
    Some(case.with_way(way))
}

/// A second operand of one element, which is preferred to every element of the first.
fn single(operator: &'static Operator, dtype: DType) -> Case {
    let first = tensor(dtype, &[2, 3], |i| decisive(operator, dtype, i, false));
    case_of(operator, NAME, "single", vec![first, tensor(dtype, &[1], |_| decisive(operator, dtype, 0, true))], &[])
}

#[cfg(test)]
mod tests {
    use opconform_tensor::Format;

    use super::*;
    use crate::call::types;
    use crate::draft::operator;

    /// The number as an integer of its type.
    fn integer(dtype: DType, bits: u64) -> i128 {
        let unused = 128 - dtype.bits();
        match dtype.format() {
            Format::Signed => (u128::from(bits) << unused).cast_signed() >> unused,
            _ => i128::from(bits),
        }
    }

    #[test]
    fn what_decides_is_preferred_to_all_others_and_needs_its_last_bit() {
        for name in ["numpy.amax", "numpy.amin", "paddle.maximum", "paddle.minimum"] {
            let operator = operator(name);
            for &dtype in types(operator).iter().filter(|&&dtype| !dtype.is_float() && dtype != DType::Bool) {
                let of = |i, is_preferred| integer(dtype, decisive(operator, dtype, i, is_preferred));
                let preferred = of(0, true);
                assert_eq!(preferred.rem_euclid(2), 1, "{name} {dtype}");
                let is_worse = |other| if operator.is_minimum() { other > preferred } else { other < preferred };
                assert!((0..15).all(|i| is_worse(of(i, false))), "{name} {dtype}");
            }
        }
    }

    #[test]
    fn what_decides_is_lost_where_it_is_computed_through_a_float() {
        for name in ["numpy.amax", "numpy.amin"] {
            let through_f64 = |bits: i128| bits as f64 as i128;
            let through_f32 = |bits: i128| bits as f32 as i128;
            let decides = |dtype| integer(dtype, decisive(operator(name), dtype, 0, true));
            for dtype in [DType::I64, DType::U64] {
                assert_ne!(through_f64(decides(dtype)), decides(dtype), "{name} {dtype}");
            }
            for dtype in [DType::I32, DType::U32] {
                assert_ne!(through_f32(decides(dtype)), decides(dtype), "{name} {dtype}");
            }
        }
    }
}
