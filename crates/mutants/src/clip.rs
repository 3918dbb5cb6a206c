//! What goes wrong with bounds: missing, crossed, swapped, NaN, or compared in another type.

use opconform_backends::rules::{attributes, one_type};
use opconform_spec::{Form, Way, Which};
use opconform_tensor::{DType, Tensor, Value};

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, answer, limit};
use crate::steps::{Lane, Steps};
use crate::value::{integer, is_nan, key, min_normal};

pub(crate) static FAMILY: Family = Family {
    name: "clip",
    about: "the bounds of ONNX's Clip",
    mutants: MUTANTS,
    group: Group::Called(&[Form::OnnxLimits]),
};

/// The limits of integers that are compared as other numbers.
fn by(lane: &Lane, element: u64, [min, max]: [Option<u64>; 2], less: impl Fn(u64, u64) -> bool) -> u64 {
    let raised = min.filter(|&min| less(element, min)).unwrap_or(element);
    if lane.dtype.is_float() {
        return limit(lane, element, [min, max]);
    }
    max.filter(|&max| less(max, raised)).unwrap_or(raised)
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "clip-crossed-to-the-lower",
        fault: "the upper bound limits first: where the bounds are crossed, every element becomes the lower one",
        seen: &["onnx/onnx#6165"],
        steps: Steps {
            limit: |lane, element, [min, max]| {
                let first = limit(lane, element, [None, max]);
                limit(lane, first, [min, None])
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-bounds-swapped",
        fault: "the lower bound is read where the upper one stands",
        seen: &[],
        steps: Steps {
            limit: |lane, element, [min, max]| match (min, max) {
                (Some(_), Some(_)) => limit(lane, element, [max, min]),
                bounds => limit(lane, element, bounds.into()),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-lone-bound-is-the-lower",
        fault: "where one bound is given, it is taken for the lower one",
        seen: &[],
        steps: Steps { limit: |lane, element, [min, max]| limit(lane, element, [min.or(max), min.and(max)]), ..SOUND },
    },
    Mutant {
        name: "clip-missing-lower-is-zero",
        fault: "a lower bound that is missing is 0",
        seen: &[],
        steps: Steps { limit: |lane, element, [min, max]| limit(lane, element, [min.or(Some(0)), max]), ..SOUND },
    },
    Mutant {
        name: "clip-missing-lower-is-the-least-positive",
        fault: "a lower bound that is missing is the least positive normal number, as numeric_limits::min() is",
        seen: &["ROCm/AMDMIGraphX#455"],
        steps: Steps {
            limit: |lane, element, [min, max]| {
                let least = lane.dtype.is_float().then(|| min_normal(lane.dtype));
                limit(lane, element, [min.or(least), max])
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-nan-to-zero",
        fault: "an element that is a NaN becomes 0",
        seen: &["ml-explore/mlx#468"],
        steps: Steps {
            limit: |lane, element, bounds| if is_nan(lane.dtype, element) { 0 } else { limit(lane, element, bounds) },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-nan-bound-is-zero",
        fault: "a bound that is a NaN is 0",
        seen: &[],
        steps: Steps {
            limit: |lane, element, bounds| {
                let number = |bound: u64| if is_nan(lane.dtype, bound) { 0 } else { bound };
                limit(lane, element, bounds.map(|bound| bound.map(number)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-bounds-through-f32",
        fault: "integers are compared with their bounds as floats of 32 bits",
        seen: &[],
        steps: Steps {
            limit: |lane, element, bounds| {
                let float = |bits: u64| integer(lane.dtype, bits) as f32;
                by(lane, element, bounds, |a, b| float(a) < float(b))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-unsigned-as-signed",
        fault: "unsigned integers are compared with their bounds as signed ones",
        seen: &[],
        steps: Steps {
            limit: |lane, element, bounds| {
                let top = lane.dtype.top_bit();
                let turn = |bits: u64| if integer(lane.dtype, top) > 0 { bits ^ top } else { key(lane.dtype, bits) };
                by(lane, element, bounds, |a, b| turn(a) < turn(b))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-tail-not-limited",
        fault: "what is left over after the last whole vector is not limited",
        seen: &[],
        steps: Steps {
            limit: |lane, element, bounds| if lane.is_in_tail() { element } else { limit(lane, element, bounds) },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-attribute-without-fraction",
        fault: "a bound that is an attribute is read as an integer",
        seen: &[],
        steps: Steps {
            limit: |lane, element, bounds| {
                let is_attribute = lane.call.case.opset < 11;
                let whole = |bound: u64| match bound {
                    bound if !is_attribute || is_nan(lane.dtype, bound) => bound,
                    bound => truncated(lane, bound),
                };
                limit(lane, element, bounds.map(|bound| bound.map(whole)))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-bound-of-rank-1-taken",
        fault: "a bound of rank 1 is taken by its first element",
        seen: &[],
        steps: Steps {
            admit: |case| {
                let dtype = one_type(case)?;
                attributes(case)?;
                if case.inputs.iter().skip(1).any(|bound| !bound.shape().is_empty()) {
                    return Ok(dtype);
                }
                (SOUND.admit)(case)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-of-integers-refused",
        fault: "integers are refused, as they were before operator set 12",
        seen: &[],
        steps: Steps {
            admit: |case| match (SOUND.admit)(case)? {
                dtype if dtype.is_float() => Ok(dtype),
                _ => Err("not taken here".to_owned()),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-answered-as-signed",
        fault: "u8 is answered as i8",
        seen: &[],
        steps: Steps {
            deliver: |_, result| {
                let dtype = if result.dtype() == DType::U8 { DType::I8 } else { result.dtype() };
                answer(Tensor::from_bits(dtype, result.shape(), &result.to_bits()))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-scalar-as-vector",
        fault: "the result of rank 0 is of shape [1]",
        seen: &[],
        steps: Steps {
            deliver: |_, result| {
                let shape = if result.shape().is_empty() { &[1] } else { result.shape() };
                answer(Tensor::from_bits(result.dtype(), shape, &result.to_bits()))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clip-constant-bound-lost",
        fault: "a lower bound that is an initializer is folded away",
        seen: &[],
        steps: Steps {
            limit: |lane, element, [min, max]| {
                let is_constant = matches!(lane.call.case.way, Way::Initializer(Which::Rest | Which::All));
                limit(lane, element, [min.filter(|_| !is_constant), max])
            },
            models: true,
            ..SOUND
        },
    },
];

/// A float without its fraction.
fn truncated(lane: &Lane, bits: u64) -> u64 {
    let value = Value::new(lane.dtype, bits).exactly(DType::F64);
    let whole = value.map(|value| f64::from_bits(value.bits()).trunc().to_bits());
    let whole = whole.and_then(|bits| Value::new(DType::F64, bits).exactly(lane.dtype));
    whole.map_or(bits, Value::bits)
}
