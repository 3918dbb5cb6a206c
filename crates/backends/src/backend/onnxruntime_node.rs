//! `onnxruntime-node`: ONNX Runtime's package for node.

use opconform_reproduce::{Implementation, Module};

use super::Entry;
use crate::bundled::node;
use crate::claims;

pub(super) const ENTRY: Entry = node::entry("onnxruntime-node", "ONNX Runtime's package for node")
    .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeNode))
    .claiming(claims::ONNX_RUNTIME);
