//! What goes wrong in a reduction: its axes, its accumulators, its tiles.

use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};

use crate::call::Lane;
use crate::mutant::{Family, Mutant};
use crate::nan::second_if_unordered;
use crate::rewrite::{axes, with, with_axes, without};
use crate::rules::{Group, admit, is_reduction};
use crate::steps::{SOUND, Steps, answer, beyond, fold_of, number_or_beyond, pair};
use crate::value::{is_nan, key, least};
use crate::zero::of_two_zeros;

pub(crate) static FAMILY: Family = Family {
    name: "reduction",
    about: "axes, accumulators and tiles of a reduction",
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

/// A reduction with its axes changed; `None` for other operators, and where no axes are given.
fn with_changed_axes(case: &Case, change: impl Fn(&[i64], usize) -> Vec<i64>) -> Option<Case> {
    let rank = case.inputs.first()?.shape().len();
    with_axes(case, &change(&axes(case)?, rank))
}

/// An axis as counted from the front.
fn from_front(axis: i64, rank: usize) -> i64 {
    if axis < 0 { axis + rank as i64 } else { axis }
}

/// The axes that are met when each is reduced and dropped before the next is counted.
fn one_by_one(axes: &[i64], rank: usize) -> Vec<i64> {
    let mut left: Vec<i64> = (0..rank as i64).collect();
    let take = |&axis: &i64| {
        let place = usize::try_from(from_front(axis, left.len())).ok()?.min(left.len().checked_sub(1)?);
        Some(left.remove(place))
    };
    axes.iter().filter_map(take).collect()
}

/// Whether a reduction has no axes and is to do nothing then.
fn is_noop(case: &Case) -> bool {
    case.attributes.contains_key("noop_with_empty_axes")
}

fn is_along_the_last_of_three(case: &Case) -> bool {
    data_shape(case).len() == 3 && axes(case).is_some_and(|axes| matches!(axes.as_slice(), [-1 | 2]))
}

fn data_shape(case: &Case) -> &[usize] {
    case.inputs.first().map(Tensor::shape).unwrap_or_default()
}

/// Admits what the operator takes, but for reductions that `refuses` says.
fn but(case: &Case, refuses: impl Fn(&Case) -> bool) -> Result<DType, String> {
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
        steps: Steps { admit: |case| but(case, |case| case.dtype_text() == "bool"), ..SOUND },
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
        steps: Steps { admit: |case| but(case, |case| data_shape(case).contains(&0)), ..SOUND },
    },
    Mutant {
        name: "reduce-rank-0-refused",
        fault: "a tensor of rank 0 is refused",
        seen: &[],
        steps: Steps { admit: |case| but(case, |case| data_shape(case).is_empty()), ..SOUND },
    },
    Mutant {
        name: "keepdims-always",
        fault: "reduced dimensions stay, whatever keepdims says",
        seen: &["tinygrad/tinygrad#10926"],
        steps: Steps {
            read: |case| {
                let pruned = case.attributes.get("keepdims") == Some(&Attribute::Int(0));
                (is_reduction(case) && pruned).then(|| with(case, "keepdims", Attribute::Int(1)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "keepdims-by-the-other-default",
        fault: "where keepdims is not given, ONNX prunes and NumPy keeps",
        seen: &[],
        steps: Steps {
            read: |case| {
                let given = case.attributes.contains_key("keepdims");
                let other = i64::from(!case.operator.domain.is_empty());
                let reads = is_reduction(case) && case.operator.domain != "dotnet" && !given;
                reads.then(|| with(case, "keepdims", Attribute::Int(other)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "keepdims-lost-with-negative-axes",
        fault: "a dimension that is named from the back is pruned even where it is to stay",
        seen: &["keras-team/keras#21648", "Theano/Theano#1432"],
        steps: Steps {
            read: |case| {
                let negative = axes(case).is_some_and(|axes| axes.iter().any(|&axis| axis < 0));
                negative.then(|| with(case, "keepdims", Attribute::Int(0)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-ignored",
        fault: "all dimensions are reduced, whatever the axes",
        seen: &[],
        steps: Steps { read: |case| with_changed_axes(case, |_, rank| (0..rank as i64).collect()), ..SOUND },
    },
    Mutant {
        name: "axes-first-alone",
        fault: "of several axes the first is reduced",
        seen: &["tenstorrent/tt-metal#13186"],
        steps: Steps { read: |case| with_changed_axes(case, |axes, _| axes[..1].to_vec()), ..SOUND },
    },
    Mutant {
        name: "axes-missing-means-the-last",
        fault: "where no axes are given, the last dimension is reduced",
        seen: &[],
        steps: Steps {
            read: |case| {
                let reads = is_reduction(case) && case.operator.domain != "dotnet" && !is_noop(case);
                let rank = data_shape(case).len() as i64;
                if reads && rank > 0 && axes(case).is_none() { with_axes(case, &[rank - 1]) } else { None }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-negative-from-the-front",
        fault: "an axis below zero counts from the front: −1 is the first",
        seen: &["llvm/torch-mlir#4556", "apache/mxnet#6992", "mars-project/mars#304"],
        steps: Steps {
            read: |case| {
                with_changed_axes(case, |axes, rank| {
                    let mirrored =
                        |&axis: &i64| if axis < 0 && axis.wrapping_neg() <= rank as i64 { !axis } else { axis };
                    axes.iter().map(mirrored).collect()
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-one-by-one",
        fault: "each axis is counted in what the ones before it have left",
        seen: &["llvm/torch-mlir#4556"],
        steps: Steps { read: |case| with_changed_axes(case, one_by_one), ..SOUND },
    },
    Mutant {
        name: "axes-out-of-range-wrapped",
        fault: "an axis out of range is taken modulo the rank",
        seen: &["apache/mxnet#6947"],
        steps: Steps {
            read: |case| {
                with_changed_axes(case, |axes, rank| {
                    axes.iter().map(|axis| if rank > 0 { axis.rem_euclid(rank as i64) } else { 0 }).collect()
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-twice-accepted",
        fault: "an axis that is named twice is taken once",
        seen: &["Samsung/ONE#9489"],
        steps: Steps {
            read: |case| {
                with_changed_axes(case, |axes, rank| {
                    let mut once: Vec<i64> = Vec::new();
                    for &axis in axes {
                        if once.iter().all(|&known| from_front(known, rank) != from_front(axis, rank)) {
                            once.push(axis);
                        }
                    }
                    once
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "noop-ignored",
        fault: "noop_with_empty_axes is not looked at",
        seen: &[],
        steps: Steps { read: |case| is_noop(case).then(|| without(case, "noop_with_empty_axes")), ..SOUND },
    },
    Mutant {
        name: "noop-prunes-ones",
        fault: "a no-op that is to prune loses its dimensions of 1",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                let is_noop = is_noop(call.case) && axes(call.case).is_none();
                let prunes = is_noop && call.case.attributes.get("keepdims") == Some(&Attribute::Int(0));
                let kept: Vec<usize> = result.shape().iter().copied().filter(|&dim| !prunes || dim != 1).collect();
                answer(result.clone().reshape(&kept))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "noop-flattened",
        fault: "a no-op gives the elements without their shape",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                let is_noop = call.case.attributes.get("noop_with_empty_axes") == Some(&Attribute::Int(1))
                    && axes(call.case).is_none();
                let flat = [result.len()];
                answer(result.clone().reshape(if is_noop { &flat } else { result.shape() }))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "noop-always",
        fault: "without axes nothing is reduced from operator set 18 on",
        seen: &[],
        steps: Steps {
            read: |case| {
                let reads = case.operator.domain.is_empty() && is_reduction(case) && case.opset >= 18;
                reads.then(|| with(case, "noop_with_empty_axes", Attribute::Int(1)))
            },
            ..SOUND
        },
    },
];
