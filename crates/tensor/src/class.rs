//! The class of a value: what a person calls it, and what findings are grouped by.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dtype::DType;
use crate::format::Format;

/// The class of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A quiet NaN of either sign.
    QuietNan,
    /// A signalling NaN of either sign.
    SignallingNan,
    /// −∞.
    NegativeInfinity,
    /// A finite normal number below zero.
    NegativeNormal,
    /// A subnormal number below zero.
    NegativeSubnormal,
    /// −0.
    NegativeZero,
    /// +0.
    PositiveZero,
    /// A subnormal number above zero.
    PositiveSubnormal,
    /// A finite normal number above zero.
    PositiveNormal,
    /// +∞.
    PositiveInfinity,
    /// The integer 0.
    Zero,
    /// An integer above zero.
    Positive,
    /// An integer below zero.
    Negative,
    /// An unsigned integer with its top bit set.
    TopBit,
    /// False.
    False,
    /// True.
    True,
    /// A byte that is neither 0 nor 1 where a truth value belongs.
    NotBoolean,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 17] = [
        Self::QuietNan,
        Self::SignallingNan,
        Self::NegativeInfinity,
        Self::NegativeNormal,
        Self::NegativeSubnormal,
        Self::NegativeZero,
        Self::PositiveZero,
        Self::PositiveSubnormal,
        Self::PositiveNormal,
        Self::PositiveInfinity,
        Self::Zero,
        Self::Positive,
        Self::Negative,
        Self::TopBit,
        Self::False,
        Self::True,
        Self::NotBoolean,
    ];

    /// The class of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Whether its elements are plain values, which an order tells apart and nothing else: normal numbers, integers and truth
    /// values.
    pub fn is_plain(self) -> bool {
        match self {
            Self::NegativeNormal
            | Self::PositiveNormal
            | Self::Zero
            | Self::Positive
            | Self::Negative
            | Self::TopBit
            | Self::False
            | Self::True => true,
            Self::QuietNan
            | Self::SignallingNan
            | Self::NegativeInfinity
            | Self::NegativeSubnormal
            | Self::NegativeZero
            | Self::PositiveZero
            | Self::PositiveSubnormal
            | Self::PositiveInfinity
            | Self::NotBoolean => false,
        }
    }

    /// Whether the most significant bit of its elements is set, which another way of comparing them takes for a sign, or for none. Of a NaN
    /// its class does not say.
    pub fn has_top_bit(self) -> bool {
        matches!(
            self,
            Self::NegativeInfinity
                | Self::NegativeNormal
                | Self::NegativeSubnormal
                | Self::NegativeZero
                | Self::Negative
                | Self::TopBit
        )
    }

    /// The class of the element of `dtype` with these bits.
    #[inline]
    pub fn of(dtype: DType, bits: u64) -> Self {
        let negative = bits >> (dtype.bits() - 1) & 1 == 1;
        match dtype.format() {
            // Asked of every element: the usual number after two comparisons.
            Format::Float(float) => {
                let magnitude = float.magnitude(bits);
                let classes = if magnitude > float.greatest() {
                    return if float.is_signalling(bits) { Self::SignallingNan } else { Self::QuietNan };
                } else if magnitude >= float.min_normal() {
                    if float.is_infinite(bits) {
                        [Self::PositiveInfinity, Self::NegativeInfinity]
                    } else {
                        [Self::PositiveNormal, Self::NegativeNormal]
                    }
                } else if magnitude == 0 {
                    [Self::PositiveZero, Self::NegativeZero]
                } else {
                    [Self::PositiveSubnormal, Self::NegativeSubnormal]
                };
                classes[usize::from(negative)]
            }
            Format::Signed | Format::Unsigned if bits == 0 => Self::Zero,
            Format::Signed if negative => Self::Negative,
            Format::Unsigned if negative => Self::TopBit,
            Format::Signed | Format::Unsigned => Self::Positive,
            Format::Boolean => match bits {
                0 => Self::False,
                1 => Self::True,
                _ => Self::NotBoolean,
            },
        }
    }

    /// Whether it is one of integers.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Zero | Self::Positive | Self::Negative | Self::TopBit)
    }

    /// The class of the same values with the other sign: what a minimum meets where a maximum meets this one. NaNs, and values without
    /// a sign, are their own.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::NegativeInfinity => Self::PositiveInfinity,
            Self::NegativeNormal => Self::PositiveNormal,
            Self::NegativeSubnormal => Self::PositiveSubnormal,
            Self::NegativeZero => Self::PositiveZero,
            Self::PositiveZero => Self::NegativeZero,
            Self::PositiveSubnormal => Self::NegativeSubnormal,
            Self::PositiveNormal => Self::NegativeNormal,
            Self::PositiveInfinity => Self::NegativeInfinity,
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
            own => own,
        }
    }

    /// Whether it is a NaN.
    pub fn is_nan(self) -> bool {
        matches!(self, Self::QuietNan | Self::SignallingNan)
    }

    /// Whether it is −0 or +0 of a float type.
    pub fn is_float_zero(self) -> bool {
        matches!(self, Self::NegativeZero | Self::PositiveZero)
    }

    /// Whether it is a subnormal of either sign.
    pub fn is_subnormal(self) -> bool {
        matches!(self, Self::NegativeSubnormal | Self::PositiveSubnormal)
    }

    /// The name in reports, such as `-subnormal`.
    pub fn name(self) -> &'static str {
        match self {
            Self::QuietNan => "nan",
            Self::SignallingNan => "snan",
            Self::NegativeInfinity => "-inf",
            Self::NegativeNormal => "-normal",
            Self::NegativeSubnormal => "-subnormal",
            Self::NegativeZero => "-0",
            Self::PositiveZero => "+0",
            Self::PositiveSubnormal => "+subnormal",
            Self::PositiveNormal => "+normal",
            Self::PositiveInfinity => "+inf",
            Self::Zero => "0",
            Self::Positive => "positive",
            Self::Negative => "negative",
            Self::TopBit => "top-bit",
            Self::False => "false",
            Self::True => "true",
            Self::NotBoolean => "not-a-bool",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A class is written as the [name](Class::name) that reports have for it.
impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Class {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom(format_args!("unknown class of values `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_agree_with_the_hardware_on_every_f16_and_on_f32_samples() {
        for bits in 0..=u16::MAX {
            let value = half::f16::from_bits(bits);
            let class = Class::of(DType::F16, u64::from(bits));
            assert_eq!(class.is_nan(), value.is_nan(), "{bits:#06x}");
            assert_eq!(class.is_float_zero(), value.to_f32().abs().to_bits() == 0, "{bits:#06x}");
        }
        for bits in (0..u32::MAX).step_by(65_521) {
            let class = Class::of(DType::F32, u64::from(bits));
            assert_eq!(class.is_nan(), f32::from_bits(bits).is_nan(), "{bits:#010x}");
        }
    }

    #[test]
    fn every_class_is_found_by_its_name() {
        let mut all: Vec<Class> = DType::ALL
            .into_iter()
            .flat_map(|dtype| (0..=u64::from(u16::MAX)).map(move |bits| Class::of(dtype, bits & dtype.mask())))
            .chain([DType::F32, DType::F64].map(|dtype| Class::of(dtype, 1)))
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, Class::ALL);
        for class in Class::ALL {
            assert_eq!(Class::named(class.name()), Some(class));
        }
        assert_eq!(Class::named("number"), None);
    }

    #[test]
    fn integers_have_their_own_classes() {
        assert_eq!(Class::of(DType::I8, 0x80), Class::Negative);
        assert_eq!(Class::of(DType::U8, 0x80), Class::TopBit);
        assert_eq!(Class::of(DType::U64, 0), Class::Zero);
        assert_eq!(Class::of(DType::Bool, 2), Class::NotBoolean);
    }
}
