//! Elements to try: every kind of special value, and a stream of random ones.

use half::{bf16, f16};
use opconform_kernels::{Element, Kernel};

use crate::everywhere::Check;
use crate::oracle::{Defined, Meaning};

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
    )*
        fn each_float<O: Defined>(check: &impl Check, kernel: Kernel<O>) -> usize {
            $(check.check::<$type>(&kernel);)*
            [$($mantissa),*].len()
        }
    };
}
float! {
    bf16, u16, mantissa: 7, |x| x.to_f64();
    f16, u16, mantissa: 10, |x| x.to_f64();
    f32, u32, mantissa: 23, |x| f64::from(x);
    f64, u64, mantissa: 52, |x| x;
}

macro_rules! float8 {
    ($($type:ty, $name:literal, $infinity:literal;)*) => { $(
        impl Sample for $type {
            fn of_bits(bits: u64) -> Self {
                Self::from_bits(bits as u8)
            }

            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }

            fn meaning(self) -> Meaning {
                of_8_bits(self.to_bits(), $name)
            }

            fn specials() -> Vec<Self> {
                (0..=u8::MAX).map(Self::from_bits).collect()
            }

            fn nans() -> Option<[Self; 2]> {
                let is_nan = |element: &Self| matches!(element.meaning(), Meaning::Nan);
                let positive = Self::specials().into_iter().find(is_nan)?;
                Some([Self::from_bits(u8::MAX), positive])
            }
        }
    )*
        fn each_float8<O: Defined>(check: &impl Check, kernel: Kernel<O>) -> usize {
            $(check.check::<$type>(&kernel);)*
            [$($name),*].len()
        }
    };
}
opconform_kernels::floats_of_8_bits!(float8);

/// A float of 8 bits by the OCP's specification, not by the crate that the type is from. The name says how many bits the fraction has, and
/// with `fn` that there is no infinity.
fn of_8_bits(bits: u8, name: &str) -> Meaning {
    let (_, fraction) = name.split_once('m').expect("the bits of the fraction");
    let (has_infinity, fraction_bits) = (!fraction.ends_with("fn"), u32::from(fraction.as_bytes()[0] - b'0'));
    let (negative, exponent) = (bits >> 7 == 1, (bits & 0x7f) >> fraction_bits);
    let (bias, greatest) = (0x3f >> fraction_bits, 0x7f >> fraction_bits);
    let fraction = f64::from(bits & !(!0 << fraction_bits)) / f64::from(fraction_bits).exp2();
    let magnitude = match exponent {
        _ if bits & 0x7f == 0x7f => return Meaning::Nan,
        0 => fraction * f64::from(1 - bias).exp2(),
        _ if !has_infinity || exponent < greatest => (1.0 + fraction) * f64::from(i32::from(exponent) - bias).exp2(),
        _ if fraction > 0.0 => return Meaning::Nan,
        _ => f64::INFINITY,
    };
    Meaning::Float { value: if negative { -magnitude } else { magnitude }, negative }
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
    )*
        fn each_integer<O: Defined>(check: &impl Check, kernel: Kernel<O>) -> usize {
            $(check.check::<$type>(&kernel);)*
            [$(stringify!($type)),*].len()
        }
    };
}
integer!(i8 i16 i32 i64 u8 u16 u32 u64);

/// Runs a check on every element type; gives how many there are.
pub(crate) fn each_type<O: Defined>(check: &impl Check, kernel: Kernel<O>) -> usize {
    each_float(check, kernel) + each_float8(check, kernel) + each_integer(check, kernel)
}

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
