//! What an earlier call leaves behind.

use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::nan::second_if_unordered;
use crate::rules::Group;
use crate::sound::{SOUND, answer, fold_of, pair};
use crate::steps::{Lane, Steps};
use crate::value::{is_nan, key};

pub(crate) static FAMILY: Family =
    Family { name: "state", about: "what an earlier call leaves behind", mutants: MUTANTS, group: Group::All };

/// The element that the latest call wrote at this place of a result of this type.
fn left_over(lane: &Lane) -> Option<u64> {
    let latest = lane.call.memory.latest.as_ref()?;
    (latest.dtype() == lane.dtype && lane.position < latest.len()).then(|| latest.value(lane.position).bits())
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "accumulator-not-reset",
        fault: "the buffer of the call before is folded in",
        seen: &["numpy/numpy#15597"],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                left_over(lane).map_or(result, |before| (lane.steps.pair)(lane, result, before))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "last-element-stale",
        fault: "the last element of a reused buffer is not written",
        seen: &["microsoft/onnxruntime#19984"],
        steps: Steps {
            fold: |lane| {
                let stale = left_over(lane).filter(|_| lane.position + 1 == lane.length && lane.length > 1);
                stale.unwrap_or_else(|| fold_of(lane, lane.operands))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-flag-sticky",
        fault: "a flag that the call before has seen a NaN stays set, and makes a NaN of the first element",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let latest = lane.call.memory.latest.as_ref().filter(|_| lane.position == 0);
                let flag = latest
                    .filter(|latest| latest.dtype() == lane.dtype)
                    .and_then(|latest| latest.to_bits().into_iter().find(|&bits| is_nan(lane.dtype, bits)));
                flag.unwrap_or_else(|| fold_of(lane, lane.operands))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "shape-cached",
        fault: "a result of as many elements as the one before gets its shape",
        seen: &["tenstorrent/tt-metal#57362"],
        steps: Steps {
            deliver: |call, result| {
                let latest = call.memory.latest.as_ref().filter(|latest| latest.len() == result.len());
                let shape = latest.map_or(result.shape(), |latest| latest.shape()).to_vec();
                answer(result.clone().reshape(&shape))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "kernel-cached",
        fault: "a call on elements as wide as those of the call before takes its kernel: signed and unsigned are exchanged",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| {
                let as_before = lane.call.memory.latest.as_ref().map_or(lane.dtype, Tensor::dtype);
                let same_width = as_before.size() == lane.dtype.size() && !as_before.is_float();
                let dtype = if same_width && !lane.dtype.is_float() { as_before } else { lane.dtype };
                if dtype == lane.dtype {
                    return pair(lane, a, b);
                }
                if key(dtype, b) > key(dtype, a) { b } else { a }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "every-other-call",
        fault: "every second call takes the second operand where one is a NaN",
        seen: &["openjdk/jdk#1128"],
        steps: Steps {
            pair: |lane, a, b| {
                let odd = !lane.call.memory.calls.is_multiple_of(2);
                if odd { second_if_unordered(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "first-call-unwritten",
        fault: "the first call of an operator on an element type returns before its result is written",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                let zeros = vec![0; result.len()];
                let unwritten = || Tensor::from_bits(result.dtype(), result.shape(), &zeros);
                answer(if call.memory.is_first { unwritten() } else { Ok(result.clone()) })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "denormal-mode-left-on",
        fault: "after a result of f16, subnormals of f32 are flushed: the mode of the FPU is not restored",
        seen: &["JuliaLang/julia#789"],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                let left_on = lane.call.memory.seen_f16 && lane.dtype == DType::F32;
                if left_on && crate::value::is_subnormal(lane.dtype, result) { 0 } else { result }
            },
            ..SOUND
        },
    },
];
