//! The rules of the operators without a fault: types, attributes, shapes, and what meets where. One file per source.
//!
//! They are written from the definitions, and share nothing with those that the judgement goes by.

use opconform_spec::{Case, Form, NanRule, Operator};
use opconform_tensor::{DType, Tensor};

use crate::steps::Steps;
use sources::Sources;

pub(crate) mod attribute;
pub(crate) mod limits;
mod numpy;
pub(crate) mod onnx;
mod paddle;
pub(crate) mod reduction;
pub(crate) mod sources;
pub(crate) mod span;
pub(crate) mod stretch;

/// Refuses what an operator does not take, but for shapes; else the element type of the result.
pub(crate) fn admit(case: &Case) -> Result<DType, String> {
    let dtype = one_type(case)?;
    attributes(case)?;
    let since = since(case, dtype).ok_or_else(|| format!("no operator set takes {dtype}"))?;
    if case.opset < since {
        return Err(format!("{dtype} is taken from operator set {since} on"));
    }
    shapes(case)?;
    Ok(dtype)
}

/// What meets where in a case that is admitted.
pub(crate) fn sources(steps: &Steps, case: &Case) -> Result<Sources, String> {
    match case.operator.form {
        Form::OnnxVariadic => onnx::max(steps, case),
        Form::OnnxReduction => onnx::reduce(steps, case),
        Form::OnnxLimits => limits::clip(case),
        Form::Spans | Form::SpanAndScalar | Form::SpanReduction => span::sources(steps, case),
        Form::Ufunc => numpy::maximum(steps, case),
        Form::UfuncReduction => numpy::amax(steps, case),
        Form::Subsequence => paddle::sources(case),
    }
}

/// The operators that a fault is about: a mutant implements these alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Those that take an end of the order.
    All,
    /// Those, and what takes none.
    Every,
    /// Those of one tensor, along axes or of a span.
    Reductions,
    /// Those that are called in these forms.
    Called(&'static [Form]),
}

impl Group {
    pub(crate) fn has(self, operator: &Operator) -> bool {
        match self {
            Self::All => operator.direction().is_some(),
            Self::Every => true,
            Self::Reductions => operator.form.is_reduction(),
            Self::Called(forms) => forms.contains(&operator.form),
        }
    }
}

/// Whether the operator is a minimum.
pub(crate) fn is_minimum(case: &Case) -> bool {
    case.operator.is_minimum()
}

/// Whether the operator passes over NaNs.
pub(crate) fn ignores_nan(case: &Case) -> bool {
    case.operator.nan == NanRule::Ignored
}

/// Whether the operator is a reduction of one tensor.
pub(crate) fn is_reduction(case: &Case) -> bool {
    case.operator.form.is_reduction()
}

/// The element type that all operands share.
pub(crate) fn one_type(case: &Case) -> Result<DType, String> {
    let operands = case.operands();
    let dtype = operands.first().map(Tensor::dtype).ok_or("no operand")?;
    let other = operands.iter().map(Tensor::dtype).find(|&other| other != dtype);
    other.map_or(Ok(dtype), |other| Err(format!("{dtype} and {other}")))
}

/// The operator set from which on the operator takes an element type.
pub(crate) fn since(case: &Case, dtype: DType) -> Option<u32> {
    let is_taken = match case.operator.form {
        Form::OnnxVariadic | Form::OnnxLimits => return onnx::max_since(dtype),
        Form::OnnxReduction => return onnx::reduce_since(dtype),
        Form::Spans | Form::SpanAndScalar | Form::SpanReduction => {
            !matches!(dtype, DType::Bf16 | DType::Bool) && !dtype.is_float8()
        }
        // What ignores NaNs takes no type of others.
        Form::Ufunc | Form::UfuncReduction if dtype.is_float8() => !ignores_nan(case),
        Form::Ufunc | Form::UfuncReduction => dtype != DType::Bf16,
        Form::Subsequence => matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::I64),
    };
    is_taken.then_some(1)
}

/// Refuses attributes that the operator does not have at its operator set.
pub(crate) fn attributes(case: &Case) -> Result<(), String> {
    let known: &[&str] = match case.operator.form {
        Form::OnnxVariadic if case.opset < 6 => &["consumed_inputs"],
        Form::OnnxLimits if case.opset < 6 => &["consumed_inputs", "min", "max"],
        Form::OnnxLimits => &["min", "max"],
        Form::OnnxVariadic => &[],
        Form::OnnxReduction if case.opset < 18 => &["axes", "keepdims"],
        Form::OnnxReduction => &["keepdims", "noop_with_empty_axes"],
        Form::Spans | Form::SpanAndScalar | Form::SpanReduction => &["x", "y", "destination"],
        Form::Ufunc => &["out", "where"],
        Form::UfuncReduction => &["axis", "out", "keepdims", "initial", "where"],
        Form::Subsequence => &["axis"],
    };
    let unknown = case.attributes.keys().find(|name| !known.contains(&name.as_str()));
    unknown.map_or(Ok(()), |name| Err(format!("no attribute {name}")))
}

/// Before operator set 8, refuses shapes of `Max` and `Min` that differ; at any, bounds that are no scalars.
pub(crate) fn shapes(case: &Case) -> Result<(), String> {
    if case.operator.form == Form::OnnxLimits {
        return limits::scalars(case);
    }
    let broadcasts = case.opset >= 8 || case.operator.form != Form::OnnxVariadic;
    let one = case.inputs.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
    if broadcasts || one { Ok(()) } else { Err("shapes differ".to_owned()) }
}
