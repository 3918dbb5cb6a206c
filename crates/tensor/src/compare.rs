//! Bit-exact comparison, under a policy that the caller names.

use crate::class::Class;
use crate::dtype::DType;
use crate::shape::shape_text;
use crate::tensor::Tensor;

/// Which NaNs count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanPolicy {
    /// Sign, quiet bit and payload must agree.
    SameBits,
    /// Any NaN stands for any other.
    AnyNan,
}

/// Which zeros count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroPolicy {
    /// −0 is not +0.
    SameSign,
    /// Either zero stands for the other.
    AnySign,
}

/// What two elements may differ in and still count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Which NaNs count as the same.
    pub nan: NanPolicy,
    /// Which zeros count as the same.
    pub zero: ZeroPolicy,
}

impl Policy {
    /// Every bit counts.
    pub const EXACT: Self = Self { nan: NanPolicy::SameBits, zero: ZeroPolicy::SameSign };

    /// Whether two elements of `dtype` count as the same.
    pub fn same(self, dtype: DType, a: u64, b: u64) -> bool {
        if a == b {
            return true;
        }
        let (a, b) = (Class::of(dtype, a), Class::of(dtype, b));
        (self.nan == NanPolicy::AnyNan && a.is_nan() && b.is_nan())
            || (self.zero == ZeroPolicy::AnySign && a.is_float_zero() && b.is_float_zero())
    }
}

/// Where two tensors first differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// The element types differ.
    #[error("element type: expected {expected}, found {found}")]
    DType {
        /// The one wanted.
        expected: DType,
        /// The one found.
        found: DType,
    },
    /// The shapes differ.
    #[error("shape: expected {}, found {}", shape_text(.expected), shape_text(.found))]
    Shape {
        /// The one wanted.
        expected: Vec<usize>,
        /// The one found.
        found: Vec<usize>,
    },
    /// An element differs.
    #[error("element {position} differs")]
    Element {
        /// Its position in row-major order.
        position: usize,
    },
}

/// Where `found` first departs from `expected` under `policy`; `None` where it does not.
pub fn first_difference(expected: &Tensor, found: &Tensor, policy: Policy) -> Option<Difference> {
    if expected.dtype() != found.dtype() {
        return Some(Difference::DType { expected: expected.dtype(), found: found.dtype() });
    }
    if expected.shape() != found.shape() {
        return Some(Difference::Shape { expected: expected.shape().to_vec(), found: found.shape().to_vec() });
    }
    let dtype = expected.dtype();
    let pairs = expected.to_bits().into_iter().zip(found.to_bits());
    pairs
        .enumerate()
        .find(|&(_, (a, b))| !policy.same(dtype, a, b))
        .map(|(position, _)| Difference::Element { position })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: u64 = 0x7fc0_0000;
    const NAN_PAYLOAD: u64 = 0x7fc0_0001;
    const MINUS_ZERO: u64 = 0x8000_0000;

    #[test]
    fn a_policy_forgives_what_it_names_and_no_more() {
        let any_nan = Policy { nan: NanPolicy::AnyNan, ..Policy::EXACT };
        let any_zero = Policy { zero: ZeroPolicy::AnySign, ..Policy::EXACT };
        assert!(!Policy::EXACT.same(DType::F32, NAN, NAN_PAYLOAD));
        assert!(any_nan.same(DType::F32, NAN, NAN_PAYLOAD));
        assert!(!any_zero.same(DType::F32, NAN, NAN_PAYLOAD));
        assert!(!Policy::EXACT.same(DType::F32, 0, MINUS_ZERO));
        assert!(any_zero.same(DType::F32, 0, MINUS_ZERO));
        assert!(!any_nan.same(DType::F32, 0, MINUS_ZERO));
        // The integers of the same bits are neither NaN nor zero.
        assert!(!any_zero.same(DType::I32, 0, MINUS_ZERO));
        assert!(!any_nan.same(DType::U32, NAN, NAN_PAYLOAD));
    }

    #[test]
    fn the_first_difference_is_found() {
        let a = Tensor::from_bits(DType::F32, &[3], &[0, NAN, 7]).expect("a tensor");
        let b = Tensor::from_bits(DType::F32, &[3], &[0, NAN_PAYLOAD, 8]).expect("a tensor");
        assert_eq!(first_difference(&a, &a, Policy::EXACT), None);
        assert_eq!(first_difference(&a, &b, Policy::EXACT), Some(Difference::Element { position: 1 }));
        let any_nan = Policy { nan: NanPolicy::AnyNan, ..Policy::EXACT };
        assert_eq!(first_difference(&a, &b, any_nan), Some(Difference::Element { position: 2 }));
        let c = b.reshape(&[1, 3]).expect("as many elements");
        assert!(matches!(first_difference(&a, &c, Policy::EXACT), Some(Difference::Shape { .. })));
    }
}
