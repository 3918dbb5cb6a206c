//! Cases as a faulty reader of arguments has them: the same call, with another argument.

use opconform_backends::rules::{self, input_named};
use opconform_spec::{Attribute, Case, Form};
use opconform_tensor::{DType, Tensor};

use crate::rules::is_reduction;

/// The case with an attribute set.
pub(crate) fn with(case: &Case, name: &str, value: Attribute) -> Case {
    let mut case = case.clone();
    case.attributes.insert(name.to_owned(), value);
    case
}

/// The case without an attribute.
pub(crate) fn without(case: &Case, name: &str) -> Case {
    let mut case = case.clone();
    case.attributes.remove(name);
    case
}

/// The case without an attribute and the input whose place it names; places after it move up.
pub(crate) fn without_input(case: &Case, name: &str) -> Option<Case> {
    let (place, _) = input_named(case, name).ok()??;
    let mut case = without(case, name);
    case.inputs.remove(place);
    for other in ["out", "where", "initial"] {
        if let Some(Attribute::Int(later)) = case.attributes.get_mut(other)
            && *later > place as i64
        {
            *later -= 1;
        }
    }
    Some(case)
}

/// The case with the input whose place an attribute names replaced; `None` where there is none.
pub(crate) fn with_input(case: &Case, name: &str, change: impl Fn(&Tensor) -> Option<Tensor>) -> Option<Case> {
    let (place, input) = input_named(case, name).ok()??;
    let changed = change(input)?;
    let mut case = case.clone();
    case.inputs[place] = changed;
    Some(case)
}

/// A tensor of the same type and shape, its elements changed.
pub(crate) fn mapped(tensor: &Tensor, change: impl Fn(u64) -> u64) -> Option<Tensor> {
    let bits: Vec<u64> = tensor.to_bits().into_iter().map(change).collect();
    Tensor::from_bits(tensor.dtype(), tensor.shape(), &bits).ok()
}

/// The axes of a reduction, wherever it has them; `None` where none are given.
pub(crate) fn axes(case: &Case) -> Option<Vec<i64>> {
    if !is_reduction(case) {
        return None;
    }
    rules::axes(case).ok()?.filter(|given| !given.is_empty())
}

/// The reduction with other axes, in the same place.
pub(crate) fn with_axes(case: &Case, axes: &[i64]) -> Option<Case> {
    match (case.operator.form, case.opset) {
        (Form::OnnxReduction, 18..) => {
            let mut case = case.clone();
            let bits: Vec<u64> = axes.iter().map(|axis| axis.cast_unsigned()).collect();
            let input = Tensor::from_bits(DType::I64, &[axes.len()], &bits).ok()?;
            case.inputs.truncate(1);
            case.inputs.push(input);
            Some(case)
        }
        (Form::OnnxReduction, _) => Some(with(case, "axes", Attribute::Ints(axes.to_vec()))),
        _ => Some(with(case, "axis", Attribute::Ints(axes.to_vec()))),
    }
}
