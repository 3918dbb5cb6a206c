//! `onnxruntime-threads`: ONNX Runtime, the threads of a pool.

use opconform_spec::{Case, Outcome};

use super::{Backend, Entry, Open};
use crate::describe::Description;
use crate::guard::run_each;
use crate::models::Models;
use crate::onnxruntime::{OnnxRuntime, Threads};

pub(super) const ENTRY: Entry = Entry {
    name: "onnxruntime-threads",
    summary: "ONNX Runtime in this process, its library loaded where there is one; as many threads as cores, at least two",
    open: Open::Foreign(|| {
        let runtime = OnnxRuntime::open(Threads::Many)?;
        Ok(Box::new(Onnx { description: runtime.description("onnxruntime-threads"), models: Models::new(runtime) }))
    }),
};

struct Onnx {
    description: Description,
    models: Models<OnnxRuntime>,
}

impl Backend for Onnx {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.models.run(case))
    }
}
