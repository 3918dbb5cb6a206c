//! What goes wrong from a length on: counters, chunks, threads.

use crate::mutant::{Family, Mutant};
use crate::nan::second_if_unordered;
use crate::rules::Group;
use crate::sound::{SOUND, fold_of, pair};
use crate::steps::{Lane, Steps};
use crate::zero::second_zero;

pub(crate) static FAMILY: Family = Family {
    name: "lengths",
    about: "what goes wrong from a length on: counters, chunks, threads",
    mutants: MUTANTS,
    group: Group::All,
};

/// The first operand's element where `spared` holds, which the loop does not reach.
fn skipped(lane: &Lane, spared: bool) -> u64 {
    if spared { lane.operands.first().copied().unwrap_or(0) } else { fold_of(lane, lane.operands) }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "counter-of-8-bits",
        fault: "the loop counts in 8 bits: elements from 256 on are left as in the first operand",
        seen: &[],
        steps: Steps { fold: |lane| skipped(lane, lane.position >= 256), ..SOUND },
    },
    Mutant {
        name: "counter-of-16-bits",
        fault: "the loop counts in 16 bits: elements from 65536 on are left as in the first operand",
        seen: &["numpy/numpy#14867"],
        steps: Steps { fold: |lane| skipped(lane, lane.position >= 65_536), ..SOUND },
    },
    Mutant {
        name: "past-98304",
        fault: "the last of the threads has no work: elements from 98304 on are left as in the first operand",
        seen: &[],
        steps: Steps { fold: |lane| skipped(lane, lane.position >= 98_304), ..SOUND },
    },
    Mutant {
        name: "past-512",
        fault: "the unrolled loop ends at 512 elements: the rest is left as in the first operand",
        seen: &[],
        steps: Steps { fold: |lane| skipped(lane, lane.position >= 512), ..SOUND },
    },
    Mutant {
        name: "chunk-begins-late",
        fault: "each chunk of 1024 but the first leaves out its first element",
        seen: &[],
        steps: Steps { fold: |lane| skipped(lane, lane.position > 0 && lane.position.is_multiple_of(1024)), ..SOUND },
    },
    Mutant {
        name: "chunk-ends-early",
        fault: "each whole chunk of 512 leaves out its last element",
        seen: &[],
        steps: Steps { fold: |lane| skipped(lane, lane.position % 512 == 511), ..SOUND },
    },
    Mutant {
        name: "seam-of-threads",
        fault: "four threads share results of 4096 elements or more; the last of each quarter belongs to none",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let quarter = lane.length / 4;
                skipped(
                    lane,
                    lane.length >= 4096 && lane.position < 4 * quarter && lane.position % quarter == quarter - 1,
                )
            },
            threads: true,
            ..SOUND
        },
    },
    Mutant {
        name: "long-nan",
        fault: "from 1024 elements on, another kernel takes the second operand where one is a NaN",
        seen: &["numpy/numpy#21685"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.length >= 1024 { second_if_unordered(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "long-zero",
        fault: "from 64 elements on, another kernel takes the second of two zeros",
        seen: &["llvm/llvm-project#166912"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.length >= 64 { second_zero(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
];
