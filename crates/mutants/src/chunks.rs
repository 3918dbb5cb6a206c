//! What goes wrong in a reduction that is cut into chunks: one that is dropped, and what is lost where two meet.

use crate::mutant::{Family, Mutant};
use crate::order::flushed;
use crate::rules::Group;
use crate::sound::{SOUND, fold_of};
use crate::steps::{Lane, Steps};
use crate::value::is_nan;

pub(crate) static FAMILY: Family = Family {
    name: "chunks",
    about: "chunks of a long reduction: one is dropped, or what stands where two meet",
    mutants: MUTANTS,
    group: Group::Reductions,
};

/// The elements of a long reduction that are not `lost`, given their place; of others all.
fn without(lane: &Lane, chunk: usize, lost: impl Fn(usize, u64) -> bool) -> u64 {
    if !lane.is_reduction() || lane.operands.len() <= chunk {
        return fold_of(lane, lane.operands);
    }
    let kept = lane.operands.iter().copied().enumerate().filter(|&(place, bits)| !lost(place, bits));
    fold_of(lane, &kept.map(|(_, bits)| bits).collect::<Vec<_>>())
}

/// The elements without those after the last whole chunk.
fn without_last(lane: &Lane, chunk: usize) -> u64 {
    let whole = lane.operands.len() - lane.operands.len() % chunk;
    without(lane, chunk, |place, _| place >= whole)
}

/// The elements without a NaN that is the first or the last of a chunk.
fn without_nan_between(lane: &Lane, chunk: usize) -> u64 {
    without(lane, chunk, |place, bits| {
        is_nan(lane.dtype, bits) && (place % chunk == chunk - 1 || place > 0 && place.is_multiple_of(chunk))
    })
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "last-chunk-of-16384-dropped",
        fault: "of more than 16,384 elements, those after the last whole chunk of 16,384 are left out",
        seen: &[],
        steps: Steps { fold: |lane| without_last(lane, 16_384), ..SOUND },
    },
    Mutant {
        name: "last-chunk-of-65536-dropped",
        fault: "of more than 65,536 elements, those after the last whole chunk of 65,536 are left out",
        seen: &[],
        steps: Steps { fold: |lane| without_last(lane, 65_536), ..SOUND },
    },
    Mutant {
        name: "last-chunk-of-98304-dropped",
        fault: "of more than 98,304 elements, those after the last whole chunk of 98,304 are left out",
        seen: &[],
        steps: Steps { fold: |lane| without_last(lane, 98_304), ..SOUND },
    },
    Mutant {
        name: "inner-quarter-dropped",
        fault: "four threads share rows of more than 1,024 elements; what the third found is not merged",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let quarter = lane.operands.len().div_ceil(4);
                without(lane, 1_024, |place, _| place / quarter == 2)
            },
            threads: true,
            ..SOUND
        },
    },
    Mutant {
        name: "chunk-ends-one-early",
        fault: "each whole chunk of 1,024 leaves out its last element",
        seen: &[],
        steps: Steps { fold: |lane| without(lane, 1_024, |place, _| place % 1_024 == 1_023), ..SOUND },
    },
    Mutant {
        name: "nan-lost-between-chunks-of-1024",
        fault: "a NaN that begins or ends a chunk of 1,024 is lost",
        seen: &[],
        steps: Steps { fold: |lane| without_nan_between(lane, 1_024), ..SOUND },
    },
    Mutant {
        name: "nan-lost-between-chunks-of-65536",
        fault: "a NaN that begins or ends a chunk of 65,536 is lost",
        seen: &[],
        steps: Steps { fold: |lane| without_nan_between(lane, 65_536), ..SOUND },
    },
    Mutant {
        name: "zero-merged-last",
        fault: "of zeros from several chunks of 1,024 the last, whatever its sign",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                let last = lane.operands.last().copied().unwrap_or(result);
                let zeros = [result, last].iter().all(|&bits| crate::value::is_zero(lane.dtype, bits));
                if zeros && lane.is_reduction() && lane.operands.len() > 1_024 { last } else { result }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "subnormals-flushed-in-long-rows",
        fault: "of more than 1,024 elements a subnormal result becomes 0",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                if lane.is_reduction() && lane.operands.len() > 1_024 {
                    flushed(lane)
                } else {
                    fold_of(lane, lane.operands)
                }
            },
            ..SOUND
        },
    },
];
