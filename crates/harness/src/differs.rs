//! What two descriptions of one thing differ in, told field by field.

use std::fmt::Debug;

/// The field, what it is in the one, and what it is in the other.
pub(crate) type Difference = (&'static str, String, String);

/// What a field is in each of two descriptions, where that is not the same.
pub(crate) fn differs(what: &'static str, one: &dyn Debug, other: &dyn Debug) -> Option<Difference> {
    let [one, other] = [one, other].map(|it| format!("{it:?}"));
    (one != other).then_some((what, one, other))
}
