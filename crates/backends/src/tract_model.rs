//! Cases run by tract, each through the real ONNX model of it.
//!
//! tract's errors are text. Whether one is a refusal of the case or a "not implemented" is therefore not read from it, but
//! tried: tract lacks an element type or an operator set if it also fails at the plainest well-formed case of that type,
//! operator set and attributes, which is two operands of one element. A failure is then `Unsupported`, with tract's answer to
//! that plainest case as the reason; any other is `Rejected`, also that of a well-formed case, for the clauses to judge. A
//! panic is a crash, whatever was asked for.

use opconform_onnx::encode_model;
use opconform_spec::{Case, Origin, Outcome};
use opconform_tensor::{DType, Tensor};
use tract_onnx::prelude::*;

use crate::describe::{Description, cpu_features};
use crate::guard::guard;

mod cache;
mod tensors;

use cache::Cache;

/// The version of tract that is linked.
const VERSION: &str = "0.23.9";

/// How far tract takes a model before it runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Typed, with the operators that the file asks for.
    Typed,
    /// Decluttered and optimised, with the kernels that tract picks for this machine.
    Optimized,
}

/// A model that is ready to run.
type Plan = Arc<TypedRunnableModel>;

/// tract at one stage.
pub(crate) struct TractModels {
    onnx: tract_onnx::Onnx,
    stage: Stage,
    plans: Cache<Signature, Result<Plan, Failure>>,
    probes: Cache<Signature, Result<(), String>>,
}

/// Why tract gave no output.
#[derive(Clone, Debug)]
struct Failure {
    /// The error with all its causes, in a line.
    message: String,
    /// The innermost cause: what is left when the names of nodes and the shapes are.
    cause: String,
}

impl From<TractError> for Failure {
    fn from(error: TractError) -> Self {
        Self { message: format!("{error:#}"), cause: error.root_cause().to_string() }
    }
}

/// Everything that a model depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Signature {
    operator: &'static str,
    opset: u32,
    attributes: opconform_spec::Attributes,
    operands: Vec<(DType, Vec<usize>)>,
}

impl Signature {
    fn of(case: &Case) -> Self {
        Self {
            operator: case.operator.name,
            opset: case.opset,
            attributes: case.attributes.clone(),
            operands: case.inputs.iter().map(|input| (input.dtype(), input.shape().to_vec())).collect(),
        }
    }
}

impl TractModels {
    /// tract at `stage`, with no model loaded.
    pub(crate) fn new(stage: Stage) -> Self {
        Self { onnx: tract_onnx::onnx(), stage, plans: Cache::new(), probes: Cache::new() }
    }

    /// What the backend of this stage is.
    pub(crate) fn description(name: &str, stage: Stage) -> Description {
        let load = match stage {
            Stage::Typed => "into_typed, into_runnable: not optimised",
            Stage::Optimized => "into_optimized, into_runnable",
        };
        Description {
            name: name.to_owned(),
            version: VERSION.to_owned(),
            language: "Rust".to_owned(),
            configuration: vec![
                format!("a single-node ONNX model, its operands as graph inputs of concrete shapes; {load}"),
                "one thread; operands are copied into tract's own buffers".to_owned(),
            ],
            cpu_features: cpu_features(),
            dtypes: DType::ALL.into_iter().filter(|&dtype| tensors::carries(dtype)).collect(),
            operators: vec!["Max".to_owned()],
        }
    }

    /// Runs a case.
    pub(crate) fn run(&self, case: &Case) -> Outcome {
        if case.operator.name != "Max" {
            return Outcome::Unsupported(format!("{} is not run here: this is Max alone", case.operator.qualified()));
        }
        self.try_run(case).unwrap_or_else(|failure| match self.lacks(case) {
            Some(reason) => Outcome::Unsupported(reason),
            None => Outcome::Rejected(failure.message),
        })
    }

    fn try_run(&self, case: &Case) -> Result<Outcome, Failure> {
        let plan = self.plans.get_or_insert(Signature::of(case), || Ok(self.load(case)?))?;
        let inputs = case.inputs.iter().map(tensors::input).collect::<TractResult<_>>()?;
        let outputs = plan.run(inputs)?;
        let outputs: Result<Vec<Tensor>, String> = outputs.iter().map(|output| tensors::output(output)).collect();
        Ok(outputs.map_or_else(Outcome::Malformed, Outcome::Output))
    }

    fn load(&self, case: &Case) -> TractResult<Plan> {
        let model = self.onnx.model_for_read(&mut encode_model(case).as_slice())?;
        match self.stage {
            Stage::Typed => model.into_typed()?.into_runnable(),
            Stage::Optimized => model.into_optimized()?.into_runnable(),
        }
    }

    /// What tract lacks for a case: its answer to the plainest case of an element type of this one, where that fails.
    fn lacks(&self, case: &Case) -> Option<String> {
        case.inputs.iter().find_map(|input| {
            let plain = plainest(case, input.dtype());
            let probe = || match guard(|| self.try_run(&plain)) {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(failure)) => Err(failure.cause),
                Err(panic) => Err(panic),
            };
            let reason = self.probes.get_or_insert(Signature::of(&plain), probe).err()?;
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_said_is_the_version_linked() {
        assert!(crate::lockfile::has("tract-onnx", super::VERSION));
    }
}
