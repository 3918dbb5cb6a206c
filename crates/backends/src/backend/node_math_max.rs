//! `node-math-max`: JavaScript's `Math.max`.

use super::Entry;
use crate::bundled::{entry, node};

pub(super) const ENTRY: Entry =
    entry("node-math-max", "JavaScript's Math.max and Math.min, in node", || node::builtin("math-max"));
