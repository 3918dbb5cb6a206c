//! Axes in every form, at every operator set: each set of them, none, negative ones, ones that there are not, one twice.

use opconform_spec::{Attribute, Case, Operator, Way};
use opconform_tensor::{DType, Tensor};

use super::at_opset;
use crate::call::types;
use crate::draft::{mixed, tensor};
use crate::source::stretch::unlike;

/// Shapes whose every set of axes is reduced.
const SHAPES: [&[usize]; 11] =
    [&[], &[3], &[2, 3], &[1, 1], &[2, 0], &[0, 3], &[2, 1, 3], &[2, 3, 2], &[2, 0, 4], &[2, 2, 2, 2], &[5, 7, 17]];

/// The shape of the odd forms.
const SHAPE: &[usize] = &[2, 3];

pub(super) fn generate(operator: &'static Operator) -> Vec<Case> {
    [sets(operator), forms(operator), every_type(operator), empty(operator)].concat()
}

/// A type that the version lists, another one each time.
fn type_in_turn(operator: &Operator, opset: u32, turn: usize) -> DType {
    let types = (operator.types)(opset);
    if turn.is_multiple_of(2) { DType::F32 } else { types[turn / 2 % types.len()] }
}

/// Every set of axes of every shape: from the front and, where the operator set allows it, from the back.
fn sets(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut turn = 0;
    for &opset in operator.versions {
        for shape in SHAPES {
            for set in 0..1_usize << shape.len() {
                let rank = shape.len().cast_signed() as i64;
                let members = (0..shape.len()).filter(|axis| set >> axis & 1 == 1);
                let axes: Vec<i64> = members
                    .map(|axis| axis.cast_signed() as i64)
                    .map(|axis| if (turn + set) % 2 == 0 && opset >= 11 { axis - rank } else { axis })
                    .collect();
                let newest = opset == operator.newest();
                let both: &[usize] = if newest { &[0, 1] } else { &[turn % 2] };
                for keepdims in both {
                    let data = mixed(type_in_turn(operator, opset, turn), shape, 0, turn);
                    let keep = [("keepdims", Attribute::Int(keepdims.cast_signed() as i64))];
                    cases.push(at_opset(operator, opset, "axes", data, Some(&axes), &keep));
                    turn += 1;
                }
            }
        }
    }
    cases
}

/// What is left out, empty, out of range, doubled or without a meaning.
fn forms(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for (&opset, turn) in operator.versions.iter().zip(0..) {
        let other = Some(type_in_turn(operator, opset, 2 * turn + 1)).filter(|&other| other != DType::F32);
        for dtype in std::iter::once(DType::F32).chain(other) {
            let data = || mixed(dtype, SHAPE, 0, turn);
            let mut push = |slug: &str, axes: Option<&[i64]>, attributes: &[(&str, Attribute)]| {
                cases.push(at_opset(operator, opset, slug, data(), axes, attributes));
            };
            push("no-axes", None, &[]);
            push("no-axes-pruned", None, &[("keepdims", Attribute::Int(0))]);
            push("empty-axes", Some(&[]), &[]);
            push("default-keepdims", Some(&[1]), &[]);
            push("keepdims-2", Some(&[1]), &[("keepdims", Attribute::Int(2))]);
            push("negative-axes", Some(&[-1, -2]), &[]);
            push("axes-out-of-order", Some(&[1, 0]), &[("keepdims", Attribute::Int(0))]);
            for axis in [2, -3, i64::MAX, i64::MIN] {
                push("out-of-range", Some(&[axis]), &[]);
            }
            push("one-out-of-range", Some(&[0, 2]), &[]);
            push("twice", Some(&[0, 0]), &[]);
            push("twice-from-either-end", Some(&[1, -1]), &[]);
            if operator.kind_of("noop_with_empty_axes", opset).is_some() {
                let noop = |value| ("noop_with_empty_axes", Attribute::Int(value));
                push("noop", None, &[noop(1)]);
                push("noop-pruned", None, &[noop(1), ("keepdims", Attribute::Int(0))]);
                push("noop-empty-axes", Some(&[]), &[noop(1), ("keepdims", Attribute::Int(0))]);
                push("noop-with-axes", Some(&[0]), &[noop(1)]);
                push("no-noop", Some(&[]), &[noop(0)]);
            }
        }
        // Beside an axis that is kept, whose dimension is in the result at another place if they are taken for sorted.
        for axes in [[2, 1], [2, 0]] {
            for keepdims in [0, 1] {
                let data = mixed(DType::F32, &[2, 3, 4], 0, turn);
                let keep = [("keepdims", Attribute::Int(keepdims))];
                cases.push(at_opset(operator, opset, "some-axes-out-of-order", data, Some(&axes), &keep));
            }
        }
        let scalar = |dtype| mixed(dtype, &[], 0, turn);
        cases.push(at_opset(operator, opset, "rank-0", scalar(DType::F32), None, &[]));
        cases.push(at_opset(operator, opset, "rank-0-axis-0", scalar(DType::F32), Some(&[0]), &[]));
    }
    cases.extend(fed(operator));
    // What each of the listed types is asked of in every form that a clause speaks of.
    for &dtype in types(operator) {
        let opset = operator.newest();
        let mut push = |slug: &str, shape: &[usize], axes: Option<&[i64]>, attributes: &[(&str, Attribute)]| {
            cases.push(at_opset(operator, opset, slug, mixed(dtype, shape, 0, 3), axes, attributes));
        };
        push("every-no-axes", SHAPE, None, &[]);
        push("every-noop", SHAPE, None, &[("noop_with_empty_axes", Attribute::Int(1))]);
        // A dimension of 1 is not one that was reduced.
        for shape in [[2, 1].as_slice(), &[1, 3, 1], &[1], &[], &[0, 1], &[2, 1, 3, 1, 2], &[131], &[3, 35]] {
            let noop = ("noop_with_empty_axes", Attribute::Int(1));
            push("every-noop-pruned", shape, None, &[noop.clone(), ("keepdims", Attribute::Int(0))]);
            push("every-noop-empty-axes", shape, Some(&[]), &[noop]);
        }
        for shape in [[1, 3, 1].as_slice(), &[2, 1, 3, 1, 2]] {
            let attributes = [("noop_with_empty_axes", Attribute::Int(1)), ("keepdims", Attribute::Int(0))];
            push("every-noop-empty-axes-pruned", shape, Some(&[]), &attributes);
        }
        // All axes are of one size: the result has the right shape whichever is reduced.
        push("every-negative", &[3, 3, 3], Some(&[-2]), &[]);
        let mut apart = |shape: &[usize], axes: &[i64]| {
            let keep = [("keepdims", Attribute::Int(0))];
            cases.push(at_opset(operator, opset, "every-apart", unlike(dtype, shape, 3), Some(axes), &keep));
        };
        apart(&[3, 4, 4], &[0, 2]);
        apart(&[3, 3, 3, 3], &[0, 2]);
        apart(&[3, 3, 3, 3], &[-1, 1]);
        apart(&[3, 3, 3, 3], &[3, 0]);
        // Of elements that yield to all others the result is one, whatever operator of pictures the axes are left to.
        for (shape, axes) in [([2, 1, 2, 2].as_slice(), [2, 3]), (&[2, 2, 3], [1, 2])] {
            let inner = shape[shape.len() - 2..].iter().product();
            let rows = mixed(dtype, shape, 0, 3).to_bits();
            let least = operator.identity(dtype).unwrap_or_default();
            let data = tensor(dtype, shape, |i| if i < inner { least } else { rows[i] });
            cases.push(at_opset(operator, opset, "every-floor", data, Some(&axes), &[]));
        }
        let mut push = |slug: &str, shape: &[usize], axes: Option<&[i64]>, attributes: &[(&str, Attribute)]| {
            cases.push(at_opset(operator, opset, slug, mixed(dtype, shape, 0, 3), axes, attributes));
        };
        push("every-out-of-range", SHAPE, Some(&[2]), &[]);
        push("every-twice", SHAPE, Some(&[0, -2]), &[]);
        push("every-rank-0", &[], None, &[]);
        // The newest version that has axes as an attribute.
        if (operator.types)(13).contains(&dtype) {
            cases.push(at_opset(operator, 13, "every-empty-list", mixed(dtype, SHAPE, 0, 3), Some(&[]), &[]));
        }
    }
    cases
}

/// Axes that no tensor of the rank has, as an input of the model: what a compiler refuses of a constant, a kernel may take.
fn fed(operator: &'static Operator) -> Vec<Case> {
    let of_types = [DType::F32, DType::I32].into_iter().enumerate();
    let each = |(turn, dtype): (usize, DType)| {
        let case = |shape: &[usize], axis: i64| {
            let data = mixed(dtype, shape, 0, turn);
            at_opset(operator, operator.newest(), "out-of-range", data, Some(&[axis]), &[]).with_way(Way::Fed)
        };
        [case(SHAPE, 2), case(SHAPE, -3), case(&[], 0), case(&[], -1)]
    };
    of_types.flat_map(each).filter(|case| Way::Fed.suits(case)).collect()
}

/// Every type at every operator set, listed there or not.
fn every_type(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &opset in operator.versions {
        for dtype in DType::ALL {
            let slug = if (operator.types)(opset).contains(&dtype) { "listed" } else { "unlisted" };
            cases.push(at_opset(operator, opset, slug, mixed(dtype, SHAPE, 0, 5), Some(&[1]), &[]));
        }
    }
    cases
}

/// A reduction of nothing, in every type of every operator set.
fn empty(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &opset in operator.versions {
        for &dtype in (operator.types)(opset) {
            let nothing = |shape: &[usize]| -> Tensor { tensor(dtype, shape, |_| 0) };
            cases.push(at_opset(operator, opset, "empty-set", nothing(&[2, 0]), Some(&[1]), &[]));
            cases.push(at_opset(operator, opset, "empty-set", nothing(&[0]), None, &[]));
        }
    }
    cases
}
