//! `onnxruntime-web`: ONNX Runtime's package for browsers, in node.

use opconform_reproduce::{Implementation, Module};

use super::Entry;
use crate::bundled::node;
use crate::claims;

pub(super) const ENTRY: Entry = node::entry("onnxruntime-web", "ONNX Runtime's package for browsers, in node")
    .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeWeb))
    .claiming(claims::ONNX_RUNTIME);
