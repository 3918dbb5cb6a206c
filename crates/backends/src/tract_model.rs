//! tract as a runtime of models, at one of two stages.

use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};
use tract_onnx::prelude::*;

use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::made_of::MadeOf;
use crate::models::{Failure, Models, Runtime, operators};
use crate::own::timed;

mod tensors;

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

/// tract at one stage.
pub(crate) struct TractModel {
    onnx: tract_onnx::Onnx,
    stage: Stage,
}

impl From<TractError> for Failure {
    /// The innermost cause names neither nodes nor shapes.
    fn from(error: TractError) -> Self {
        Self { message: format!("{error:#}"), cause: error.root_cause().to_string() }
    }
}

impl TractModel {
    /// The backend of an entry: tract at `stage`.
    pub(crate) fn backend(entry: &Entry, stage: Stage) -> Models<Self> {
        Models::new(Self::description(entry, stage), Self { onnx: tract_onnx::onnx(), stage })
    }

    fn description(entry: &Entry, stage: Stage) -> Description {
        let load = match stage {
            Stage::Typed => "into_typed, into_runnable: not optimised",
            Stage::Optimized => "into_optimized, into_runnable",
        };
        Description {
            name: entry.name.to_owned(),
            version: VERSION.to_owned(),
            implementation: entry.implementation,
            claims: entry.claims.to_vec(),
            language: "Rust".to_owned(),
            configuration: vec![
                format!(
                    "an ONNX model for each case: one node, its operands as graph inputs of concrete shapes, or the way that the case names; {load}"
                ),
                "one thread; operands are copied into tract's own buffers".to_owned(),
            ],
            cpu_features: cpu_features(),
            dtypes: DType::ALL.into_iter().filter(|&dtype| tensors::carries(dtype)).collect(),
            operators: operators(),
            models: true,
            layouts: Vec::new(),
        }
    }
}

impl Runtime for TractModel {
    type Plan = Arc<TypedRunnableModel>;

    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }

    fn load(&self, mut model: &[u8]) -> Result<Self::Plan, Failure> {
        let model = self.onnx.model_for_read(&mut model)?;
        Ok(match self.stage {
            Stage::Typed => model.into_typed()?.into_runnable()?,
            Stage::Optimized => model.into_optimized()?.into_runnable()?,
        })
    }

    fn run(&self, plan: &Self::Plan, inputs: &[&Tensor]) -> Result<Outcome, Failure> {
        let inputs = inputs.iter().copied().map(tensors::input).collect::<TractResult<_>>()?;
        let outputs = timed(|| plan.run(inputs))?;
        let outputs: Result<Vec<Tensor>, String> = outputs.iter().map(|output| tensors::output(output)).collect();
        Ok(outputs.map_or_else(Outcome::Malformed, Outcome::Output))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_said_is_the_version_linked() {
        assert!(crate::lockfile::has("tract-onnx", super::VERSION));
    }
}
