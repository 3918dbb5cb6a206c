//! The wrong zero.

use opconform_tensor::DType;

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, fold_of, pair};
use crate::steps::{Lane, Steps};
use crate::value::{is_zero, sign};

pub(crate) static FAMILY: Family =
    Family { name: "zero", about: "the wrong sign of a zero", mutants: MUTANTS, group: Group::All };

/// The choice of `choose` where two zeros meet.
pub(crate) fn of_two_zeros(lane: &Lane, a: u64, b: u64, choose: impl Fn(u64, u64) -> u64) -> u64 {
    if is_zero(lane.dtype, a) && is_zero(lane.dtype, b) { choose(a, b) } else { pair(lane, a, b) }
}

/// The second of two zeros.
pub(crate) fn second_zero(lane: &Lane, a: u64, b: u64) -> u64 {
    of_two_zeros(lane, a, b, |_, b| b)
}

/// The first of two zeros.
pub(crate) fn first_zero(lane: &Lane, a: u64, b: u64) -> u64 {
    of_two_zeros(lane, a, b, |a, _| a)
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "zero-second-wins",
        fault: "of two zeros the second, as maxps",
        seen: &["llvm/llvm-project#166912", "llvm/llvm-project#167376", "rust-lang/portable-simd#193"],
        steps: Steps { pair: second_zero, ..SOUND },
    },
    Mutant {
        name: "zero-first-wins",
        fault: "of two zeros the first, as `a >= b ? a : b`",
        seen: &["llvm/llvm-project#93414", "llvm/llvm-project#119792"],
        steps: Steps { pair: first_zero, ..SOUND },
    },
    Mutant {
        name: "zero-negative-wins",
        fault: "−0 where either zero is −0: the rule of the minimum",
        seen: &["llvm/llvm-project#225665"],
        steps: Steps { pair: |lane, a, b| of_two_zeros(lane, a, b, |a, b| a | b), ..SOUND },
    },
    Mutant {
        name: "zero-never-negative",
        fault: "−0 becomes +0 even where there is no other, as by adding 0",
        seen: &["llvm/llvm-project#57357"],
        steps: Steps {
            fold: |lane| match fold_of(lane, lane.operands) {
                result if is_zero(lane.dtype, result) => 0,
                result => result,
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-of-one-operand",
        fault: "the maximum of one operand goes through an addition: −0 becomes +0",
        seen: &["onnx/onnx#1179"],
        steps: Steps {
            fold: |lane| match *lane.operands {
                [only] if is_zero(lane.dtype, only) => 0,
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-by-lane",
        fault: "the upper half of each vector takes the second of two zeros",
        seen: &["llvm/llvm-project#167376"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.lane() < lane.lanes() / 2 { pair(lane, a, b) } else { second_zero(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-in-the-tail",
        fault: "the tail takes the first of two zeros, whole vectors +0",
        seen: &["llvm/llvm-project#166912"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.is_in_tail() { first_zero(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-of-a-splat",
        fault: "an operand of one element is assumed to be no zero: the other zero wins",
        seen: &["llvm/llvm-project#77805"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.has_scalar() { second_zero(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-of-f16",
        fault: "f16 is compared after widening, and takes the first of two zeros",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype {
                DType::F16 => first_zero(lane, a, b),
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-below-negative-numbers",
        fault: "−0 counts as less than every number, as the integer that has its bits",
        seen: &["llvm/llvm-project#135313"],
        steps: Steps {
            key: |dtype, bits| {
                if is_zero(dtype, bits) && bits == sign(dtype) { 0 } else { crate::value::key(dtype, bits) }
            },
            ..SOUND
        },
    },
];
