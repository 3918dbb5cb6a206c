//! The order of every value of a small type, found by decoding and sorting.

use core::cmp::Ordering;

use opconform_tensor::{DType, Element};

use crate::row::Word;

/// An 8- or 16-bit element type.
pub trait Type: Element {
    /// Its bits.
    type Word: Word;
    /// The number that the bits stand for, or none for a NaN.
    fn decode(bits: Self::Word) -> Option<f64>;
}

/// Makes of the table what a type is here, and the dispatch to these types.
macro_rules! types {
    ($d:tt $($dtype:ident, $type:ty, $word:ty, |$bits:ident| $decode:expr;)*) => {
        $(impl Type for $type {
            type Word = $word;
            fn decode($bits: $word) -> Option<f64> {
                Some($decode).filter(|number: &f64| !number.is_nan())
            }
        })*

        /// Runs a generic body with `$T` bound to the [`Type`] of an element type all of whose pairs are enumerated, or `$other` for any
        /// other. Who calls it depends on the crates `half` and `float8`.
        #[macro_export]
        macro_rules! match_type {
            ($d dtype:expr, $d T:ident => $d body:expr, other => $d other:expr) => {
                match $d dtype {
                    $(opconform_tensor::DType::$dtype => {
                        type $d T = $type;
                        $d body
                    })*
                    _ => $d other,
                }
            };
        }

        /// The number that the bits of one of the types stand for, or none for a NaN; nothing of any other type.
        pub(crate) fn decoded(dtype: DType, bits: u64) -> Option<Option<f64>> {
            match dtype {
                $(DType::$dtype => Some(<$type>::decode(bits as $word)),)*
                _ => None,
            }
        }
    };
}
types! { $
    F16, half::f16, u16, |bits| half::f16::from_bits(bits).to_f64();
    Bf16, half::bf16, u16, |bits| half::bf16::from_bits(bits).to_f64();
    I16, i16, u16, |bits| f64::from(bits.cast_signed());
    U16, u16, u16, |bits| f64::from(bits);
    I8, i8, u8, |bits| f64::from(bits.cast_signed());
    U8, u8, u8, |bits| f64::from(bits);
    F8E4m3fn, float8::F8E4M3, u8, |bits| float8(bits, 3, false);
}

/// A float of 8 bits, by the bits of its fraction. Binades of as many numbers as there are fractions follow each other: the first has 0 and
/// the subnormals, with the step of the next; all ones is no number, and where there is an infinity, it begins the last binade, in which
/// all else is no number.
fn float8(bits: u8, fraction_bits: u8, has_infinity: bool) -> f64 {
    let (magnitude, each) = (bits & 0x7f, 1 << fraction_bits);
    let (binade, fraction, last) = (magnitude / each, magnitude % each, 0x7f / each);
    let number = match (binade, fraction) {
        _ if magnitude == 0x7f => f64::NAN,
        (binade, 0) if has_infinity && binade == last => f64::INFINITY,
        (binade, _) if has_infinity && binade == last => f64::NAN,
        (0, _) => f64::from(fraction) * 2_f64.powi(1 - i32::from(last / 2 + fraction_bits)),
        _ => f64::from(each + fraction) * 2_f64.powi(i32::from(binade) - i32::from(last / 2 + fraction_bits)),
    };
    if bits >> 7 == 1 { -number } else { number }
}

/// Every value of a type: numbers in ascending order, then the NaNs.
pub(crate) struct Ranked<W> {
    pub(crate) values: Vec<W>,
    pub(crate) numbers: usize,
    /// How many numbers are below the value of these bits; none for a NaN.
    below: Vec<Option<usize>>,
}

impl<W: Word> Ranked<W> {
    pub(crate) fn of<T: Type<Word = W>>() -> Self {
        let all = || (0..1_u64 << W::BITS).map(W::truncate);
        let mut numbers: Vec<(f64, W)> = all().filter_map(|bits| Some((T::decode(bits)?, bits))).collect();
        numbers.sort_by(|&(x, _), &(y, _)| ascending(x, y));
        let mut below = vec![None; 1 << W::BITS];
        for (rank, &(_, bits)) in numbers.iter().enumerate() {
            below[bits.widen() as usize] = Some(rank);
        }
        let nans = all().filter(|&bits| T::decode(bits).is_none());
        let values: Vec<W> = numbers.iter().map(|&(_, bits)| bits).chain(nans).collect();
        Self { values, numbers: numbers.len(), below }
    }

    /// How many numbers are below the one of these bits; none for a NaN.
    pub(crate) fn below(&self, bits: W) -> Option<usize> {
        self.below[bits.widen() as usize]
    }
}

/// The order of two numbers, −0 below +0.
pub(crate) fn ascending(x: f64, y: f64) -> Ordering {
    x.partial_cmp(&y).expect("NaNs are kept apart").then(y.is_sign_negative().cmp(&x.is_sign_negative()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_of_8_bits_are_where_their_documents_have_them() {
        let e4m3fn = |bits| float8(bits, 3, false);
        let expected = [(0x01, 2_f64.powi(-9)), (0x08, 2_f64.powi(-6)), (0x38, 1.0), (0x7e, 448.0), (0xfe, -448.0)];
        for (bits, expected) in expected {
            assert_eq!(e4m3fn(bits).to_bits(), expected.to_bits(), "{bits:#x}");
        }
        assert!(e4m3fn(0x7f).is_nan() && e4m3fn(0xff).is_nan());
        // The OCP's E5M2 is the upper half of IEEE's binary16.
        for bits in 0..=u8::MAX {
            let wide = half::f16::from_bits(u16::from(bits) << 8).to_f64();
            let found = float8(bits, 2, true);
            assert!(found.to_bits() == wide.to_bits() || found.is_nan() && wide.is_nan(), "{bits:#x}: {found}, {wide}");
        }
    }
}
