//! Every operator by our own kernels, on one instruction set: the rules of each, and then the kernel.
//!
//! The rules are written here from the operators' definitions, and share nothing with those that the judgement goes by.
//! Operands are read where they lie, however they are aligned.

use std::borrow::Cow;

use opconform_kernels::{
    Error, Isa, Kernel, Maximum, MaximumNumber, Minimum, MinimumNumber, Operator, View, broadcast_shape,
};
use opconform_spec::{Case, Computation, Direction, Form, NanRule, OPERATORS, Outcome};
use opconform_tensor::{DType, Element, Tensor, element_count, match_number, shape_text};

use crate::backend::{Backend, Unavailable};
use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::guard::run_each;
use crate::made_of::MadeOf;

mod arguments;
mod dotnet;
mod numpy;
mod onnx;
mod paddle;

/// What an operator does with a case on an instruction set.
type Rule = fn(Isa, &Case) -> Result<Tensor, Refusal>;

/// Why a case has no output.
enum Refusal {
    /// It breaks a rule of the operator.
    IllFormed(String),
    /// It breaks a rule, and its memory is no longer what it was.
    AfterWriting(String),
}

/// The rule of an operator: by the end of the order that it takes and what it does with a NaN, and by how it is called. What takes
/// no end of the order names its kernels itself. `None` of one that no kernel computes.
fn rule(operator: &opconform_spec::Operator) -> Option<Rule> {
    Some(match (operator.result.computes, operator.nan) {
        _ if !operator.further.is_empty() => return None,
        (Computation::Place(_), _) => return None,
        (Computation::Limited, _) | (Computation::Extremum(Direction::Max), NanRule::Propagates) => {
            of_form::<Maximum>(operator.form)
        }
        (Computation::Extremum(Direction::Min), NanRule::Propagates) => of_form::<Minimum>(operator.form),
        (Computation::Extremum(Direction::Max), NanRule::Ignored) => of_form::<MaximumNumber>(operator.form),
        (Computation::Extremum(Direction::Min), NanRule::Ignored) => of_form::<MinimumNumber>(operator.form),
    })
}

fn of_form<O: Operator>(form: Form) -> Rule {
    match form {
        Form::OnnxVariadic => onnx::max::<O>,
        Form::OnnxLimits => onnx::clip,
        Form::OnnxReduction => onnx::reduce::<O>,
        Form::Spans => dotnet::spans::<O>,
        Form::SpanAndScalar => dotnet::scalar::<O>,
        Form::SpanReduction => dotnet::reduce::<O>,
        Form::Ufunc => numpy::maximum::<O>,
        Form::UfuncReduction => numpy::amax::<O>,
        Form::Subsequence => paddle::maximum::<O>,
    }
}

/// Opens the backend of an instruction set; `remedy` says where it is found.
pub(crate) fn open(entry: &Entry, isa: Isa, remedy: &str) -> Result<Box<dyn Backend>, Unavailable> {
    Kernel::<Maximum>::on(isa).map_err(|error| Unavailable { reason: error.to_string(), remedy: remedy.to_owned() })?;
    let description = Description {
        name: entry.name.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        implementation: entry.implementation,
        claims: entry.claims.to_vec(),
        language: "Rust".to_owned(),
        configuration: vec![format!("opconform-kernels, forced onto {}; one thread", isa.name())],
        cpu_features: cpu_features(),
        dtypes: DType::ALL.to_vec(),
        operators: OPERATORS.iter().map(|operator| operator.qualified().into_owned()).collect(),
        models: false,
        layouts: Vec::new(),
    };
    Ok(Box::new(Kernels { isa, description }))
}

struct Kernels {
    isa: Isa,
    description: Description,
}

impl Backend for Kernels {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    fn on_one_thread(&self) -> Option<&str> {
        Entry::on_one_thread(&self.describe().name)
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| run(self.isa, case))
    }
}

fn run(isa: Isa, case: &Case) -> Outcome {
    let Some(rule) = rule(case.operator) else {
        return Outcome::Unsupported("no kernel computes it".to_owned());
    };
    match rule(isa, case) {
        Ok(output) => Outcome::Output(vec![output]),
        Err(Refusal::IllFormed(message)) => Outcome::Rejected(message),
        Err(Refusal::AfterWriting(message)) => {
            Outcome::Malformed(format!("{message}, after writing to the destination"))
        }
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self::IllFormed(message)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::IllFormed(error.to_string())
    }
}

/// The kernel of an operator.
fn kernel<O: Operator>(isa: Isa) -> Result<Kernel<O>, Refusal> {
    Ok(Kernel::on(isa)?)
}

/// A truth value's byte is compared as the number that it is.
fn as_numbers(tensor: &Tensor) -> Result<Cow<'_, Tensor>, Refusal> {
    match tensor.dtype() {
        DType::Bool => same_bytes(DType::U8, tensor).map(Cow::Owned),
        _ => Ok(Cow::Borrowed(tensor)),
    }
}

/// A result with the element type of the operands that were compared as numbers.
fn of_type(dtype: DType, tensor: Tensor) -> Result<Tensor, Refusal> {
    if tensor.dtype() == dtype { Ok(tensor) } else { same_bytes(dtype, &tensor) }
}

fn same_bytes(dtype: DType, tensor: &Tensor) -> Result<Tensor, Refusal> {
    let moved =
        Tensor::from_le_bytes(dtype, tensor.shape(), &tensor.to_le_bytes()).map_err(|error| error.to_string())?;
    Ok(moved.with_offset(tensor.offset()))
}

/// The operator on operands of one element type, each under the shape given for it, stretched to their broadcast shape.
fn broadcast<O: Operator>(isa: Isa, operands: &[(&Tensor, &[usize])]) -> Result<Tensor, Refusal> {
    let dtype = operands.first().map_or(DType::F32, |(tensor, _)| tensor.dtype());
    let numbers = operands.iter().map(|(tensor, _)| as_numbers(tensor)).collect::<Result<Vec<_>, _>>()?;
    let shaped: Vec<(&Tensor, &[usize])> =
        numbers.iter().zip(operands).map(|(tensor, (_, shape))| (&**tensor, *shape)).collect();
    let kernel = kernel::<O>(isa)?;
    let stored = numbers.first().map_or(DType::F32, |tensor| tensor.dtype());
    let result = match_number!(stored, T => typed_broadcast::<O, T>(kernel, &shaped), other => Err(unreachable_bool()));
    of_type(dtype, result?)
}

fn typed_broadcast<O: Operator, T>(kernel: Kernel<O>, operands: &[(&Tensor, &[usize])]) -> Result<Tensor, Refusal>
where
    T: Element + opconform_kernels::Element,
{
    let views = operands.iter().map(|(tensor, shape)| View::new(tensor.elements::<T>().unwrap_or_default(), shape));
    let views: Vec<View<'_, T>> = views.collect::<Result<_, _>>()?;
    let shape = broadcast_shape(operands.iter().map(|(_, shape)| *shape))?;
    let mut out = room::<T>(&shape)?;
    kernel.broadcast(&views, &mut out)?;
    finished(&shape, &out)
}

/// The operator on all elements along the axes that are marked; the result has `shape`.
fn reduced<O: Operator>(isa: Isa, tensor: &Tensor, axes: &[isize], shape: &[usize]) -> Result<Tensor, Refusal> {
    let numbers = as_numbers(tensor)?;
    let kernel = kernel::<O>(isa)?;
    let result = match_number!(numbers.dtype(), T => {
        let view = View::new(numbers.elements::<T>().unwrap_or_default(), numbers.shape())?;
        let mut out = room::<T>(shape)?;
        kernel.reduce_axes(&view, axes, &mut out)?;
        finished(shape, &out)
    }, other => Err(unreachable_bool()));
    of_type(tensor.dtype(), result?)
}

/// Zeros for every element of a shape.
fn room<T: Element>(shape: &[usize]) -> Result<Vec<T>, Refusal> {
    let mut out: Vec<T> = Vec::new();
    let count = element_count(shape).filter(|&count| out.try_reserve_exact(count).is_ok());
    let count = count.ok_or_else(|| format!("no memory for a result of shape {}", shape_text(shape)))?;
    out.resize(count, <T as Element>::from_bits(0));
    Ok(out)
}

fn finished<T: Element>(shape: &[usize], out: &[T]) -> Result<Tensor, Refusal> {
    Ok(Tensor::from_elements(shape, out).map_err(|error| error.to_string())?)
}

/// Bool is compared as bytes before the dispatch to numbers.
fn unreachable_bool() -> Refusal {
    Refusal::IllFormed("bool is no number".to_owned())
}
