//! Paddle's legacy `maximum(x, y, axis)` and `minimum`: every row of its table, every axis, trailing ones, every pair of values.

use std::collections::HashSet;

use opconform_spec::{Attribute, Case, Form, Operator};
use opconform_tensor::DType;

use super::Source;
use crate::call::{of_form, types};
use crate::draft::{case_of, half, mixed_inputs, tensor};

const NAME: &str = "paddle";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "Paddle's maximum(x, y, axis): its table, every sub-sequence at every axis, trailing ones, pairs, refusals",
    generate: |_, asked| {
        let each = |operator| {
            [values(operator), table(operator), sub_sequences(operator), odd(operator), every_type(operator)].concat()
        };
        of_form(|form| form == Form::Subsequence).filter(|operator| asked.has(operator)).flat_map(each).collect()
    },
};

/// The shape of x in the table.
const X: &[usize] = &[2, 3, 4, 5];

/// The shapes of x of which every sub-sequence is tried, at every axis in one type each.
const SHAPES: [&[usize]; 4] = [X, &[2, 2, 3], &[3, 1, 2], &[1, 2]];

/// All axes are of one size: a y that is aligned at another one than it is asked to gives a result all the same.
const CUBE: &[usize] = &[3, 3, 3];

/// The table of the document: the shape of y, and the axis where one is given. Its first row has no dimension to name.
const TABLE: [(&[usize], Option<i64>); 7] = [
    (&[], None),
    (&[5], None),
    (&[4, 5], None),
    (&[4, 5], Some(2)),
    (&[3, 4], Some(1)),
    (&[2], Some(0)),
    (&[2, 1], Some(0)),
];

fn at(operator: &'static Operator, slug: &str, dtype: DType, x: &[usize], y: &[usize], axis: Option<i64>) -> Case {
    let attributes: Vec<_> = axis.map(|axis| ("axis", Attribute::Int(axis))).into_iter().collect();
    let turn = x.len() + 3 * y.len();
    case_of(operator, NAME, slug, mixed_inputs(dtype, &[x, y], turn), &attributes)
}

/// Every ordered pair of special values, in operands of one shape.
fn values(operator: &'static Operator) -> Vec<Case> {
    let each = |&dtype: &DType| {
        let operands = [false, true].map(|second| {
            let bits = half(dtype, second);
            tensor(dtype, &[bits.len()], |i| bits[i])
        });
        case_of(operator, NAME, "pairs", operands.into(), &[])
    };
    types(operator).iter().map(each).collect()
}

fn table(operator: &'static Operator) -> Vec<Case> {
    let each = |&dtype: &DType| {
        TABLE.iter().zip(1..).map(move |(&(y, axis), row)| at(operator, &format!("table-{row}"), dtype, X, y, axis))
    };
    types(operator).iter().flat_map(each).collect()
}

/// Every contiguous run of the dimensions of x, with a trailing one and without, at every axis from −2 to the rank.
fn sub_sequences(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for (dtype, x) in types(operator).iter().zip(SHAPES) {
        let mut seen = HashSet::new();
        for (first, end) in (0..x.len()).flat_map(|first| (first..=x.len()).map(move |end| (first, end))) {
            for ones in 0..2 {
                let y = [&x[first..end], &[1][..ones]].concat();
                // An empty run, or one that ends in a 1, is the same in several places.
                if !seen.insert(y.clone()) {
                    continue;
                }
                for axis in -2..=x.len().cast_signed() as i64 {
                    let slug = if axis < -1 { "axis-below-default" } else { "axis" };
                    cases.push(at(operator, slug, *dtype, x, &y, Some(axis)));
                }
                cases.push(at(operator, "default-axis", *dtype, x, &y, None));
            }
        }
    }
    cases
}

/// Every contiguous run of the dimensions of x at its own axis, and of a cube at each axis that it fits at, in every type.
fn every_type(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        for x in SHAPES {
            for (first, end) in (0..x.len()).flat_map(|first| (first + 1..=x.len()).map(move |end| (first, end))) {
                cases.push(at(operator, "run", dtype, x, &x[first..end], Some(first.cast_signed() as i64)));
            }
        }
        for (y, axes) in [(&CUBE[..1], 0..=2), (&CUBE[..2], 0..=1), (&[3, 1], 0..=2)] {
            let axes = axes.map(Some).chain([None]);
            cases.extend(axes.map(|axis| at(operator, "cube", dtype, CUBE, y, axis)));
        }
    }
    cases
}

/// In every type: shapes that do not fit at the axis, a longer y, a trailing one, empty tensors, equal shapes; and types that
/// are not listed.
fn odd(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        for (slug, x, y, axis) in [
            ("no-sub-sequence", X, [3].as_slice(), None),
            ("no-sub-sequence", X, &[3, 5], Some(1)),
            ("no-sub-sequence", X, &[5], Some(4)),
            ("ones-in-the-middle", X, &[3, 1, 5], Some(1)),
            ("ones-in-front", X, &[1, 4, 5], None),
            ("x-has-the-one", &[2, 1], &[2, 3], None),
            ("y-is-longer", &[3], &[2, 3], None),
            ("trailing-one", &[2, 3], &[2, 1], Some(0)),
            ("empty", &[2, 0], &[0], None),
            ("empty", &[2, 0], &[2], Some(0)),
            ("rank-0", &[], &[], None),
            ("equal", &[2, 3], &[2, 3], None),
            ("equal", &[2, 3], &[2, 3], Some(0)),
            ("equal", &[2, 3], &[2, 3], Some(1)),
        ] {
            cases.push(at(operator, slug, dtype, x, y, axis));
        }
    }
    cases.extend(DType::ALL.map(|dtype| at(operator, "every-type", dtype, &[2, 3], &[3], None)));
    let mixed = [DType::F32, DType::F64].map(|dtype| tensor(dtype, &[2], |_| 0)).into();
    cases.push(case_of(operator, NAME, "mixed-types", mixed, &[]));
    cases
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;

    use super::*;
    use crate::draft::operator;

    #[test]
    fn every_row_of_the_table_has_a_result() {
        for case in table(operator("paddle.maximum")) {
            assert_eq!(Facts::new(&case).shape(), Some(X), "{}", case.id());
        }
    }
}
