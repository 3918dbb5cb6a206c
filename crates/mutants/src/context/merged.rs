//! Faults of operators that follow each other and become one: it has other rules for a NaN than each of them had.

use opconform_spec::{Direction, Way};

use super::IN_WAYS;
use crate::mutant::Mutant;
use crate::replaced::{fold_where, is_constant};
use crate::sound::{fold_of, number_or_beyond};
use crate::steps::{Lane, Steps};
use crate::value::{is_nan, sign};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "clip-ignores-nan",
        fault: "a maximum that is fused with a minimum into a clip passes over a NaN",
        seen: &[],
        steps: Steps { fold: |lane| fold_where(lane, lane.call.case.way == Way::Clip, number_or_beyond), ..IN_WAYS },
    },
    Mutant {
        name: "clamp-of-constants-loses-nan",
        fault: "a maximum and a minimum with constants become a clamp, of which a NaN comes out as the bound of the second",
        seen: &["tile-ai/tilelang#3024", "tracel-ai/burn#5718", "pytorch/pytorch#64334"],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                let bound = if lane.call.case.operator.is_minimum() { Direction::Max } else { Direction::Min };
                let is_lost = lane.call.case.way == Way::ClipConstant && is_nan(lane.dtype, result);
                if is_lost { bound.finite(lane.dtype) } else { result }
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "chain-ignores-nan",
        fault: "a chain of maxima that is made one of many operands passes over a NaN",
        seen: &[],
        steps: Steps {
            fold: |lane| fold_where(lane, matches!(lane.call.case.way, Way::Chain | Way::Again), number_or_beyond),
            ..IN_WAYS
        },
    },
    Mutant {
        name: "maximum-with-zero-is-relu",
        fault: "a maximum with the constant 0 is taken for Relu, which makes a NaN 0",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                if is_with_zero(lane) && is_nan(lane.dtype, result) { 0 } else { result }
            },
            ..IN_WAYS
        },
    },
];

/// Whether the second of two operands is a constant that is one zero.
fn is_with_zero(lane: &Lane) -> bool {
    let case = lane.call.case;
    let is_zero = |bits: u64| bits & !sign(lane.dtype) == 0;
    is_constant(case, 1)
        && case.operands().len() == 2
        && case.operands()[1].len() == 1
        && is_zero(case.operands()[1].bits_at(0))
}
