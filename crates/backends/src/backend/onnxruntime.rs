//! `onnxruntime`: ONNX Runtime, one thread.

use opconform_reproduce::{Implementation, Library};

use super::{Entry, Open};
use crate::claims;
use crate::onnxruntime::{OnnxRuntime, Threads};

pub(super) const ENTRY: Entry = Entry {
    name: "onnxruntime",
    summary: "ONNX Runtime in this process, its library loaded where there is one; one thread",
    implementation: Some(Implementation::Python(Library::Onnxruntime)),
    claims: claims::ONNX_RUNTIME,
    open: Open::Foreign(|entry| Ok(Box::new(OnnxRuntime::backend(entry, Threads::One)?))),
};
