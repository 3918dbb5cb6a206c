//! Rows of one length of each remainder by eight: an extremum in the last places, and of floats a NaN and a subnormal.

use opconform_spec::{Case, Operator};
use opconform_tensor::DType;

use super::{NAME, Wanted, element};
use crate::call::of_rows;
use crate::source::Asked;
use crate::source::length::placed;
use crate::source::length::remainder::REMAINDERS;

/// The last places that are tried: as many as can be left after whole vectors of eight.
const LAST: usize = 8;

/// Of these lengths an integer type meets one in so many, each type and operator others.
const ONE_IN: usize = 3;

/// What is wanted of the rows of a type, one after the other.
fn wanted(dtype: DType) -> &'static [Wanted] {
    if dtype.is_float() { &[Wanted::Extremum, Wanted::Subnormal, Wanted::Nan] } else { &[Wanted::Extremum] }
}

pub(super) fn generate(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked) {
        for (index, length) in REMAINDERS.into_iter().enumerate() {
            if !dtype.is_float() && !(index + place + turn).is_multiple_of(ONE_IN) {
                continue;
            }
            let wanted = wanted(dtype);
            if operator.form.is_of_spans() {
                // One row each: what is last of all, and in its stead a subnormal.
                for &wanted in &wanted[..wanted.len().min(2)] {
                    let bits = |i| element(operator, dtype, wanted, length - 1, i);
                    let slug = if matches!(wanted, Wanted::Subnormal) { "tail-of-subnormals" } else { "tail" };
                    cases.push(of_rows(operator, NAME, slug, dtype, [1, length], bits));
                }
                continue;
            }
            let bits = |i| {
                let (row, among) = (i / length, i % length);
                element(operator, dtype, wanted[row / LAST], length - 1 - row % LAST, among)
            };
            cases.push(of_rows(operator, NAME, "tail", dtype, [wanted.len() * LAST, length], bits));
        }
    }
    cases
}
