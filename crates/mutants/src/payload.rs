//! The wrong bits in a NaN result.

use opconform_tensor::DType;

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, fold_of, pair};
use crate::steps::{Lane, Steps};
use crate::value::{default_nan, is_nan, quiet_bit, sign};

pub(crate) static FAMILY: Family = Family {
    name: "payload",
    about: "a NaN where one belongs, but not that of an operand",
    mutants: MUTANTS,
    group: Group::All,
};

/// The result, changed where it is a NaN.
pub(crate) fn change_nan(lane: &Lane, change: impl Fn(u64) -> u64) -> u64 {
    let result = fold_of(lane, lane.operands);
    if is_nan(lane.dtype, result) { change(result) } else { result }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "payload-canonical",
        fault: "every NaN becomes the default one",
        seen: &["bytecodealliance/wasmtime#3146", "microsoft/onnxruntime#22161"],
        steps: Steps { fold: |lane| change_nan(lane, |_| default_nan(lane.dtype)), ..SOUND },
    },
    Mutant {
        name: "payload-sign-lost",
        fault: "the sign of a NaN is cleared",
        seen: &["llvm/llvm-project#136646", "bytecodealliance/wasmtime#10920"],
        steps: Steps { fold: |lane| change_nan(lane, |nan| nan & !sign(lane.dtype)), ..SOUND },
    },
    Mutant {
        name: "payload-of-both",
        fault: "the bits of both operands are combined by OR where one is a NaN, and left so",
        seen: &["bytecodealliance/wasmtime#2234", "bytecodealliance/wasmtime#3856"],
        steps: Steps {
            pair: |lane, a, b| {
                if is_nan(lane.dtype, a) || is_nan(lane.dtype, b) { a | b } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "payload-of-the-second",
        fault: "of two NaNs the second",
        seen: &["eclipse-openj9/openj9#20530"],
        steps: Steps {
            pair: |lane, a, b| {
                if is_nan(lane.dtype, b) { b } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "payload-through-a-narrower-type",
        fault: "a NaN of f64 loses the payload bits that f32 has no room for",
        seen: &["bytecodealliance/wasmtime#8145"],
        steps: Steps {
            fold: |lane| match lane.dtype {
                DType::F64 => change_nan(lane, |nan| nan >> 29 << 29 | quiet_bit(DType::F64)),
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "payload-by-length",
        fault: "whole vectors give the default NaN, the tail the operand's own",
        seen: &["eclipse-openj9/openj9#20364"],
        steps: Steps {
            fold: |lane| change_nan(lane, |nan| if lane.is_in_tail() { nan } else { default_nan(lane.dtype) }),
            ..SOUND
        },
    },
];
