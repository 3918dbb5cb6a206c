//! `onnxruntime-node`: ONNX Runtime's package for node.

use opconform_reproduce::{Implementation, Module};

use super::Entry;
use crate::bundled::{entry, node};

pub(super) const ENTRY: Entry =
    entry("onnxruntime-node", "ONNX Runtime's package for node", || node::package("onnxruntime-node"))
        .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeNode));
