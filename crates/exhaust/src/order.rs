//! The order of every value of a small type, found by decoding and sorting.

use core::cmp::Ordering;

use half::{bf16, f16};
use opconform_tensor::DType;

use crate::row::Word;

/// An 8- or 16-bit element type.
pub trait Type {
    /// Its bits.
    type Word: Word;
    /// Its name.
    const DTYPE: DType;
    /// The number that the bits stand for, or none for a NaN.
    fn decode(bits: Self::Word) -> Option<f64>;
}

macro_rules! types {
    ($($(#[$doc:meta])* $type:ident, $word:ty, |$bits:ident| $decode:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $type;
        impl Type for $type {
            type Word = $word;
            const DTYPE: DType = DType::$type;
            fn decode($bits: $word) -> Option<f64> {
                Some($decode).filter(|number: &f64| !number.is_nan())
            }
        }
    )* };
}
types! {
    /// IEEE half precision.
    F16, u16, |bits| f16::from_bits(bits).to_f64();
    /// The upper half of single precision.
    Bf16, u16, |bits| bf16::from_bits(bits).to_f64();
    /// Signed, 16 bits.
    I16, u16, |bits| f64::from(bits.cast_signed());
    /// Unsigned, 16 bits.
    U16, u16, |bits| f64::from(bits);
    /// Signed, 8 bits.
    I8, u8, |bits| f64::from(bits.cast_signed());
    /// Unsigned, 8 bits.
    U8, u8, |bits| f64::from(bits);
    /// The OCP's E4M3 without infinities.
    F8E4m3fn, u8, |bits| f8e4m3fn(bits);
}

/// Sixteen binades of eight numbers each: the first is of 0 and the subnormals, with the step of the next, and the last number of the
/// last is no number.
pub(crate) fn f8e4m3fn(bits: u8) -> f64 {
    let (binade, eighths) = (bits >> 3 & 15, f64::from(bits & 7));
    let magnitude = match (binade, bits & 7) {
        (15, 7) => f64::NAN,
        (0, _) => eighths * 2_f64.powi(-9),
        _ => (8.0 + eighths) * 2_f64.powi(i32::from(binade) - 10),
    };
    if bits >> 7 == 1 { -magnitude } else { magnitude }
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
