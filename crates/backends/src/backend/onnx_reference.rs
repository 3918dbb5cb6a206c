//! `onnx-reference`: the reference evaluator of ONNX, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::{entry, python};

pub(super) const ENTRY: Entry =
    entry("onnx-reference", "the reference evaluator of ONNX, in a Python of its own", || {
        python::command("onnx", Environment::Python)
    });
