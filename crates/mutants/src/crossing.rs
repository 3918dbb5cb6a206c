//! The faults that are also planted in one operator, one element type, and calls of more than so many elements alone.
//!
//! A fault that is confined answers as the whole fault does where it is at home, and elsewhere as the implementation without one:
//! what kills it is what kills the whole fault there, and no run of its own is needed to know.

use opconform_spec::{Direction, Form, NanRule, OPERATORS, Operator};
use opconform_tensor::{DType, Format};

/// A fault, and what it is confined to one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// The name of the planted fault.
    pub mutant: &'static str,
    types: fn(DType) -> bool,
    operators: fn(&Operator) -> bool,
    /// It is planted in calls of more elements than each of these.
    pub beyond: &'static [usize],
}

/// The lengths from which on a fault is planted: of everything, of vectors, of unrolled loops, blocks and chunks.
const EVERY: &[usize] = &[0, 16, 128, 1_024, 16_384];

/// The same of a reduction that loses what comes last, a NaN, or a zero.
const REDUCTION: &[usize] = &[0, 16, 128, 1_024, 16_384, 65_536];

/// The same of what is there in calls of several chunks alone. Of more than 65,536 elements every chunk but the last is taken for
/// one like those of fewer.
const SEVERAL_CHUNKS: &[usize] = &[1_024, 16_384];

/// The same of what comes at the end of vectors, unrolled loops and blocks.
const BLOCKS: &[usize] = &[0, 16, 128, 1_024];

/// The same of what depends on shapes and on the number of operands, and on no length.
const SHORT: &[usize] = &[0];

impl Crossing {
    const fn of(mutant: &'static str, types: fn(DType) -> bool, operators: fn(&Operator) -> bool) -> Self {
        Self { mutant, types, operators, beyond: EVERY }
    }

    const fn beyond(self, beyond: &'static [usize]) -> Self {
        Self { beyond, ..self }
    }

    /// The operators and types in which the fault is one.
    pub fn cells(&self) -> impl Iterator<Item = (&'static Operator, DType)> {
        let operators = OPERATORS.iter().copied().filter(|operator| (self.operators)(operator));
        operators.flat_map(|operator| {
            let types = (operator.types)(operator.newest()).iter().copied();
            types.filter(|&dtype| (self.types)(dtype)).map(move |dtype| (operator, dtype))
        })
    }
}

fn float(dtype: DType) -> bool {
    dtype.is_float()
}

/// Those of which NaNs differ in more than the sign, and long rows have NaNs of both signs.
fn of_many_nans(dtype: DType) -> bool {
    dtype.float().is_some_and(|float| float.quiet_bit().is_some())
}

fn integer(dtype: DType) -> bool {
    matches!(dtype.format(), Format::Signed | Format::Unsigned)
}

fn signed(dtype: DType) -> bool {
    dtype.format() == Format::Signed
}

fn any(_: DType) -> bool {
    true
}

/// Those that take an end of the order: the faults of all of them are of no other.
fn every(operator: &Operator) -> bool {
    operator.direction().is_some()
}

fn propagates(operator: &Operator) -> bool {
    every(operator) && operator.nan == NanRule::Propagates
}

/// Whether a source says which of two zeros is the result.
fn orders_zeros(operator: &Operator) -> bool {
    operator.form.is_of_spans() || operator.form == Form::OnnxVariadic
}

/// Whether a source says that a NaN of the first operand is the result: Paddle's says so of neither.
fn keeps_first_nan(operator: &Operator) -> bool {
    every(operator) && operator.form != Form::Subsequence
}

fn propagating_reduction(operator: &Operator) -> bool {
    propagates(operator) && reduces(operator)
}

/// Those that reduce a tensor along axes, and no span.
fn has_axes(operator: &Operator) -> bool {
    operator.form.has_axes()
}

fn elementwise(operator: &Operator) -> bool {
    operator.form.compares()
}

/// Those whose result has a tail: that of spans is one of the whole memory.
fn tailed(operator: &Operator) -> bool {
    elementwise(operator) && !operator.form.is_of_spans()
}

fn propagates_in_vectors(operator: &Operator) -> bool {
    propagates(operator) && elementwise(operator)
}

/// Those of which the second operand, where one is a NaN, is the wrong one.
fn keeps_first_nan_in_vectors(operator: &Operator) -> bool {
    propagates_in_vectors(operator) && keeps_first_nan(operator)
}

/// Those that stretch an operand to the shape of another.
fn broadcasts(operator: &Operator) -> bool {
    operator.form.broadcasts()
}

/// Those that make one element of the elements of one tensor or span.
fn reduces(operator: &Operator) -> bool {
    operator.form.is_reduction()
}

/// Those of ONNX that reduce a tensor.
fn onnx_reduction(operator: &Operator) -> bool {
    operator.form == Form::OnnxReduction
}

/// Those that write their result into the memory of their operands.
fn writes(operator: &Operator) -> bool {
    operator.form.is_of_spans() && elementwise(operator)
}

fn of_two_spans(operator: &Operator) -> bool {
    operator.form == Form::Spans
}

fn paddle(operator: &Operator) -> bool {
    operator.form == Form::Subsequence
}

fn ufunc(operator: &Operator) -> bool {
    operator.form.is_ufunc()
}

fn numpy_reduction(operator: &Operator) -> bool {
    operator.form == Form::UfuncReduction
}

fn ignores(operator: &Operator) -> bool {
    operator.nan == NanRule::Ignored
}

fn ignoring_reduction(operator: &Operator) -> bool {
    numpy_reduction(operator) && ignores(operator)
}

/// Those that take any number of operands.
fn variadic(operator: &Operator) -> bool {
    operator.form == Form::OnnxVariadic
}

/// Those that limit elements by bounds.
fn limits(operator: &Operator) -> bool {
    operator.form == Form::OnnxLimits
}

/// Every fault that is crossed, in the order of reports.
pub static CROSSINGS: &[Crossing] = &[
    Crossing::of("nan-ignored", float, propagates),
    Crossing::of("nan-second-wins", float, keeps_first_nan),
    Crossing::of("nan-first-wins", float, every),
    // Of a minimum a negative NaN is below all numbers, and wins as it should.
    Crossing::of("nan-negative-missed", of_many_nans, |operator| {
        propagates(operator) && operator.direction() == Some(Direction::Max)
    }),
    Crossing::of("nan-signalling-skipped", of_many_nans, propagates),
    Crossing::of("nan-of-one-pattern-only", of_many_nans, propagates),
    Crossing::of("nan-in-the-integer-order", of_many_nans, propagates),
    Crossing::of("nan-below-infinity", float, propagates),
    Crossing::of("nan-of-two-infinities", float, every),
    Crossing::of("nan-where-a-number-overflows", float, every),
    Crossing::of("nan-becomes-zero", float, propagates),
    Crossing::of("nan-lost-against-a-scalar", float, |operator| propagates(operator) && broadcasts(operator)),
    Crossing::of("nan-from-the-third-operand-on", float, |operator| {
        propagates(operator) && (variadic(operator) || reduces(operator))
    }),
    Crossing::of("zero-second-wins", float, orders_zeros),
    Crossing::of("zero-first-wins", float, orders_zeros),
    Crossing::of("zero-negative-wins", float, |operator| {
        orders_zeros(operator) && operator.direction() == Some(Direction::Max)
    }),
    Crossing::of("zero-never-negative", float, orders_zeros),
    Crossing::of("zero-by-lane", float, |operator| orders_zeros(operator) && elementwise(operator)),
    Crossing::of("zero-of-a-splat", float, |operator| orders_zeros(operator) && broadcasts(operator)),
    Crossing::of("zero-below-negative-numbers", float, every),
    Crossing::of("upper-word-alone", |dtype| dtype == DType::F64, every),
    Crossing::of("f64-narrowed", |dtype| dtype == DType::F64, every),
    Crossing::of("i64-narrowed", |dtype| dtype == DType::I64, every),
    Crossing::of("i8-saturated", |dtype| dtype == DType::I8, every),
    Crossing::of("infinity-clamped", float, every),
    Crossing::of("subnormals-flushed", float, every),
    Crossing::of("subnormals-compared-as-zero", float, every),
    Crossing::of("magnitudes-compared", |dtype| float(dtype) || signed(dtype), every),
    Crossing::of("floats-as-integers", float, every),
    Crossing::of("last-bit-ignored", integer, every),
    Crossing::of("lower-half-signed", |dtype| integer(dtype) && dtype.size() > 1, every),
    Crossing::of("unsigned-as-signed", |dtype| dtype.format() == Format::Unsigned, every),
    Crossing::of("signed-as-unsigned", signed, every),
    Crossing::of("difference-overflows", signed, every),
    Crossing::of("integers-through-f32", |dtype| integer(dtype) && dtype.size() >= 4, every),
    Crossing::of("integers-through-f64", |dtype| integer(dtype) && dtype.size() == 8, every),
    Crossing::of("nan-tested-in-one-lane", float, keeps_first_nan_in_vectors),
    Crossing::of("nan-in-the-last-lane", float, propagates_in_vectors),
    Crossing::of("nan-spreads-over-the-vector", float, propagates_in_vectors),
    Crossing::of("nan-register-clobbered", float, keeps_first_nan_in_vectors),
    Crossing::of("quarters-crossed", |dtype| dtype.size() == 1, elementwise),
    Crossing::of("tail-copied", any, tailed),
    Crossing::of("tail-not-written", any, tailed),
    Crossing::of("counter-of-8-bits", any, tailed).beyond(&[256, 1_024, 16_384]),
    Crossing::of("counter-of-16-bits", any, tailed).beyond(&[65_536]),
    Crossing::of("past-512", any, tailed).beyond(&[512, 1_024, 16_384]),
    Crossing::of("chunk-begins-late", any, tailed).beyond(SEVERAL_CHUNKS),
    Crossing::of("chunk-ends-early", any, tailed).beyond(SEVERAL_CHUNKS),
    Crossing::of("seam-of-threads", any, tailed).beyond(&[4_096, 16_384]),
    Crossing::of("long-nan", float, keeps_first_nan_in_vectors).beyond(SEVERAL_CHUNKS),
    Crossing::of("long-zero", float, |operator| orders_zeros(operator) && elementwise(operator))
        .beyond(&[64, 128, 1_024, 16_384]),
    Crossing::of("read-in-a-circle", any, broadcasts).beyond(SHORT),
    Crossing::of("strides-beyond-rank-4", any, broadcasts).beyond(SHORT),
    Crossing::of("middle-axis-not-stretched", any, broadcasts).beyond(SHORT),
    Crossing::of("stride-of-the-result", any, broadcasts).beyond(SHORT),
    Crossing::of("axes-merged", any, broadcasts).beyond(SHORT),
    Crossing::of("column-against-a-long-row", any, broadcasts).beyond(&[64]),
    Crossing::of("scalar-meets-one-element", any, broadcasts).beyond(SHORT),
    Crossing::of("two-operands-only", any, variadic).beyond(SHORT),
    Crossing::of("odd-operand-lost", any, variadic).beyond(SHORT),
    Crossing::of("accumulator-lost", any, variadic).beyond(SHORT),
    Crossing::of("nan-of-the-first-of-three-alone", float, variadic).beyond(SHORT),
    Crossing::of("fold-from-zero", |dtype| float(dtype) || signed(dtype), every),
    Crossing::of("fold-from-the-least-positive", float, every),
    Crossing::of("fold-from-the-lowest-finite", float, every),
    Crossing::of("fold-from-minus-max", signed, |operator| operator.direction() == Some(Direction::Max)),
    Crossing::of("nan-in-the-tail", float, |operator| {
        keeps_first_nan(operator) && tailed(operator) && propagates(operator)
    }),
    Crossing::of("subnormals-flushed-in-the-tail", float, |operator| tailed(operator) && !paddle(operator))
        .beyond(BLOCKS),
    Crossing::of("unaligned-start", |dtype| dtype == DType::F32, tailed).beyond(SHORT),
    Crossing::of("unaligned-nan", |dtype| dtype == DType::F32, |operator| propagates(operator) && tailed(operator))
        .beyond(SHORT),
    Crossing::of("zero-in-the-tail", float, |operator| orders_zeros(operator) && tailed(operator)),
    Crossing::of("reduce-from-the-lowest-finite", float, reduces),
    Crossing::of("reduce-nan-by-position", float, propagating_reduction).beyond(REDUCTION),
    Crossing::of("reduce-bool-backwards", |dtype| dtype == DType::Bool, reduces),
    Crossing::of("reduce-nan-ignored", float, propagating_reduction).beyond(REDUCTION),
    Crossing::of("reduce-nan-at-index-0-only", float, propagating_reduction).beyond(REDUCTION),
    Crossing::of("reduce-last-zero", float, |operator| orders_zeros(operator) && reduces(operator)).beyond(REDUCTION),
    Crossing::of("reduce-accumulators-lost", any, reduces),
    Crossing::of("reduce-tile-lost-next-to-nan", float, propagating_reduction).beyond(SHORT),
    Crossing::of("reduce-rank-0-refused", any, onnx_reduction).beyond(SHORT),
    Crossing::of("reduce-tail-lost", any, reduces).beyond(REDUCTION),
    Crossing::of("reduce-first-left-out", any, reduces),
    Crossing::of("reduce-last-of-rank-3-cut", any, has_axes).beyond(SHORT),
    Crossing::of("reduce-nan-of-rank-3-ignored", float, |operator| propagates(operator) && has_axes(operator))
        .beyond(SHORT),
    Crossing::of("reduce-last-of-a-column-lost", any, has_axes).beyond(&[1_024]),
    Crossing::of("reduce-last-around-an-axis-lost", any, has_axes).beyond(&[64]),
    Crossing::of("reduce-last-of-many-results-wrong", any, has_axes).beyond(SHORT),
    Crossing::of("reduce-last-of-a-middle-axis-lost", any, has_axes).beyond(&[32]),
    Crossing::of("reduce-last-of-two-axes-lost", any, has_axes).beyond(&[100]),
    Crossing::of("reduce-last-of-rank-4-lost", any, has_axes).beyond(&[32]),
    Crossing::of("reduce-nan-ignored-with-keepdims", float, |operator| propagates(operator) && has_axes(operator))
        .beyond(&[100]),
    Crossing::of("chunk-ends-one-early", any, reduces).beyond(SEVERAL_CHUNKS),
    Crossing::of("inner-quarter-dropped", any, reduces).beyond(SEVERAL_CHUNKS),
    Crossing::of("zero-merged-last", float, |operator| orders_zeros(operator) && reduces(operator))
        .beyond(&[1_024, 16_384, 65_536]),
    Crossing::of("nan-lost-between-chunks-of-1024", float, propagating_reduction).beyond(&[1_024, 16_384, 65_536]),
    Crossing::of("last-chunk-of-16384-dropped", any, reduces).beyond(&[16_384, 65_536]),
    Crossing::of("nan-lost-between-chunks-of-65536", float, propagating_reduction).beyond(&[65_536]),
    Crossing::of("last-chunk-of-65536-dropped", any, reduces).beyond(&[65_536]),
    Crossing::of("subnormals-flushed-in-long-rows", float, reduces).beyond(SEVERAL_CHUNKS),
    Crossing::of("short-row-in-groups-of-five", any, reduces).beyond(SHORT),
    Crossing::of("stretched-row-tail-copied", any, broadcasts).beyond(SHORT),
    Crossing::of("channel-one-axis-late", any, broadcasts).beyond(SHORT),
    Crossing::of("single-elements-of-the-lower-rank", any, broadcasts).beyond(SHORT),
    Crossing::of("whole-of-rank-5-loses-its-last", any, has_axes).beyond(SHORT),
    Crossing::of("axes-of-either-end-by-the-front", |dtype| matches!(dtype, DType::F32 | DType::I64), has_axes)
        .beyond(SHORT),
    Crossing::of("axis-of-one-kept-at-rank-4", any, has_axes).beyond(SHORT),
    Crossing::of("axes-apart-at-rank-6", |dtype| dtype != DType::Bool, has_axes).beyond(SHORT),
    Crossing::of("rank-5-of-two-ones-one-axis-late", any, broadcasts).beyond(SHORT),
    Crossing::of("planes-of-large-tensors-exchanged", |dtype| dtype != DType::Bool, has_axes).beyond(SHORT),
    Crossing::of("numpy-square-mask-transposed", |dtype| dtype != DType::Bool, ufunc).beyond(SHORT),
    Crossing::of("numpy-initial-through-f64", |dtype| integer(dtype) && dtype.size() == 8, numpy_reduction)
        .beyond(SHORT),
    Crossing::of("numpy-initial-lost-where-nothing-is-selected", any, numpy_reduction).beyond(SHORT),
    Crossing::of("numpy-scalar-mask-ignored", any, |operator| operator.form == Form::Ufunc).beyond(SHORT),
    Crossing::of("paddle-single-operand-through-f64", |dtype| integer(dtype) && dtype.size() == 8, paddle)
        .beyond(SHORT),
    Crossing::of("keepdims-always", any, has_axes).beyond(SHORT),
    Crossing::of("keepdims-by-the-other-default", any, has_axes).beyond(SHORT),
    Crossing::of("keepdims-lost-with-negative-axes", any, has_axes).beyond(SHORT),
    Crossing::of("axes-ignored", any, has_axes).beyond(SHORT),
    Crossing::of("axes-first-alone", any, has_axes).beyond(SHORT),
    Crossing::of("axes-missing-means-the-last", any, has_axes).beyond(SHORT),
    Crossing::of("axes-negative-from-the-front", any, has_axes).beyond(SHORT),
    Crossing::of("axes-one-by-one", any, has_axes).beyond(SHORT),
    Crossing::of("axes-of-rank-5-one-late", any, has_axes).beyond(SHORT),
    Crossing::of("noop-ignored", any, onnx_reduction).beyond(SHORT),
    Crossing::of("noop-prunes-ones", any, onnx_reduction).beyond(SHORT),
    Crossing::of("noop-flattened", any, onnx_reduction).beyond(SHORT),
    Crossing::of("noop-always", any, onnx_reduction).beyond(SHORT),
    Crossing::of("span-in-place-refused", any, writes).beyond(&[0, 16, 1_024]),
    Crossing::of("span-neighbours-refused", any, writes).beyond(SHORT),
    Crossing::of("span-long-destination-refused", any, writes).beyond(SHORT),
    Crossing::of("span-rest-cleared", any, writes).beyond(SHORT),
    Crossing::of("span-written-beyond", any, writes).beyond(SHORT),
    Crossing::of("span-start-ignored", any, of_two_spans).beyond(SHORT),
    Crossing::of("span-scalar-ignored", any, |operator| operator.form == Form::SpanAndScalar).beyond(SHORT),
    Crossing::of("span-second-operand-overwritten", any, of_two_spans).beyond(&[16, 1_024]),
    Crossing::of("span-tail-of-three-flushed", float, writes).beyond(&[0, 16]),
    Crossing::of("paddle-axis-ignored", any, paddle).beyond(SHORT),
    Crossing::of("paddle-default-axis-0", any, paddle).beyond(SHORT),
    Crossing::of("paddle-axis-one-late", any, paddle).beyond(SHORT),
    Crossing::of("paddle-trailing-ones-refused", any, paddle).beyond(SHORT),
    Crossing::of("paddle-trailing-ones-shift-the-default", any, paddle).beyond(SHORT),
    Crossing::of("paddle-equal-shapes-moved-by-the-axis", any, paddle).beyond(SHORT),
    Crossing::of("paddle-sub-sequence-refused", any, paddle).beyond(SHORT),
    Crossing::of("numpy-where-ignored", |dtype| dtype != DType::Bool, ufunc).beyond(SHORT),
    Crossing::of("numpy-where-inverted", |dtype| dtype != DType::Bool, ufunc).beyond(SHORT),
    Crossing::of("numpy-unselected-cleared", any, |operator| operator.form == Form::Ufunc).beyond(SHORT),
    Crossing::of("numpy-fmax-propagates", float, |operator| operator.form == Form::Ufunc && ignores(operator)),
    Crossing::of("numpy-nanmax-ends-at-a-nan", float, ignoring_reduction),
    Crossing::of("numpy-nanmax-by-chunks", float, ignoring_reduction).beyond(SHORT),
    Crossing::of("numpy-nanmax-from-the-back", any, ignoring_reduction).beyond(SHORT),
    Crossing::of("numpy-amax-ignores-nan", float, |operator| propagates(operator) && numpy_reduction(operator)),
    Crossing::of("numpy-initial-ignored", any, numpy_reduction).beyond(SHORT),
    Crossing::of("numpy-initial-forgotten-with-keepdims", any, numpy_reduction).beyond(SHORT),
    Crossing::of("clip-crossed-to-the-lower", any, limits).beyond(SHORT),
    Crossing::of("clip-bounds-swapped", any, limits).beyond(SHORT),
    Crossing::of("clip-lone-bound-is-the-lower", any, limits).beyond(SHORT),
    Crossing::of("clip-missing-lower-is-zero", |dtype| float(dtype) || signed(dtype), limits).beyond(SHORT),
    Crossing::of("clip-missing-lower-is-the-least-positive", float, limits).beyond(SHORT),
    Crossing::of("clip-nan-to-zero", float, limits).beyond(SHORT),
    Crossing::of("clip-nan-bound-is-zero", float, limits).beyond(SHORT),
    Crossing::of("clip-bounds-through-f32", |dtype| integer(dtype) && dtype.size() >= 4, limits).beyond(SHORT),
    Crossing::of("clip-unsigned-as-signed", |dtype| dtype.format() == Format::Unsigned, limits).beyond(SHORT),
    Crossing::of("clip-tail-not-limited", any, limits).beyond(BLOCKS),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::planted;

    #[test]
    fn every_crossing_is_of_a_planted_fault_and_there_once() {
        let names: BTreeSet<&str> = CROSSINGS.iter().map(|crossing| crossing.mutant).collect();
        assert_eq!(names.len(), CROSSINGS.len());
        assert!(names.iter().all(|name| planted(name).is_some()), "{names:?}");
    }

    #[test]
    fn every_operator_and_type_is_crossed() {
        let cells: BTreeSet<(String, DType)> = CROSSINGS
            .iter()
            .flat_map(Crossing::cells)
            .map(|(operator, dtype)| (operator.qualified().into_owned(), dtype))
            .collect();
        for operator in OPERATORS {
            for &dtype in (operator.types)(operator.newest()) {
                assert!(
                    cells.contains(&(operator.qualified().into_owned(), dtype)),
                    "{} {dtype}",
                    operator.qualified()
                );
            }
        }
    }
}
