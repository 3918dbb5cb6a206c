//! `onnxruntime-threads`: ONNX Runtime, the threads of a pool.

use super::{Entry, Open};
use crate::onnxruntime::{OnnxRuntime, Threads};

pub(super) const ENTRY: Entry = Entry {
    name: "onnxruntime-threads",
    summary: "ONNX Runtime in this process, its library loaded where there is one; as many threads as cores, at least two",
    open: Open::Foreign(|| Ok(Box::new(OnnxRuntime::backend("onnxruntime-threads", Threads::Many)?))),
};
