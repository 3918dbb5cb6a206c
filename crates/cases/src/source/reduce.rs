//! `ReduceMax` and `ReduceMin`: every pair of values, a value at every position, axes in every form, by operator set.

use opconform_spec::{Attribute, Case, Direction, Form, Operator, Origin};
use opconform_tensor::{DType, Tensor};

use super::Source;
use crate::call::{of_form, types};
use crate::draft::{case_of, is_integer, mixed, named, pairs, tensor};
use crate::neighbours;
use crate::values::{Landmarks, extremes};

mod axes;

pub(super) const NAME: &str = "reduce";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "ReduceMax and ReduceMin: pairs, a NaN, a zero and an extremum at every position, axes in every form",
    generate: |_, asked| {
        let each = |operator| {
            [values(operator), diagonals(operator), uniform(operator), descending(operator), axes::generate(operator)]
                .concat()
        };
        of_form(|form| form == Form::OnnxReduction).filter(|operator| asked.has(operator)).flat_map(each).collect()
    },
};

/// Sizes of square tensors, on whose diagonal a value visits every position of a row and of a column.
const SIDES: [usize; 10] = [1, 2, 3, 5, 8, 9, 16, 17, 33, 65];

/// The longest of the rows that follow one another.
const LONGEST_DESCENDING: usize = 35;

/// A reduction along one axis, which is pruned; the axes stand where the operator's newest version wants them.
pub(super) fn along(operator: &'static Operator, slug: &str, data: Tensor, axis: i64) -> Case {
    let prune = [("keepdims", Attribute::Int(0))];
    case_of(operator, NAME, slug, vec![data, list(&[axis])], &prune)
}

/// Axes as a tensor.
pub(super) fn list(axes: &[i64]) -> Tensor {
    tensor(DType::I64, &[axes.len()], |i| axes[i].cast_unsigned())
}

/// Every ordered pair of special values, and integers near each other, in a row and in a column.
fn values(operator: &'static Operator) -> Vec<Case> {
    let both = |slug: &str, rows: Tensor| {
        let count = rows.shape()[0];
        let bits = rows.to_bits();
        let columns = tensor(rows.dtype(), &[2, count], |i| bits[i % count * 2 + i / count]);
        let slug = |form: &str| format!("{slug}-in-{form}");
        [along(operator, &slug("rows"), rows, 1), along(operator, &slug("columns"), columns, 0)]
    };
    let special = |&dtype: &DType| both("pairs", pairs(dtype));
    let integers = types(operator).iter().filter(|&&dtype| is_integer(dtype));
    let near = |&dtype: &DType| both("neighbours", neighbours::pairs(dtype));
    types(operator).iter().flat_map(special).chain(integers.flat_map(near)).collect()
}

/// The shape that a square of this side is reduced in, and the axes of its rows and of its columns: of a few sides it has a higher
/// rank, and axes that are counted from the back. What is wrong at one rank alone is tried in every type.
fn placed(side: usize) -> (Vec<usize>, [i64; 2]) {
    match side {
        5 => (vec![1, side, side], [-1, -2]),
        8 => (vec![side, 1, side], [2, 0]),
        9 => (vec![side, side, 1], [1, -3]),
        17 => (vec![1, side, 1, side], [-1, 1]),
        _ => (vec![side, side], [1, 0]),
    }
}

/// A value on the diagonal of a square, and others elsewhere, reduced along rows and along columns.
fn diagonals(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        for side in SIDES {
            let mut push = |slug: &str, special: &dyn Fn(usize) -> u64, rest: &dyn Fn(usize) -> u64| {
                let square =
                    tensor(dtype, &[side, side], |i| if i / side == i % side { special(i / side) } else { rest(i) });
                let (shape, [row, column]) = placed(side);
                let square = square.reshape(&shape).expect("as many elements");
                cases.push(along(operator, slug, square.clone(), row));
                cases.push(along(operator, slug, square, column));
            };
            let (least, greatest) = extremes(dtype);
            push("greatest", &|_| greatest, &|_| least);
            push("least", &|_| least, &|_| greatest);
            let Some(landmarks) = Landmarks::of(dtype) else { continue };
            let sign = landmarks.sign;
            push("nan", &|i| landmarks.nan(i), &|i| landmarks.finite(i));
            if landmarks.signalling(1).is_some() {
                push("signalling-nan", &|i| landmarks.nan(i) & !landmarks.half | 1, &|i| landmarks.finite(i) | sign);
            }
            push("number-among-nans", &|i| landmarks.finite(i), &|i| landmarks.nan(i));
            push("zero", &|_| 0, &|_| sign);
            push("negative-zero", &|_| sign, &|_| 0);
        }
    }
    cases
}

/// Nothing but one value: what a fold that starts with the wrong one loses.
fn uniform(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        let (least, greatest) = extremes(dtype);
        for length in [1, 5, 16, 33, 70] {
            cases.push(along(operator, "all-least", tensor(dtype, &[2, length], |_| least), 1));
            cases.push(along(operator, "all-greatest", tensor(dtype, &[2, length], |_| greatest), 1));
            cases.push(along(operator, "mixed", mixed(dtype, &[3, length], 0, length), 1));
        }
    }
    cases
}

/// Two rows of every length, of which the first has what is preferred to all of the second: what it leaves behind shows in that.
fn descending(operator: &'static Operator) -> Vec<Case> {
    let others = types(operator).iter().copied().filter(|&dtype| dtype != DType::F32).cycle();
    let of_length = |(length, other): (usize, DType)| {
        [DType::F32, other].map(|dtype| {
            let (least, greatest) = extremes(dtype);
            let rows = if operator.direction() == Some(Direction::Min) { [least, greatest] } else { [greatest, least] };
            along(operator, "descending", tensor(dtype, &[2, length], |i| rows[i / length]), 1)
        })
    };
    (1..=LONGEST_DESCENDING).zip(others).flat_map(of_length).collect()
}

/// A case at an operator set, with `axes` where that one has them.
pub(super) fn at_opset(
    operator: &'static Operator,
    opset: u32,
    slug: &str,
    data: Tensor,
    axes: Option<&[i64]>,
    attributes: &[(&str, Attribute)],
) -> Case {
    let mut inputs = vec![data];
    let mut attributes = named(attributes);
    match axes {
        Some(axes) if operator.has_input("axes", opset) => inputs.push(list(axes)),
        Some(axes) => {
            attributes.insert("axes".to_owned(), Attribute::Ints(axes.to_vec()));
        }
        None => {}
    }
    Case::new(operator, opset, inputs, slug, Origin { source: NAME.into(), seed: None }).with_attributes(attributes)
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;

    use super::*;
    use crate::draft::operator;

    #[test]
    fn every_value_visits_every_position_of_a_row_and_of_a_column() {
        let max = operator("ReduceMax");
        let squares = types(max).len() * SIDES.len();
        let floats = types(max).iter().filter(|dtype| dtype.is_float()).count();
        assert_eq!(diagonals(max).len(), 4 * squares + 10 * floats * SIDES.len());
    }

    #[test]
    fn the_values_are_well_formed_for_maximum_and_minimum() {
        for operator in ["ReduceMax", "ReduceMin"].map(operator) {
            for case in [values(operator), uniform(operator)].concat() {
                assert_eq!(Facts::new(&case).invalid(), None, "{}", case.id());
            }
        }
    }
}
