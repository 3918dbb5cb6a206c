//! The rules of every operator: the attributes, types and shapes that it takes, and what a case asks of it. One file per source.
//!
//! They are written here from the operators' definitions, and share nothing with those that the judgement goes by. Our kernels
//! compute what they say, and so do implementations with planted faults.

use opconform_spec::{Case, Form, NanRule, Operator};
use opconform_tensor::{DType, Tensor, shape_text};

mod arguments;
mod call;
mod dotnet;
mod numpy;
mod onnx;
mod paddle;

pub use arguments::{input_named, int, ints, marked};
pub use call::{Call, Elementwise, Limits, Named, Other, Reduction, Spans};
pub use dotnet::{apart, span};

/// Refuses what an operator does not take, but for what [`call`] refuses; else the element type of the result.
pub fn admit(case: &Case) -> Result<DType, String> {
    let (name, opset) = (case.operator.name, case.opset);
    let dtype = one_type(case)?;
    attributes(case)?;
    let since = since(case.operator, dtype).ok_or_else(|| format!("{name} is not defined for {dtype}"))?;
    if opset < since {
        return Err(format!("{name} takes {dtype} from operator set {since} on, found {opset}"));
    }
    shapes(case)?;
    Ok(dtype)
}

/// What a case asks for, whether its types, attributes and shapes are admitted or not.
pub fn call(case: &Case) -> Result<Call<'_>, String> {
    match case.operator.form {
        Form::OnnxVariadic => Ok(onnx::max(case)),
        Form::OnnxReduction => onnx::reduce(case),
        Form::OnnxLimits => onnx::clip(case),
        Form::Spans | Form::SpanAndScalar => dotnet::spans(case),
        Form::SpanReduction => dotnet::reduce(case),
        Form::Ufunc => numpy::maximum(case),
        Form::UfuncReduction => numpy::amax(case),
        Form::Subsequence => paddle::maximum(case),
    }
}

/// The element type that all operands share.
pub fn one_type(case: &Case) -> Result<DType, String> {
    let name = case.operator.name;
    let mut types = case.operands().iter().map(Tensor::dtype);
    let first = types.next().ok_or_else(|| format!("{name} takes at least one operand"))?;
    match types.find(|&other| other != first) {
        None => Ok(first),
        Some(other) => Err(format!("{name} takes operands of one element type, found {first} and {other}")),
    }
}

/// The operator set from which on an operator takes an element type; 1 where it has no operator sets, `None` of what it never takes.
pub fn since(operator: &Operator, dtype: DType) -> Option<u32> {
    let is_taken = match operator.form {
        Form::OnnxVariadic | Form::OnnxLimits => return onnx::max_since(dtype),
        Form::OnnxReduction => return onnx::reduce_since(dtype),
        Form::Spans | Form::SpanAndScalar | Form::SpanReduction => dotnet::takes(dtype),
        Form::Ufunc | Form::UfuncReduction => numpy::takes(dtype, operator.nan == NanRule::Ignored),
        Form::Subsequence => paddle::takes(dtype),
    };
    is_taken.then_some(1)
}

/// Refuses attributes that the operator does not have at its operator set.
pub fn attributes(case: &Case) -> Result<(), String> {
    let known: &[&str] = match case.operator.form {
        Form::OnnxVariadic if case.opset < 6 => &["consumed_inputs"],
        Form::OnnxVariadic => &[],
        Form::OnnxLimits if case.opset < 6 => &["consumed_inputs", "min", "max"],
        Form::OnnxLimits => &["min", "max"],
        Form::OnnxReduction if case.opset < 18 => &["axes", "keepdims"],
        Form::OnnxReduction => &["keepdims", "noop_with_empty_axes"],
        Form::Spans => &["x", "y", "destination"],
        Form::SpanAndScalar => &["x", "destination"],
        Form::SpanReduction => &["x"],
        Form::Ufunc => &["out", "where"],
        Form::UfuncReduction => &["axis", "out", "keepdims", "initial", "where"],
        Form::Subsequence => &["axis"],
    };
    match case.attributes.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let operator = case.operator.qualified();
            Err(format!("{operator} of operator set {} has no attribute `{name}`", case.opset))
        }
    }
}

/// Before operator set 8, refuses shapes of `Max` and `Min` that differ; at any, bounds that are no scalars.
pub fn shapes(case: &Case) -> Result<(), String> {
    let shapes: Vec<&[usize]> = case.inputs.iter().map(Tensor::shape).collect();
    let (name, opset) = (case.operator.name, case.opset);
    let misfit = match case.operator.form {
        Form::OnnxLimits => shapes.iter().skip(1).find(|bound| !bound.is_empty()),
        Form::OnnxVariadic if opset < 8 => shapes.iter().find(|shape| **shape != shapes[0]),
        _ => None,
    };
    match misfit {
        None => Ok(()),
        Some(bound) if case.operator.form == Form::OnnxLimits => {
            Err(format!("a bound is a scalar, found shape {}", shape_text(bound)))
        }
        Some(other) => Err(format!(
            "{name} broadcasts from operator set 8 on, found {opset} with shapes {} and {}",
            shape_text(shapes[0]),
            shape_text(other)
        )),
    }
}

/// The axes that a reduction of a tensor names, wherever it has them; `None` where it gives none.
pub fn axes(case: &Case) -> Result<Option<Vec<i64>>, String> {
    match case.operator.form {
        Form::OnnxReduction => onnx::axes(case),
        _ => Ok(ints(case, "axis")?.map(<[i64]>::to_vec)),
    }
}
