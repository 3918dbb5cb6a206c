//! More operands than two, or fewer: what is lost on the way.

use opconform_tensor::Format;

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, fold_of, number_or_beyond};
use crate::steps::{Lane, Steps};
use crate::value::{is_nan, least, min_normal, sign};

pub(crate) static FAMILY: Family =
    Family { name: "operands", about: "operands lost, and where a fold begins", mutants: MUTANTS, group: Group::All };

/// A fold that begins with a value of its own.
fn fold_from(lane: &Lane, start: u64) -> u64 {
    let operands: Vec<u64> = [start].iter().chain(lane.operands).copied().collect();
    fold_of(lane, &operands)
}

/// The lowest finite number of a type; of a minimum, the greatest.
fn lowest(lane: &Lane) -> u64 {
    let least = least(lane.dtype, lane.minimum);
    if lane.dtype.is_float() { least - 1 } else { least }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "two-operands-only",
        fault: "operands after the second are not looked at",
        seen: &["root-project/root#11198"],
        steps: Steps { fold: |lane| fold_of(lane, &lane.operands[..lane.operands.len().min(2)]), ..SOUND },
    },
    Mutant {
        name: "eight-operands-only",
        fault: "operands after the eighth are not looked at",
        seen: &["ROCm/AMDMIGraphX#114"],
        steps: Steps { fold: |lane| fold_of(lane, &lane.operands[..lane.operands.len().min(8)]), ..SOUND },
    },
    Mutant {
        name: "accumulator-lost",
        fault: "operands are taken four at a time, and each round begins anew",
        seen: &[],
        steps: Steps { fold: |lane| fold_of(lane, lane.operands.chunks(4).next_back().unwrap_or_default()), ..SOUND },
    },
    Mutant {
        name: "nan-of-the-first-of-three-alone",
        fault: "of exactly three operands, a NaN is looked for in the first alone",
        seen: &[],
        steps: Steps {
            fold: |lane| match *lane.operands {
                [a, b, c] if !lane.is_reduction() && !is_nan(lane.dtype, a) => {
                    number_or_beyond(lane, number_or_beyond(lane, a, b), c)
                }
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "third-of-shape-1-lost",
        fault: "a third operand of one element is not looked at where it has a dimension",
        seen: &[],
        steps: Steps {
            fold: |lane| match (lane.operands, lane.call.case.inputs.get(2)) {
                ([a, b, _], Some(third)) if !lane.is_reduction() && third.shape() == [1] => fold_of(lane, &[*a, *b]),
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "consumed-input-returned",
        fault: "where Max-1 is told that inputs may be consumed, the first is returned as it is",
        seen: &[],
        steps: Steps {
            fold: |lane| match lane.operands.first() {
                Some(&first) if lane.call.case.attributes.contains_key("consumed_inputs") => first,
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "odd-operand-lost",
        fault: "operands are taken in pairs, and the last of an odd number greater than one is left out",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let count = lane.operands.len();
                fold_of(lane, &lane.operands[..if count > 1 { count - count % 2 } else { count }])
            },
            ..SOUND
        },
    },
    Mutant {
        name: "middle-operand-lost",
        fault: "of more than two operands, the one before the last is passed over",
        seen: &[],
        steps: Steps {
            fold: |lane| match lane.operands {
                [most @ .., _, last] if !most.is_empty() => fold_of(lane, &[most, &[*last]].concat()),
                operands => fold_of(lane, operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "fold-from-zero",
        fault: "the fold begins with 0",
        seen: &["cholla-hydro/cholla#426"],
        steps: Steps { fold: |lane| fold_from(lane, 0), ..SOUND },
    },
    Mutant {
        name: "fold-from-the-least-positive",
        fault: "the fold begins with the least positive normal number, as numeric_limits::min of a float",
        seen: &["openvinotoolkit/openvino#5494", "xtensor-stack/xtensor#1529", "halide/Halide#298"],
        steps: Steps {
            fold: |lane| {
                let start = if lane.dtype.is_float() { min_normal(lane.dtype) } else { lowest(lane) };
                fold_from(lane, start)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "fold-from-the-lowest-finite",
        fault: "the fold begins with the lowest finite number: −∞ alone does not survive",
        seen: &["NVIDIA/raft#2226"],
        steps: Steps { fold: |lane| fold_from(lane, lowest(lane)), ..SOUND },
    },
    Mutant {
        name: "fold-from-minus-max",
        fault: "the fold of integers begins with −max, one above the least",
        seen: &["openvinotoolkit/openvino#5494"],
        steps: Steps {
            fold: |lane| match lane.dtype.format() {
                Format::Signed if !lane.minimum => fold_from(lane, sign(lane.dtype) + 1),
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
];
