//! Elements to try: every kind of special value, and a stream of random ones.

use float8::F8E4M3;
use half::{bf16, f16};
use opconform_kernels::Element;

use crate::oracle::Meaning;

/// An element type with what the tests need to know of it.
pub(crate) trait Sample: Element {
    /// The element of the low bits.
    fn of_bits(bits: u64) -> Self;
    /// The bits, zero-extended.
    fn bits(self) -> u64;
    /// What they mean.
    fn meaning(self) -> Meaning;
    /// Zeros, extremes, subnormals, infinities, quiet and signalling NaNs of both signs; the ends of integers.
    fn specials() -> Vec<Self>;
    /// Two NaNs that differ in their payload, if there are NaNs.
    fn nans() -> Option<[Self; 2]>;
}

macro_rules! float {
    ($($type:ty, $bits:ty, mantissa: $mantissa:literal, |$x:ident| $value:expr;)*) => { $(
        impl Sample for $type {
            fn of_bits(bits: u64) -> Self {
                Self::from_bits(bits as $bits)
            }

            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }

            fn meaning(self) -> Meaning {
                let $x = self;
                if self.is_nan() {
                    Meaning::Nan
                } else {
                    Meaning::Float { value: $value, negative: self.is_sign_negative() }
                }
            }

            fn specials() -> Vec<Self> {
                const INFINITY: $bits = !0 << $mantissa & <$bits>::MAX >> 1;
                const QUIET: $bits = 1 << ($mantissa - 1);
                let one = <$type>::of_bits(u64::from(INFINITY >> 1) & !0 << $mantissa).to_bits();
                let magnitudes = [
                    0, 1, 2, QUIET, (1 << $mantissa) - 1, 1 << $mantissa, one, one + 1, INFINITY - 1, INFINITY,
                    INFINITY + 1, INFINITY + 2, INFINITY + QUIET - 1, INFINITY + QUIET, INFINITY + QUIET + 1,
                    <$bits>::MAX >> 1,
                ];
                magnitudes
                    .into_iter()
                    .flat_map(|bits| [bits, bits | 1 << (<$bits>::BITS - 1)])
                    .map(<$type>::from_bits)
                    .collect()
            }

            fn nans() -> Option<[Self; 2]> {
                let [quiet, signalling] = [<$bits>::MAX, (<$bits>::MAX >> 1) & !(1 << ($mantissa - 1))];
                Some([Self::from_bits(quiet), Self::from_bits(signalling)])
            }
        }
    )* };
}
float! {
    bf16, u16, mantissa: 7, |x| x.to_f64();
    f16, u16, mantissa: 10, |x| x.to_f64();
    f32, u32, mantissa: 23, |x| f64::from(x);
    f64, u64, mantissa: 52, |x| x;
}

impl Sample for F8E4M3 {
    fn of_bits(bits: u64) -> Self {
        Self::from_bits(bits as u8)
    }

    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }

    /// Of the OCP's specification, not of the crate that the type is from.
    fn meaning(self) -> Meaning {
        let (negative, exponent, fraction) = (self.to_bits() >> 7 == 1, self.to_bits() >> 3 & 15, self.to_bits() & 7);
        let magnitude = match (exponent, f64::from(fraction)) {
            (15, 7.0) => return Meaning::Nan,
            (0, eighths) => eighths / 8.0 * f64::from(-6).exp2(),
            (exponent, eighths) => (1.0 + eighths / 8.0) * f64::from(i32::from(exponent) - 7).exp2(),
        };
        Meaning::Float { value: if negative { -magnitude } else { magnitude }, negative }
    }

    fn specials() -> Vec<Self> {
        (0..=u8::MAX).map(Self::from_bits).collect()
    }

    fn nans() -> Option<[Self; 2]> {
        Some([Self::from_bits(0xff), Self::from_bits(0x7f)])
    }
}

macro_rules! integer {
    ($($type:ty)*) => { $(
        impl Sample for $type {
            fn of_bits(bits: u64) -> Self {
                bits as $type
            }

            fn bits(self) -> u64 {
                i128::from(self) as u64 & (u64::MAX >> (u64::BITS - <$type>::BITS))
            }

            fn meaning(self) -> Meaning {
                Meaning::Integer(i128::from(self))
            }

            fn specials() -> Vec<Self> {
                let half = <$type>::MAX / 2;
                vec![0, 1, 2, <$type>::MAX, <$type>::MAX - 1, <$type>::MIN, <$type>::MIN + 1, half, half + 1, !0, !1]
            }

            fn nans() -> Option<[Self; 2]> {
                None
            }
        }
    )* };
}
integer!(i8 i16 i32 i64 u8 u16 u32 u64);

/// Row lengths about the whole numbers of vectors, from none to more than stay in registers, on every instruction set.
pub(crate) fn row_lengths<T>() -> Vec<usize> {
    let mut lengths: Vec<usize> = [16, 32, 64]
        .into_iter()
        .flat_map(|bytes| (1..=9).map(move |vectors| vectors * bytes / size_of::<T>()))
        .flat_map(|len| [len - 1, len, len + 1])
        .filter(|&len| len > 0)
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Random numbers that are the same in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Uniform in 64 bits (`SplitMix64`).
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Uniform below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// Elements, half of them special values.
    pub(crate) fn elements<T: Sample>(&mut self, len: usize) -> Vec<T> {
        let specials = T::specials();
        (0..len)
            .map(|_| {
                let bits = self.bits();
                if bits & 1 == 0 { specials[(bits >> 1) as usize % specials.len()] } else { T::of_bits(bits >> 1) }
            })
            .collect()
    }

    /// Elements without a NaN.
    pub(crate) fn numbers<T: Sample>(&mut self, len: usize) -> Vec<T> {
        let mut elements = self.elements::<T>(len);
        for element in &mut elements {
            while matches!(element.meaning(), Meaning::Nan) {
                *element = T::of_bits(self.bits());
            }
        }
        elements
    }
}
