//! The kinds of operands that meet in a case.

use std::collections::BTreeSet;

use opconform_spec::{Case, ElementOperands};
use opconform_tensor::{Class, Value};

/// Elements up to which a result is short: an implementation may compute it in another way than a long one.
const SHORT: usize = 4;

/// What a source may leave open of an operand; `None` of a number like any other.
type Kind = Option<Class>;
/// Whether a result is short, and the kinds of the operands that meet in it.
pub(crate) type Shown = (bool, Vec<Kind>);

/// The kinds of the first two operands at each element of a case, and whether its result is short.
pub(crate) fn kinds(case: &Case) -> BTreeSet<Shown> {
    let operands = ElementOperands::of(case);
    let length = operands.shape().map_or(0, |shape| shape.iter().product());
    let kind = |value: Value| Some(value.class()).filter(|class| class.is_nan() || class.is_float_zero());
    let at = |position| operands.values_at(position).take(2).map(kind).collect();
    (0..length).map(|position| (length <= SHORT, at(position))).collect()
}
