//! Cases run by a runtime of ONNX models, each through the real model of it.
//!
//! A runtime's errors are text. Whether one is a refusal of the case or a "not implemented" is therefore not read from it,
//! but tried: the runtime lacks an element type or an operator set if it also fails at the plainest well-formed case of that
//! type, operator set and attributes, whose operands are of one element. A failure is then `Unsupported`, with the answer to
//! that plainest case as the reason; any other is `Rejected`, also that of a well-formed case, for the clauses to judge. A
//! panic is a crash, whatever was asked for.

use opconform_onnx::encode_model;
use opconform_spec::{Case, Facts, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::backend::Backend;
use crate::cache::Cache;
use crate::describe::Description;
use crate::entry::Entry;
use crate::guard::{guard, run_each};
use crate::made_of::MadeOf;

/// The operators that are run through their models.
pub(crate) fn operators() -> Vec<String> {
    ["Max", "Min", "ReduceMax", "ReduceMin"].map(str::to_owned).into()
}

/// A runtime of ONNX models.
pub(crate) trait Runtime: Send + Sync {
    /// A model that is ready to run.
    type Plan: Clone + Send;

    /// Makes an encoded model ready to run.
    fn load(&self, model: &[u8]) -> Result<Self::Plan, Failure>;

    /// Runs a model on the operands of its case, one for each graph input: what says how is part of the model.
    fn run(&self, plan: &Self::Plan, inputs: &[Tensor]) -> Result<Outcome, Failure>;

    /// What it is made of.
    fn made_of(&self) -> MadeOf;
}

/// Why a runtime gave no output.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The error with all its causes, in a line.
    pub(crate) message: String,
    /// What is left of it when the names of nodes and the shapes are gone, as far as that can be had.
    pub(crate) cause: String,
}

/// A runtime as a backend, with the models that it was given lately.
pub(crate) struct Models<R: Runtime> {
    description: Description,
    runtime: R,
    plans: Cache<Vec<u8>, Result<R::Plan, Failure>>,
    probes: Cache<Vec<u8>, Result<(), String>>,
}

impl<R: Runtime> Models<R> {
    /// A runtime with no model loaded.
    pub(crate) fn new(description: Description, runtime: R) -> Self {
        Self { description, runtime, plans: Cache::new(), probes: Cache::new() }
    }

    fn run_one(&self, case: &Case) -> Outcome {
        if !case.operator.domain.is_empty() {
            return Outcome::Unsupported(format!("{} is no operator of ONNX", case.operator.qualified()));
        }
        self.try_run(case).unwrap_or_else(|failure| match self.lacks(case) {
            Some(reason) => Outcome::Unsupported(reason),
            None => Outcome::Rejected(failure.message),
        })
    }

    fn try_run(&self, case: &Case) -> Result<Outcome, Failure> {
        let model = encode_model(case);
        let plan = self.plans.get_or_insert(model.clone(), || self.runtime.load(&model))?;
        self.runtime.run(&plan, case.operands())
    }

    /// What the runtime lacks for a case: its answer to the plainest case of an element type of this one, where that fails.
    fn lacks(&self, case: &Case) -> Option<String> {
        case.operands().iter().find_map(|input| {
            let plain = plainest(case, input.dtype());
            let probe = || match guard(|| self.try_run(&plain)) {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(failure)) => Err(failure.cause),
                Err(panic) => Err(panic),
            };
            let reason = self.probes.get_or_insert(encode_model(&plain), probe).err()?;
            Some(format!("{}: {reason}", input.dtype()))
        })
    }
}

impl<R: Runtime> Backend for Models<R> {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        self.runtime.made_of()
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    fn on_one_thread(&self) -> Option<&str> {
        Entry::on_one_thread(&self.describe().name)
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.run_one(case))
    }
}

/// The plainest well-formed case of an element type, with the operator and operator set of `case`, and with its attributes as
/// far as they mean something there: axes name those of one shape.
fn plainest(case: &Case, dtype: DType) -> Case {
    let one = Tensor::from_bits(dtype, &[1], &[0]).into_iter();
    let operands = one.flat_map(|one| [one.clone(), one]).take(case.operator.operands).collect();
    let origin = Origin { source: "probe".into(), seed: None };
    let bare = Case::new(case.operator, case.opset, operands, "plainest", origin);
    let mut attributes = case.attributes.clone();
    attributes.remove("axes");
    let plain = bare.clone().with_attributes(attributes);
    // A type that is not listed is no breach: whether it is implemented all the same is what is asked here.
    if Facts::new(&plain).breach().is_some() { bare } else { plain }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Attribute, Attributes, Operator};

    use super::*;

    /// The attributes, and the number of operands, of the plainest case of one with these attributes.
    fn plain(operator: &str, opset: u32, attributes: &[(&str, i64)]) -> (usize, Attributes) {
        let operator = Operator::named(operator).expect("an operator");
        let input = Tensor::from_bits(DType::F32, &[2, 2], &[0; 4]).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        let attributes = attributes.iter().map(|&(name, value)| (name.to_owned(), Attribute::Int(value))).collect();
        let case = Case::new(operator, opset, vec![input], "test", origin).with_attributes(attributes);
        let plain = plainest(&case, DType::I8);
        assert!(plain.inputs.iter().all(|input| input.dtype() == DType::I8 && input.shape() == [1]));
        (plain.inputs.len(), plain.attributes)
    }

    #[test]
    fn the_plainest_case_keeps_what_means_something_there() {
        let kept = |name: &str, value| Attributes::from([(name.to_owned(), Attribute::Int(value))]);
        assert_eq!(plain("Max", 13, &[]), (2, Attributes::new()));
        assert_eq!(plain("ReduceMax", 13, &[("keepdims", 0), ("axes", 9)]), (1, kept("keepdims", 0)));
        assert_eq!(plain("ReduceMax", 13, &[("keepdims", 7)]), (1, Attributes::new()));
        assert_eq!(plain("ReduceMax", 18, &[("noop_with_empty_axes", 1)]), (1, kept("noop_with_empty_axes", 1)));
    }
}
