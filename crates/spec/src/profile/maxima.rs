//! The maxima that other documents define than the five sources: each is a row of choices, with the words that make them.
//!
//! Most of these documents speak of two numbers: of shapes, of tensors and of calls they have no word. So a profile here speaks of
//! operands that the document speaks of, element by element, and leaves broadcasting to the operator. Another document is one more
//! profile below, its clauses beside those in `clause/maxima.rs`, and its place in [`MAXIMA`](crate::MAXIMA).

use opconform_tensor::{
    DType,
    DType::{Bf16, F16, F32, F64},
    Tensor,
};

use super::{Profile, answer, says, shows, unsaid};
use crate::choices::{Bits, Choices, Crossed, Measure, Missing, Nan, Nans, Nothing, Zeros};
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::form::Form;
use crate::gap;
use crate::operator::{Operator, max, numpy_maximum, reduce_max};

mod dotnet;
mod instructions;
mod languages;
mod tensors;

pub(crate) use dotnet::{
    DOTNET_ENUMERABLE, DOTNET_MAXMAGNITUDE, DOTNET_MAXMAGNITUDENUMBER, DOTNET_MAXNATIVE, DOTNET_MAXNUMBER,
    DOTNET_TENSOR, DOTNET_VECTOR128,
};
pub(crate) use instructions::{
    ARM_FMAX, ARM_FMAXNM, LLVM_MAXIMUM, LLVM_MAXIMUMNUM, LLVM_MAXNUM, RISCV_FMAX, RISCV_FMAXM, WASM_MAX, WASM_PMAX,
    X86_MAXPS, X86_VRANGEPS,
};
pub(crate) use languages::{
    C_FMAX, C_FMAXIMUM, C_FMAXIMUM_MAG, C_FMAXIMUM_MAG_NUM, C_FMAXIMUM_NUM, ECMASCRIPT, IEEE754_2008, JAVA, RUST,
    RUST_MAXIMUM,
};
pub(crate) use tensors::{
    STABLEHLO, TENSORFLOW, TENSORFLOW_REDUCE, TORCH_AMAX, TORCH_FMAX, TORCH_MAXIMUM, TOSA_IGNORE, TOSA_PROPAGATE,
    WEBNN_MAX,
};

const FLOATS: &[DType] = &[Bf16, F16, F32, F64];

/// The operators that an adapter offers where its function propagates NaNs: ONNX's, and NumPy's of the same meaning.
const MAXIMUM: &[&Operator] = &[&max::MAX, &max::MIN, &numpy_maximum::MAXIMUM, &numpy_maximum::MINIMUM];
/// The same where it ignores them.
const FMAX: &[&Operator] = &[&max::MAX, &max::MIN, &numpy_maximum::FMAX, &numpy_maximum::FMIN];

/// ONNX's operators, and its reductions, for who takes any number of operands.
const OF_MANY: &[&Operator] = &[&max::MAX, &max::MIN, &reduce_max::REDUCE_MAX, &reduce_max::REDUCE_MIN];

/// What these profiles have in common.
const ELEMENTWISE: Profile = Profile {
    name: "",
    family: Family::C,
    source: "",
    link: "",
    operators: max::MAX_MIN,
    applies,
    expect,
    refusal,
    choices: OF_TWO_NUMBERS,
};

/// What the choices of most documents have in common: two numbers are compared by value, and no NaN is told apart.
pub(super) const OF_TWO_NUMBERS: Choices = Choices {
    dtypes: FLOATS,
    value: "",
    measure: Measure::Value,
    nan: unsaid(Nan::Open),
    signalling: None,
    ignoring: None,
    open: gap::OPEN_NAN,
    nans: unsaid(Nans::Any),
    bits: unsaid(Bits::Any),
    zeros: unsaid(Zeros::Open),
    many: None,
    nothing: unsaid(Nothing::Open),
    crossed: unsaid(Crossed::Either),
    missing: unsaid(Missing::LastOrNone),
    chance: None,
};

const BROADCASTING: &str = "broadcasting is the operator's, not the element's";

fn applies(choices: &Choices, facts: &Facts) -> Result<(), &'static str> {
    if !facts.dtype.is_some_and(|dtype| choices.dtypes.contains(&dtype)) {
        return Err("defined for other types");
    }
    if choices.many.is_none() && facts.case.operands().len() != 2 {
        return Err("defined on two operands");
    }
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("judged on the newest version of the operator alone");
    }
    if facts.dtype.is_none() || !facts.type_is_listed() {
        return Err("defined on operands of one number type");
    }
    // `where`, `out` and `initial`.
    if facts.case.inputs.len() > facts.case.operands().len() && facts.case.operator.form.is_ufunc() {
        return Err("it says nothing of what takes no part, or was there before");
    }
    if facts.shapes_clash() {
        return Err(BROADCASTING);
    }
    if facts.invalid().is_some() || facts.is_empty_reduction() {
        return Err("defined where there is something to compare");
    }
    Ok(())
}

fn expect(facts: &Facts) -> Expectation {
    answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING))
}

/// What these documents do not ask for: they define a function of two operands, and where it is there.
fn refusal(facts: &Facts) -> Option<&'static str> {
    let operands = facts.case.operands();
    if !facts.equal_shapes() {
        Some(BROADCASTING)
    } else if facts.case.operator.form == Form::OnnxVariadic && operands.len() != 2 {
        Some("an element-wise maximum is of two operands")
    } else if operands.iter().any(Tensor::is_empty) {
        Some("it has no word on tensors without elements")
    } else {
        match facts.dtype {
            Some(float) if float.is_float8() => Some("a float of 8 bits need not be there"),
            Some(F16 | Bf16) => Some("a type of 16 bits need not be there"),
            _ => None,
        }
    }
}
