//! What a browser computes, in a page.

use crate::bundled::browser::{self, WEBGPU, WEBNN};
use crate::claims;
use crate::entry::{Entry, Wait};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::found("chromium-math-max", "JavaScript's Math.max and Math.min, in Chromium", || {
        browser::page("math-max.html", &[])
    })
    .claiming(claims::ECMASCRIPT)
    .waiting(Wait::Browser),
    Entry::found("chromium-webgpu", "WGSL's max and min in a compute shader, in Chromium", || {
        browser::page("webgpu.html", WEBGPU)
    })
    .claiming(claims::WGSL)
    .waiting(Wait::Browser),
    Entry::found("chromium-webnn", "WebNN's max, min and reductions on the CPU, in Chromium", || {
        browser::page("webnn.html", WEBNN)
    })
    .claiming(claims::WEBNN)
    .waiting(Wait::Browser),
    Entry::found(
        "chromium-onnxruntime-wasm",
        "ONNX Runtime's package for browsers by WebAssembly, in Chromium",
        || browser::onnxruntime("wasm", &[]),
    )
    .claiming(claims::ONNX_RUNTIME)
    .waiting(Wait::Browser),
    Entry::found("chromium-onnxruntime-webgpu", "ONNX Runtime's package for browsers by WebGPU, in Chromium", || {
        browser::onnxruntime("webgpu", WEBGPU)
    })
    .claiming(claims::ONNX_RUNTIME)
    .waiting(Wait::Browser),
];
