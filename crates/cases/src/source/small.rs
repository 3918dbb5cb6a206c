//! Small calls of which there are few else, in every type: every short row, spans of one element, elements between bounds in every short
//! length; and, in rooms of their own, [shapes] that broadcast, [axes], and what NumPy's calls are [given](arguments) beside arrays.

use std::ops::RangeInclusive;

use opconform_spec::{Case, Form, NanRule, Operator};
use opconform_tensor::DType;

use super::beyond::limited;
use super::length::placed;
use super::row::{Wanted, element};
use super::{Asked, Source};
use crate::call::{elementwise, of_form, of_rows, reductions};
use crate::neighbours::extremum;
use crate::values::{Landmarks, extremes};

mod arguments;
mod axes;
mod shapes;

const NAME: &str = "small";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every short row and span, shapes that broadcast, axes of higher ranks, initial values, masks and views, in every type",
    generate: |_, asked| {
        let rows = reductions().enumerate().flat_map(|(turn, operator)| {
            [rows(operator, turn, asked), ones(operator, asked), axes::of(operator, turn, asked)].concat()
        });
        let two = elementwise().enumerate().flat_map(|(turn, operator)| shapes::of(operator, turn, asked));
        rows.chain(two).chain(between(asked)).chain(arguments::all(asked)).collect()
    },
};

/// Lengths of rows that are tried in every type.
const EACH: RangeInclusive<usize> = 2..=8;

/// Lengths of which a type is tried at every other one: an operator where its twin is not.
const BY_TURNS: RangeInclusive<usize> = 9..=40;

/// The number of which an integer that is no extremum is all zeros, or of a minimum all ones.
const FAR: u64 = 4;

/// Whether a length is one that is tried.
fn is_tried(length: usize, turn: usize) -> bool {
    EACH.contains(&length) || BY_TURNS.contains(&length) && (length + turn).is_multiple_of(2)
}

/// Rows with an extremum at each of their places, and of floats with a NaN; of spans, which are one row each, at the last.
fn rows(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    // Without a NaN, what ignores it is the other reduction of its library.
    let is_its_own = |dtype: DType| dtype.is_float() || operator.nan == NanRule::Propagates;
    for (place, dtype) in placed(operator, asked).filter(|&(_, dtype)| is_its_own(dtype)) {
        for length in (*EACH.start()..=*BY_TURNS.end()).filter(|&length| is_tried(length, turn + place)) {
            let bits = |wanted, place, i| element(operator, dtype, wanted, place, i);
            if operator.form.is_of_spans() {
                // Of integers, every other one is on the far side of zero, or of the half of their range.
                let is_far = |i: usize| !dtype.is_float() && i + 1 < length && i.is_multiple_of(2);
                let last = |i| {
                    if is_far(i) {
                        extremum(operator, dtype, FAR, false)
                    } else {
                        bits(Wanted::Extremum, length - 1, i)
                    }
                };
                cases.push(of_rows(operator, NAME, "last", dtype, [1, length], last));
                continue;
            }
            let kinds = 1 + usize::from(dtype.is_float());
            let at_each = |i: usize| {
                let row = i / length;
                bits(if row < length { Wanted::Extremum } else { Wanted::Nan }, row % length, i % length)
            };
            cases.push(of_rows(operator, NAME, "each", dtype, [kinds * length, length], at_each));
        }
    }
    cases
}

/// Spans of one element, which is the result whatever it is: a zero of either sign, a NaN, either end.
fn ones(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked).filter(|_| operator.form == Form::SpanReduction) {
        let (least, greatest) = extremes(dtype);
        let of_floats = Landmarks::of(dtype).map(|landmarks| [0, landmarks.sign, landmarks.nan(3)]);
        for bits in [least, greatest].into_iter().chain(of_floats.into_iter().flatten()) {
            cases.push(of_rows(operator, NAME, "one", dtype, [1, 1], |_| bits));
        }
    }
    cases
}

/// The lengths of elements between bounds: a vector of each width, and what is left after it.
const BETWEEN: RangeInclusive<usize> = 3..=66;

/// Of these lengths, a type is tried at one in so many.
const ONE_IN: usize = 4;

/// Elements that either bound limits by turns.
fn between(asked: &Asked) -> Vec<Case> {
    let each = |operator| {
        let of_type = move |(place, dtype): (usize, DType)| {
            let in_turn = BETWEEN.filter(move |length| (length + place).is_multiple_of(ONE_IN));
            in_turn.map(move |length| limited(operator, NAME, "between", dtype, length))
        };
        placed(operator, asked).flat_map(of_type)
    };
    of_form(|form| form == Form::OnnxLimits).flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use opconform_spec::Facts;
    use opconform_tensor::Tensor;

    use super::*;
    use crate::Settings;

    fn cases() -> Vec<Case> {
        (SOURCE.generate)(&Settings::default(), &Asked::ALL)
    }

    #[test]
    fn every_case_is_well_formed_and_small() {
        let cases = cases();
        for case in &cases {
            assert_eq!(Facts::new(case).invalid(), None, "{}", case.id());
            assert!(case.inputs.iter().map(Tensor::len).sum::<usize>() < 2 * 41 * 41, "{}", case.id());
        }
        assert!(cases.len() < 300 * DType::ALL.len(), "{} cases", cases.len());
    }

    #[test]
    fn a_type_is_tried_at_every_short_length_by_an_operator_or_its_twin() {
        let cases = cases();
        let lengths = |name: &str| -> BTreeSet<usize> {
            let of = cases
                .iter()
                .filter(|case| case.operator.qualified() == name && ["each", "last"].contains(&case.slug()));
            let of = of.filter(|case| case.inputs[0].dtype() == DType::I32);
            of.map(|case| case.inputs[0].shape().last().copied().unwrap_or(1)).collect()
        };
        for [name, twin] in [["ReduceMax", "ReduceMin"], ["dotnet.SpanMaxReduce", "dotnet.SpanMinReduce"]] {
            let both: BTreeSet<usize> = lengths(name).union(&lengths(twin)).copied().collect();
            assert_eq!(both, (2..=40).collect(), "{name}");
            assert!(lengths(name).is_superset(&EACH.collect()), "{name}");
        }
    }
}
