//! The wrong rule for a NaN.

use opconform_tensor::{DType, Format};

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, beyond, fold_of, number_or_beyond, pair};
use crate::steps::{Lane, Steps};
use crate::value::{default_nan, infinity, is_nan, is_signalling, least, magnitude, sign};

pub(crate) static FAMILY: Family =
    Family { name: "nan", about: "the wrong rule for a NaN operand", mutants: MUTANTS, group: Group::All };

/// `a > b ? a : b`: the second operand where the two have no order.
pub(crate) fn second_if_unordered(lane: &Lane, a: u64, b: u64) -> u64 {
    if is_nan(lane.dtype, a) || is_nan(lane.dtype, b) { b } else { pair(lane, a, b) }
}

/// `a < b ? b : a`: the first operand where the two have no order.
pub(crate) fn first_if_unordered(lane: &Lane, a: u64, b: u64) -> u64 {
    if is_nan(lane.dtype, a) || is_nan(lane.dtype, b) { a } else { pair(lane, a, b) }
}

/// Two elements under a test for NaN that misses some: those are ordered by their keys, as if they were numbers.
fn missed(lane: &Lane, a: u64, b: u64, is_nan: impl Fn(u64) -> bool) -> u64 {
    match (is_nan(a), is_nan(b)) {
        (false, false) => beyond(lane, a, b),
        (true, false) if lane.ignores_nan => b,
        (false, true) if !lane.ignores_nan => b,
        _ => a,
    }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "nan-ignored",
        fault: "the number where one operand is a NaN, as maximumNumber and fmax",
        seen: &["pytorch/pytorch#143976", "llvm/llvm-project#225665", "pytorch/pytorch#43590", "apache/tvm#19572"],
        steps: Steps { pair: number_or_beyond, ..SOUND },
    },
    Mutant {
        name: "nan-second-wins",
        fault: "the second operand where one is a NaN, as maxps and `a > b ? a : b`",
        seen: &["chakra-core/ChakraCore#837", "triton-lang/triton#1566", "apache/tvm#19755", "pytorch/pytorch#57537"],
        steps: Steps { pair: second_if_unordered, ..SOUND },
    },
    Mutant {
        name: "nan-first-wins",
        fault: "the first operand where one is a NaN, as `a < b ? b : a`",
        seen: &["pytorch/pytorch#25016", "pytorch/pytorch#32541"],
        steps: Steps { pair: first_if_unordered, ..SOUND },
    },
    Mutant {
        name: "nan-of-f16-ignored",
        fault: "the rule for NaN is there in every float type but f16",
        seen: &["microsoft/onnxruntime#22161"],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype {
                DType::F16 => second_if_unordered(lane, a, b),
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-of-bf16-by-the-mask-of-f16",
        fault: "the test for NaN takes the exponent of f16 in bf16 too: large numbers count as NaN",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype {
                DType::Bf16 => missed(lane, a, b, |bits| is_nan(DType::F16, bits)),
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-of-f8e4m3fn-as-480",
        fault: "the NaNs of f8e4m3fn are the numbers that would come after 448 and -448",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype {
                DType::F8E4m3fn => missed(lane, a, b, |_| false),
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-lost-against-a-scalar",
        fault: "the path for an operand of one element ignores a NaN in the other operand",
        seen: &["microsoft/onnxruntime#21455", "microsoft/onnxruntime#21492"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.has_scalar() { number_or_beyond(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-negative-missed",
        fault: "the test for NaN compares the bits as signed integers: a NaN with its sign set counts as a number",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| missed(lane, a, b, |bits| is_nan(lane.dtype, bits) && bits & sign(lane.dtype) == 0),
            ..SOUND
        },
    },
    Mutant {
        name: "nan-signalling-skipped",
        fault: "a signalling NaN is passed over like a missing value",
        seen: &["rust-lang/portable-simd#515", "rust-lang/rust#149537", "rust-lang/rust#153395"],
        steps: Steps {
            pair: |lane, a, b| match (is_signalling(lane.dtype, a), is_signalling(lane.dtype, b)) {
                (true, false) => b,
                (false, true) => a,
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-of-one-pattern-only",
        fault: "only the default NaN is recognised: other NaNs are ordered like numbers",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| {
                missed(lane, a, b, |bits| {
                    lane.dtype.is_float() && magnitude(lane.dtype, bits) == default_nan(lane.dtype)
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-in-the-integer-order",
        fault: "no rule for NaN at all: the bits are ordered like numbers, a negative NaN below −∞",
        seen: &[],
        steps: Steps { pair: beyond, ..SOUND },
    },
    Mutant {
        name: "nan-below-infinity",
        fault: "+∞ wins over a NaN; of a minimum, −∞",
        seen: &["pytorch/pytorch#57687"],
        steps: Steps {
            pair: |lane, a, b| {
                let extreme = least(lane.dtype, !lane.minimum);
                let infinite = |bits| lane.dtype.is_float() && bits == extreme;
                match (infinite(a), infinite(b)) {
                    (true, _) => a,
                    (_, true) => b,
                    _ => pair(lane, a, b),
                }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-of-two-infinities",
        fault: "two infinities give a NaN, as (a + b + |a − b|) / 2 does",
        seen: &["openjdk/jdk#11276"],
        steps: Steps {
            pair: |lane, a, b| {
                let infinite = |bits| magnitude(lane.dtype, bits) == infinity(lane.dtype);
                if lane.dtype.is_float() && infinite(a) && infinite(b) {
                    default_nan(lane.dtype)
                } else {
                    pair(lane, a, b)
                }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-becomes-zero",
        fault: "a NaN operand gives 0",
        seen: &["apache/tvm#19572"],
        steps: Steps {
            fold: |lane| match fold_of(lane, lane.operands) {
                result if is_nan(lane.dtype, result) => 0,
                result => result,
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-from-the-third-operand-on",
        fault: "the rule for NaN is there for the first two operands; the others are folded in with `a > b ? a : b`",
        seen: &["apache/tvm#19755"],
        steps: Steps {
            fold: |lane| {
                let (first, rest) = lane.operands.split_at(lane.operands.len().min(2));
                rest.iter().fold(fold_of(lane, first), |a, &b| {
                    // An ordered comparison: false where either is a NaN.
                    let ordered = !is_nan(lane.dtype, a) && !is_nan(lane.dtype, b);
                    if ordered { beyond(lane, a, b) } else { b }
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-where-a-number-overflows",
        fault: "the greatest finite number is taken for a NaN: the test is ≥ where it should be >",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype.format() {
                Format::Float(_) => missed(lane, a, b, |bits| magnitude(lane.dtype, bits) >= infinity(lane.dtype) - 1),
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
];
