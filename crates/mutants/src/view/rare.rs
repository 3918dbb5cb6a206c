//! Faults of layouts that fewer programs have: results over the second operand or before the first, steps beyond 2, rows that are turned,
//! slices that are one, arrays that are read-only, and the other order of bytes.

use opconform_spec::{Case, Layout, Outcome, Way};
use opconform_tensor::Tensor;

use super::{LAID, lies, out, read_where};
use crate::mutant::Mutant;
use crate::replaced::{last, moved};
use crate::rewrite::mapped;
use crate::sound::{answer, fold_of};
use crate::steps::{Lane, Steps};

/// So many elements are written at once where a loop goes from the last to the first.
const BLOCK: usize = 4;

/// The step that is read in place of the one that is asked for.
const READ_STEP: usize = 2;
/// The step that is asked for.
const STEP: usize = 5;

/// The position at the other end of the first axis.
fn turned(tensor: &Tensor, position: usize) -> usize {
    let rows = tensor.shape().first().copied().unwrap_or(1).max(1);
    let row = tensor.len() / rows;
    if tensor.shape().len() < 2 { position } else { (rows - 1 - position / row) * row + position % row }
}

/// The elements that meet one position further, where a result that lies before the first operand is written there already.
fn next_block(lane: &Lane) -> Option<[u64; 2]> {
    let next = lane.position + 1;
    let is_written = lies(lane.call.case, 0, Layout::OverlappingBefore) && next.is_multiple_of(BLOCK);
    let [first, second] = lane.inputs() else { return None };
    // The second operand is of one shape with the first, or is spread out along with it.
    (is_written && next < lane.length).then(|| [first.bits_at(next), second.bits_at(next % second.len())])
}

/// The elements of an array whose step along each axis of equal slices is one element, and not 0.
fn read_on(tensor: &Tensor) -> Option<Tensor> {
    let shape = tensor.shape();
    let within = |axis: usize| shape[axis + 1..].iter().product::<usize>();
    let is_repeated = |axis: usize| {
        let behind = |position: &usize| !(*position / within(axis)).is_multiple_of(shape[axis]);
        shape[axis] > 1
            && (0..tensor.len())
                .filter(behind)
                .all(|position| tensor.bits_at(position) == tensor.bits_at(position - within(axis)))
    };
    let repeated: Vec<bool> = (0..shape.len()).map(is_repeated).collect();
    let kept = |axis: usize| if repeated[axis] { 1 } else { shape[axis] };
    let stride = |axis: usize| if repeated[axis] { 1 } else { (axis + 1..shape.len()).map(kept).product() };
    let there: usize = (0..shape.len()).map(kept).product();
    let first = |place: usize| {
        // The place of an element among those that are there, as a place among all.
        let along = |axis: usize| place / (axis + 1..shape.len()).map(kept).product::<usize>() % kept(axis);
        (0..shape.len()).map(|axis| along(axis) * within(axis)).sum::<usize>()
    };
    moved(tensor, |position| {
        let along = |axis: usize| position / within(axis) % shape[axis];
        first((0..shape.len()).map(|axis| along(axis) * stride(axis)).sum::<usize>() % there.max(1))
    })
}

/// An element with its bytes in the other order.
fn swapped(tensor: &Tensor) -> Option<Tensor> {
    let unused = 8 * (8 - tensor.dtype().size());
    mapped(tensor, |bits| bits.swap_bytes() >> unused)
}

/// The result as it stands where it is written to, if the array for it lies so.
fn written(case: &Case, layout: Layout, result: &Tensor, change: impl Fn(&Tensor) -> Option<Tensor>) -> Outcome {
    let lies_so = out(case).is_some_and(|place| lies(case, place, layout));
    let changed = if lies_so { change(result) } else { None };
    answer(Ok(changed.unwrap_or_else(|| result.clone())))
}

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "in-place-first-second",
        fault: "the first operand is copied to where the result is to be before the second, which lies there, is read",
        seen: &[],
        steps: Steps {
            fold: |lane| match lane.operands {
                &[first, _] if lies(lane.call.case, 1, Layout::InPlaceSecond) => fold_of(lane, &[first, first]),
                operands => fold_of(lane, operands),
            },
            ..LAID
        },
    },
    Mutant {
        name: "overlap-read-from-the-wrong-end",
        fault: "a result that lies one element before its operand is written from the last block of four to the first, over what the \
                next block is still to read",
        seen: &["numpy/numpy#8043", "tenstorrent/tt-metal#50726"],
        steps: Steps {
            fold: |lane| match (lane.operands, next_block(lane)) {
                (&[_, second], Some([next, beside])) => fold_of(lane, &[next, beside, second]),
                (operands, _) => fold_of(lane, operands),
            },
            ..LAID
        },
    },
    Mutant {
        name: "step-of-five-read-as-two",
        fault: "a step beyond 2 is read as one of 2: but for every fifth, an element is one that lies between those of the view",
        seen: &[],
        steps: Steps {
            read: |case| {
                read_where(case, Layout::Stepped, |tensor| {
                    // Between the elements of a row lie those of the same row from its last to its first.
                    let row = last(tensor).max(1);
                    moved(tensor, |position| {
                        let place = READ_STEP * (position % row);
                        let there = if place.is_multiple_of(STEP) { place / STEP } else { row - 1 - place / STEP };
                        position - position % row + there
                    })
                })
            },
            ..LAID
        },
    },
    Mutant {
        name: "rows-read-forwards",
        fault: "a negative stride of the first axis is taken for a positive one: rows are read from the other end of the array",
        seen: &["pydata/numexpr#63", "ml-explore/mlx#4528"],
        steps: Steps {
            read: |case| read_where(case, Layout::Turned, |tensor| moved(tensor, |position| turned(tensor, position))),
            ..LAID
        },
    },
    Mutant {
        name: "rows-of-out-written-forwards",
        fault: "a negative stride of the first axis of `out` is not looked at: the last row of the result is written to the first",
        seen: &["numpy/numpy#27841"],
        steps: Steps {
            deliver: |call, result| {
                let turn = |result: &Tensor| moved(result, |position| turned(result, position));
                written(call.case, Layout::Turned, result, turn)
            },
            ..LAID
        },
    },
    Mutant {
        name: "reduced-stride-of-zero-read-on",
        fault: "a stride of 0 in what is reduced is taken for one of an element: what stands for many is read on",
        seen: &["ROCm/TransformerEngine#623"],
        steps: Steps { read: |case| read_where(case, Layout::Repeated, read_on), ..LAID },
    },
    Mutant {
        name: "read-only-refused",
        fault: "an array that may only be read is refused, for the call asks for one that it could write to",
        seen: &["silx-kit/silx#2717", "cython/cython#1605"],
        steps: Steps {
            deliver: |call, result| match call.case.way {
                Way::Laid(Layout::ReadOnly, _) => Outcome::Rejected("buffer source array is read-only".to_owned()),
                _ => answer(Ok(result.clone())),
            },
            ..LAID
        },
    },
    Mutant {
        name: "byte-order-ignored",
        fault: "an array in the other order of bytes is read as if it were in that of the machine",
        seen: &["pydata/bottleneck#104", "pydata/xarray#489"],
        steps: Steps { read: |case| read_where(case, Layout::Swapped, swapped), ..LAID },
    },
    Mutant {
        name: "byte-order-of-out-ignored",
        fault: "a result is written to an array in the other order of bytes as if that were in the order of the machine",
        seen: &[],
        steps: Steps { deliver: |call, result| written(call.case, Layout::Swapped, result, swapped), ..LAID },
    },
];
