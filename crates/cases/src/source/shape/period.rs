//! Long dimensions, and short inner periods of large tensors.
//!
//! An implementation that sees one element meet a run of many, or a row meet many rows, often leaves its general loop for
//! one with another rule for NaN and zeros. Which one it takes depends on the length of the run, on the total size, and on
//! which operand is the short one.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};

use super::NAME;
use crate::draft::{case, float_types, integer_types, mixed_inputs, tensor};
use crate::values::Landmarks;

/// Run lengths of a scalar per row, around vector widths.
const RUNS: [usize; 11] = [2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64];

/// The large operand and the one that repeats in it.
const PERIODS: [(&[usize], &[usize]); 16] = [
    (&[1000, 3], &[1000, 1]),
    (&[4096, 2], &[4096, 1]),
    (&[3, 1000], &[3, 1]),
    (&[256, 4], &[1, 4]),
    (&[256, 4], &[4]),
    (&[333, 5], &[5]),
    (&[16, 64], &[1, 64]),
    (&[2, 8, 32], &[1, 8, 32]),
    (&[2, 3, 100], &[2, 3, 1]),
    (&[50, 3, 4], &[50, 1, 1]),
    (&[50, 3, 4], &[1, 3, 1]),
    (&[50, 3, 4], &[50, 1, 4]),
    (&[300], &[]),
    (&[300], &[1]),
    (&[1, 300], &[1, 1]),
    (&[300, 1], &[1]),
];

/// Operands that both stretch, along a long axis.
const OUTER: [(&[usize], &[usize]); 4] =
    [(&[500, 1], &[1, 2]), (&[2, 1], &[1, 500]), (&[40, 1], &[40]), (&[1, 300, 1], &[2, 1, 2])];

/// Shapes that are tried with the same kind of value all over each operand.
const PURE_SHAPES: [(&[usize], &[usize]); 5] =
    [(&[256, 4], &[256, 1]), (&[256, 1], &[256, 4]), (&[256, 4], &[1, 4]), (&[1, 4], &[256, 4]), (&[], &[])];

/// The kinds of value of the two operands.
const PURE: [(&str, Content, Content); 5] = [
    ("nan-vs-finite", Content::Nan, Content::Finite),
    ("finite-vs-nan", Content::Finite, Content::Nan),
    ("nan-vs-nan", Content::Nan, Content::Nan),
    ("zero-vs-negative-zero", Content::Zero, Content::NegativeZero),
    ("negative-zero-vs-zero", Content::NegativeZero, Content::Zero),
];

#[derive(Clone, Copy)]
enum Content {
    Nan,
    Finite,
    Zero,
    NegativeZero,
}

pub(super) fn generate() -> Vec<Case> {
    let rows = RUNS.map(|run| (vec![1 + 1024 / run, run], vec![1 + 1024 / run, 1]));
    let periods: Vec<(&[usize], &[usize])> =
        PERIODS.into_iter().chain(rows.iter().map(|(large, small)| (large.as_slice(), small.as_slice()))).collect();
    let mut cases = Vec::new();
    for dtype in float_types() {
        for (large, small) in &periods {
            let large = outer(dtype, large);
            for start in 0..starts(small) {
                let small = inner(dtype, small, start);
                cases.push(case(NAME, "period", vec![large.clone(), small.clone()]));
                cases.push(case(NAME, "period", vec![small, large.clone()]));
            }
        }
        for (first, second) in PURE_SHAPES {
            for (slug, one, other) in PURE {
                cases.push(case(NAME, slug, vec![pure(dtype, first, one), pure(dtype, second, other)]));
            }
        }
    }
    let others = periods.iter().chain(&OUTER).enumerate();
    cases.extend(
        others
            .zip(integer_types().cycle())
            .map(|((turn, (first, second)), dtype)| case(NAME, "period", mixed_inputs(dtype, &[first, second], turn))),
    );
    for dtype in float_types() {
        let outers = OUTER.iter().enumerate();
        cases.extend(outers.map(|(turn, (a, b))| case(NAME, "outer", mixed_inputs(dtype, &[a, b], turn))));
    }
    cases
}

/// NaNs, zeros of both signs and numbers.
fn focus(dtype: DType) -> [u64; 7] {
    let landmarks = Landmarks::of(dtype).expect("a float type");
    let sign = landmarks.sign;
    [landmarks.nan(1), landmarks.one, 0, sign, landmarks.nan(2) | sign, landmarks.one | sign, landmarks.greatest]
}

/// The repeated operand: one value of the focus after the other.
fn inner(dtype: DType, shape: &[usize], start: usize) -> Tensor {
    let values = focus(dtype);
    tensor(dtype, shape, |i| values[(start + i) % values.len()])
}

/// The values of the focus that a repeated operand starts with by turns: a NaN, a number and both zeros where it has but one
/// element.
fn starts(shape: &[usize]) -> usize {
    if shape.iter().all(|&dim| dim == 1) { 4 } else { 1 }
}

/// The large operand: in step with no run of the other.
fn outer(dtype: DType, shape: &[usize]) -> Tensor {
    let values = focus(dtype);
    tensor(dtype, shape, |i| values[(i + i / values.len() + i / 61) % values.len()])
}

fn pure(dtype: DType, shape: &[usize], content: Content) -> Tensor {
    let landmarks = Landmarks::of(dtype).expect("a float type");
    tensor(dtype, shape, |i| match content {
        Content::Nan => landmarks.nan(i),
        Content::Finite => landmarks.finite(i),
        Content::Zero => 0,
        Content::NegativeZero => landmarks.sign,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use opconform_tensor::{broadcast, broadcast_indices};

    use super::*;

    #[test]
    fn counts_are_as_promised() {
        let (periods, single) = (PERIODS.len() + RUNS.len(), 4);
        let each_float = 2 * (periods + 3 * single) + PURE_SHAPES.len() * PURE.len() + OUTER.len();
        assert_eq!(generate().len(), float_types().count() * each_float + periods + OUTER.len());
    }

    /// All orders of NaN and number, and of the two zeros, among them.
    #[test]
    fn every_value_of_the_repeated_operand_meets_every_value_of_the_focus() {
        for case in generate().iter().filter(|case| case.inputs[0].dtype().is_float() && case.slug() == "period") {
            let shape = broadcast(case.inputs.iter().map(Tensor::shape)).expect("shapes that agree");
            let column = |input: &Tensor| -> Vec<u64> {
                let bits = input.to_bits();
                broadcast_indices(input.shape(), &shape).into_iter().map(|i| bits[i]).collect()
            };
            let [mut large, mut small] = [&case.inputs[0], &case.inputs[1]];
            if large.shape() != shape {
                (large, small) = (small, large);
            }
            let pairs: HashSet<(u64, u64)> = column(large).into_iter().zip(column(small)).collect();
            let repeated: HashSet<u64> = small.to_bits().into_iter().collect();
            let focus = focus(large.dtype());
            assert!(repeated.len() == 1 || focus[..3].iter().all(|bits| repeated.contains(bits)), "{}", case.id());
            assert_eq!(pairs.len(), focus.len() * repeated.len(), "{}", case.id());
        }
    }
}
