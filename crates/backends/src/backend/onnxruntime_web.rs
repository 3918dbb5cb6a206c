//! `onnxruntime-web`: ONNX Runtime's package for browsers, in node.

use opconform_reproduce::{Implementation, Module};

use super::Entry;
use crate::bundled::{entry, node};

pub(super) const ENTRY: Entry =
    entry("onnxruntime-web", "ONNX Runtime's package for browsers, in node", || node::package("onnxruntime-web"))
        .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeWeb));
