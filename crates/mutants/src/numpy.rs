//! What goes wrong with NumPy's `out`, `where` and `initial`, and with the twins that ignore NaNs.

use opconform_spec::{Attribute, Case, Form, NanRule};
use opconform_tensor::Tensor;

use crate::mutant::{Family, Mutant};
use crate::rewrite::{mapped, with, with_input, without, without_input};
use crate::rules::stretch::broadcast;
use crate::rules::{Group, is_minimum, is_reduction};
use crate::sound::{SOUND, fold_of, number_or_beyond, pair};
use crate::steps::{Lane, Steps};
use crate::value::{is_nan, least};

pub(crate) static FAMILY: Family = Family {
    name: "numpy",
    about: "NumPy's out, where and initial, and the twins that ignore NaNs",
    mutants: MUTANTS,
    group: Group::Called(&[Form::Ufunc, Form::UfuncReduction]),
};

fn is_numpy(case: &Case) -> bool {
    case.operator.form.is_ufunc()
}

/// Two elements as by the twin that propagates NaNs.
fn propagating(lane: &Lane, a: u64, b: u64) -> u64 {
    pair(&Lane { ignores_nan: false, ..*lane }, a, b)
}

/// A fold that ends at the first NaN.
fn until_nan(lane: &Lane) -> u64 {
    let nan = lane.operands.iter().copied().find(|&bits| is_nan(lane.dtype, bits));
    nan.unwrap_or_else(|| fold_of(lane, lane.operands))
}

/// Chunks of four: one of NaNs alone makes a NaN of the whole.
fn by_chunks(lane: &Lane) -> u64 {
    let chunks: Vec<u64> = lane.operands.chunks(4).map(|chunk| fold_of(lane, chunk)).collect();
    chunks.iter().copied().reduce(|a, b| propagating(lane, a, b)).unwrap_or_else(|| fold_of(lane, &[]))
}

/// The case without an `out` that the operands do not broadcast to.
fn without_misfit(case: &Case) -> Option<Case> {
    let shapes: Vec<&[usize]> = case.inputs.iter().take(2).map(Tensor::shape).collect();
    let Some(&Attribute::Int(place)) = case.attributes.get("out").filter(|_| is_numpy(case)) else { return None };
    let out = case.inputs.get(usize::try_from(place).ok()?)?.shape();
    let both = broadcast(&shapes).ok()?;
    if broadcast(&[&both, out]).is_ok_and(|shape| shape == out) { None } else { without_input(case, "out") }
}

/// The case of a reduction that ignores NaNs with each axis counted from the back as the last.
fn from_the_back_as_the_last(case: &Case) -> Option<Case> {
    let ignores = is_numpy(case) && is_reduction(case) && case.operator.nan == NanRule::Ignored;
    let Some(Attribute::Ints(axes)) = case.attributes.get("axis").filter(|_| ignores) else { return None };
    if axes.iter().all(|&axis| axis >= -1) {
        return None;
    }
    let mut axes: Vec<i64> = axes.iter().map(|&axis| axis.max(-1)).collect();
    axes.dedup();
    Some(with(case, "axis", Attribute::Ints(axes)))
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "numpy-where-ignored",
        fault: "every element is computed, whatever `where` selects",
        seen: &[],
        steps: Steps { read: |case| if is_numpy(case) { without_input(case, "where") } else { None }, ..SOUND },
    },
    Mutant {
        name: "numpy-where-inverted",
        fault: "`where` selects what is left alone",
        seen: &[],
        steps: Steps { read: |case| with_input(case, "where", |mask| mapped(mask, |bits| 1 - bits.min(1))), ..SOUND },
    },
    Mutant {
        name: "numpy-unselected-cleared",
        fault: "`out` is cleared before the call",
        seen: &[],
        steps: Steps { read: |case| with_input(case, "out", |out| mapped(out, |_| 0)), ..SOUND },
    },
    Mutant {
        name: "numpy-out-of-any-shape",
        fault: "an `out` that does not fit is replaced by a fresh result",
        seen: &[],
        steps: Steps { read: without_misfit, ..SOUND },
    },
    Mutant {
        name: "numpy-fmax-propagates",
        fault: "fmax and fmin are the maximum and the minimum",
        seen: &["NetFabric/NetFabric.Numerics.Tensors#40"],
        steps: Steps {
            pair: |lane, a, b| if lane.is_reduction() { pair(lane, a, b) } else { propagating(lane, a, b) },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-nanmax-ends-at-a-nan",
        fault: "nanmax and nanmin end at the first NaN",
        seen: &["dotnet/runtime#133628"],
        steps: Steps {
            fold: |lane| {
                if lane.is_reduction() && lane.ignores_nan { until_nan(lane) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-nanmax-by-chunks",
        fault: "nanmax of chunks of four, merged by amax: a chunk of NaNs alone makes a NaN of the whole",
        seen: &["dask/dask#773", "dask/dask#777", "dask/dask#776"],
        steps: Steps {
            fold: |lane| {
                if lane.is_reduction() && lane.ignores_nan { by_chunks(lane) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-nanmax-from-the-back",
        fault: "nanmax and nanmin take every axis that is counted from the back for the last",
        seen: &[],
        steps: Steps { read: from_the_back_as_the_last, ..SOUND },
    },
    Mutant {
        name: "numpy-amax-ignores-nan",
        fault: "amax and amin ignore NaNs",
        seen: &["numpy/numpy#10370"],
        steps: Steps {
            pair: |lane, a, b| {
                let amax = lane.is_reduction() && is_numpy(lane.call.case);
                if amax { number_or_beyond(lane, a, b) } else { pair(lane, a, b) }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-initial-ignored",
        fault: "`initial` counts only where there is nothing else",
        seen: &[],
        steps: Steps {
            fold: |lane| match lane.operands {
                [_, rest @ ..] if lane.call.case.attributes.contains_key("initial") && !rest.is_empty() => {
                    fold_of(lane, rest)
                }
                operands => fold_of(lane, operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-empty-answered",
        fault: "amax of nothing is −∞, or the least integer",
        seen: &["dask/dask#8375"],
        steps: Steps {
            read: |case| {
                let reads = is_numpy(case) && is_reduction(case) && !case.attributes.contains_key("initial");
                let data = case.inputs.first().filter(|data| reads && data.is_empty())?;
                let initial = Tensor::from_bits(data.dtype(), &[], &[least(data.dtype(), is_minimum(case))]).ok()?;
                let place = case.inputs.len() as i64;
                let mut case = with(&without(case, "initial"), "initial", Attribute::Int(place));
                case.inputs.push(initial);
                Some(case)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "numpy-initial-forgotten-with-keepdims",
        fault: "where the dimension is to stay, `initial` is not looked at",
        seen: &[],
        steps: Steps {
            read: |case| {
                let keeps = is_reduction(case) && case.attributes.get("keepdims") == Some(&Attribute::Int(1));
                if is_numpy(case) && keeps { without_input(case, "initial") } else { None }
            },
            ..SOUND
        },
    },
];
