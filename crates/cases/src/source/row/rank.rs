//! Reductions at rank three to five: long rows in the middle and at the end, and axes of a tensor that has more of them than most
//! implementations have a path for.

use opconform_spec::{Case, Operator};
use opconform_tensor::DType;

use super::{NAME, Wanted, element};
use crate::call::of_axes;
use crate::draft::tensor;
use crate::source::Asked;
use crate::source::length::placed;
use crate::source::stretch::unlike;
use crate::values::Landmarks;

/// Shapes with long rows, and the axes that are reduced.
const LONG: [(&[usize], &[i64]); 3] = [(&[3, 40, 3], &[1]), (&[3, 40, 3], &[1, 2]), (&[2, 2, 2, 40], &[-1])];

/// Shapes of as many elements as a path for large tensors may ask for, and the axis that is reduced: the two others are of unlike sizes.
const LARGE: [(&[usize], i64); 3] = [(&[5, 9, 100], 2), (&[5, 100, 9], 1), (&[100, 5, 9], 0)];

/// Shapes of rank five, and the axes that are reduced: one in the middle, several apart, one from the front, some from the back.
const FIVE: [(&[usize], &[i64]); 4] =
    [(&[2, 1, 3, 2, 2], &[3]), (&[2, 1, 3, 2, 2], &[0, 2, 4]), (&[2, 3, 2, 2, 3], &[1]), (&[2, 3, 2, 2, 3], &[-1, -3])];

/// What the results of a float case are, by turns.
const FLOATS: [Wanted; 3] = [Wanted::Nan, Wanted::Subnormal, Wanted::Zero];

pub(super) fn generate(operator: &'static Operator, turn_of_operator: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked).filter(|_| operator.form.has_axes()) {
        for (turn, (shape, axes)) in LONG.into_iter().enumerate() {
            let contents: &[(&str, &[Wanted])] = &[("long-extremum", &[Wanted::Extremum]), ("long-special", &FLOATS)];
            for (slug, wanted) in contents.iter().take(if dtype.is_float() { 2 } else { 1 }) {
                let meets = Reduction::of(shape, axes);
                let bits = |i| {
                    let (result, among) = meets.at(i);
                    element(operator, dtype, wanted[result % wanted.len()], meets.place(result), among)
                };
                cases.push(of_axes(operator, NAME, slug, tensor(dtype, shape, bits), axes, turn % 2 == 1));
            }
        }
        for (turn, (shape, axis)) in LARGE.into_iter().enumerate() {
            if matches!(dtype, DType::F32 | DType::I64) || (turn + turn_of_operator + place).is_multiple_of(LARGE.len())
            {
                let data = unlike(dtype, shape, 272 + turn);
                cases.push(of_axes(operator, NAME, "large", data, &[axis], turn == 1));
            }
        }
        for (turn, (shape, axes)) in FIVE.into_iter().enumerate() {
            cases.push(of_axes(operator, NAME, "rank-5", numbers(dtype, shape, turn), axes, turn % 2 == 0));
        }
    }
    cases
}

/// Numbers of which hardly two are the same, and of floats a NaN among them.
fn numbers(dtype: DType, shape: &[usize], turn: usize) -> opconform_tensor::Tensor {
    let bits = unlike(dtype, shape, 64 + turn).to_bits();
    let nan = bits.len() - 1 - turn;
    tensor(dtype, shape, |i| match Landmarks::of(dtype) {
        Some(landmarks) if i == nan => landmarks.nan(1),
        _ => bits[i],
    })
}

/// What meets in a reduction.
struct Reduction<'a> {
    shape: &'a [usize],
    /// Of each axis, whether it is reduced.
    reduced: Vec<bool>,
    /// The elements that meet in each result.
    count: usize,
}

impl<'a> Reduction<'a> {
    fn of(shape: &'a [usize], axes: &[i64]) -> Self {
        let rank = shape.len().cast_signed() as i64;
        let reduced: Vec<bool> = (0..rank).map(|axis| axes.contains(&axis) || axes.contains(&(axis - rank))).collect();
        let count = shape.iter().zip(&reduced).filter(|&(_, &reduced)| reduced).map(|(&size, _)| size).product();
        Self { shape, reduced, count }
    }

    /// The result that an element meets others in, and its place among them.
    fn at(&self, mut i: usize) -> (usize, usize) {
        let (mut result, mut among) = ((0, 1), (0, 1));
        for (&size, &reduced) in self.shape.iter().zip(&self.reduced).rev() {
            let (place, step) = if reduced { &mut among } else { &mut result };
            *place += i % size * *step;
            *step *= size;
            i /= size;
        }
        (result.0, among.0)
    }

    /// The place that stands out in a result: the last, the first, and others all over the row.
    fn place(&self, result: usize) -> usize {
        match result {
            0 => self.count - 1,
            result => (result - 1) * 7 % self.count,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_element_meets_others_in_one_place() {
        for (shape, axes) in LONG.into_iter().chain(FIVE) {
            let meets = Reduction::of(shape, axes);
            let elements: usize = shape.iter().product();
            let met: BTreeSet<(usize, usize)> = (0..elements).map(|i| meets.at(i)).collect();
            let results = elements / meets.count;
            assert_eq!(met.len(), elements, "{shape:?}");
            assert!(met.iter().all(|&(result, among)| result < results && among < meets.count), "{shape:?}");
        }
    }
}
