//! Every operator by our own kernels, on one instruction set: what the rules say that a case asks for, computed.
//!
//! Operands are read where they lie, however they are aligned.

use std::borrow::Cow;

use opconform_kernels::{Error, Isa, Kernel, Maximum, MaximumNumber, Minimum, MinimumNumber, Operator};
use opconform_spec::{Case, Computation, Direction, NanRule, OPERATORS, Outcome};
use opconform_tensor::{DType, Element, Tensor, element_count, shape_text};

use crate::backend::{Backend, Unavailable};
use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::guard::run_each;
use crate::in_process::InProcess;
use crate::rules::{self, Call};

mod elementwise;
mod reduction;
mod spans;

/// What an operator does with a case on an instruction set.
type Compute = fn(Isa, &Case) -> Result<Tensor, Refusal>;

/// Why a case has no output.
enum Refusal {
    /// It breaks a rule of the operator.
    IllFormed(String),
    /// It breaks a rule, and its memory is no longer what it was.
    AfterWriting(String),
}

/// What computes an operator: by the end of the order that it takes and what it does with a NaN. What takes no end of the order names
/// its kernels itself. `None` of one that no kernel computes.
fn computed_by(operator: &opconform_spec::Operator) -> Option<Compute> {
    Some(match (operator.result.computes, operator.nan) {
        _ if !operator.further.is_empty() => return None,
        (Computation::Place(_), _) => return None,
        (Computation::Limited, _) | (Computation::Extremum(Direction::Max), NanRule::Propagates) => compute::<Maximum>,
        (Computation::Extremum(Direction::Min), NanRule::Propagates) => compute::<Minimum>,
        (Computation::Extremum(Direction::Max), NanRule::Ignored) => compute::<MaximumNumber>,
        (Computation::Extremum(Direction::Min), NanRule::Ignored) => compute::<MinimumNumber>,
    })
}

fn compute<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    rules::admit(case)?;
    match rules::call(case)? {
        Call::Elementwise(it) => elementwise::compute::<O>(isa, &it),
        Call::Reduction(it) => reduction::compute::<O>(isa, &it, case.operator.is_minimum()),
        Call::Limits(it) => elementwise::limit(isa, &it),
        Call::Spans(it) => spans::compute::<O>(isa, it),
        Call::SpanReduction(memory, x) => spans::reduce::<O>(isa, memory, x),
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

impl InProcess for Kernels {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| run(self.isa, case))
    }
}

fn run(isa: Isa, case: &Case) -> Outcome {
    let Some(compute) = computed_by(case.operator) else {
        return Outcome::Unsupported("no kernel computes it".to_owned());
    };
    match compute(isa, case) {
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
