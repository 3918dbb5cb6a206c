//! `node-math-max`: JavaScript's `Math.max`.

use super::Entry;
use crate::bundled::{found, node};

pub(super) const ENTRY: Entry =
    found("node-math-max", "JavaScript's Math.max and Math.min, in node", || node::builtin("math-max"));
