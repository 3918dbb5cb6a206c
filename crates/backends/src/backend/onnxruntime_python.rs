//! `onnxruntime-python`: ONNX Runtime's Python package, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::{entry, python};

pub(super) const ENTRY: Entry =
    entry("onnxruntime-python", "ONNX Runtime's Python package, in a Python of its own", || {
        python::command("onnxruntime", Environment::Python)
    });
