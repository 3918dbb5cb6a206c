//! What is allowed at one element, as programs write it.

use opconform_spec::ElementSet;
use opconform_tensor::{DType, Format, Value};

/// What is allowed at one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// These bits, and no others.
    Bits(Vec<u64>),
    /// Any NaN.
    AnyNan,
    /// Anything: it is left open, or not at issue.
    Anything,
}

impl Allowed {
    /// What a set allows.
    pub(crate) fn of(set: ElementSet, dtype: DType) -> Self {
        match set {
            ElementSet::Only(bits) => Self::Bits(vec![bits]),
            ElementSet::AnyZero => Self::Bits(vec![0, 1 << (dtype.bits() - 1)]),
            ElementSet::AnyNan => Self::AnyNan,
            ElementSet::NanQuieted(nan) => {
                let mut bits = vec![nan];
                bits.extend(quiet_bit(dtype).map(|quiet| nan | quiet).filter(|&quieted| quieted != nan));
                Self::Bits(bits)
            }
            ElementSet::Anything(_) => Self::Anything,
        }
    }

    /// Some bits that are allowed: those of the plainest NaN where any is, and of 0 where anything is.
    pub(crate) fn example(&self, dtype: DType) -> u64 {
        match self {
            Self::Bits(bits) => bits.first().copied().unwrap_or_default(),
            Self::AnyNan => infinity(dtype).unwrap_or_default() | quiet_bit(dtype).unwrap_or_default(),
            Self::Anything => 0,
        }
    }

    /// What is allowed, in words.
    pub fn describe(&self, dtype: DType) -> String {
        match self {
            Self::Bits(bits) => {
                let named = bits.iter().map(|&bits| Value::new(dtype, bits));
                named.map(|value| format!("{} ({})", value.hex(), value.decimal())).collect::<Vec<_>>().join(" or ")
            }
            Self::AnyNan => "any NaN".to_owned(),
            Self::Anything => "anything".to_owned(),
        }
    }
}

/// The bits of infinity of a float type: what a NaN's magnitude is above.
pub(crate) fn infinity(dtype: DType) -> Option<u64> {
    match dtype.format() {
        Format::Float { exponent_bits, fraction_bits } => Some(((1 << exponent_bits) - 1) << fraction_bits),
        _ => None,
    }
}

/// The bit that makes a NaN of a float type quiet.
pub(crate) fn quiet_bit(dtype: DType) -> Option<u64> {
    match dtype.format() {
        Format::Float { fraction_bits, .. } => Some(1 << (fraction_bits - 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_the_set_contains() {
        let sets = [
            ElementSet::Only(0x7c01),
            ElementSet::AnyZero,
            ElementSet::AnyNan,
            ElementSet::NanQuieted(0x7c01),
            ElementSet::NanQuieted(0xfe01),
        ];
        for set in sets {
            let allowed = Allowed::of(set, DType::F16);
            for bits in 0..=0xffff {
                let holds = match &allowed {
                    Allowed::Bits(allowed) => allowed.contains(&bits),
                    Allowed::AnyNan => bits & 0x7fff > 0x7c00,
                    Allowed::Anything => true,
                };
                assert_eq!(holds, set.contains(DType::F16, bits), "{set:?} {bits:#x}");
            }
            assert!(set.contains(DType::F16, allowed.example(DType::F16)));
        }
        assert_eq!(Allowed::AnyNan.example(DType::F32), 0x7fc0_0000);
    }
}
