//! NumPy's `maximum`, `fmax`, `amax`, `nanmax` and their twins, as Mars documents them: pairs, `out`, `where`, axes, `initial`.

use opconform_spec::{Attribute, Case, Form, Operator};
use opconform_tensor::{DType, Tensor};

use super::Source;
use super::stretch::unlike;
use crate::call::{of_form, types};
use crate::draft::{case_of, half, is_integer, mixed, mixed_inputs, pairs, tensor};
use crate::neighbours;
use crate::values::{Landmarks, extremes};

const NAME: &str = "numpy";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "NumPy's maximum, fmax, amax, nanmax and twins: pairs, out and where, axes, initial, empty ones",
    generate: |_, asked| {
        let asked = |form| of_form(move |it| it == form).filter(|operator| asked.has(operator));
        asked(Form::Ufunc).flat_map(elementwise).chain(asked(Form::UfuncReduction).flat_map(reduction)).collect()
    },
};

/// Shapes of x1, x2, and of `out` and `where` where they are given.
type Shapes = (&'static str, [&'static [usize]; 2], Option<&'static [usize]>, Option<&'static [usize]>);

const FORMS: [Shapes; 18] = [
    ("plain", [&[2, 3], &[2, 3]], None, None),
    ("broadcast", [&[2, 1], &[3]], None, None),
    ("scalars", [&[], &[]], None, None),
    ("empty", [&[0], &[1]], None, None),
    ("clash", [&[2], &[3]], None, None),
    ("out", [&[2, 3], &[2, 3]], Some(&[2, 3]), None),
    ("larger-out", [&[3], &[1]], Some(&[2, 3]), None),
    ("smaller-out", [&[2, 3], &[3]], Some(&[3]), None),
    ("other-out", [&[2, 3], &[3]], Some(&[3, 2]), None),
    ("out-of-one-row", [&[1, 3], &[3]], Some(&[3]), None),
    ("where", [&[7], &[7]], None, Some(&[7])),
    ("where-and-out", [&[19], &[19]], Some(&[19]), Some(&[19])),
    ("where-column-and-out", [&[2, 3], &[3]], Some(&[2, 3]), Some(&[2, 1])),
    ("where-scalar-and-out", [&[2, 3], &[3]], Some(&[2, 3]), Some(&[])),
    ("where-clash", [&[2, 3], &[3]], Some(&[2, 3]), Some(&[4])),
    ("where-and-long-out", [&[131], &[1]], Some(&[131]), Some(&[131])),
    // Down the columns it would fit as well.
    ("where-row-and-out", [&[3, 3], &[3, 3]], Some(&[3, 3]), Some(&[3])),
    ("where-square-and-out", [&[5, 5], &[5, 5]], Some(&[5, 5]), Some(&[5, 5])),
];

/// A mask that selects two of three elements.
fn mask(shape: &[usize]) -> Tensor {
    tensor(DType::Bool, shape, |i| u64::from(i % 3 != 1))
}

fn elementwise(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for (turn, &dtype) in types(operator).iter().enumerate() {
        let operands = [false, true].map(|second| {
            let bits = half(dtype, second);
            tensor(dtype, &[bits.len()], |i| bits[i])
        });
        cases.push(case_of(operator, NAME, "pairs", operands.into(), &[]));
        for (slug, operands, out, selected) in FORMS {
            let mut inputs = mixed_inputs(dtype, &operands, turn);
            let mut attributes = Vec::new();
            if let Some(shape) = out {
                attributes.push(("out", Attribute::Int(inputs.len().cast_signed() as i64)));
                inputs.push(mixed(dtype, shape, 1, turn + 5));
            }
            if let Some(shape) = selected {
                attributes.push(("where", Attribute::Int(inputs.len().cast_signed() as i64)));
                inputs.push(mask(shape));
            }
            cases.push(case_of(operator, NAME, slug, inputs, &attributes));
        }
    }
    cases
}

/// Shapes whose every set of axes is reduced, in a few types and in all others.
const SHAPES: [&[usize]; 7] = [&[], &[3], &[2, 3], &[2, 0], &[2, 3, 2], &[5, 33], CUBE];
const FEW: [&[usize]; 4] = [&[], &[3], &[2, 3, 2], CUBE];

/// All axes are of one size: what reduces another one than it is asked to gives a result of the right shape.
const CUBE: &[usize] = &[3, 3, 3];

fn reduction(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        let last = || ("axis", Attribute::Ints(vec![-1]));
        let mut push = |slug: &str, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]| {
            cases.push(case_of(operator, NAME, slug, inputs, attributes));
        };
        push("pairs", vec![pairs(dtype)], &[last()]);
        if is_integer(dtype) {
            push("neighbours", vec![neighbours::pairs(dtype)], &[last()]);
        }
        let shapes = if matches!(dtype, DType::F32 | DType::F64 | DType::I64) { &SHAPES[..] } else { &FEW };
        // Of two truth values the other one comes last for a minimum.
        let turned = usize::from(dtype == DType::Bool && operator.is_minimum());
        for (turn, &shape) in shapes.iter().enumerate() {
            let all = (1_usize << shape.len()) - 1;
            for set in 0..=all {
                // Those without the first axis are counted from the back, the last alone among them.
                let rank = if set % 2 == 0 || set == all { shape.len().cast_signed() as i64 } else { 0 };
                let members = (0..shape.len()).filter(|axis| set >> axis & 1 == 1);
                let axes: Vec<i64> = members.map(|axis| axis.cast_signed() as i64 - rank).collect();
                let keep = ("keepdims", Attribute::Int(i64::from((set + turn) % 2 == 0)));
                push("axes", vec![mixed(dtype, shape, 0, turn + turned)], &[("axis", Attribute::Ints(axes)), keep]);
            }
        }
        let (least, greatest) = extremes(dtype);
        let data = || mixed(dtype, &[4, 5], 0, 2);
        let scalar = |bits| tensor(dtype, &[], |_| bits);
        push("no-axis", vec![data()], &[]);
        push("out-of-range", vec![data()], &[("axis", Attribute::Ints(vec![2]))]);
        push("twice", vec![data()], &[("axis", Attribute::Ints(vec![1, -1]))]);
        push("empty", vec![tensor(dtype, &[0], |_| 0)], &[]);
        push("empty-rows", vec![tensor(dtype, &[2, 0], |_| 0)], &[last()]);
        for (slug, bits) in [("initial-least", least), ("initial-greatest", greatest)] {
            push(slug, vec![data(), scalar(bits)], &[last(), ("initial", Attribute::Int(1))]);
            push(
                "empty-with-initial",
                vec![tensor(dtype, &[2, 0], |_| 0), scalar(bits)],
                &[last(), ("initial", Attribute::Int(1))],
            );
        }
        let named = [last(), ("initial", Attribute::Int(1)), ("where", Attribute::Int(2))];
        push("where", vec![data(), scalar(least), mask(&[4, 5])], &named);
        push("where-row", vec![data(), scalar(greatest), mask(&[5])], &named);
        let results = |count: usize| mixed(dtype, &[count], 1, 0);
        push("reduction-out", vec![data(), results(4)], &[last(), ("out", Attribute::Int(1))]);
        push("reduction-out-of-other-shape", vec![data(), results(5)], &[last(), ("out", Attribute::Int(1))]);
        let with_initial = [last(), ("initial", Attribute::Int(2)), ("out", Attribute::Int(1))];
        push("reduction-out", vec![data(), results(4), scalar(least)], &with_initial);
        // The initial value is the result where it is preferred to all elements.
        let (initial, yields) = if operator.is_minimum() { (least, greatest) } else { (greatest, least) };
        let numbers = |shape: &[usize]| match dtype {
            DType::Bool => tensor(dtype, shape, |_| yields),
            _ => unlike(dtype, shape, 5),
        };
        let kept = ("keepdims", Attribute::Int(1));
        let with_initial =
            |axis: i64| [("axis", Attribute::Ints(vec![axis])), ("initial", Attribute::Int(1)), kept.clone()];
        push("initial-kept", vec![numbers(&[4, 5]), scalar(initial)], &with_initial(-1));
        push("initial-kept", vec![numbers(&[2, 3, 2]), scalar(initial)], &with_initial(1));
        push(
            "initial-kept",
            vec![numbers(&[4, 5]), scalar(yields), mask(&[4, 5])],
            &[
                ("axis", Attribute::Ints(vec![0])),
                ("initial", Attribute::Int(1)),
                ("where", Attribute::Int(2)),
                kept.clone(),
            ],
        );
        // What is told together: a rank that is kept where no axis is named, and in a result that is given.
        push("no-axis-kept", vec![unlike(dtype, &[3, 4], 6)], std::slice::from_ref(&kept));
        let into = [last(), ("out", Attribute::Int(1)), kept];
        push("reduction-out-kept", vec![unlike(dtype, &[4, 5], 7), mixed(dtype, &[4, 1], 1, 0)], &into);
        let first = || ("axis", Attribute::Ints(vec![0]));
        push("first-axis", vec![unlike(dtype, &[4, 3], 9)], &[first()]);
        if let Some(landmarks) = Landmarks::of(dtype) {
            push("first-axis-of-nans", vec![tensor(dtype, &[4, 3], |i| landmarks.nan(i))], &[first()]);
        }
        if matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::I64) {
            let rows = vec![unlike(dtype, &[4, 5], 10), results(5)];
            push("reduction-out-first-axis", rows, &[first(), ("out", Attribute::Int(1))]);
        }
        // No mask is its own transpose, and one begins to select beyond a vector.
        for (slug, shape, beyond) in [("where-square", [5, 5], 0), ("where-long", [2, 131], 100)] {
            let selected = tensor(DType::Bool, &shape, |i| u64::from(i % shape[1] > beyond + i / shape[1]));
            let inputs = vec![unlike(dtype, &shape, 8), scalar(yields), selected];
            push(slug, inputs, &[last(), ("initial", Attribute::Int(1)), ("where", Attribute::Int(2))]);
        }
        push("where-without-initial", vec![data(), mask(&[4, 5])], &[last(), ("where", Attribute::Int(1))]);
        let Some(landmarks) = Landmarks::of(dtype) else { continue };
        for side in [1, 2, 7, 16, 33] {
            let square = |rest: &dyn Fn(usize) -> u64, special: &dyn Fn(usize) -> u64| {
                // Of rank 3, where it is 7: what is wrong at one rank alone is tried in every type.
                let shape = if side == 7 { &[side, 1, side][..] } else { &[side, side] };
                vec![tensor(dtype, shape, |i| if i / side == i % side { special(i) } else { rest(i) })]
            };
            push("nan", square(&|i| landmarks.finite(i), &|i| landmarks.nan(i)), &[last()]);
            push("number-among-nans", square(&|i| landmarks.nan(i), &|i| landmarks.finite(i)), &[last()]);
            push("all-nan", square(&|i| landmarks.nan(i), &|i| landmarks.nan(i)), &[last()]);
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Facts, InvalidCase};

    use super::*;
    use crate::draft::operator;

    #[test]
    fn the_slugs_of_refused_forms_are_those_that_clash() {
        for case in elementwise(operator("numpy.maximum")) {
            let refused =
                matches!(case.slug(), "clash" | "smaller-out" | "other-out" | "out-of-one-row" | "where-clash");
            let rule = Facts::new(&case).invalid().cloned();
            assert_eq!(refused, rule.is_some(), "{} {rule:?}", case.id());
        }
    }

    #[test]
    fn an_initial_value_makes_an_empty_reduction_well_formed() {
        for case in reduction(operator("numpy.amin")) {
            let rule = Facts::new(&case).invalid().cloned();
            match case.slug() {
                "empty" | "empty-rows" => assert_eq!(rule, Some(InvalidCase::EmptyReduction), "{}", case.id()),
                "empty-with-initial" => assert_eq!(rule, None, "{}", case.id()),
                _ => {}
            }
        }
    }
}
