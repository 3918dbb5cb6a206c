//! rten as a runtime of models.

use std::sync::Arc;

use opconform_spec::Outcome;
use opconform_tensor::{DType, Element, Tensor};
use rten::{LoadError, Model, RunError, RunOptions, ThreadPool, Value, ValueOrView, ValueView};
use rten_tensor::{AsView, Layout};

use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::made_of::MadeOf;
use crate::models::{Failure, Models, Runtime, operators};
use crate::own::timed;

/// The version of rten that is linked.
const VERSION: &str = "0.27.0";

/// The element types of rten's tensors.
const TYPES: [DType; 4] = [DType::F32, DType::I8, DType::I32, DType::U8];

/// rten on one thread.
pub(crate) struct RtenModel {
    threads: Arc<ThreadPool>,
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        error.to_string().into()
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let message = error.to_string();
        // What follows are the shapes.
        let cause = message.split(". Inputs were").next().unwrap_or_default().to_owned();
        Self { message, cause }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self { cause: message.clone(), message }
    }
}

impl RtenModel {
    /// The backend of an entry.
    pub(crate) fn backend(entry: &Entry) -> Models<Self> {
        let description = Description {
            name: entry.name.to_owned(),
            version: VERSION.to_owned(),
            implementation: entry.implementation,
            claims: entry.claims.to_vec(),
            language: "Rust".to_owned(),
            configuration: vec![
                "an ONNX model for each case: one node, its operands as graph inputs of concrete shapes, or the way that the case names; loaded with the optimisations that \
                 rten makes by itself"
                    .to_owned(),
                "one thread; operands are read where they lie".to_owned(),
            ],
            cpu_features: cpu_features(),
            dtypes: TYPES.to_vec(),
            operators: operators(),
            models: true,
            layouts: Vec::new(),
        };
        Models::new(description, Self { threads: Arc::new(ThreadPool::with_num_threads(1)) })
    }
}

impl Runtime for RtenModel {
    type Plan = Arc<Model>;

    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }

    fn load(&self, model: &[u8]) -> Result<Self::Plan, Failure> {
        Ok(Arc::new(Model::load(model.to_vec())?))
    }

    fn run(&self, plan: &Self::Plan, inputs: &[&Tensor]) -> Result<Outcome, Failure> {
        let ids = plan.input_ids().iter().copied();
        let inputs = ids.zip(inputs).map(|(id, tensor)| Ok((id, ValueOrView::View(input(tensor)?))));
        let inputs = inputs.collect::<Result<_, String>>()?;
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
        let outputs = timed(|| plan.run(inputs, plan.output_ids(), Some(options)))?;
        let outputs: Result<Vec<Tensor>, String> = outputs.iter().map(output).collect();
        Ok(outputs.map_or_else(Outcome::Malformed, Outcome::Output))
    }
}

fn input(tensor: &Tensor) -> Result<ValueView<'_>, String> {
    fn view<'t, T: Element>(tensor: &'t Tensor) -> Result<ValueView<'t>, String>
    where
        ValueView<'t>: From<rten_tensor::TensorView<'t, T>>,
    {
        let elements = tensor.elements::<T>().unwrap_or_default();
        ValueView::from_shape(tensor.shape(), elements).map_err(|error| error.to_string())
    }
    match tensor.dtype() {
        DType::F32 => view::<f32>(tensor),
        DType::I8 => view::<i8>(tensor),
        DType::I32 => view::<i32>(tensor),
        DType::U8 => view::<u8>(tensor),
        other => Err(format!("rten has no tensors of {other}")),
    }
}

fn output(value: &Value) -> Result<Tensor, String> {
    fn copied<T: Element>(tensor: &rten_tensor::Tensor<T>) -> Result<Tensor, String> {
        Tensor::from_elements(tensor.shape(), &tensor.to_vec()).map_err(|error| error.to_string())
    }
    match value {
        Value::FloatTensor(tensor) => copied(tensor),
        Value::Int8Tensor(tensor) => copied(tensor),
        Value::Int32Tensor(tensor) => copied(tensor),
        Value::UInt8Tensor(tensor) => copied(tensor),
        other => Err(format!("rten gave a {}, which no operator of the suite has", other.dtype())),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_said_is_the_version_linked() {
        assert!(crate::lockfile::has("rten", super::VERSION));
    }
}
