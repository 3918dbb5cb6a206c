//! The maximum as a Rust programmer writes it with ndarray: operands broadcast to a common shape, folded with `Zip`.
//!
//! ndarray has no operator sets: it always broadcasts, and so stands for the versions of `Max` that do, and takes every
//! number type. An array has one element type, so that mixed ones do not reach it.

use ndarray::{Array, ArrayViewD, IxDyn, Zip};
use opconform_spec::{Case, Direction, Form, Outcome};
use opconform_tensor::{DType, Element, Tensor, match_common_number, shape_text};

use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::guard::run_each;
use crate::in_process::InProcess;
use crate::own::timed;

/// The version of ndarray that is linked.
const VERSION: &str = "0.17.2";

/// The first operator set at which `Max` broadcasts.
const FIRST_OPSET: u32 = 8;

/// The maximum of two elements, two ways.
pub(crate) trait Maximum: Element + PartialOrd {
    /// The type's own `max` method.
    fn max_method(self, other: Self) -> Self;

    /// The greater by `>`, and the second operand if that does not hold.
    fn max_compare(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

macro_rules! maximum {
    ($($element:ty),*) => {$(
        impl Maximum for $element {
            fn max_method(self, other: Self) -> Self {
                self.max(other)
            }
        }
    )*};
}
maximum!(half::bf16, half::f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64);

/// Which of the two.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// [`Maximum::max_method`].
    Method,
    /// [`Maximum::max_compare`].
    Compare,
}

/// The backend that folds one way or the other.
pub(crate) struct Folded {
    description: Description,
    how: How,
}

impl Folded {
    /// The backend of an entry, which folds `how`.
    pub(crate) fn new(entry: &Entry, how: How) -> Self {
        Self { description: description(entry, how), how }
    }
}

impl InProcess for Folded {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| run(case, self.how))
    }
}

/// What the backend of an entry is, which folds `how`.
fn description(entry: &Entry, how: How) -> Description {
    let pick = match how {
        How::Method => "the element type's `max` method (`f32::max`, `half::f16::max`, `Ord::max`)",
        How::Compare => "`if a > b { a } else { b }`",
    };
    Description {
        name: entry.name.to_owned(),
        version: VERSION.to_owned(),
        implementation: entry.implementation,
        claims: entry.claims.to_vec(),
        language: "Rust".to_owned(),
        configuration: vec![
            format!("a left fold of Zip over broadcast views with {pick}"),
            "the same function at every operator set that broadcasts".to_owned(),
        ],
        cpu_features: cpu_features(),
        dtypes: DType::ALL.into_iter().filter(|&dtype| is_number(dtype)).collect(),
        operators: vec!["Max".to_owned()],
        models: false,
        layouts: Vec::new(),
    }
}

/// Runs a case.
fn run(case: &Case, how: How) -> Outcome {
    if (case.operator.form, case.operator.direction()) != (Form::OnnxVariadic, Some(Direction::Max)) {
        return Outcome::Unsupported(format!(
            "{} is not implemented here: this is Max alone",
            case.operator.qualified()
        ));
    }
    if case.opset < FIRST_OPSET {
        return Outcome::Unsupported(format!("Max before operator set {FIRST_OPSET} does not broadcast, ndarray does"));
    }
    let Some(first) = case.inputs.first() else {
        return Outcome::Rejected("no operand: a fold starts with one".to_owned());
    };
    if let Some(other) = case.inputs.iter().find(|input| input.dtype() != first.dtype()) {
        let (first, other) = (first.dtype(), other.dtype());
        return Outcome::Rejected(format!("operands of {first} and {other}: a Zip takes one element type"));
    }
    let result = match_common_number!(
        first.dtype(),
        T => fold::<T>(&case.inputs, how),
        other => return Outcome::Unsupported(format!("{}: this covers the number types", first.dtype()))
    );
    match result {
        Ok(output) => Outcome::Output(vec![output]),
        Err(message) => Outcome::Rejected(message),
    }
}

/// Whether a type is one of the numbers that a fold is of.
fn is_number(dtype: DType) -> bool {
    match_common_number!(dtype, T => size_of::<T>() > 0, other => false)
}

/// The maximum of one or more tensors of `T`.
fn fold<T: Maximum>(inputs: &[Tensor], how: How) -> Result<Tensor, String> {
    let views: Vec<ArrayViewD<'_, T>> = inputs.iter().filter_map(Tensor::view).collect();
    let shape = common_shape(&views);
    let refused = |view: &ArrayViewD<'_, T>| {
        let (from, to) = (shape_text(view.shape()), shape_text(&shape));
        format!("ndarray does not broadcast shape {from} to {to}")
    };
    let broadcast: Vec<ArrayViewD<'_, T>> = views
        .iter()
        .map(|view| view.broadcast(IxDyn(&shape)).ok_or_else(|| refused(view)))
        .collect::<Result<_, _>>()?;
    let Some((first, rest)) = broadcast.split_first() else {
        return Err("no operand: a fold starts with one".to_owned());
    };
    let mut result: Array<T, IxDyn> = first.to_owned();
    for operand in rest {
        let zip = Zip::from(&mut result).and(operand);
        timed(|| match how {
            How::Method => zip.for_each(|a, &b| *a = a.max_method(b)),
            How::Compare => zip.for_each(|a, &b| *a = a.max_compare(b)),
        });
    }
    let elements: Vec<T> = result.iter().copied().collect();
    Tensor::from_elements(&shape, &elements).map_err(|error| error.to_string())
}

/// The longest shape, its dimensions of 1 replaced by what other operands have there. Whether the operands fit it is left to
/// ndarray's own `broadcast`, which goes one way only.
fn common_shape<T>(views: &[ArrayViewD<'_, T>]) -> Vec<usize> {
    let rank = views.iter().map(ArrayViewD::ndim).max().unwrap_or(0);
    let mut shape = vec![1; rank];
    for view in views {
        let missing = rank - view.ndim();
        for (common, &dim) in shape[missing..].iter_mut().zip(view.shape()) {
            if *common == 1 {
                *common = dim;
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_said_is_the_version_linked() {
        assert!(crate::lockfile::has("ndarray", super::VERSION));
    }
}
