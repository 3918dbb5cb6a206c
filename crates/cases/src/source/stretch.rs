//! Every operator that broadcasts, in every type: shapes that a wrong stride reads otherwise, and one to seven operands.
//!
//! Which element an implementation reads does not depend on the element type, as long as its kernels come from one template. Many
//! do not: a type that has a vector kernel of its own has walks of its own.

use opconform_spec::{Case, Form, Operator};
use opconform_tensor::{DType, Tensor};

use super::Source;
use crate::call::{elementwise, types};
use crate::draft::{case_of, tensor};
use crate::neighbours::scrambled;
use crate::values::Landmarks;

const NAME: &str = "stretch";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every operator that broadcasts, in every type: axes stretched in the middle, in turn, at rank 5, in long rows; many operands",
    generate: |_, asked| {
        let broadcasting = elementwise().filter(|operator| operator.form.broadcasts() && asked.has(operator));
        broadcasting.flat_map(of_operator).collect()
    },
};

/// Pairs of shapes, each in both orders of the operands.
const SHAPES: [(&[usize], &[usize]); 5] = [
    (&[2, 3, 4], &[2, 1, 4]),
    (&[2, 1, 3, 1, 2], &[3, 1, 2, 1]),
    (&[5, 4], &[5, 1]),
    (&[2, 9], &[]),
    // The rows are longer than two vectors, and neither operand has the shape of the result.
    (&[6, 1], &[1, 130]),
];

/// Shapes of three operands, of which the first two leave an axis to the third or only broadcast together; and a column and a row, of which
/// the last element meets more than one other.
const FEW: [&[&[usize]]; 5] = [
    &[&[1, 2], &[1, 1], &[2, 2]],
    &[&[4], &[4], &[2, 4]],
    &[&[2, 1, 1], &[3, 1], &[4]],
    &[&[2, 4], &[4], &[4]],
    &[&[15, 1], &[1, 15]],
];

/// Which of two operands each of three is: what merges those that are the same may take the wrong pair.
const TWICE: [[usize; 3]; 3] = [[0, 1, 0], [0, 0, 1], [0, 1, 1]];

/// The shape of operands that are many, and their numbers.
const MANY: (&[usize], [usize; 3]) = (&[9], [3, 4, 7]);

fn of_operator(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        for (turn, (first, second)) in SHAPES.into_iter().enumerate() {
            for shapes in [[first, second], [second, first]] {
                let operands = shapes.into_iter().enumerate().map(|(k, shape)| unlike(dtype, shape, turn * 8 + k));
                cases.push(case_of(operator, NAME, "stretched", operands.collect(), &[]));
            }
        }
        if operator.form != Form::OnnxVariadic {
            continue;
        }
        for (turn, shapes) in FEW.into_iter().enumerate() {
            let operands = shapes.iter().enumerate().map(|(k, shape)| unlike(dtype, shape, 64 + turn * 8 + k));
            cases.push(case_of(operator, NAME, "few", operands.collect(), &[]));
        }
        let (shape, counts) = MANY;
        for which in TWICE {
            cases.push(case_of(operator, NAME, "twice", which.map(|k| unlike(dtype, shape, 96 + k)).into(), &[]));
        }
        for count in counts {
            let operands = (0..count).map(|k| unlike(dtype, shape, count * 8 + k)).collect();
            cases.push(case_of(operator, NAME, "many", operands, &[]));
        }
    }
    cases
}

/// Numbers of which hardly two are the same, of either sign where there are two.
pub(super) fn unlike(dtype: DType, shape: &[usize], salt: usize) -> Tensor {
    tensor(dtype, shape, |i| {
        let number = scrambled((salt << 20 | i) as u64);
        match Landmarks::of(dtype) {
            Some(landmarks) => {
                landmarks.number((number >> 1) as usize) | if number & 1 == 0 { landmarks.sign } else { 0 }
            }
            None if dtype == DType::Bool => number & 1,
            None => number & dtype.mask(),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use opconform_spec::Facts;

    use super::*;
    use crate::{Asked, Settings};

    #[test]
    fn every_type_of_every_operator_is_stretched_in_both_orders() {
        let cases = (SOURCE.generate)(&Settings::default(), &Asked::ALL);
        let stretched = cases.iter().filter(|case| case.slug() == "stretched");
        let met: HashSet<_> = stretched
            .map(|case| {
                assert_eq!(Facts::new(case).invalid(), None, "{}", case.id());
                (case.operator.qualified(), case.inputs[0].dtype(), case.inputs[0].shape().to_vec())
            })
            .collect();
        let expected: usize =
            elementwise().filter(|operator| operator.form.broadcasts()).map(|operator| types(operator).len()).sum();
        assert_eq!(met.len(), expected * 2 * SHAPES.len());
    }

    /// Where hardly two elements are the same, another element that is read in place of the right one shows.
    #[test]
    fn elements_tell_places_apart() {
        for dtype in DType::ALL.into_iter().filter(|&dtype| dtype != DType::Bool) {
            let bits = unlike(dtype, &[24], 3).to_bits();
            assert!(bits.iter().collect::<HashSet<_>>().len() > 20, "{dtype}");
        }
    }
}
