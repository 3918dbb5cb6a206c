//! `onnxruntime-node`: ONNX Runtime's package for node.

use super::Entry;
use crate::bundled::{entry, node};

pub(super) const ENTRY: Entry =
    entry("onnxruntime-node", "ONNX Runtime's package for node", || node::package("onnxruntime-node"));
