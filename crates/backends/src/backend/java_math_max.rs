//! `java-math-max`: Java's `Math.max`.

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("java-math-max", "Java's Math.max and Math.min of float and double", || c::java("math-max"))
        .claiming(claims::JAVA);
