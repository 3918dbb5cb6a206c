//! Which end of the order an operator takes, and what it does with a NaN. The order is turned over here, and nowhere else.

use std::cmp::Ordering;

use opconform_tensor::{DType, Format};

use crate::order::Number;

/// Which end of the order an operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The greatest element; +0 over −0.
    Max,
    /// The least element; −0 under +0.
    Min,
}

/// What an operator does with a NaN among its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NanRule {
    /// The result is a NaN.
    Propagates,
    /// The result is that of the numbers; a NaN where there is none.
    Ignored,
}

impl Direction {
    /// Of two wordings, that of a maximum and that of a minimum, the one of this direction.
    pub(crate) fn word(self, of_maximum: &'static str, of_minimum: &'static str) -> &'static str {
        match self {
            Self::Max => of_maximum,
            Self::Min => of_minimum,
        }
    }

    /// An order as this direction sees it: what is preferred is `Greater`.
    pub(crate) fn turn(self, order: Ordering) -> Ordering {
        match self {
            Self::Max => order,
            Self::Min => order.reverse(),
        }
    }

    /// How two numbers of one type compare by value, zeros being equal; `None` where one is a NaN.
    #[inline]
    pub(crate) fn compare(self, a: Number, b: Number) -> Option<Ordering> {
        Some(self.turn(a.compare(b)?))
    }

    /// The same, with −0 below +0.
    #[inline]
    pub(crate) fn compare_zeros(self, a: Number, b: Number) -> Option<Ordering> {
        Some(self.turn(a.compare(b)?.then(b.is_negative_zero().cmp(&a.is_negative_zero()))))
    }

    /// The bits of the element that no other yields to: the result of no operand at all. "minus infinity (if supported by
    /// the datatype) or the minimum value of the data type otherwise" (ONNX `ReduceMax`), and its mirror.
    pub fn identity(self, dtype: DType) -> u64 {
        let top = dtype.top_bit();
        let (least, greatest) = match dtype.format() {
            Format::Float(float) => (top | float.greatest(), float.greatest()),
            Format::Signed => (top, top - 1),
            Format::Unsigned => (0, dtype.mask()),
            Format::Boolean => (0, 1),
        };
        match self.turn(Ordering::Less) {
            Ordering::Less => least,
            _ => greatest,
        }
    }

    /// The bits of the finite element that no other finite one yields to.
    pub fn finite(self, dtype: DType) -> u64 {
        let identity = self.identity(dtype);
        match dtype.format() {
            Format::Float(float) => identity - float.greatest() + float.max_finite(),
            _ => identity,
        }
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::Value;

    use super::*;
    use crate::order::decode;

    #[test]
    fn an_identity_yields_to_every_element() {
        for dtype in DType::ALL {
            for direction in [Direction::Max, Direction::Min] {
                let identity = decode(dtype, direction.identity(dtype));
                for bits in [0, 1, dtype.mask() >> 1, dtype.mask(), dtype.top_bit()] {
                    let order = direction.compare_zeros(identity, decode(dtype, bits));
                    let is_element = dtype != DType::Bool || bits < 2;
                    assert!(!is_element || order != Some(Ordering::Greater), "{dtype} {direction:?} {bits:#x}");
                }
            }
        }
        let text = |direction: Direction, dtype| Value::new(dtype, direction.identity(dtype)).to_string();
        assert_eq!(text(Direction::Max, DType::F16), "-inf");
        assert_eq!(text(Direction::Min, DType::Bf16), "inf");
        assert_eq!(text(Direction::Max, DType::I8), "-128");
        assert_eq!(text(Direction::Min, DType::U64), "18446744073709551615");
        assert_eq!(text(Direction::Max, DType::Bool), "false");
        let finite = |direction: Direction, dtype| Value::new(dtype, direction.finite(dtype)).to_string();
        assert_eq!(finite(Direction::Max, DType::F16), "-max_finite");
        assert_eq!(finite(Direction::Min, DType::F8E4m3fn), "max_finite");
        assert_eq!(finite(Direction::Min, DType::I8), "127");
    }

    #[test]
    fn zeros_are_told_apart_only_where_asked() {
        let (zero, negative) = (decode(DType::F32, 0), decode(DType::F32, 0x8000_0000));
        assert_eq!(Direction::Max.compare(zero, negative), Some(Ordering::Equal));
        assert_eq!(Direction::Max.compare_zeros(zero, negative), Some(Ordering::Greater));
        assert_eq!(Direction::Min.compare_zeros(zero, negative), Some(Ordering::Less));
        assert_eq!(Direction::Min.compare_zeros(decode(DType::F32, 0x7fc0_0000), zero), None);
    }
}
