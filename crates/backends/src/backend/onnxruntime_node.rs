//! `onnxruntime-node`: ONNX Runtime's package for node.

use super::Entry;
use crate::bundled::node;

pub(super) const ENTRY: Entry = node::entry("onnxruntime-node", "ONNX Runtime's package for node");
