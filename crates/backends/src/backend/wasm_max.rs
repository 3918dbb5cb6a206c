//! `wasm-max`: WebAssembly's `f32x4.max` and `f64x2.max`.

use super::Entry;
use crate::bundled::{found, node};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("wasm-max", "WebAssembly's f32x4.max and f64x2.max, in node", || node::builtin("wasm-max"))
        .claiming(claims::WASM_MAX);
