//! What JavaScript, WebAssembly and the packages of node compute.

use opconform_reproduce::{Implementation, Module};

use super::{Entry, Wait};
use crate::bundled::{found, node};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    found("node-math-max", "JavaScript's Math.max and Math.min, in node", || node::builtin("math-max"))
        .reproduced_by(Implementation::JavaScript(Module::Math))
        .claiming(claims::ECMASCRIPT)
        .set_by(settings::JAVASCRIPT),
    found("wasm-max", "WebAssembly's f32x4.max and f64x2.max, in node", || node::builtin("wasm-max"))
        .claiming(claims::WASM_MAX)
        .set_by(settings::WEBASSEMBLY)
        .waiting(Wait::Part),
    found("wasm-pmax", "WebAssembly's f32x4.pmax and f64x2.pmax, in node", || node::builtin("wasm-pmax"))
        .claiming(claims::WASM_PMAX)
        .set_by(settings::WEBASSEMBLY)
        .waiting(Wait::Part),
    node::entry("onnxruntime-node", "ONNX Runtime's package for node")
        .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeNode))
        .claiming(claims::ONNX_RUNTIME)
        .set_by(settings::ONNX_RUNTIME_NODE),
    node::entry("onnxruntime-web", "ONNX Runtime's package for browsers, in node")
        .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeWeb))
        .claiming(claims::ONNX_RUNTIME)
        .set_by(settings::ONNX_RUNTIME_WEB),
];
