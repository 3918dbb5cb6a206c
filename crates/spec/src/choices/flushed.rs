//! What is allowed where a machine may take a subnormal result for a zero.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType};

use crate::direction::Direction;
use crate::expectation::ElementSet;
use crate::operator::Operator;
use crate::order::decode;

/// What may come of these numbers, the greatest of which is subnormal: it, or a zero. A call of several steps may take the result of each
/// for a zero, so that a lesser operand between it and zero is left: which of them, nothing says.
pub(super) fn set(
    operator: &Operator,
    direction: Direction,
    dtype: DType,
    numbers: &(impl Iterator<Item = u64> + Clone),
    greatest: u64,
) -> ElementSet {
    let exceeds_zero = |bits: u64| direction.compare(decode(dtype, bits), decode(dtype, 0)) == Some(Ordering::Greater);
    let is_left = |bits: u64| bits != greatest && is_subnormal(dtype, bits) && exceeds_zero(bits);
    // A reduction begins with a value of its own.
    let steps = numbers.clone().count().saturating_sub(1) + usize::from(operator.form.is_reduction());
    if steps > 1 && numbers.clone().any(is_left) {
        ElementSet::FlushedOnTheWay(greatest)
    } else {
        ElementSet::NumberOrZero(greatest)
    }
}

/// Whether these bits are a number that may be taken for a zero.
pub(crate) fn is_subnormal(dtype: DType, bits: u64) -> bool {
    Class::of(dtype, bits).is_subnormal()
}
