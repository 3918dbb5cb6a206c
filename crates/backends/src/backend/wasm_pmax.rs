//! `wasm-pmax`: WebAssembly's `f32x4.pmax` and `f64x2.pmax`.

use super::Entry;
use crate::bundled::{found, node};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("wasm-pmax", "WebAssembly's f32x4.pmax and f64x2.pmax, in node", || node::builtin("wasm-pmax"))
        .claiming(claims::WASM_PMAX);
