//! The order of numbers, from their decoded parts.
//!
//! A float is taken apart into sign, exponent and significand as IEEE 754 §3.4 defines them, an integer into sign and absolute value, and
//! two of them are compared part by part. No machine comparison of floats and no reordering of the encoded bits is used, so
//! that nothing here can share a fault with a kernel.

use std::cmp::Ordering;

use opconform_tensor::{DType, Format};

/// A decoded element: of a float, `significand` × 2^(`exponent` − bias − fraction width), negated if `negative`.
///
/// The significand holds the implied bit, and a subnormal has the exponent of the least normal numbers: exponent first, significand
/// second is the order of absolute values. Of an integer or a truth value the significand is the absolute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    kind: Kind,
    negative: bool,
    exponent: u16,
    significand: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No number: it has no parts.
    Nan,
    Float,
    Integer,
}

/// The side of zero on which a number lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Below,
    At,
    Above,
}

/// The exponent of an infinity: above that of every finite number.
const INFINITE: u16 = u16::MAX;

/// Decodes the bits of an element.
#[inline]
pub(crate) fn decode(dtype: DType, bits: u64) -> Number {
    match dtype.format() {
        Format::Float(float) if float.is_nan(bits) => {
            Number { kind: Kind::Nan, negative: false, exponent: 0, significand: 0 }
        }
        Format::Float(float) => {
            let (negative, is_infinite) = (float.is_negative(bits), float.is_infinite(bits));
            let exponent = if is_infinite { INFINITE } else { float.exponent(bits) as u16 };
            let significand = if is_infinite { 1 } else { float.significand(bits) };
            Number { kind: Kind::Float, negative, exponent, significand }
        }
        Format::Signed if bits >> (dtype.bits() - 1) & 1 == 1 => {
            let significand = bits.wrapping_neg() & dtype.mask();
            Number { kind: Kind::Integer, negative: true, exponent: 0, significand }
        }
        Format::Signed | Format::Unsigned | Format::Boolean => {
            Number { kind: Kind::Integer, negative: false, exponent: 0, significand: bits }
        }
    }
}

impl Number {
    /// Whether it is −0 or +0 of a float type.
    #[inline]
    pub(crate) fn is_float_zero(self) -> bool {
        self.kind == Kind::Float && self.significand == 0
    }

    /// Whether it is −0 of a float type.
    #[inline]
    pub(crate) fn is_negative_zero(self) -> bool {
        self.is_float_zero() && self.negative
    }

    /// The absolute value.
    #[inline]
    pub(crate) fn magnitude(self) -> Self {
        Self { negative: false, ..self }
    }

    /// The order of two numbers by value: −0 and +0 are equal, and a NaN has none. Neither have an integer and a float, which no operator
    /// of one element type asks for.
    #[inline]
    pub(crate) fn compare(self, other: Self) -> Option<Ordering> {
        if self.kind != other.kind || self.kind == Kind::Nan {
            return None;
        }
        Some(match (self.side(), other.side()) {
            (Side::Below, Side::Below) => other.distance().cmp(&self.distance()),
            (Side::Above, Side::Above) => self.distance().cmp(&other.distance()),
            (side, other) => side.cmp(&other),
        })
    }

    #[inline]
    fn side(self) -> Side {
        match (self.significand, self.negative) {
            (0, _) => Side::At,
            (_, true) => Side::Below,
            (_, false) => Side::Above,
        }
    }

    /// Exponent and significand: how far from zero it is.
    #[inline]
    fn distance(self) -> (u16, u64) {
        (self.exponent, self.significand)
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
        assert!((0..=u16::MAX).all(|bits| (number(bits).kind == Kind::Nan) == exact(bits).is_nan()), "{dtype}");
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
