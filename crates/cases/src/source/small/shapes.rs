//! Two operands of which one is a row, a plane, a column or a channel of the other, or of one element at another rank; and three operands
//! at older operator sets.

use opconform_spec::{Case, Form, Operator, Origin};
use opconform_tensor::DType;

use super::super::Asked;
use super::super::length::placed;
use super::super::stretch::unlike;
use super::NAME;
use crate::draft::case_of;

/// The shape of one operand, and of another that is stretched to it: no row is of a whole number of vectors.
const PARTS: [(&[usize], &[usize]); 11] = [
    (&[2, 3], &[3]),
    (&[2, 3, 5], &[5]),
    (&[2, 3, 5], &[3, 5]),
    (&[2, 3, 5], &[3, 1]),
    (&[2, 3, 5], &[2, 3, 1]),
    (&[2, 3, 2, 5], &[3, 1, 1]),
    (&[2, 3, 2, 5], &[1, 3, 1, 1]),
    (&[2, 3, 5, 2], &[2, 1, 5, 1]),
    (&[2, 3, 5, 2], &[1, 3, 1, 2]),
    (&[2, 3, 2, 3, 5], &[2, 1, 2, 1, 5]),
    (&[2, 1, 2, 1, 5], &[1, 3, 1, 3, 1]),
];

/// Operands of one element each, whose result is of the higher rank.
const SINGLE: [(&[usize], &[usize]); 4] = [(&[], &[1]), (&[1], &[1, 1]), (&[1, 1], &[]), (&[1, 1, 1], &[1])];

/// The elements of three operands: a vector, and what is left after it.
const THREE: usize = 9;

pub(super) fn of(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    if operator.form.broadcasts() {
        for (place, dtype) in placed(operator, asked) {
            let is_tried =
                |&(index, _): &(usize, _)| dtype == DType::F32 || (index + turn + place).is_multiple_of(SINGLE.len());
            let parts = PARTS.iter().enumerate().map(|it| ("part", it));
            let single = SINGLE.iter().enumerate().filter(is_tried).map(|it| ("single", it));
            for (slug, (index, &(first, second))) in parts.chain(single) {
                let mut operands = vec![unlike(dtype, first, 128 + index), unlike(dtype, second, 144 + index)];
                // By turns the second is the larger one.
                if (index / 2 + turn + place) % 2 == 1 {
                    operands.reverse();
                }
                cases.push(case_of(operator, NAME, slug, operands, &[]));
            }
        }
    }
    if operator.form == Form::OnnxVariadic {
        cases.extend(three(operator, turn, asked));
    }
    cases
}

/// Three operands at each older operator set: of integers, in one type of so many.
fn three(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for &version in operator.versions.iter().filter(|&&version| version != operator.newest()) {
        for (place, &dtype) in (operator.types)(version).iter().enumerate() {
            if !asked.takes(operator, dtype) || !dtype.is_float() && !(place + turn).is_multiple_of(3) {
                continue;
            }
            let operands = (0..3).map(|k| unlike(dtype, &[THREE], 160 + k)).collect();
            cases.push(Case::new(operator, version, operands, "three", Origin { source: NAME.into(), seed: None }));
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_that_is_stretched_is_of_vectors_of_four() {
        let rows = PARTS.iter().filter_map(|(first, _)| first.last());
        assert!(rows.clone().all(|row| !row.is_multiple_of(4)), "{:?}", rows.collect::<Vec<_>>());
    }
}
