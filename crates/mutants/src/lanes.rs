//! A rule of its own in some lanes, in the tail, or off alignment.

use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::nan::{first_if_unordered, second_if_unordered};
use crate::order::flushed;
use crate::rules::Group;
use crate::sound::{SOUND, answer, fold_of, pair};
use crate::steps::{Call, Lane, Steps};
use crate::value::is_nan;

pub(crate) static FAMILY: Family = Family {
    name: "lanes",
    about: "another rule in some lanes, in the tail, or off alignment",
    mutants: MUTANTS,
    group: Group::All,
};

/// The first operand's element.
fn first(lane: &Lane) -> u64 {
    lane.operands.first().copied().unwrap_or(0)
}

/// A finished result, its elements changed by `change`, which is given all of them.
fn rewritten(result: &Tensor, change: impl Fn(usize, &[u64]) -> u64) -> Outcome {
    let bits = result.to_bits();
    let changed: Vec<u64> = (0..bits.len()).map(|position| change(position, &bits)).collect();
    answer(Tensor::from_bits(result.dtype(), result.shape(), &changed))
}

/// One NaN in a vector makes NaNs of all its lanes.
fn nan_spreads(_: &Call, result: &Tensor) -> Outcome {
    let (dtype, lanes) = (result.dtype(), 32 / result.dtype().size());
    rewritten(result, |position, bits| {
        let vector = bits.chunks(lanes).nth(position / lanes).unwrap_or_default();
        vector.iter().copied().find(|&bits| vector.len() == lanes && is_nan(dtype, bits)).unwrap_or(bits[position])
    })
}

/// Packing 8-bit elements leaves the two inner quarters of each whole vector exchanged.
fn quarters_crossed(_: &Call, result: &Tensor) -> Outcome {
    let narrow = result.dtype().size() == 1;
    let whole = result.len() - result.len() % 32;
    rewritten(result, |position, bits| {
        let exchanged = match position % 32 / 8 {
            1 => position + 8,
            2 => position - 8,
            _ => position,
        };
        bits[if narrow && position < whole { exchanged } else { position }]
    })
}

/// The elements from which another loop takes over, in which one lane turns a bit.
const LONG: usize = 256;

/// The lane of a vector of that loop that turns the last bit.
const TURNED: usize = 5;

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "one-bit-in-a-lane",
        fault: "from 256 elements of f32 on, the sixth lane of each vector has its last bit turned",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let turned = lane.dtype == DType::F32 && lane.length >= LONG && lane.lane() == TURNED;
                fold_of(lane, lane.operands) ^ u64::from(turned)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-tested-in-one-lane",
        fault: "a NaN is looked for in the first lane of each vector alone",
        seen: &["numpy/numpy#20846"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.lane() == 0 { pair(lane, a, b) } else { second_if_unordered(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-in-the-last-lane",
        fault: "the rule for NaN misses the last lane of each vector",
        seen: &["rust-lang/stdarch#408", "rust-lang/packed_simd#5"],
        steps: Steps {
            pair: |lane, a, b| {
                let last = lane.lane() + 1 == lane.lanes();
                if last { first_if_unordered(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-spreads-over-the-vector",
        fault: "one NaN in a whole vector gives NaN in all its lanes",
        seen: &["numpy/numpy#20405"],
        steps: Steps { deliver: nan_spreads, ..SOUND },
    },
    Mutant {
        name: "nan-register-clobbered",
        fault: "in whole vectors the result overwrites the first operand before it is tested for NaN",
        seen: &["openjdk/jdk#1128"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.is_in_tail() { pair(lane, a, b) } else { second_if_unordered(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "nan-in-the-tail",
        fault: "the tail after the last whole vector takes the second operand where one is a NaN",
        seen: &["numpy/numpy#10370", "rust-lang/packed_simd#91"],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.is_in_tail() { second_if_unordered(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "tail-not-written",
        fault: "the tail of a result that has whole vectors stays 0",
        seen: &["RyanCodrai/turbovec#314"],
        steps: Steps {
            fold: |lane| {
                if lane.is_in_tail() && lane.length > lane.lanes() { 0 } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "tail-copied",
        fault: "the tail of a result that has whole vectors is copied from the first operand",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                if lane.is_in_tail() && lane.length > lane.lanes() { first(lane) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "mask-one-short",
        fault: "the mask of a last vector with one lane less than full is one lane short",
        seen: &["numpy/numpy#14867"],
        steps: Steps {
            fold: |lane| {
                let short = lane.length % lane.lanes() == lane.lanes() - 1;
                if short && lane.position + 1 == lane.length { first(lane) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "quarters-crossed",
        fault: "packing 8-bit elements leaves the inner quarters of each vector exchanged",
        seen: &[],
        steps: Steps { deliver: quarters_crossed, ..SOUND },
    },
    Mutant {
        name: "unaligned-start",
        fault: "where an operand begins off a vector boundary, the elements before the next one are copied",
        seen: &["numpy/numpy#10370"],
        steps: Steps {
            fold: |lane| {
                if lane.is_unaligned() && lane.position < lane.lanes() {
                    first(lane)
                } else {
                    fold_of(lane, lane.operands)
                }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "unaligned-nan",
        fault: "operands off alignment take a path that ignores the second operand's NaN",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| {
                if lane.is_unaligned() { first_if_unordered(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "subnormals-flushed-in-the-tail",
        fault: "after the last whole eight elements a subnormal result becomes 0",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                if lane.position >= lane.length - lane.length % 8 {
                    flushed(lane)
                } else {
                    fold_of(lane, lane.operands)
                }
            },
            ..SOUND
        },
    },
];
