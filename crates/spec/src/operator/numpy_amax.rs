//! NumPy's `amax`, `amin`, `nanmax` and `nanmin`, as Mars documents them: the maximum along axes.
//!
//! Input 0 is the tensor. `axis` is a list of axes, all where it is not given; `keepdims` is 0 where it is not given. The
//! attributes `out`, `initial` and `where`, where they are given, are the place among the inputs of the tensor that they stand for:
//! `out` has the type and the shape of the result, which is stored there; `initial` is a scalar of the tensor's type, which is
//! compared too; `where` one of bool, which says what is compared.

use opconform_tensor::broadcast;

use super::numpy_maximum::{ignoring, input, propagating, truths};
use super::{Operator, flag, ints, numpy_maximum};
use crate::case::Case;
use crate::computation::Computation;
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::element_sources::{ElementSources, Part, Reduction, Source, named_axes};
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

const DEFINITION: Operator = Operator {
    domain: Domain::NumPy,
    name: "amax",
    versions: &[1],
    types: propagating,
    inputs: &[Input::required("a")],
    attributes: &[
        Parameter::of("axis", Kind::Axes),
        Parameter::of("out", Kind::Place),
        Parameter::of("keepdims", Kind::Flag),
        Parameter::of("initial", Kind::Place),
        Parameter::of("where", Kind::Place),
    ],
    result: Output::alone(Computation::Extremum(Direction::Max), sources),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::UfuncReduction,
    twin: || Some(&AMIN),
    repeats: || Some(&numpy_maximum::MAXIMUM),
};

/// `amax(a, axis, out, keepdims, initial, where)`.
pub(crate) static AMAX: Operator = DEFINITION;
/// `amin(a, axis, out, keepdims, initial, where)`.
pub(crate) static AMIN: Operator = Operator {
    name: "amin",
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&AMAX),
    repeats: || Some(&numpy_maximum::MINIMUM),
    ..DEFINITION
};
/// `nanmax(a, axis, out, keepdims, initial, where)`: "ignores NaNs".
pub(crate) static NANMAX: Operator = Operator {
    name: "nanmax",
    types: ignoring,
    nan: NanRule::Ignored,
    twin: || Some(&NANMIN),
    repeats: || Some(&numpy_maximum::FMAX),
    ..DEFINITION
};
/// `nanmin(a, axis, out, keepdims, initial, where)`.
pub(crate) static NANMIN: Operator = Operator {
    name: "nanmin",
    types: ignoring,
    nan: NanRule::Ignored,
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&NANMAX),
    repeats: || Some(&numpy_maximum::FMIN),
    ..DEFINITION
};

/// Those that propagate NaNs.
pub(crate) const PROPAGATING: &[&Operator] = &[&AMAX, &AMIN];
/// Those that ignore NaNs.
pub(crate) const IGNORING: &[&Operator] = &[&NANMAX, &NANMIN];
/// All.
pub(crate) const ALL: &[&Operator] = &[&AMAX, &AMIN, &NANMAX, &NANMIN];

fn sources(case: &Case, _: u32) -> Result<ElementSources, InvalidCase> {
    let (out, initial, mask) = (input(case, "out")?, input(case, "initial")?, input(case, "where")?);
    let mut named: Vec<usize> = [out, initial, mask].into_iter().flatten().map(|(place, _)| place).collect();
    named.sort_unstable();
    if !named.into_iter().eq(1..case.inputs.len()) {
        return Err(InvalidCase::Inputs { expected: "one, and those that are named", found: case.inputs.len() });
    }
    let shape = case.inputs[0].shape();
    let reduced = match ints(case, "axis")? {
        None => vec![true; shape.len()],
        Some(axes) => named_axes(axes, shape.len())?,
    };
    let keepdims = flag(case, "keepdims", false)?;
    let initial = match initial {
        None => None,
        Some((_, tensor)) if tensor.dtype() != case.inputs[0].dtype() => return Err(InvalidCase::MixedTypes),
        Some((_, tensor)) if !tensor.shape().is_empty() => return Err(InvalidCase::Attribute("initial")),
        Some((place, _)) => Some((place, 0)),
    };
    let sources = ElementSources::reduction(&Reduction { input: 0, shape, reduced: &reduced, keepdims })?;
    let selected = match mask {
        None => None,
        // NumPy: a reduction without an identity takes a mask only along with an initial value.
        Some(_) if initial.is_none() => return Err(InvalidCase::Attribute("where")),
        Some((_, mask)) => {
            if broadcast([mask.shape(), shape])? != shape {
                return Err(InvalidCase::Attribute("where"));
            }
            let truths = truths(mask)?;
            let sources = ElementSources::elementwise([mask.shape()], shape.to_vec())?;
            let at = |position| sources.at(position).next().map_or(0, |(_, at)| at);
            Some((0..sources.count()).map(|position| truths[at(position)]).collect::<Vec<bool>>())
        }
    };
    let is_selected = |&(_, position): &Source| selected.as_ref().is_none_or(|selected| selected[position]);
    let sources = sources.changed(|_, sources| {
        sources.retain(is_selected);
        sources.splice(0..0, initial);
        Part::Computed
    });
    // "Must be of the same shape and buffer length as the expected output", NumPy says of it.
    match out {
        Some((_, out)) if out.dtype() != case.inputs[0].dtype() => return Err(InvalidCase::MixedTypes),
        Some((_, out)) if out.shape() != sources.shape() => {
            return Err(InvalidCase::OutShape { expected: sources.shape().to_vec(), found: out.shape().to_vec() });
        }
        _ => {}
    }
    let is_empty = |position| sources.at(position).len() == 0;
    if (0..sources.count()).any(is_empty) { Err(InvalidCase::EmptyReduction) } else { Ok(sources) }
}
