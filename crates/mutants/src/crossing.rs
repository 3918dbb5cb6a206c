//! The faults that are also planted in one operator, one element type, and calls of more than so many elements alone.
//!
//! A fault that is confined answers as the whole fault does where it is at home, and elsewhere as the implementation without one:
//! what kills it is what kills the whole fault there, and no run of its own is needed to know.

use opconform_spec::{Direction, NanRule, OPERATORS, Operator};
use opconform_tensor::{DType, Format};

use crate::rules::reduces;

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

/// The lengths from which on a fault is planted: of everything, of vectors, of unrolled loops, blocks and chunks. Beyond 65,536
/// elements an element-wise operator is tried in one type in four, and no more is planted.
const EVERY: &[usize] = &[0, 16, 128, 1_024, 16_384];

/// The same of a reduction that loses what comes last, a NaN, or a zero.
const REDUCTION: &[usize] = &[0, 16, 128, 1_024, 16_384, 65_536];

/// The same of what is there in calls of several chunks alone. Of more than 65,536 elements every chunk but the last is taken for
/// one like those of fewer.
const SEVERAL_CHUNKS: &[usize] = &[1_024, 16_384];

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

fn integer(dtype: DType) -> bool {
    matches!(dtype.format(), Format::Signed | Format::Unsigned)
}

fn signed(dtype: DType) -> bool {
    dtype.format() == Format::Signed
}

fn any(_: DType) -> bool {
    true
}

fn every(_: &Operator) -> bool {
    true
}

fn propagates(operator: &Operator) -> bool {
    operator.nan == NanRule::Propagates
}

/// Whether a source says which of two zeros is the result.
fn orders_zeros(operator: &Operator) -> bool {
    operator.domain == "dotnet" || operator.domain.is_empty() && !reduces(operator)
}

/// Whether a source says that a NaN of the first operand is the result: Paddle's says so of neither.
fn keeps_first_nan(operator: &Operator) -> bool {
    operator.domain != "paddle"
}

fn propagating_reduction(operator: &Operator) -> bool {
    propagates(operator) && reduces(operator)
}

fn elementwise(operator: &Operator) -> bool {
    !reduces(operator)
}

/// Those whose result has a tail: that of spans is one of the whole memory.
fn tailed(operator: &Operator) -> bool {
    elementwise(operator) && operator.domain != "dotnet"
}

/// Every fault that is crossed, in the order of reports.
pub static CROSSINGS: &[Crossing] = &[
    Crossing::of("nan-ignored", float, propagates),
    Crossing::of("nan-second-wins", float, keeps_first_nan),
    Crossing::of("nan-first-wins", float, every),
    Crossing::of("nan-becomes-zero", float, propagates),
    Crossing::of("zero-second-wins", float, orders_zeros),
    Crossing::of("zero-first-wins", float, orders_zeros),
    Crossing::of("zero-negative-wins", float, |operator| {
        orders_zeros(operator) && operator.direction == Direction::Max
    }),
    Crossing::of("floats-as-integers", float, every),
    Crossing::of("last-bit-ignored", integer, every),
    Crossing::of("lower-half-signed", |dtype| integer(dtype) && dtype.size() > 1, every),
    Crossing::of("unsigned-as-signed", |dtype| dtype.format() == Format::Unsigned, every),
    Crossing::of("signed-as-unsigned", signed, every),
    Crossing::of("difference-overflows", signed, every),
    Crossing::of("integers-through-f32", |dtype| integer(dtype) && dtype.size() >= 4, every),
    Crossing::of("integers-through-f64", |dtype| integer(dtype) && dtype.size() == 8, every),
    Crossing::of("tail-copied", any, tailed),
    Crossing::of("nan-in-the-tail", float, |operator| {
        keeps_first_nan(operator) && tailed(operator) && propagates(operator)
    }),
    Crossing::of("zero-in-the-tail", float, |operator| orders_zeros(operator) && tailed(operator)),
    Crossing::of("reduce-nan-ignored", float, propagating_reduction).beyond(REDUCTION),
    Crossing::of("reduce-nan-at-index-0-only", float, propagating_reduction).beyond(REDUCTION),
    Crossing::of("reduce-last-zero", float, |operator| orders_zeros(operator) && reduces(operator)).beyond(REDUCTION),
    Crossing::of("reduce-accumulators-lost", any, reduces),
    Crossing::of("reduce-tail-lost", any, reduces).beyond(REDUCTION),
    Crossing::of("reduce-first-left-out", any, reduces),
    Crossing::of("chunk-ends-one-early", any, reduces).beyond(SEVERAL_CHUNKS),
    Crossing::of("inner-quarter-dropped", any, reduces).beyond(SEVERAL_CHUNKS),
    Crossing::of("zero-merged-last", float, |operator| orders_zeros(operator) && reduces(operator))
        .beyond(&[1_024, 16_384, 65_536]),
    Crossing::of("nan-lost-between-chunks-of-1024", float, propagating_reduction).beyond(&[1_024, 16_384, 65_536]),
    Crossing::of("last-chunk-of-16384-dropped", any, reduces).beyond(&[16_384, 65_536]),
    Crossing::of("nan-lost-between-chunks-of-65536", float, propagating_reduction).beyond(&[65_536]),
    Crossing::of("last-chunk-of-65536-dropped", any, reduces).beyond(&[65_536]),
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
