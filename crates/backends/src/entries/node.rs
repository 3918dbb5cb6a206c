//! What JavaScript, WebAssembly and the packages of node compute.

use opconform_reproduce::{Implementation, Module};

use crate::bundled::{Program, node};
use crate::entry::{Entry, Open, Wait};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::found("node-math-max", "JavaScript's Math.max and Math.min, in node", || node::builtin("math-max"))
        .reproduced_by(Implementation::JavaScript(Module::Math))
        .claiming(claims::ECMASCRIPT)
        .set_by(settings::JAVASCRIPT),
    Entry::found("wasm-max", "WebAssembly's f32x4.max and f64x2.max, in node", || node::builtin("wasm-max"))
        .claiming(claims::WASM_MAX)
        .set_by(settings::WEBASSEMBLY)
        .waiting(Wait::Part),
    Entry::found("wasm-pmax", "WebAssembly's f32x4.pmax and f64x2.pmax, in node", || node::builtin("wasm-pmax"))
        .claiming(claims::WASM_PMAX)
        .set_by(settings::WEBASSEMBLY)
        .waiting(Wait::Part),
    package("onnxruntime-node", "ONNX Runtime's package for node")
        .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeNode))
        .claiming(claims::ONNX_RUNTIME)
        .set_by(settings::ONNX_RUNTIME_NODE),
    package("onnxruntime-web", "ONNX Runtime's package for browsers, in node")
        .reproduced_by(Implementation::JavaScript(Module::OnnxruntimeWeb))
        .claiming(claims::ONNX_RUNTIME)
        .set_by(settings::ONNX_RUNTIME_WEB),
];

/// The entry of a backend that is a package of its name.
const fn package(name: &'static str, summary: &'static str) -> Entry {
    Entry::new(name, summary, Open::Program(Program::Node(node::Package { name })))
}
