//! The order of numbers, from their decoded parts.
//!
//! A float is taken apart into sign, exponent and significand as IEEE 754 §3.4 defines them, an integer into an `i128`, and
//! two of them are compared part by part. No machine comparison of floats and no reordering of the encoded bits is used, so
//! that nothing here can share a fault with a kernel.

use std::cmp::Ordering;

use opconform_tensor::{DType, Format};

/// A decoded element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinite { negative: bool },
    /// `significand` × 2^(`exponent` − bias − fraction width), negated if `negative`. The significand holds the implied bit,
    /// and a subnormal has the exponent of the least normal numbers: exponent first, significand second is the order.
    Finite { negative: bool, exponent: u64, significand: u64 },
    /// An integer or a truth value.
    Integer(i128),
}

/// Decodes the bits of an element.
#[inline]
pub(crate) fn decode(dtype: DType, bits: u64) -> Number {
    match dtype.format() {
        Format::Float(float) if float.is_nan(bits) => Number::Nan,
        Format::Float(float) if float.is_infinite(bits) => Number::Infinite { negative: float.is_negative(bits) },
        Format::Float(float) => Number::Finite {
            negative: float.is_negative(bits),
            exponent: float.exponent(bits),
            significand: float.significand(bits),
        },
        Format::Signed => {
            let modulus = 1_i128 << dtype.bits();
            let magnitude = i128::from(bits);
            Number::Integer(if magnitude >= modulus / 2 { magnitude - modulus } else { magnitude })
        }
        Format::Unsigned | Format::Boolean => Number::Integer(i128::from(bits)),
    }
}

impl Number {
    /// Whether it is −0 or +0 of a float type.
    pub(crate) fn is_float_zero(self) -> bool {
        matches!(self, Self::Finite { significand: 0, .. })
    }

    /// Whether it is −0 of a float type.
    pub(crate) fn is_negative_zero(self) -> bool {
        matches!(self, Self::Finite { negative: true, significand: 0, .. })
    }

    /// The absolute value.
    pub(crate) fn magnitude(self) -> Self {
        match self {
            Self::Nan => self,
            Self::Infinite { .. } => Self::Infinite { negative: false },
            Self::Finite { exponent, significand, .. } => Self::Finite { negative: false, exponent, significand },
            Self::Integer(value) => Self::Integer(value.abs()),
        }
    }

    /// The order of two numbers by value: −0 and +0 are equal, and a NaN has none.
    #[inline]
    pub(crate) fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(&b)),
            _ => Some(self.signed_rank()?.cmp(&other.signed_rank()?)),
        }
    }

    /// Sign, then magnitude; the magnitude of a negative number counts backwards. `None` for a NaN.
    #[inline]
    fn signed_rank(self) -> Option<(Sign, Signed)> {
        match self {
            // An integer has no rank among floats; no operator of one element type asks for it.
            Self::Nan | Self::Integer(_) => None,
            Self::Infinite { negative: true } => Some((Sign::Negative, Signed::Below(u64::MAX, 0))),
            Self::Infinite { negative: false } => Some((Sign::Positive, Signed::Above(u64::MAX, 0))),
            Self::Finite { significand: 0, .. } => Some((Sign::Zero, Signed::Above(0, 0))),
            Self::Finite { negative: true, exponent, significand } => {
                Some((Sign::Negative, Signed::Below(exponent, significand)))
            }
            Self::Finite { negative: false, exponent, significand } => {
                Some((Sign::Positive, Signed::Above(exponent, significand)))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    Negative,
    Zero,
    Positive,
}

/// Exponent and significand, ordered away from zero in the direction of the sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signed {
    Below(u64, u64),
    Above(u64, u64),
}

impl Ord for Signed {
    fn cmp(&self, other: &Self) -> Ordering {
        match (*self, *other) {
            (Self::Below(a, b), Self::Below(c, d)) => (c, d).cmp(&(a, b)),
            (Self::Above(a, b), Self::Above(c, d)) => (a, b).cmp(&(c, d)),
            (Self::Below(..), Self::Above(..)) => Ordering::Less,
            (Self::Above(..), Self::Below(..)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Signed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The machine's comparison is the check here, and only here.
    fn agrees(dtype: DType, a: u64, b: u64, machine: Option<Ordering>) {
        assert_eq!(decode(dtype, a).compare(decode(dtype, b)), machine, "{dtype} {a:#x} {b:#x}");
    }

    #[test]
    fn agrees_with_the_machine_on_a_grid_of_every_float_type() {
        let f16_samples: Vec<u16> =
            (0..=u16::MAX).step_by(97).chain([0x7c00, 0xfc00, 0x8000, 1, 0x8001, 0x3ff, 0x400]).collect();
        for &a in &f16_samples {
            for &b in &f16_samples {
                let half = half::f16::from_bits(a).partial_cmp(&half::f16::from_bits(b));
                agrees(DType::F16, a.into(), b.into(), half);
                let brain = half::bf16::from_bits(a).partial_cmp(&half::bf16::from_bits(b));
                agrees(DType::Bf16, a.into(), b.into(), brain);
                let (c, d) = (u32::from(a) << 16 | u32::from(b), u32::from(b) << 16 | u32::from(a));
                agrees(DType::F32, c.into(), d.into(), f32::from_bits(c).partial_cmp(&f32::from_bits(d)));
                let (c, d) = (u64::from(a) << 48 | u64::from(b), u64::from(b) << 48 | u64::from(a));
                agrees(DType::F64, c, d, f64::from_bits(c).partial_cmp(&f64::from_bits(d)));
            }
        }
    }

    /// Sorts every 16-bit float by its decoded parts, and holds each neighbour against the exact value.
    fn sorts_every_pattern(dtype: DType, exact: fn(u16) -> f64) {
        let number = |bits: u16| decode(dtype, bits.into());
        let mut all: Vec<u16> = (0..=u16::MAX).filter(|&bits| !exact(bits).is_nan()).collect();
        assert!((0..=u16::MAX).all(|bits| (number(bits) == Number::Nan) == exact(bits).is_nan()), "{dtype}");
        all.sort_by(|&a, &b| number(a).compare(number(b)).expect("numbers have an order"));
        for pair in all.windows(2) {
            let machine = exact(pair[0]).partial_cmp(&exact(pair[1]));
            assert!(machine == Some(Ordering::Less) || number(pair[0]).is_float_zero(), "{dtype} {pair:x?}");
            agrees(dtype, pair[0].into(), pair[1].into(), machine);
        }
    }

    #[test]
    fn sorts_every_16_bit_float() {
        sorts_every_pattern(DType::F16, |bits| half::f16::from_bits(bits).to_f64());
        sorts_every_pattern(DType::Bf16, |bits| half::bf16::from_bits(bits).to_f64());
    }

    #[test]
    fn neighbours_and_zeros() {
        for bits in [0_u32, 1, 0x7f_ffff, 0x80_0000, 0x7f7f_ffff] {
            agrees(DType::F32, bits.into(), u64::from(bits) + 1, Some(Ordering::Less));
            let mirrored = u64::from(bits) | 0x8000_0000;
            agrees(DType::F32, mirrored, mirrored + 1, Some(Ordering::Greater));
        }
        agrees(DType::F32, 0, 0x8000_0000, Some(Ordering::Equal));
    }

    #[test]
    fn integers_by_their_sign() {
        agrees(DType::I8, 0x80, 0x7f, Some(Ordering::Less));
        agrees(DType::U8, 0x80, 0x7f, Some(Ordering::Greater));
        agrees(DType::I64, u64::MAX, 0, Some(Ordering::Less));
        agrees(DType::U64, u64::MAX, u64::MAX - 1, Some(Ordering::Greater));
    }
}
