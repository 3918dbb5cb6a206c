//! `onnxruntime-node`: ONNX Runtime's package for node.

use opconform_reproduce::{Implementation, Module};

use super::Entry;
use crate::bundled::node;

pub(super) const ENTRY: Entry = node::entry("onnxruntime-node", "ONNX Runtime's package for node")
    .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeNode));
