//! NumPy's `maximum`, `minimum`, `fmax` and `fmin`, as Mars documents them: two operands, `out` and `where`.
//!
//! Inputs 0 and 1 are `x1` and `x2`. The attributes `out` and `where`, where they are given, are the place among the inputs
//! of the tensor that they stand for: `out` is a tensor of the result's type, `where` one of bool.

use std::sync::LazyLock;

use opconform_tensor::{
    DType::{self, Bool},
    Numpy, Tensor, broadcast,
};

use super::{Operator, int};
use crate::case::Case;
use crate::computation::Computation;
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::element_sources::{ElementSources, Part};
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

const DEFINITION: Operator = Operator {
    domain: Domain::NumPy,
    name: "maximum",
    versions: &[1],
    types: propagating,
    inputs: &[Input::required("x1"), Input::required("x2")],
    attributes: &[Parameter::of("out", Kind::Place), Parameter::of("where", Kind::Place)],
    result: Output::alone(Computation::Extremum(Direction::Max), sources),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::Ufunc,
    twin: || Some(&MINIMUM),
    repeats: || None,
};

/// `maximum(x1, x2, out, where)`.
pub(crate) static MAXIMUM: Operator = DEFINITION;
/// `minimum(x1, x2, out, where)`.
pub(crate) static MINIMUM: Operator = Operator {
    name: "minimum",
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&MAXIMUM),
    ..DEFINITION
};
/// `fmax(x1, x2, out, where)`: "ignores NaNs".
pub(crate) static FMAX: Operator =
    Operator { name: "fmax", types: ignoring, nan: NanRule::Ignored, twin: || Some(&FMIN), ..DEFINITION };
/// `fmin(x1, x2, out, where)`.
pub(crate) static FMIN: Operator = Operator {
    name: "fmin",
    types: ignoring,
    nan: NanRule::Ignored,
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&FMAX),
    ..DEFINITION
};

/// Those that ignore NaNs.
pub(crate) const IGNORING: &[&Operator] = &[&FMAX, &FMIN];
/// All.
pub(crate) const ALL: &[&Operator] = &[&MAXIMUM, &MINIMUM, &FMAX, &FMIN];

/// The types that NumPy and the suite have in common, and the floats of 8 bits, which others add to NumPy's: no other operator takes them,
/// of which an implementation of `StableHLO` is asked.
pub(super) fn propagating(_: u32) -> &'static [DType] {
    static TYPES: LazyLock<Vec<DType>> = LazyLock::new(|| {
        DType::ALL.into_iter().filter(|dtype| matches!(dtype.numpy(), Numpy::Own(_)) || dtype.is_float8()).collect()
    });
    &TYPES
}

/// The types that NumPy and the suite have in common.
pub(super) fn ignoring(_: u32) -> &'static [DType] {
    static TYPES: LazyLock<Vec<DType>> =
        LazyLock::new(|| DType::ALL.into_iter().filter(|dtype| matches!(dtype.numpy(), Numpy::Own(_))).collect());
    &TYPES
}

fn sources(case: &Case, _: u32) -> Result<ElementSources, InvalidCase> {
    let (out, mask) = (input(case, "out")?, input(case, "where")?);
    let expected = 2 + usize::from(out.is_some()) + usize::from(mask.is_some());
    if case.inputs.len() != expected || out.is_some() && out.map(|(at, _)| at) == mask.map(|(at, _)| at) {
        return Err(InvalidCase::Inputs { expected: "x1, x2, and those that are named", found: case.inputs.len() });
    }
    let shapes = [Some(&case.inputs[0]), Some(&case.inputs[1]), mask.map(|(_, mask)| mask)];
    let mut shape = broadcast(shapes.into_iter().flatten().map(Tensor::shape))?;
    if let Some((_, out)) = out {
        if out.dtype() != case.inputs[0].dtype() {
            return Err(InvalidCase::MixedTypes);
        }
        // "If provided, it must have a shape that the inputs broadcast to."
        if broadcast([shape.as_slice(), out.shape()]).ok().as_deref() != Some(out.shape()) {
            return Err(InvalidCase::OutShape { expected: shape, found: out.shape().to_vec() });
        }
        shape = out.shape().to_vec();
    }
    let shapes = case.inputs.iter().map(Tensor::shape);
    let sources = ElementSources::elementwise(shapes, shape)?;
    let Some((mask, selected)) = mask.map(|(at, mask)| (at, truths(mask))) else {
        return Ok(if out.is_some() {
            sources.changed(|_, sources| {
                sources.truncate(2);
                Part::Computed
            })
        } else {
            sources
        });
    };
    let selected = selected?;
    Ok(sources.changed(|_, sources| {
        if selected[sources[mask].1] {
            sources.truncate(2);
            return Part::Computed;
        }
        // "values of False indicate to leave the value in the output alone"
        let kept = out.map(|(out, _)| sources[out]);
        sources.clear();
        sources.extend(kept);
        if kept.is_some() { Part::Untouched } else { Part::Unspecified }
    }))
}

/// An input that an attribute names by its place, which is behind the places that inputs have of their own.
pub(super) fn input<'a>(case: &'a Case, name: &'static str) -> Result<Option<(usize, &'a Tensor)>, InvalidCase> {
    let Some(place) = int(case, name)? else { return Ok(None) };
    let first = case.operator.inputs.len();
    let place = usize::try_from(place).ok().filter(|&place| place >= first).ok_or(InvalidCase::Attribute(name))?;
    case.inputs.get(place).map(|input| Some((place, input))).ok_or(InvalidCase::Attribute(name))
}

/// The elements of a tensor of bool.
pub(super) fn truths(mask: &Tensor) -> Result<Vec<bool>, InvalidCase> {
    if mask.dtype() != Bool {
        return Err(InvalidCase::Attribute("where"));
    }
    Ok(mask.to_bits().into_iter().map(|bits| bits != 0).collect())
}
