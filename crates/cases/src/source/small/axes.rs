//! Axes that are reduced in the middle of a tensor, several of a higher rank, all of a high rank, and some counted from either end.

use opconform_spec::{Attribute, Case, Form, Operator, Origin};
use opconform_tensor::DType;

use super::super::Asked;
use super::super::length::placed;
use super::super::reduce::list;
use super::super::row::{Wanted, element};
use super::super::stretch::unlike;
use super::NAME;
use crate::call::of_axes;
use crate::draft::{named, tensor};

/// A shape, and the axes along which it is reduced: in the middle, with rows behind it beyond a vector of bytes; and several of four.
const SOME: [(&[usize], &[i64]); 9] = [
    (&[3, 5, 17], &[1]),
    (&[2, 4, 35], &[1]),
    (&[2, 3, 70], &[1]),
    (&[2, 3, 4, 5], &[0, 2, 3]),
    (&[2, 3, 4, 5], &[1, 2]),
    (&[2, 3, 4, 5], &[0, 1, 2]),
    (&[2, 3, 4, 5], &[0, 2]),
    (&[2, 3, 4, 5], &[1, 3]),
    (&[2, 3, 4, 5], &[0, 3]),
];

/// Shapes whose reduced axis, in the middle, has one element: it is gone from a result that does not keep it.
const OF_ONE: [(&[usize], &[i64]); 4] =
    [(&[2, 1, 3, 5], &[1]), (&[2, 3, 1, 5], &[2]), (&[3, 1, 5], &[1]), (&[2, 3, 1, 2, 5], &[2])];

/// Shapes of rank 6, and axes apart from each other that are reduced.
const APART: [(&[usize], &[i64]); 3] =
    [(&[2, 3, 2, 3, 2, 5], &[2, 4]), (&[2, 3, 2, 2, 3, 5], &[1, 4]), (&[3, 2, 2, 3, 2, 3], &[0, 3, 5])];

/// Shapes of high rank that are reduced to one element, the last of them.
const ALL: [&[usize]; 2] = [&[2, 3, 2, 3, 2], &[2, 1, 3, 2, 2, 3]];

/// Axes of which one is counted from the end, in either order, which some sets of axes are not.
const MIXED: [[i64; 2]; 2] = [[0, -1], [-1, 0]];

/// Of the shapes, a type is tried at one in so many.
const ONE_IN: usize = 3;

pub(super) fn of(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked).filter(|_| operator.form.has_axes()) {
        for (index, (shape, axes)) in SOME.into_iter().enumerate() {
            if dtype == DType::F32 || (index + turn + place).is_multiple_of(ONE_IN) {
                let data = unlike(dtype, shape, 176 + index);
                cases.push(of_axes(operator, NAME, "some-axes", data, axes, (turn + place).is_multiple_of(2)));
            }
        }
        for step in 0..2 {
            let index = (place + turn + 2 * step) % OF_ONE.len();
            let (shape, axes) = OF_ONE[index];
            cases.push(of_axes(operator, NAME, "axis-of-one", unlike(dtype, shape, 256 + index), axes, false));
        }
        for (index, (shape, axes)) in APART.into_iter().enumerate() {
            if dtype == DType::F32 || (index + turn + place).is_multiple_of(APART.len()) {
                cases.push(of_axes(operator, NAME, "axes-apart", unlike(dtype, shape, 264 + index), axes, index == 1));
            }
        }
        for keepdims in [false, true] {
            let shape = ALL[(turn + place + usize::from(keepdims)) % ALL.len()];
            let last = shape.iter().product::<usize>() - 1;
            let data = tensor(dtype, shape, |i| element(operator, dtype, Wanted::Extremum, last, i));
            let axes: Vec<i64> = (0..shape.len()).map(|axis| axis.cast_signed() as i64).collect();
            cases.push(of_axes(operator, NAME, "all-axes", data, &axes, keepdims));
        }
        if matches!(dtype, DType::F32 | DType::I64) {
            cases.extend(MIXED.iter().enumerate().flat_map(|(index, axes)| mixed(operator, dtype, axes, index)));
        }
    }
    cases
}

/// Axes counted from either end, at every operator set that knows the end.
fn mixed(operator: &'static Operator, dtype: DType, axes: &[i64], index: usize) -> Vec<Case> {
    let data = || unlike(dtype, &[2, 3, 4], 192 + index);
    if operator.form != Form::OnnxReduction {
        return vec![of_axes(operator, NAME, "mixed-axes", data(), axes, index == 0)];
    }
    let keepdims = ("keepdims", Attribute::Int(i64::from(index == 0)));
    let at = |&version: &u32| {
        let (inputs, attributes) = if operator.has_input("axes", version) {
            (vec![data(), list(axes)], vec![keepdims.clone()])
        } else {
            (vec![data()], vec![("axes", Attribute::Ints(axes.to_vec())), keepdims.clone()])
        };
        let origin = Origin { source: NAME.into(), seed: None };
        Case::new(operator, version, inputs, "mixed-axes", origin).with_attributes(named(&attributes))
    };
    operator.versions.iter().filter(|&&version| version >= 11).map(at).collect()
}
