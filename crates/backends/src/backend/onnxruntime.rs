//! `onnxruntime`: ONNX Runtime, one thread.

use super::{Entry, Open};
use crate::onnxruntime::{OnnxRuntime, Threads};

pub(super) const ENTRY: Entry = Entry {
    name: "onnxruntime",
    summary: "ONNX Runtime in this process, its library loaded where there is one; one thread",
    open: Open::Foreign(|| Ok(Box::new(OnnxRuntime::backend("onnxruntime", Threads::One)?))),
};
