//! What is allowed at one element, as programs write it.

use opconform_spec::ElementSet;
use opconform_tensor::{Class, DType, Value};

/// What is allowed at one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// These bits, and no others.
    Bits(Vec<u64>),
    /// Any NaN.
    AnyNan,
    /// Any NaN, or these bits.
    NanOr(Vec<u64>),
    /// Any quiet NaN, or these bits.
    QuietNanOr(Vec<u64>),
    /// Anything: it is left open, or not at issue.
    Anything,
}

impl Allowed {
    /// What a set allows.
    pub(crate) fn of(set: ElementSet, dtype: DType) -> Self {
        match set {
            ElementSet::Only(bits) => Self::Bits(vec![bits]),
            ElementSet::AnyZero => Self::Bits(zeros(dtype)),
            ElementSet::NumberOrZero(number) => Self::Bits([vec![number], zeros(dtype)].concat()),
            ElementSet::AnyNan => Self::AnyNan,
            ElementSet::QuietNan => Self::QuietNanOr(Vec::new()),
            ElementSet::QuietNanOr([first, second]) => {
                let mut kept = [of_either_sign(dtype, first), of_either_sign(dtype, second)].concat();
                kept.sort_unstable();
                kept.dedup();
                Self::QuietNanOr(kept)
            }
            ElementSet::CanonicalNan => Self::Bits(of_either_sign(dtype, plainest_nan(dtype))),
            ElementSet::NanOrNumber(number, _) if Class::of(dtype, number).is_float_zero() => Self::NanOr(zeros(dtype)),
            ElementSet::NanOrNumber(number, _) => Self::NanOr(vec![number]),
            ElementSet::OneOf { numbers, nan, .. } => {
                let by_value = |number: u64| {
                    if Class::of(dtype, number).is_float_zero() { zeros(dtype) } else { vec![number] }
                };
                let mut numbers: Vec<u64> = numbers.into_iter().flat_map(by_value).collect();
                numbers.sort_unstable();
                numbers.dedup();
                if nan { Self::NanOr(numbers) } else { Self::Bits(numbers) }
            }
            // Programs have no words for so many numbers.
            ElementSet::FlushedOnTheWay(_) | ElementSet::Anything(_) => Self::Anything,
        }
    }

    /// Some bits that are allowed: those of the plainest NaN where any is, and of 0 where anything is.
    pub(crate) fn example(&self, dtype: DType) -> u64 {
        match self {
            Self::Bits(bits) => bits.first().copied().unwrap_or_default(),
            Self::AnyNan | Self::NanOr(_) | Self::QuietNanOr(_) => plainest_nan(dtype),
            Self::Anything => 0,
        }
    }

    /// What is allowed, in words.
    pub fn describe(&self, dtype: DType) -> String {
        let named = |bits: &[u64]| {
            let named = bits.iter().map(|&bits| Value::new(dtype, bits));
            named.map(|value| format!("{} ({})", value.hex(), value.decimal())).collect::<Vec<_>>().join(" or ")
        };
        match self {
            Self::Bits(bits) => named(bits),
            Self::AnyNan => "any NaN".to_owned(),
            Self::NanOr(bits) => format!("any NaN, or {}", named(bits)),
            Self::QuietNanOr(bits) if bits.is_empty() => "any quiet NaN".to_owned(),
            Self::QuietNanOr(bits) => format!("any quiet NaN, or {}", named(bits)),
            Self::Anything => "anything".to_owned(),
        }
    }
}

/// The quiet NaN without a payload of a float type.
fn plainest_nan(dtype: DType) -> u64 {
    Value::nan(dtype).map_or(0, Value::bits)
}

/// These bits of a float type, and those of the other sign.
fn of_either_sign(dtype: DType, bits: u64) -> Vec<u64> {
    vec![bits, bits ^ dtype.top_bit()]
}

/// Both zeros of a float type.
fn zeros(dtype: DType) -> Vec<u64> {
    vec![0, dtype.top_bit()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_the_set_contains() {
        let sets = [
            ElementSet::Only(0x7c01),
            ElementSet::AnyZero,
            ElementSet::NumberOrZero(0x0001),
            ElementSet::AnyNan,
            ElementSet::QuietNan,
            ElementSet::CanonicalNan,
            ElementSet::QuietNanOr([0x7c01; 2]),
            ElementSet::QuietNanOr([0x7c01, 0xfc03]),
            ElementSet::NanOrNumber(0x3c00, "open"),
            ElementSet::NanOrNumber(0x8000, "open"),
        ];
        for set in sets {
            let allowed = Allowed::of(set, DType::F16);
            for bits in 0..=0xffff {
                let holds = match &allowed {
                    Allowed::Bits(allowed) => allowed.contains(&bits),
                    Allowed::AnyNan => bits & 0x7fff > 0x7c00,
                    Allowed::NanOr(allowed) => bits & 0x7fff > 0x7c00 || allowed.contains(&bits),
                    Allowed::QuietNanOr(allowed) => bits & 0x7fff >= 0x7e00 || allowed.contains(&bits),
                    Allowed::Anything => true,
                };
                assert_eq!(holds, set.contains(DType::F16, bits), "{set:?} {bits:#x}");
            }
            assert!(set.contains(DType::F16, allowed.example(DType::F16)));
        }
        assert_eq!(Allowed::AnyNan.example(DType::F32), 0x7fc0_0000);
    }
}
