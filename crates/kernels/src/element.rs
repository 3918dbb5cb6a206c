//! The element types, and the order of their bits.
//!
//! An integer is its own order. A float's bits are turned into a signed integer, its *key*, in three steps:
//!
//! ```text
//! k   = x ^ (sign(x) & MAX)       signed order = the order of the numbers; −NaNs below −∞, +NaNs above +∞
//! k   = ~k                        only if the operator's order is reversed
//! key = k + bias                  wraps the NaNs of both signs to one end: all above, or all below, every number
//! ```
//!
//! Then `pick(x, y) = if key(y) > key(x) { y } else { x }`, and so on with the next operand. It keeps the first of equals,
//! hence the first NaN once the NaNs among themselves are held apart: where they win, `key(y)` is clamped to the lowest NaN
//! key; where they are ignored, `key(x)` is clamped to the highest.
//!
//! Where NaNs win and the instruction set knows one when it sees it, `pick` does without keys: it takes the operands for
//! numbers (`of_numbers`), and whatever was picked gives way to the first NaN.

use half::{bf16, f16};

use crate::fold::{FoldColumns, FoldRows};
use crate::isa::Token;
use crate::operator::{Kind, Maximum, MaximumNumber, Minimum, MinimumNumber, Operator};
use crate::portable::Scalar;
use crate::simd::{Of, Signed, Simd, Vector};
use crate::zip::Rows;

/// An element type: `bf16`, `f16`, `f32`, `f64`, a float of 8 bits, `i8` to `i64`, `u8` to `u64`. Sealed.
pub trait Element: sealed::Bits + core::fmt::Debug {
    /// The type's name, such as `"f16"`.
    const NAME: &'static str;
}

/// What the kernels know of an element.
pub(crate) mod sealed {
    use crate::Operator;
    use crate::fold::{FoldColumns, FoldRows};
    use crate::isa::Token;
    use crate::operator::Kind;
    use crate::simd::{Lane, Simd, Vector};
    use crate::zip::Rows;

    /// Plain old data of its lane's size: any bits are a valid element.
    pub trait Bits: Copy + Send + Sync + 'static {
        /// The integer that the bits are compared as.
        type Lane: Lane;
        /// The vector of such integers.
        type Vector<S: Simd>: Vector<S, Lane = Self::Lane>;
        /// All bits zero.
        const ZERO: Self;

        /// The element's bits.
        fn to_lane(self) -> Self::Lane;
        /// The element of these bits.
        fn from_lane(lane: Self::Lane) -> Self;
        /// The operator on `N` operands, at least one, lane by lane; the first of them on a tie and among NaNs.
        fn pick<O: Operator, S: Simd, const N: usize>(simd: S, of: [Self::Vector<S>; N]) -> Self::Vector<S>;
        /// Keys: the greatest one is that of the result.
        fn key<O: Operator, S: Simd>(simd: S, x: Self::Vector<S>) -> Self::Vector<S>;
        /// The elements with these keys.
        fn unkey<O: Operator, S: Simd>(simd: S, key: Self::Vector<S>) -> Self::Vector<S>;
        /// Whether the key is that of a NaN: then it does not tell which one came first.
        fn is_nan_key<O: Operator>(key: Self::Lane) -> bool;
        /// Whether the element is a NaN.
        fn is_nan(self) -> bool;

        // The loops, compiled here and once: none is generic.

        /// Runs [`Rows`] for the operator on the instruction set.
        fn rows(token: Token, operator: Kind, rows: &Rows<'_, '_, Self>);
        /// Runs [`FoldRows`] for the operator on the instruction set.
        fn fold_rows(token: Token, operator: Kind, rows: &FoldRows<'_, '_, Self>);
        /// Runs [`FoldColumns`] for the operator on the instruction set.
        fn fold_columns(token: Token, operator: Kind, columns: &FoldColumns<'_, '_, Self>);
    }
}

/// The operator on two elements.
pub(crate) fn pick<O: Operator, T: Element>(x: T, y: T) -> T {
    let [x, y] = [x, y].map(|one| <T::Vector<Scalar> as Vector<Scalar>>::splat(Scalar, one.to_lane()));
    lane_of(T::pick::<O, Scalar, 2>(Scalar, [x, y]))
}

/// The operator on the bits of floats none of which is a NaN: of two negative ones the greater is the lesser integer, and
/// any other two lie as their integers do.
#[inline(always)]
fn of_numbers<O: Operator, S: Simd, V: Signed<S>, const N: usize>(zero: V, of: [V; N]) -> V {
    if O::REVERSED {
        let mut lowest = of[0];
        for &next in &of[1..] {
            let greatest = lowest.max(next);
            lowest = zero.choose_if_greater(greatest, greatest, lowest.min(next));
        }
        return lowest;
    }
    let (mut least, mut greatest) = (of[0], of[0]);
    for &next in &of[1..] {
        (least, greatest) = (least.min(next), greatest.max(next));
    }
    // The greatest integer is below zero only if all are: then the least is the greatest float.
    zero.choose_if_greater(greatest, least, greatest)
}

/// The element with this key.
pub(crate) fn unkey<O: Operator, T: Element>(key: T::Lane) -> T {
    let key = <T::Vector<Scalar> as Vector<Scalar>>::splat(Scalar, key);
    lane_of(T::unkey::<O, Scalar>(Scalar, key))
}

fn lane_of<T: Element>(vector: T::Vector<Scalar>) -> T {
    let lane = core::cell::Cell::new(T::ZERO);
    vector.store(core::slice::from_ref(&lane), 0);
    lane.get()
}

macro_rules! loops {
    ($($kind:pat => $operator:ident,)*) => {
        fn rows(token: Token, operator: Kind, rows: &Rows<'_, '_, Self>) {
            match operator { $($kind => token.run(Of::<_, $operator>::new(rows)),)* }
        }

        fn fold_rows(token: Token, operator: Kind, rows: &FoldRows<'_, '_, Self>) {
            match operator { $($kind => token.run(Of::<_, $operator>::new(rows)),)* }
        }

        fn fold_columns(token: Token, operator: Kind, columns: &FoldColumns<'_, '_, Self>) {
            match operator { $($kind => token.run(Of::<_, $operator>::new(columns)),)* }
        }
    };
}

macro_rules! float {
    ($type:ty, $name:literal, $lane:ty, $vector:ident, infinity: $infinity:literal) => {
        impl Element for $type {
            const NAME: &'static str = $name;
        }

        impl sealed::Bits for $type {
            type Lane = $lane;
            type Vector<S: Simd> = S::$vector;
            const ZERO: Self = Self::from_bits(0);

            #[inline(always)]
            fn to_lane(self) -> $lane {
                self.to_bits().cast_signed()
            }

            #[inline(always)]
            fn from_lane(lane: $lane) -> Self {
                Self::from_bits(lane.cast_unsigned())
            }

            #[inline(always)]
            fn pick<O: Operator, S: Simd, const N: usize>(simd: S, of: [S::$vector; N]) -> S::$vector {
                if O::NAN_WINS {
                    let number = of_numbers::<O, S, S::$vector, N>(S::$vector::splat(simd, 0), of);
                    if let Some(picked) = number.or_first_nan(of) {
                        return picked;
                    }
                }
                let nan = S::$vector::splat(simd, nan_key!(O, $lane, $infinity));
                let (mut picked, mut key) = (of[0], Self::key::<O, S>(simd, of[0]));
                for &next in &of[1..] {
                    let mut key_of_next = Self::key::<O, S>(simd, next);
                    if O::NAN_WINS {
                        key_of_next = key_of_next.min(nan);
                    } else {
                        key = key.max(nan);
                    }
                    picked = key_of_next.choose_if_greater(key, next, picked);
                    key = key.max(key_of_next);
                }
                picked
            }

            #[inline(always)]
            fn key<O: Operator, S: Simd>(simd: S, x: S::$vector) -> S::$vector {
                let ordered = x.turn_negative(S::$vector::splat(simd, <$lane>::MAX));
                if O::REVERSED {
                    // ~k + bias, as one subtraction.
                    S::$vector::splat(simd, bias!(O, $lane, $infinity).wrapping_sub(1)).sub(ordered)
                } else {
                    ordered.add(S::$vector::splat(simd, bias!(O, $lane, $infinity)))
                }
            }

            #[inline(always)]
            fn unkey<O: Operator, S: Simd>(simd: S, key: S::$vector) -> S::$vector {
                let bias = S::$vector::splat(simd, bias!(O, $lane, $infinity));
                let ordered = if O::REVERSED {
                    S::$vector::splat(simd, bias!(O, $lane, $infinity).wrapping_sub(1)).sub(key)
                } else {
                    key.sub(bias)
                };
                ordered.turn_negative(S::$vector::splat(simd, <$lane>::MAX))
            }

            #[inline(always)]
            fn is_nan_key<O: Operator>(key: $lane) -> bool {
                if O::NAN_WINS { key >= nan_key!(O, $lane, $infinity) } else { key <= nan_key!(O, $lane, $infinity) }
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                self.to_lane() & <$lane>::MAX > $infinity
            }

            loops! {
                Kind::Maximum => Maximum,
                Kind::Minimum => Minimum,
                Kind::MaximumNumber => MaximumNumber,
                Kind::MinimumNumber => MinimumNumber,
            }
        }
    };
}

/// What takes −∞ (k = −`infinity` − 1) to the least integer if NaNs win, or +∞ to the greatest if they are ignored.
macro_rules! bias {
    ($operator:ident, $lane:ty, $infinity:literal) => {
        if $operator::NAN_WINS { <$lane>::MIN.wrapping_add($infinity + 1) } else { <$lane>::MAX - $infinity }
    };
}

/// The NaN key next to the keys of numbers.
macro_rules! nan_key {
    ($operator:ident, $lane:ty, $infinity:literal) => {
        if $operator::NAN_WINS {
            <$lane>::MIN.wrapping_add($infinity + 1).wrapping_add($infinity + 1)
        } else {
            (<$lane>::MAX - $infinity).wrapping_sub($infinity).wrapping_sub(2)
        }
    };
}

float!(bf16, "bf16", i16, I16, infinity: 0x7f80);
float!(f16, "f16", i16, I16, infinity: 0x7c00);
float!(f32, "f32", i32, I32, infinity: 0x7f80_0000);
float!(f64, "f64", i64, I64, infinity: 0x7ff0_0000_0000_0000);

/// Gives the floats of 8 bits to a macro, which the tests have, too: the Rust type, the name, and what the NaNs lie beyond, which is
/// infinity, or where there is none, the greatest number.
#[doc(hidden)]
#[macro_export]
macro_rules! floats_of_8_bits {
    ($make:ident) => {
        $make! {
            float8::F8E4M3, "f8e4m3fn", 0x7e;
        }
    };
}

macro_rules! float8 {
    ($($type:ty, $name:literal, $infinity:literal;)*) => {
        $(float!($type, $name, i8, I8, infinity: $infinity);)*
    };
}
floats_of_8_bits!(float8);

macro_rules! integer {
    ($($type:ident $vector:ident)*) => { $(
        impl Element for $type {
            const NAME: &'static str = stringify!($type);
        }

        impl sealed::Bits for $type {
            type Lane = $type;
            type Vector<S: Simd> = S::$vector;
            const ZERO: Self = 0;

            #[inline(always)]
            fn to_lane(self) -> $type {
                self
            }

            #[inline(always)]
            fn from_lane(lane: $type) -> Self {
                lane
            }

            #[inline(always)]
            fn pick<O: Operator, S: Simd, const N: usize>(_: S, of: [S::$vector; N]) -> S::$vector {
                let mut picked = of[0];
                for &next in &of[1..] {
                    picked = if O::REVERSED { picked.min(next) } else { picked.max(next) };
                }
                picked
            }

            #[inline(always)]
            fn key<O: Operator, S: Simd>(simd: S, x: S::$vector) -> S::$vector {
                if O::REVERSED { x.xor(S::$vector::splat(simd, !0)) } else { x }
            }

            #[inline(always)]
            fn unkey<O: Operator, S: Simd>(simd: S, key: S::$vector) -> S::$vector {
                Self::key::<O, S>(simd, key)
            }

            #[inline(always)]
            fn is_nan_key<O: Operator>(_: $type) -> bool {
                false
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                false
            }

            loops! {
                Kind::Maximum | Kind::MaximumNumber => Maximum,
                Kind::Minimum | Kind::MinimumNumber => Minimum,
            }
        }
    )* };
}
integer!(i8 I8 i16 I16 i32 I32 i64 I64 u8 U8 u16 U16 u32 U32 u64 U64);
