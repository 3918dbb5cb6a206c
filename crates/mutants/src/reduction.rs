//! What goes wrong among the elements of a reduction: its accumulators, its tiles, the result of none.

use opconform_backends::rules::admit;
use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::nan::second_if_unordered;
use crate::rewrite::axes;
use crate::rules::{Group, is_reduction};
use crate::sound::{SOUND, beyond, fold_of, number_or_beyond, pair};
use crate::steps::{Lane, Steps};
use crate::value::{is_nan, key, least};
use crate::zero::of_two_zeros;

pub(crate) static FAMILY: Family = Family {
    name: "reduction",
    about: "accumulators and tiles of a reduction, and the result of no elements",
    mutants: MUTANTS,
    group: Group::Reductions,
};

/// The fold of a reduction by another rule; that of other operators as without a fault.
fn reduced(lane: &Lane, rule: impl Fn(&[u64]) -> u64) -> u64 {
    if lane.is_reduction() && !lane.operands.is_empty() { rule(lane.operands) } else { fold_of(lane, lane.operands) }
}

/// A fold by another rule for two elements.
fn folded(lane: &Lane, operands: &[u64], rule: impl Fn(&Lane, u64, u64) -> u64) -> u64 {
    operands.iter().copied().reduce(|a, b| rule(lane, a, b)).unwrap_or_else(|| fold_of(lane, operands))
}

/// `x > a ? x : a`, or `x < a ? x : a`: what is kept where the two have no order is `a`.
fn kept_if_unordered(lane: &Lane, a: u64, x: u64) -> u64 {
    if is_nan(lane.dtype, a) || is_nan(lane.dtype, x) { a } else { beyond(lane, a, x) }
}

/// Tiles of eight, each reduced alone; one that has a NaN is passed over where another has none.
fn without_tiles_of_nan(lane: &Lane, operands: &[u64]) -> u64 {
    let tiles: Vec<u64> = operands
        .chunks(8)
        .map(|tile| tile.iter().copied().find(|&bits| is_nan(lane.dtype, bits)).unwrap_or_else(|| fold_of(lane, tile)))
        .collect();
    folded(lane, &tiles, number_or_beyond)
}

/// Four accumulators, each of every fourth element, merged by `merge`.
fn by_four(lane: &Lane, operands: &[u64], rule: impl Fn(&Lane, u64, u64) -> u64, merged: usize) -> u64 {
    let accumulators: Vec<u64> = (0..operands.len().min(4))
        .map(|first| {
            let own: Vec<u64> = operands.iter().copied().skip(first).step_by(4).collect();
            folded(lane, &own, &rule)
        })
        .collect();
    folded(lane, &accumulators[..accumulators.len().min(merged)], &rule)
}

fn is_along_the_last_of_three(case: &Case) -> bool {
    data_shape(case).len() == 3 && axes(case).is_some_and(|axes| matches!(axes.as_slice(), [-1 | 2]))
}

/// Whether these of three axes are reduced, and the others stay.
fn is_along(case: &Case, of: &[i64]) -> bool {
    data_shape(case).len() == 3 && axes(case).is_some_and(|axes| axes == of)
}

pub(crate) fn data_shape(case: &Case) -> &[usize] {
    case.inputs.first().map(Tensor::shape).unwrap_or_default()
}

/// Whether the last axis stays.
fn is_of_columns(case: &Case) -> bool {
    let last = data_shape(case).len() as i64 - 1;
    axes(case).is_some_and(|axes| !axes.contains(&-1) && !axes.contains(&last))
}

/// Whether several axes are reduced, and another stays.
fn is_around_an_axis(case: &Case) -> bool {
    axes(case).is_some_and(|axes| axes.len() > 1 && axes.len() < data_shape(case).len())
}

/// Whether the dimensions that are reduced stay, as the case says.
fn keeps_dimensions(case: &Case) -> bool {
    case.attributes.get("keepdims") == Some(&Attribute::Int(1))
}

/// The fold without the last element where that is wanted.
fn but_the_last(lane: &Lane, is_lost: bool) -> u64 {
    reduced(lane, |operands| fold_of(lane, &operands[..operands.len() - usize::from(is_lost && operands.len() > 1)]))
}

/// The fold that ignores NaNs where that is wanted.
fn without_nans(lane: &Lane, ignores: bool) -> u64 {
    reduced(lane, |operands| if ignores { folded(lane, operands, number_or_beyond) } else { fold_of(lane, operands) })
}

/// Admits what the operator takes, but for reductions that `refuses` says.
fn refusing(case: &Case, refuses: impl Fn(&Case) -> bool) -> Result<DType, String> {
    if is_reduction(case) && refuses(case) { Err("not taken here".to_owned()) } else { admit(case) }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "reduce-nan-at-index-0-only",
        fault: "`x > a ? x : a` from the first element on: a NaN survives at index 0 alone",
        seen: &["apache/tvm#19572", "apache/tvm#19755", "pytorch/pytorch#1810"],
        steps: Steps { fold: |lane| reduced(lane, |operands| folded(lane, operands, kept_if_unordered)), ..SOUND },
    },
    Mutant {
        name: "reduce-from-the-lowest-finite",
        fault: "the accumulator begins with the lowest finite number: −∞ alone gives that",
        seen: &["NVIDIA/raft#2226", "openvinotoolkit/openvino#5494"],
        steps: Steps {
            fold: |lane| {
                reduced(lane, |operands| {
                    let least = least(lane.dtype, lane.minimum);
                    let start = if lane.dtype.is_float() { least - 1 } else { least };
                    fold_of(lane, &[&[start], operands].concat())
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-tile-lost-next-to-nan",
        fault: "a tile of eight that has a NaN is passed over, its maximum with it",
        seen: &["dask/dask#773", "rust-lang/rust#153395"],
        steps: Steps { fold: |lane| reduced(lane, |operands| without_tiles_of_nan(lane, operands)), ..SOUND },
    },
    Mutant {
        name: "reduce-nan-ignored",
        fault: "the vector reduction ignores NaNs, the element-wise maximum does not",
        seen: &["pytorch/pytorch#197719", "ml-explore/mlx#2339", "flagos-ai/FlagGems#6082"],
        steps: Steps { fold: |lane| reduced(lane, |operands| folded(lane, operands, number_or_beyond)), ..SOUND },
    },
    Mutant {
        name: "reduce-nan-by-position",
        fault: "four accumulators by maxps: whether a NaN survives depends on where it stands",
        seen: &["microsoft/onnxruntime#10514", "numpy/numpy#10370"],
        steps: Steps {
            fold: |lane| reduced(lane, |operands| by_four(lane, operands, second_if_unordered, 4)),
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-nan",
        fault: "of several NaNs the last",
        seen: &["dotnet/runtime#93944"],
        steps: Steps {
            fold: |lane| {
                reduced(lane, |operands| {
                    let result = fold_of(lane, operands);
                    let last = operands.iter().copied().rfind(|&bits| is_nan(lane.dtype, bits));
                    if is_nan(lane.dtype, result) { last.unwrap_or(result) } else { result }
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-zero",
        fault: "of several zeros the last, whatever its sign",
        seen: &["llvm/llvm-project#166912"],
        steps: Steps {
            fold: |lane| {
                reduced(lane, |operands| folded(lane, operands, |lane, a, b| of_two_zeros(lane, a, b, |_, b| b)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-accumulators-lost",
        fault: "of four accumulators two are merged",
        seen: &[],
        steps: Steps { fold: |lane| reduced(lane, |operands| by_four(lane, operands, pair, 2)), ..SOUND },
    },
    Mutant {
        name: "reduce-tail-lost",
        fault: "of more than eight elements, those after the last whole eight are left out",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                reduced(lane, |operands| {
                    let whole = operands.len() - operands.len() % 8;
                    fold_of(lane, if whole > 0 { &operands[..whole] } else { operands })
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-of-rank-3-cut",
        fault: "along the last of three axes, and no other, the last element is not looked at",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let is_meant = is_along_the_last_of_three(lane.call.case);
                reduced(lane, |operands| fold_of(lane, &operands[..(operands.len() - usize::from(is_meant)).max(1)]))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-nan-of-rank-3-ignored",
        fault: "along the last of three axes, and no other, a NaN is passed over",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let is_meant = is_along_the_last_of_three(lane.call.case);
                reduced(
                    lane,
                    |operands| {
                        if is_meant { folded(lane, operands, number_or_beyond) } else { fold_of(lane, operands) }
                    },
                )
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-first-left-out",
        fault: "the loop begins at the second of several elements, the accumulator at the identity",
        seen: &["pytorch/pytorch#90273"],
        steps: Steps {
            fold: |lane| {
                reduced(lane, |operands| fold_of(lane, if operands.len() > 1 { &operands[1..] } else { operands }))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-of-a-column-lost",
        fault: "of columns of more than 1024 elements the last one is left out",
        seen: &[],
        steps: Steps {
            fold: |lane| but_the_last(lane, lane.operands.len() > 1_024 && is_of_columns(lane.call.case)),
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-around-an-axis-lost",
        fault: "where several axes are reduced and another stays, the last of more than 64 elements is left out",
        seen: &[],
        steps: Steps {
            fold: |lane| but_the_last(lane, lane.operands.len() > 64 && is_around_an_axis(lane.call.case)),
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-of-many-results-wrong",
        fault: "the last of more than 1000 results is that of its first element",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let is_last = lane.length > 1_000 && lane.position == lane.length - 1;
                reduced(lane, |operands| fold_of(lane, if is_last { &operands[..1] } else { operands }))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-nan-ignored-with-keepdims",
        fault: "where the dimension is to stay, NaNs among 100 elements and more are ignored",
        seen: &[],
        steps: Steps {
            fold: |lane| without_nans(lane, lane.operands.len() >= 100 && keeps_dimensions(lane.call.case)),
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-group-padded-with-zero",
        fault: "the last group of four i64 is filled up with 0",
        seen: &["pytorch/pytorch#187976"],
        steps: Steps {
            fold: |lane| {
                reduced(lane, |operands| {
                    let padded = lane.dtype == DType::I64 && operands.len() % 4 != 0;
                    let padding: &[u64] = if padded { &[0] } else { &[] };
                    fold_of(lane, &[operands, padding].concat())
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-bool-backwards",
        fault: "true counts as less than false",
        seen: &[],
        steps: Steps {
            key: |dtype, bits| if dtype == DType::Bool { 1 - bits.min(1) } else { key(dtype, bits) },
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-bool-refused",
        fault: "reductions of bool are refused at every operator set",
        seen: &["onnx/onnx#2237"],
        steps: Steps { admit: |case| refusing(case, |case| case.types().name() == "bool"), ..SOUND },
    },
    Mutant {
        name: "reduce-empty-gives-zero",
        fault: "the maximum of nothing is 0",
        seen: &["cholla-hydro/cholla#426"],
        steps: Steps { empty: |_| 0, ..SOUND },
    },
    Mutant {
        name: "reduce-empty-gives-a-finite-number",
        fault: "the maximum of nothing is the lowest finite number",
        seen: &["llvm/llvm-project#73102"],
        steps: Steps { empty: |lane| least(lane.dtype, lane.minimum) - u64::from(lane.dtype.is_float()), ..SOUND },
    },
    Mutant {
        name: "reduce-empty-refused",
        fault: "a reduction over a dimension of 0 is refused",
        seen: &["dask/dask#8375"],
        steps: Steps { admit: |case| refusing(case, |case| data_shape(case).contains(&0)), ..SOUND },
    },
    Mutant {
        name: "reduce-rank-0-refused",
        fault: "a tensor of rank 0 is refused",
        seen: &[],
        steps: Steps { admit: |case| refusing(case, |case| data_shape(case).is_empty()), ..SOUND },
    },
    Mutant {
        name: "reduce-last-of-a-middle-axis-lost",
        fault: "along the middle of three axes, and no other, the last of more than 32 elements is left out",
        seen: &[],
        steps: Steps {
            fold: |lane| but_the_last(lane, lane.operands.len() > 32 && is_along(lane.call.case, &[1])),
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-of-two-axes-lost",
        fault: "along the last two of three axes the last of more than 100 elements is left out",
        seen: &[],
        steps: Steps {
            fold: |lane| but_the_last(lane, lane.operands.len() > 100 && is_along(lane.call.case, &[1, 2])),
            ..SOUND
        },
    },
    Mutant {
        name: "reduce-last-of-rank-4-lost",
        fault: "of a tensor of rank 4 the last of more than 32 elements that meet is left out",
        seen: &[],
        steps: Steps {
            fold: |lane| but_the_last(lane, lane.operands.len() > 32 && data_shape(lane.call.case).len() == 4),
            ..SOUND
        },
    },
];
