//! ONNX `Clip`: bounds that are attributes, floats of 32 bits, before operator set 11, and scalars from then on.

use opconform_spec::{Attribute, Case, Form};
use opconform_tensor::{DType, Tensor, Value};

use super::sources::{Rows, Sources, length};

/// The bounds, in their order.
const NAMES: [&str; 2] = ["min", "max"];

/// The operator set from which bounds are inputs.
const AS_INPUTS: u32 = 11;

/// Whether the operator of a case limits elements by bounds.
pub(crate) fn is_one(case: &Case) -> bool {
    case.operator.form == Form::OnnxLimits
}

/// Which of these is the lower bound, and which the upper one.
pub(crate) fn given(case: &Case, bounds: &[u64]) -> [Option<u64>; 2] {
    let mut bounds = bounds.iter().copied();
    NAMES.map(|name| case.attributes.get(name).and_then(|_| bounds.next()))
}

/// The first element with nothing but itself, and with each bound's only one.
pub(super) fn clip(case: &Case) -> Result<Sources, String> {
    let shape = case.inputs.first().ok_or("no operand")?.shape().to_vec();
    let bounds = NAMES.iter().filter(|name| case.attributes.contains_key(**name)).count();
    let inputs = if case.opset < AS_INPUTS { 1 } else { 1 + bounds };
    if case.inputs.len() != inputs {
        return Err(format!("{} inputs where {inputs} are named", case.inputs.len()));
    }
    let count = length(&shape)?;
    let walks = std::iter::once((0..count).collect()).chain((0..bounds).map(|_| vec![0; count]));
    Ok(Sources { shape, rows: Rows::Each(walks.collect()) })
}

/// Refuses bounds that are no scalars.
pub(super) fn scalars(case: &Case) -> Result<(), String> {
    let is_scalar = |bound: &Tensor| bound.shape().is_empty();
    if case.inputs.iter().skip(1).all(is_scalar) { Ok(()) } else { Err("a bound is no scalar".to_owned()) }
}

/// The elements of bounds that are attributes, as further inputs.
pub(crate) fn constants(case: &Case, dtype: DType) -> Result<Vec<Vec<u64>>, String> {
    let mut constants = Vec::new();
    for name in NAMES.iter().filter(|_| is_one(case)) {
        match case.attributes.get(*name) {
            Some(Attribute::Float { f32 }) if case.opset < AS_INPUTS => {
                let value = Value::new(DType::F32, u64::from(*f32)).exactly(dtype);
                constants.push(vec![value.ok_or_else(|| format!("{name} is no {dtype}"))?.bits()]);
            }
            Some(Attribute::Input { .. }) if case.opset >= AS_INPUTS => {}
            None => {}
            Some(_) => return Err(format!("{name} is no bound here")),
        }
    }
    Ok(constants)
}
