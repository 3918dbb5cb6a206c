//! What goes wrong in small calls: in short rows, in rows that are stretched, in axes of higher ranks, in single elements, initial values
//! and masks.

use opconform_backends::rules::input_named;
use opconform_spec::{Case, Form};
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::reduction::data_shape;
use crate::rewrite::{axes, with_axes, without_input};
use crate::rules::Group;
use crate::rules::stretch::strides;
use crate::sound::{SOUND, answer, fold_of};
use crate::steps::{Lane, Steps};
use crate::value::{integer, least};

pub(crate) static FAMILY: Family = Family {
    name: "small",
    about: "short rows, stretched rows with a tail, axes of higher ranks, single elements, initial values and masks",
    mutants: MUTANTS,
    group: Group::All,
};

/// The lengths of rows that a loop of groups takes which no vector fits.
const SHORT: std::ops::RangeInclusive<usize> = 9..=40;

/// The elements of such a group.
const GROUP: usize = 5;

/// The elements of a vector.
const VECTOR: usize = 4;

/// Whether an element stands after the last whole vector of its row, of two operands of which one is stretched to the rank of the other.
fn is_in_stretched_tail(lane: &Lane) -> bool {
    let [first, second] = lane.inputs() else { return false };
    let last = |tensor: &Tensor| tensor.shape().last().copied().unwrap_or(1);
    let row = last(first).max(last(second));
    let rank = first.shape().len().max(second.shape().len());
    let is_stretched = first.shape() != second.shape() && first.len().min(second.len()) > 1;
    is_stretched && rank > 2 && row > VECTOR && lane.position % row >= row - row % VECTOR
}

/// An integer as a float of 64 bits has it.
fn through_f64(dtype: DType, bits: u64) -> u64 {
    if dtype.is_float() || dtype == DType::Bool {
        return bits;
    }
    (integer(dtype, bits) as f64 as i128).cast_unsigned() as u64 & dtype.mask()
}

/// The fold of elements of which one, by its place, is changed.
fn with_changed(lane: &Lane, place: usize, change: impl Fn(u64) -> u64) -> u64 {
    let mut operands = lane.operands.to_vec();
    if let Some(bits) = operands.get_mut(place) {
        *bits = change(*bits);
    }
    fold_of(lane, &operands)
}

fn has_initial(case: &Case) -> bool {
    case.operator.form == Form::UfuncReduction && case.attributes.contains_key("initial")
}

/// Whether the mask of a case is one element for all.
fn has_scalar_mask(case: &Case) -> bool {
    input_named(case, "where").ok().flatten().is_some_and(|(_, mask)| mask.shape().is_empty())
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "short-row-in-groups-of-five",
        fault: "of a row of 9 to 40 elements, those that are left after groups of five are lost",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let count = lane.operands.len();
                let is_short = lane.is_reduction() && SHORT.contains(&count);
                fold_of(lane, &lane.operands[..count - if is_short { count % GROUP } else { 0 }])
            },
            ..SOUND
        },
    },
    Mutant {
        name: "stretched-row-tail-copied",
        fault: "where an operand is stretched at rank 3 or more, the tail of each row is copied from the first",
        seen: &[],
        steps: Steps {
            fold: |lane| fold_of(lane, if is_in_stretched_tail(lane) { &lane.operands[..1] } else { lane.operands }),
            ..SOUND
        },
    },
    Mutant {
        name: "channel-one-axis-late",
        fault: "an operand of a lower rank that ends in a dimension of 1 is stepped along one axis late",
        seen: &[],
        steps: Steps {
            strides: |operand, result| {
                let mut strides = strides(operand, result);
                if operand.len() > 1 && operand.len() < result.len() && operand.last() == Some(&1) {
                    strides.rotate_right(1);
                }
                strides
            },
            ..SOUND
        },
    },
    Mutant {
        name: "single-elements-of-the-lower-rank",
        fault: "of single elements of two ranks the result is of the lower one",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                let operands = call.case.operands();
                let is_single = call.case.operator.form.broadcasts() && operands.iter().all(|it| it.len() == 1);
                let lowest = operands.iter().map(Tensor::shape).min_by_key(|shape| shape.len());
                let shape = lowest.filter(|_| is_single).unwrap_or(result.shape());
                answer(result.clone().reshape(shape))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "whole-of-rank-5-loses-its-last",
        fault: "where a tensor of rank 5 or more is reduced as a whole, its last element is lost",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let case = lane.call.case;
                let is_whole = lane.is_reduction() && case.inputs.first().map(Tensor::len) == Some(lane.operands.len());
                let is_lost = is_whole && data_shape(case).len() >= 5 && lane.operands.len() > 1;
                fold_of(lane, &lane.operands[..lane.operands.len() - usize::from(is_lost)])
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-of-either-end-by-the-front",
        fault: "where some axes are counted from the front and some from the back, the latter are passed over",
        seen: &[],
        steps: Steps {
            read: |case| {
                let (back, front): (Vec<i64>, Vec<i64>) = axes(case)?.into_iter().partition(|&axis| axis < 0);
                if back.is_empty() || front.is_empty() { None } else { with_axes(case, &front) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-initial-through-f64",
        fault: "an integer that is `initial` goes through a float of 64 bits",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let change = |bits| if has_initial(lane.call.case) { through_f64(lane.dtype, bits) } else { bits };
                with_changed(lane, 0, change)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-initial-lost-where-nothing-is-selected",
        fault: "where a mask selects nothing of a row, the result is what all others are preferred to, and not `initial`",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let case = lane.call.case;
                let is_lost = has_initial(case) && case.attributes.contains_key("where") && lane.operands.len() == 1;
                if is_lost { least(lane.dtype, lane.minimum) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-scalar-mask-ignored",
        fault: "a mask of one element for all is not looked at",
        seen: &[],
        steps: Steps { read: |case| if has_scalar_mask(case) { without_input(case, "where") } else { None }, ..SOUND },
    },
    Mutant {
        name: "paddle-single-operand-through-f64",
        fault: "a second operand that is one integer goes through a float of 64 bits",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let is_single = lane.inputs().len() == 2 && lane.inputs()[1].len() == 1 && lane.length > 1;
                let is_changed = is_single && lane.call.case.operator.form == Form::Subsequence;
                with_changed(lane, 1, |bits| if is_changed { through_f64(lane.dtype, bits) } else { bits })
            },
            ..SOUND
        },
    },
];
