//! What goes wrong with Paddle's axis.

use opconform_backends::rules::{admit, int};
use opconform_spec::{Attribute, Case, Form};
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::rewrite::{with, without};
use crate::rules::Group;
use crate::rules::sources::length;
use crate::rules::stretch::{broadcast, strides, walk};
use crate::sound::SOUND;
use crate::steps::Steps;

pub(crate) static FAMILY: Family = Family {
    name: "paddle",
    about: "the axis of Paddle's legacy maximum",
    mutants: MUTANTS,
    group: Group::Called(&[Form::Subsequence]),
};

/// The shapes of the operands and the axis; `None` for other operators.
fn arguments(case: &Case) -> Option<(&[usize], &[usize], i64)> {
    match case.inputs.as_slice() {
        [x, y] if case.operator.form == Form::Subsequence => {
            Some((x.shape(), y.shape(), int(case, "axis").ok()?.unwrap_or(-1)))
        }
        _ => None,
    }
}

/// The case with another shape of the second operand.
fn with_shape(case: &Case, shape: &[usize]) -> Option<Case> {
    let mut case = case.clone();
    let reshaped = case.inputs.pop()?.reshape(shape).ok()?;
    case.inputs.push(reshaped);
    Some(case)
}

/// A shape without its trailing ones.
fn significant(shape: &[usize]) -> &[usize] {
    let ones = shape.iter().rev().take_while(|&&dim| dim == 1).count();
    &shape[..shape.len() - ones]
}

/// The second operand written out in the first one's shape, as NumPy broadcasts it.
fn as_numpy(case: &Case) -> Option<Case> {
    let (x, y, _) = arguments(case)?;
    if broadcast(&[x, y]).ok()? != x {
        return None;
    }
    let bits = case.inputs[1].to_bits();
    let stretched: Vec<u64> = walk(x, &strides(y, x), length(x).ok()?).into_iter().map(|at| bits[at]).collect();
    let second = Tensor::from_bits(case.inputs[1].dtype(), x, &stretched).ok()?;
    let mut case = without(case, "axis");
    case.inputs[1] = second;
    Some(case)
}

/// A second operand that is no contiguous part of the first one's shape, as NumPy broadcasts it.
pub(crate) fn neither_case_as_numpy(case: &Case) -> Option<Case> {
    let (x, y, axis) = arguments(case)?;
    let sub_sequence = x.windows(significant(y).len().max(1)).any(|part| part == significant(y));
    if axis == -1 && !sub_sequence { as_numpy(case) } else { None }
}

fn ends_in_one(case: &Case) -> bool {
    arguments(case).is_some_and(|(x, y, _)| x != y && y.last() == Some(&1))
}

fn admit_but(case: &Case, refuses: impl Fn(&Case) -> bool) -> Result<DType, String> {
    if refuses(case) { Err("not taken here".to_owned()) } else { admit(case) }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "paddle-axis-ignored",
        fault: "shapes are aligned at their last dimensions, whatever the axis",
        seen: &["PaddlePaddle/Paddle#32853"],
        steps: Steps { read: as_numpy, ..SOUND },
    },
    Mutant {
        name: "paddle-default-axis-0",
        fault: "the default axis is the first",
        seen: &["PaddlePaddle/Paddle#32853"],
        steps: Steps {
            read: |case| {
                let (x, y, axis) = arguments(case)?;
                (axis == -1 && x != y).then(|| with(case, "axis", Attribute::Int(0)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "paddle-axis-one-late",
        fault: "an axis is counted from 1, where there is room",
        seen: &[],
        steps: Steps {
            read: |case| {
                let (x, y, axis) = arguments(case)?;
                let room = axis >= 0 && significant(y).len() + (axis as usize) < x.len();
                room.then(|| with(case, "axis", Attribute::Int(axis + 1)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "paddle-trailing-ones-refused",
        fault: "a second operand whose shape ends in 1 is refused",
        seen: &["PaddlePaddle/Paddle#19536"],
        steps: Steps { admit: |case| admit_but(case, ends_in_one), ..SOUND },
    },
    Mutant {
        name: "paddle-trailing-ones-shift-the-default",
        fault: "the default axis is counted after the trailing ones are dropped",
        seen: &["PaddlePaddle/Paddle#20957"],
        steps: Steps {
            read: |case| {
                let (_, y, axis) = arguments(case)?;
                if axis == -1 && ends_in_one(case) { with_shape(case, significant(y)) } else { None }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "paddle-equal-shapes-moved-by-the-axis",
        fault: "operands of one shape are refused at an axis other than the first",
        seen: &[],
        steps: Steps {
            admit: |case| {
                let moved = |case: &Case| arguments(case).is_some_and(|(x, y, axis)| x == y && !matches!(axis, -1 | 0));
                admit_but(case, moved)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "paddle-type-of-y",
        fault: "operands of two types give the second one's",
        seen: &[],
        steps: Steps {
            admit: |case| match case.inputs.as_slice() {
                [x, y] if x.dtype() != y.dtype() => Ok(y.dtype()),
                _ => admit(case),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "paddle-sub-sequence-refused",
        fault: "shapes that differ are refused",
        seen: &[],
        steps: Steps { admit: |case| admit_but(case, |case| arguments(case).is_some_and(|(x, y, _)| x != y)), ..SOUND },
    },
    Mutant {
        name: "paddle-axis-of-i64-ignored",
        fault: "shapes of i64 are aligned at their last dimensions, whatever the axis",
        seen: &[],
        steps: Steps { read: |case| if case.types().name() == "i64" { as_numpy(case) } else { None }, ..SOUND },
    },
];
