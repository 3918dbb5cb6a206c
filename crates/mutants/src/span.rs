//! What goes wrong on spans of one memory: overlaps, lengths, what is written.

use std::ops::Range;

use opconform_backends::rules::{admit, apart, ints, span};
use opconform_spec::{Attribute, Case, Form, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::order::flushed;
use crate::rewrite::with;
use crate::rules::{Group, is_minimum};
use crate::sound::{SOUND, answer, fold_of};
use crate::steps::{Call, Steps};
use crate::value::least;

pub(crate) static FAMILY: Family = Family {
    name: "span",
    about: "overlaps and lengths of spans, and what is written",
    mutants: MUTANTS,
    group: Group::Called(&[Form::Spans, Form::SpanAndScalar, Form::SpanReduction]),
};

/// A span as the call gives it: first element and length.
fn given(case: &Case, name: &str) -> Option<[i64; 2]> {
    case.operator.form.is_of_spans().then(|| ints(case, name).ok().flatten()?.try_into().ok()).flatten()
}

/// The case with a span changed.
fn moved(case: &Case, name: &str, [start, length]: [i64; 2]) -> Case {
    with(case, name, Attribute::Ints(vec![start, length]))
}

/// The case with the spans to compare cut to a length, where they are longer.
fn cut(case: &Case, length: i64) -> Case {
    ["x", "y"].iter().fold(case.clone(), |cut, name| match given(&cut, name) {
        Some([start, own]) if own > length => moved(&cut, name, [start, length]),
        _ => cut,
    })
}

/// The spans of a call that writes.
fn written(call: &Call) -> Option<(Range<usize>, Range<usize>)> {
    let case = call.case;
    given(case, "destination")?;
    Some((span(case, "x").ok()?, span(case, "destination").ok()?))
}

/// The memory after the call, one element changed after the result is written.
fn also_written(call: &Call, memory: &Tensor, change: impl Fn(&mut [u64], usize, Range<usize>)) -> Outcome {
    let Some((x, destination)) = written(call) else { return answer(Ok(memory.clone())) };
    let mut bits = memory.to_bits();
    change(&mut bits, destination.start + x.len(), destination);
    answer(Tensor::from_bits(memory.dtype(), memory.shape(), &bits))
}

/// Whether two spans have an element in common.
fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start.max(b.start) < a.end.min(b.end)
}

fn refuse_if(refused: bool) -> Result<(), String> {
    if refused { Err("spans overlap".to_owned()) } else { Ok(()) }
}

/// Admits what the operator takes, but for spans that `refuses` says.
fn refusing(case: &Case, refuses: impl Fn([i64; 2], [i64; 2]) -> bool) -> Result<DType, String> {
    match (given(case, "x"), given(case, "destination")) {
        (Some(x), Some(destination)) if refuses(x, destination) => Err("not taken here".to_owned()),
        _ => admit(case),
    }
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "span-overlap-accepted",
        fault: "a destination that overlaps an operand off its first element is not refused",
        seen: &["numpy/numpy#15597", "numpy/numpy#22867", "numpy/numpy#8043"],
        steps: Steps { apart: |_, _| Ok(()), ..SOUND },
    },
    Mutant {
        name: "span-overlap-from-below-accepted",
        fault: "an overlap is looked for in one direction: a destination that begins before the operand is let through",
        seen: &["numpy/numpy#15612"],
        steps: Steps {
            apart: |operand, destination| {
                refuse_if(
                    destination.start > operand.start && destination.start < operand.end && !destination.is_empty(),
                )
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-in-place-refused",
        fault: "a destination that begins where an operand does is refused too",
        seen: &["numpy/numpy#615"],
        steps: Steps { apart: |operand, destination| refuse_if(overlap(operand, destination)), ..SOUND },
    },
    Mutant {
        name: "span-neighbours-refused",
        fault: "spans that touch are taken to overlap",
        seen: &[],
        steps: Steps {
            apart: |operand, destination| {
                let touch = operand.start.max(destination.start) <= operand.end.min(destination.end);
                refuse_if(touch && operand.start != destination.start)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-lengths-cut",
        fault: "operands of different lengths are cut to the shorter one",
        seen: &[],
        steps: Steps { read: |case| Some(cut(case, given(case, "x")?[1].min(given(case, "y")?[1]))), ..SOUND },
    },
    Mutant {
        name: "span-cut-to-the-destination",
        fault: "a destination that is too short gets as many elements as it has room for",
        seen: &[],
        steps: Steps { read: |case| Some(cut(case, given(case, "destination")?[1])), ..SOUND },
    },
    Mutant {
        name: "span-long-destination-refused",
        fault: "a destination longer than the operands is refused",
        seen: &[],
        steps: Steps { admit: |case| refusing(case, |x, destination| destination[1] > x[1]), ..SOUND },
    },
    Mutant {
        name: "span-empty-refused",
        fault: "operands without elements are refused by the overloads that write",
        seen: &[],
        steps: Steps { admit: |case| refusing(case, |x, _| x[1] == 0), ..SOUND },
    },
    Mutant {
        name: "span-rest-cleared",
        fault: "the rest of a longer destination is set to 0",
        seen: &[],
        steps: Steps {
            deliver: |call, memory| {
                also_written(call, memory, |bits, end, destination| bits[end..destination.end].fill(0))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-written-beyond",
        fault: "the element after the last one of the result is written too",
        seen: &["tenstorrent/tt-metal#55351"],
        steps: Steps {
            deliver: |call, memory| {
                also_written(call, memory, |bits, end, _| {
                    if let Some(beyond) = bits.get_mut(end) {
                        *beyond = 1;
                    }
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-start-ignored",
        fault: "the second operand is read from the beginning of the memory",
        seen: &["ROCm/rocm-libraries#11958"],
        steps: Steps {
            read: |case| {
                let destination = given(case, "destination")?;
                let [start, length] = given(case, "y")?;
                // Where that would be refused, it is read where it lies.
                let apart = length <= destination[0] || destination[0] == 0;
                (start > 0 && apart).then(|| moved(case, "y", [0, length]))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-scalar-ignored",
        fault: "the scalar is taken from the first element of the operand",
        seen: &[],
        steps: Steps {
            read: |case| {
                let [start, length] = given(case, "x")?;
                let scalar = case.inputs.get(1).filter(|_| length > 0)?;
                let first = case.inputs[0].to_bits().get(usize::try_from(start).ok()?).copied()?;
                let mut case = case.clone();
                case.inputs[1] = Tensor::from_bits(scalar.dtype(), scalar.shape(), &[first]).ok()?;
                Some(case)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-empty-answered",
        fault: "the maximum of an empty span is −∞, or the least integer",
        seen: &["dask/dask#8375"],
        steps: Steps {
            read: |case| {
                let reduces = case.operator.form.is_reduction() && given(case, "x")?[1] == 0;
                let dtype = case.inputs.first()?.dtype();
                let minimum = is_minimum(case);
                let alone = Tensor::from_bits(dtype, &[1], &[least(dtype, minimum)]).ok().filter(|_| reduces)?;
                let mut case = moved(case, "x", [0, 1]);
                case.inputs[0] = alone;
                Some(case)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-refused-too-late",
        fault: "an overlap is refused after the destination has been written",
        seen: &[],
        steps: Steps {
            apart: |_, _| Ok(()),
            deliver: |call, memory| {
                let spans = written(call);
                let late = spans.is_some_and(|(x, destination)| {
                    let y = span(call.case, "y").unwrap_or(x.clone());
                    [x, y].iter().any(|operand| apart(operand, &destination).is_err())
                });
                if late {
                    Outcome::Malformed("refused after writing to the destination".to_owned())
                } else {
                    answer(Ok(memory.clone()))
                }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-second-operand-overwritten",
        fault: "where the result is written on the second operand, it is that of the first in calls of more than 16 elements",
        seen: &[],
        steps: Steps {
            read: |case| {
                let (x, y, destination) = (given(case, "x")?, given(case, "y")?, given(case, "destination")?);
                let is_meant = y[0] == destination[0] && x[0] != y[0] && x[1] == y[1] && x[1] > 16;
                is_meant.then(|| moved(case, "y", x))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "span-tail-of-three-flushed",
        fault: "where three elements are left after whole eights, their subnormal results become 0",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let case = lane.call.case;
                let end = given(case, "x").zip(given(case, "destination")).filter(|(x, _)| x[1] % 8 == 3);
                let tail = end.map(|(x, destination)| destination[0] + x[1] - 3..destination[0] + x[1]);
                let is_left = tail.is_some_and(|tail| tail.contains(&(lane.position as i64)));
                if is_left { flushed(lane) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
];
