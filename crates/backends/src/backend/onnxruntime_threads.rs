//! `onnxruntime-threads`: ONNX Runtime, the threads of a pool.

use opconform_reproduce::{Implementation, Library};

use super::{Entry, Open};
use crate::claims;
use crate::onnxruntime::{OnnxRuntime, Threads};

pub(super) const ENTRY: Entry = Entry {
    name: "onnxruntime-threads",
    summary: "ONNX Runtime in this process, its library loaded where there is one; as many threads as cores, at least two",
    implementation: Some(Implementation::Python(Library::OnnxruntimeThreads)),
    claims: claims::ONNX_RUNTIME,
    open: Open::Foreign(|entry| Ok(Box::new(OnnxRuntime::backend(entry, Threads::Many)?))),
};
