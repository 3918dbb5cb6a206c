//! What goes wrong at one rank: an axis of one element, axes that are apart, an operand of two ones, planes of a larger tensor, a square
//! mask; and in a row that begins past a boundary.

use opconform_backends::rules::marked;
use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::reduction::data_shape;
use crate::replaced::moved;
use crate::rewrite::{axes, with_input};
use crate::rules::Group;
use crate::rules::stretch::strides;
use crate::sound::{SOUND, answer, fold_of};
use crate::steps::{Lane, Steps};

pub(crate) static FAMILY: Family = Family {
    name: "ranks",
    about: "axes and operands at one rank, planes of larger tensors, square masks, rows past a boundary",
    mutants: MUTANTS,
    group: Group::All,
};

/// The elements of a tensor that a path for large ones takes.
const LARGE: usize = 4_096;

/// The elements of a row from which on it is read in vectors.
const VECTORS: usize = 32;

/// Which axes of a tensor are reduced, where some are named.
fn reduced(case: &Case) -> Option<Vec<bool>> {
    marked(&axes(case)?, data_shape(case).len()).ok()
}

/// Whether one axis of a tensor of this rank is reduced, which is neither the first nor the last and has one element.
fn is_middle_of_one(case: &Case, rank: usize) -> bool {
    let shape = data_shape(case);
    let of = |reduced: Vec<bool>| (1..rank - 1).any(|axis| reduced[axis] && shape[axis] == 1);
    let is_one_axis = |reduced: &Vec<bool>| reduced.iter().filter(|&&it| it).count() == 1;
    shape.len() == rank && reduced(case).filter(is_one_axis).is_some_and(of)
}

/// The elements that meet along the axes behind the first that is reduced, where others stand between them, at rank 6 or more.
fn behind_a_gap(lane: &Lane) -> Option<usize> {
    let (case, shape) = (lane.call.case, data_shape(lane.call.case));
    let reduced = reduced(case).filter(|_| shape.len() >= 6)?;
    let axes: Vec<usize> = (0..shape.len()).filter(|&axis| reduced[axis]).collect();
    let is_apart = axes.windows(2).any(|pair| pair[1] > pair[0] + 1) && axes.iter().all(|&axis| shape[axis] > 1);
    is_apart.then(|| lane.operands.len() / shape[axes[0]])
}

/// Whether two axes of an operand of rank 5 that are apart are stretched, and no others.
fn has_two_ones_apart(operand: &[usize], result: &[usize]) -> bool {
    let ones: Vec<usize> = (0..operand.len().min(result.len())).filter(|&axis| operand[axis] != result[axis]).collect();
    operand.len() == 5 && result.len() == 5 && matches!(ones[..], [first, second] if second > first + 1)
}

/// The sizes of the two axes that are left of a larger tensor of three.
fn planes(case: &Case) -> Option<[usize; 2]> {
    let shape = data_shape(case);
    let reduced = reduced(case).filter(|_| shape.len() == 3 && shape.iter().product::<usize>() >= LARGE)?;
    let left: Vec<usize> = shape.iter().zip(reduced).filter(|(_, reduced)| !reduced).map(|(&size, _)| size).collect();
    left.try_into().ok()
}

/// A square mask with its rows and columns exchanged.
fn transposed(mask: &Tensor) -> Option<Tensor> {
    match mask.shape() {
        &[rows, columns] if rows == columns && rows > 1 => {
            moved(mask, |position| position % columns * columns + position / columns)
        }
        _ => None,
    }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "axis-of-one-kept-at-rank-4",
        fault: "where the one axis that is reduced of a tensor of rank 4 stands in the middle and has one element, it stays",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                let is_kept = is_middle_of_one(call.case, 4);
                answer(result.clone().reshape(if is_kept { data_shape(call.case) } else { result.shape() }))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-apart-at-rank-6",
        fault: "of axes of rank 6 or more that are reduced, and between which others stand, the first is not gone along",
        seen: &[],
        steps: Steps {
            fold: |lane| fold_of(lane, behind_a_gap(lane).map_or(lane.operands, |count| &lane.operands[..count])),
            ..SOUND
        },
    },
    Mutant {
        name: "rank-5-of-two-ones-one-axis-late",
        fault: "an operand of rank 5 that is stretched along two axes apart is stepped along one axis late",
        seen: &[],
        steps: Steps {
            strides: |operand, result| {
                let mut strides = strides(operand, result);
                if has_two_ones_apart(operand, result) {
                    strides.rotate_right(1);
                }
                strides
            },
            ..SOUND
        },
    },
    Mutant {
        name: "planes-of-large-tensors-exchanged",
        fault: "of a tensor of rank 3 and 4,096 elements or more, the result has the elements of its two axes in the other order",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                let exchanged = planes(call.case).filter(|sizes| sizes.iter().product::<usize>() == result.len());
                let exchanged = exchanged
                    .and_then(|[rows, columns]| moved(result, |position| position % rows * columns + position / rows));
                answer(Ok(exchanged.unwrap_or_else(|| result.clone())))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-square-mask-transposed",
        fault: "a mask of as many rows as columns is read down its columns",
        seen: &[],
        steps: Steps { read: |case| with_input(case, "where", transposed), ..SOUND },
    },
    Mutant {
        name: "reduce-first-past-a-boundary-lost",
        fault: "of a row of 32 elements or more that begins three past a boundary, the first is lost",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let begins = lane.call.case.inputs.first().map_or(0, Tensor::offset);
                let is_lost = lane.is_reduction() && lane.operands.len() >= VECTORS && begins % 4 == 3;
                fold_of(lane, &lane.operands[usize::from(is_lost && lane.dtype == DType::F32)..])
            },
            ..SOUND
        },
    },
];
