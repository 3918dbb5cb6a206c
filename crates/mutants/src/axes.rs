//! What goes wrong with the dimensions of a reduction: which are reduced, and which stay.

use opconform_spec::{Attribute, Case, Form};

use crate::mutant::{Family, Mutant};
use crate::reduction::data_shape;
use crate::rewrite::{axes, with, with_axes, without};
use crate::rules::{Group, is_reduction};
use crate::sound::{SOUND, answer};
use crate::steps::Steps;

pub(crate) static FAMILY: Family = Family {
    name: "axes",
    about: "which dimensions of a reduction are reduced, and which stay",
    mutants: MUTANTS,
    group: Group::Reductions,
};

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

const MUTANTS: &[Mutant] = &[
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
                let other = i64::from(!case.operator.form.is_onnx());
                let reads = case.operator.form.has_axes() && !given;
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
                let reads = case.operator.form.has_axes() && !is_noop(case);
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
                let reads = case.operator.form == Form::OnnxReduction && case.opset >= 18;
                reads.then(|| with(case, "noop_with_empty_axes", Attribute::Int(1)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-of-rank-5-one-late",
        fault: "of a tensor of rank 5 or more the dimension after the one that is named is reduced",
        seen: &[],
        steps: Steps {
            read: |case| {
                let late = |&axis: &i64, rank: usize| (from_front(axis, rank) + 1).rem_euclid(rank as i64);
                let has_many = is_reduction(case) && data_shape(case).len() >= 5;
                let changed = |axes: &[i64], rank| axes.iter().map(|axis| late(axis, rank)).collect();
                if has_many { with_changed_axes(case, changed) } else { None }
            },
            ..SOUND
        },
    },
];
