//! `onnxruntime`: ONNX Runtime, one thread.

use opconform_spec::{Case, Outcome};

use super::{Backend, Entry, Open};
use crate::describe::Description;
use crate::guard::run_each;
use crate::models::Models;
use crate::onnxruntime::{OnnxRuntime, Threads};

pub(super) const ENTRY: Entry = Entry {
    name: "onnxruntime",
    summary: "ONNX Runtime in this process, its library loaded where there is one; one thread",
    open: Open::Foreign(|| {
        let runtime = OnnxRuntime::open(Threads::One)?;
        Ok(Box::new(Onnx { description: runtime.description("onnxruntime"), models: Models::new(runtime) }))
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
