//! `node-math-max`: JavaScript's `Math.max`.

use opconform_reproduce::{Implementation, Module};

use super::Entry;
use crate::bundled::{found, node};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("node-math-max", "JavaScript's Math.max and Math.min, in node", || node::builtin("math-max"))
        .reproduced_by(Implementation::JavaScript(Module::Math))
        .claiming(claims::ECMASCRIPT);
