//! Paddle's legacy `maximum(x, y, axis=-1)` and `minimum`: the shape of `y` is a contiguous sub-sequence of that of `x`,
//! from `axis` on.

use opconform_tensor::DType::{self, F32, F64, I32, I64};

use super::{Operator, int};
use crate::case::Case;
use crate::computation::Computation;
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::element_sources::ElementSources;
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

const DEFINITION: Operator = Operator {
    domain: Domain::Paddle,
    name: "maximum",
    versions: &[1],
    types,
    inputs: &[Input::required("x"), Input::required("y")],
    attributes: &[Parameter::of("axis", Kind::Axis)],
    result: Output::alone(Computation::Extremum(Direction::Max), sources),
    further: &[],
    nan: NanRule::Propagates,
    form: Form::Subsequence,
    twin: || Some(&MINIMUM),
    repeats: || None,
};

/// `paddle.tensor.maximum`.
pub(crate) static MAXIMUM: Operator = DEFINITION;
/// `paddle.tensor.minimum`.
pub(crate) static MINIMUM: Operator = Operator {
    name: "minimum",
    result: DEFINITION.result.computing(Computation::Extremum(Direction::Min)),
    twin: || Some(&MAXIMUM),
    ..DEFINITION
};

/// Both.
pub(crate) const BOTH: &[&Operator] = &[&MAXIMUM, &MINIMUM];

/// "float32, float64, int32 or int64".
fn types(_: u32) -> &'static [DType] {
    &[F32, F64, I32, I64]
}

fn sources(case: &Case, _: u32) -> Result<ElementSources, InvalidCase> {
    let [x, y] = case.inputs.as_slice() else {
        return Err(InvalidCase::Inputs { expected: "two", found: case.inputs.len() });
    };
    let (x, y) = (x.shape(), y.shape());
    let axis = int(case, "axis")?.unwrap_or(-1);
    let broken = || InvalidCase::NoSubSequence { x: x.to_vec(), y: y.to_vec(), axis };
    // Case 1; `axis` belongs to case 2.
    if x == y {
        return ElementSources::elementwise([x, y], x.to_vec());
    }
    // axis = abs(X.ndim - Y.ndim) - axis - 1 is the difference of the ranks at −1, and leads past the end below it.
    if axis < -1 || y.len() > x.len() {
        return Err(InvalidCase::AxisFormula { axis, x: x.len(), y: y.len() });
    }
    let start = if axis < 0 { x.len() - y.len() } else { usize::try_from(axis).map_err(|_| broken())? };
    // "trailing dims of size 1 of Y are ignored, e.g. (2,1) => (2)"
    let significant = y.iter().rposition(|&dim| dim != 1).map_or(0, |last| last + 1);
    let end = start.checked_add(significant).filter(|&end| end <= x.len()).ok_or_else(broken)?;
    if x[start..end] != y[..significant] {
        return Err(broken());
    }
    let stretched: Vec<usize> = y[..significant].iter().copied().chain(x[end..].iter().map(|_| 1)).collect();
    ElementSources::elementwise([x, stretched.as_slice()], x.to_vec())
}
