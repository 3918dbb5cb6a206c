//! ONNX Runtime, in this process.

use opconform_reproduce::{Implementation, Library};

use crate::entry::{Entry, Open};
use crate::onnxruntime::{OnnxRuntime, Threads};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::new(
        "onnxruntime",
        "ONNX Runtime in this process, its library loaded where there is one; one thread",
        Open::Foreign(|entry| Ok(Box::new(OnnxRuntime::backend(entry, Threads::One)?))),
    )
    .reproduced_by(Implementation::Python(Library::Onnxruntime))
    .claiming(claims::ONNX_RUNTIME)
    .set_by(settings::ONNX_RUNTIME),
    Entry::new(
        "onnxruntime-threads",
        "ONNX Runtime in this process, its library loaded where there is one; as many threads as cores, at least two",
        Open::Foreign(|entry| Ok(Box::new(OnnxRuntime::backend(entry, Threads::Many)?))),
    )
    .reproduced_by(Implementation::Python(Library::OnnxruntimeThreads))
    .claiming(claims::ONNX_RUNTIME)
    .set_by(settings::ONNX_RUNTIME)
    .threads_of("onnxruntime"),
];
