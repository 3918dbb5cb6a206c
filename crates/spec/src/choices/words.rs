//! The words of a document on operands that meet: those of the choice that is made there.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType};

use super::{Choices, Zeros, is_subnormal};
use crate::direction::Direction;
use crate::operator::Operator;
use crate::order::decode;

impl Choices {
    /// The words that choose the result of an operator where these operands meet, and where the result is a NaN those on its bits; none
    /// where the document has none.
    pub(crate) fn words(
        &self,
        operator: &Operator,
        direction: Direction,
        dtype: DType,
        operands: &[u64],
        is_nan: bool,
    ) -> Vec<&'static str> {
        let class = |bits: &u64| Class::of(dtype, *bits);
        let numbers = || operands.iter().copied().filter(|bits| !class(bits).is_nan());
        let words = match (operands, numbers().reduce(|a, b| self.preferred(direction, dtype, a, b))) {
            ([], _) => self.nothing.words,
            (_, None) => self.nans.words.or(self.nan.words),
            (_, Some(_)) if numbers().count() < operands.len() => {
                let has_signalling = operands.iter().any(|bits| class(bits) == Class::SignallingNan);
                self.of_nan_and_number(operator, has_signalling).words
            }
            (_, Some(greatest)) => {
                let order = |bits| self.measure.compare(direction, decode(dtype, bits), decode(dtype, greatest));
                let is_tied = numbers().any(|bits| bits != greatest && order(bits) == Some(Ordering::Equal));
                let is_flushed = self.zeros.rule == Zeros::Flushed && is_subnormal(dtype, greatest);
                if is_tied || is_flushed { self.zeros.words } else { Some(self.value) }
            }
        };
        words.into_iter().chain(self.bits.words.filter(|_| is_nan)).collect()
    }
}
