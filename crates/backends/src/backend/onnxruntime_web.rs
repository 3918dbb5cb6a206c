//! `onnxruntime-web`: ONNX Runtime's package for browsers, in node.

use super::Entry;
use crate::bundled::{entry, node};

pub(super) const ENTRY: Entry =
    entry("onnxruntime-web", "ONNX Runtime's package for browsers, in node", || node::package("onnxruntime-web"));
