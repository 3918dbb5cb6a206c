//! Cases run by a runtime of ONNX models, each through the real model of it.
//!
//! A runtime's errors are text. Whether one is a refusal of the case or a "not implemented" is therefore not read from it,
//! but tried: the runtime lacks an element type or an operator set if it also fails at the plainest well-formed case of that
//! type, operator set and attributes, which is two operands of one element. A failure is then `Unsupported`, with the answer
//! to that plainest case as the reason; any other is `Rejected`, also that of a well-formed case, for the clauses to judge. A
//! panic is a crash, whatever was asked for.

use opconform_onnx::encode_model;
use opconform_spec::{Case, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::cache::Cache;
use crate::guard::guard;

/// A runtime of ONNX models.
pub(crate) trait Runtime {
    /// A model that is ready to run.
    type Plan: Clone;

    /// Makes an encoded model ready to run.
    fn load(&self, model: &[u8]) -> Result<Self::Plan, Failure>;

    /// Runs a model on the operands of its case, one for each graph input.
    fn run(&self, plan: &Self::Plan, inputs: &[Tensor]) -> Result<Outcome, Failure>;
}

/// Why a runtime gave no output.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The error with all its causes, in a line.
    pub(crate) message: String,
    /// What is left of it when the names of nodes and the shapes are gone, as far as that can be had.
    pub(crate) cause: String,
}

/// A runtime, with the models that it was given lately.
pub(crate) struct Models<R: Runtime> {
    runtime: R,
    plans: Cache<Vec<u8>, Result<R::Plan, Failure>>,
    probes: Cache<Vec<u8>, Result<(), String>>,
}

impl<R: Runtime> Models<R> {
    /// A runtime with no model loaded.
    pub(crate) fn new(runtime: R) -> Self {
        Self { runtime, plans: Cache::new(), probes: Cache::new() }
    }

    /// Runs a case.
    pub(crate) fn run(&self, case: &Case) -> Outcome {
        self.try_run(case).unwrap_or_else(|failure| match self.lacks(case) {
            Some(reason) => Outcome::Unsupported(reason),
            None => Outcome::Rejected(failure.message),
        })
    }

    fn try_run(&self, case: &Case) -> Result<Outcome, Failure> {
        let model = encode_model(case);
        let plan = self.plans.get_or_insert(model.clone(), || self.runtime.load(&model))?;
        self.runtime.run(&plan, &case.inputs)
    }

    /// What the runtime lacks for a case: its answer to the plainest case of an element type of this one, where that fails.
    fn lacks(&self, case: &Case) -> Option<String> {
        case.inputs.iter().find_map(|input| {
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

/// The plainest well-formed case of an element type, with the operator, operator set and attributes of `case`.
fn plainest(case: &Case, dtype: DType) -> Case {
    let one = Tensor::from_bits(dtype, &[1], &[0]).into_iter();
    let inputs = one.flat_map(|one| [one.clone(), one]).collect();
    let origin = Origin { source: "probe".into(), seed: None };
    Case::new(case.operator, case.opset, inputs, "plainest", origin).with_attributes(case.attributes.clone())
}
