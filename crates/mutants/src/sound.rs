//! The steps without a fault, and the parts that faults leave as they are.

use opconform_backends::rules::{admit, apart};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{Tensor, TensorError};

use crate::maximum::PROPAGATES;
use crate::rules::{self, stretch};
use crate::steps::{Call, Lane, Steps};
use crate::value::{is_nan, key, least};

/// The steps without a fault: the first NaN, its bits unchanged; +0 over −0. Each is a function with one address, by which it is known
/// whether a mutant has it.
pub(crate) const SOUND: Steps = Steps {
    read: as_written,
    admit,
    shape: stretch::broadcast,
    strides: stretch::strides,
    apart,
    key,
    maximum: PROPAGATES,
    pair,
    limit,
    fold,
    empty,
    deliver,
    threads: false,
    models: false,
};

#[inline(never)]
fn as_written(_: &Case) -> Option<Case> {
    None
}

#[inline(never)]
fn empty(lane: &Lane) -> u64 {
    least(lane.dtype, lane.minimum)
}

#[inline(never)]
fn deliver(_: &Call, result: &Tensor) -> Outcome {
    answer(Ok(result.clone()))
}

/// One tensor as an outcome.
pub(crate) fn answer(result: Result<Tensor, TensorError>) -> Outcome {
    match result {
        Ok(result) => Outcome::Output(vec![result]),
        Err(error) => Outcome::Malformed(error.to_string()),
    }
}

/// What the operator prefers of two elements: a NaN or the number, and of two numbers the greater or the lesser.
pub(crate) fn pair(lane: &Lane, a: u64, b: u64) -> u64 {
    if lane.ignores_nan { number_or_beyond(lane, a, b) } else { nan_or_beyond(lane, a, b) }
}

/// The first NaN; else the number that is preferred.
fn nan_or_beyond(lane: &Lane, a: u64, b: u64) -> u64 {
    if is_nan(lane.dtype, a) {
        return a;
    }
    if is_nan(lane.dtype, b) { b } else { beyond(lane, a, b) }
}

/// The number where only one is; else as where NaNs win.
pub(crate) fn number_or_beyond(lane: &Lane, a: u64, b: u64) -> u64 {
    match (is_nan(lane.dtype, a), is_nan(lane.dtype, b)) {
        (true, false) => b,
        (false, true) => a,
        _ => nan_or_beyond(lane, a, b),
    }
}

/// The greater of two elements by their keys, whatever they are; of a minimum, the lesser.
pub(crate) fn beyond(lane: &Lane, a: u64, b: u64) -> u64 {
    let key = |bits| (lane.steps.key)(lane.dtype, bits);
    let (a_key, b_key) = if lane.minimum { (key(b), key(a)) } else { (key(a), key(b)) };
    if b_key > a_key { b } else { a }
}

/// The greater of the element and the lower bound, and the lesser of that and the upper one.
pub(crate) fn limit(lane: &Lane, element: u64, [min, max]: [Option<u64>; 2]) -> u64 {
    let of = |minimum: bool, a: u64, b: Option<u64>| b.map_or(a, |b| nan_or_beyond(&Lane { minimum, ..*lane }, a, b));
    of(true, of(false, element, min), max)
}

/// The elements that meet, one after the other; of an operator that limits one by the others, that one between these.
pub(crate) fn fold(lane: &Lane) -> u64 {
    match (rules::has_limits(lane.call.case), lane.operands.split_first()) {
        (true, Some((&element, bounds))) => (lane.steps.limit)(lane, element, rules::bounds(lane.call.case, bounds)),
        _ => fold_of(lane, lane.operands),
    }
}

/// The same of some elements.
pub(crate) fn fold_of(lane: &Lane, operands: &[u64]) -> u64 {
    match lane.sound {
        // Most faults fold all that meets as it should be, but here and there: in long rows that is all that they take time for.
        Some(sound) if std::ptr::eq(operands, lane.operands) => return sound,
        _ => {}
    }
    operands.iter().copied().reduce(|a, b| (lane.steps.pair)(lane, a, b)).unwrap_or_else(|| (lane.steps.empty)(lane))
}
