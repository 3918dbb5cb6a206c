//! NEON: vectors of 16 bytes. There is no maximum or minimum for 64-bit lanes: compares stand in for them. Its maximum of
//! floats prefers signalling NaNs to earlier ones, one more reason to compare floats as integers.
#![expect(unsafe_code, reason = "intrinsics of NEON, and vector loads and stores through pointers")]

use core::arch::aarch64::{
    int8x16_t, int16x8_t, int32x4_t, int64x2_t, uint8x16_t, uint16x8_t, uint32x4_t, uint64x2_t, vaddq_s8, vaddq_s16,
    vaddq_s32, vaddq_s64, vandq_s8, vandq_s16, vandq_s32, vandq_s64, vbslq_s8, vbslq_s16, vbslq_s32, vbslq_s64,
    vbslq_u64, vcgtq_s8, vcgtq_s16, vcgtq_s32, vcgtq_s64, vcgtq_u64, vdupq_n_s8, vdupq_n_s16, vdupq_n_s32, vdupq_n_s64,
    vdupq_n_u8, vdupq_n_u16, vdupq_n_u32, vdupq_n_u64, veorq_s8, veorq_s16, veorq_s32, veorq_s64, veorq_u8, veorq_u16,
    veorq_u32, veorq_u64, vld1q_s8, vld1q_s16, vld1q_s32, vld1q_s64, vld1q_u8, vld1q_u16, vld1q_u32, vld1q_u64,
    vmaxq_s8, vmaxq_s16, vmaxq_s32, vmaxq_u8, vmaxq_u16, vmaxq_u32, vminq_s8, vminq_s16, vminq_s32, vminq_u8,
    vminq_u16, vminq_u32, vshrq_n_s8, vshrq_n_s16, vshrq_n_s32, vshrq_n_s64, vst1q_s8, vst1q_s16, vst1q_s32, vst1q_s64,
    vst1q_u8, vst1q_u16, vst1q_u32, vst1q_u64, vsubq_s8, vsubq_s16, vsubq_s32, vsubq_s64,
};
use core::cell::Cell;

use crate::element::sealed::Bits;
use crate::simd::{Signed, Simd, Task, Vector};
use crate::span::{Run, lanes_mut};

/// Proof that the CPU has NEON.
#[derive(Clone, Copy)]
pub struct Neon(());

impl Neon {
    /// The proof, where there is one.
    pub(crate) fn new() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

impl Simd for Neon {
    type I8 = V<int8x16_t>;
    type I16 = V<int16x8_t>;
    type I32 = V<int32x4_t>;
    type I64 = V<int64x2_t>;
    type U8 = V<uint8x16_t>;
    type U16 = V<uint16x8_t>;
    type U32 = V<uint32x4_t>;
    type U64 = V<uint64x2_t>;

    #[inline(always)]
    fn run<K: Task>(self, task: K) {
        #[target_feature(enable = "neon")]
        fn with_neon<K: Task>(simd: Neon, task: K) {
            task.run(simd);
        }
        // SAFETY: `self` proves that the CPU has NEON.
        unsafe { with_neon(self, task) };
    }
}

/// A vector. One is made from a [`Neon`] or from other vectors only, so that it proves the CPU to have NEON as well.
#[derive(Clone, Copy)]
pub struct V<R>(R);

/// A vector from intrinsics on vectors.
macro_rules! v {
    ($intrinsic:expr) => {
        // SAFETY: used only where a `Neon` or a `V` is at hand, either of which proves that the CPU has NEON.
        V(unsafe { $intrinsic })
    };
}

macro_rules! vector {
    (
        $register:ty, $lane:ty, splat $splat:ident, load $load:ident, store $store:ident, max $max:ident, min $min:ident,
        xor $xor:ident
    ) => {
        impl V<$register> {
            #[inline(always)]
            fn lanes(self) -> [$lane; size_of::<$register>() / size_of::<$lane>()] {
                let mut lanes = [0; size_of::<$register>() / size_of::<$lane>()];
                // SAFETY: `self` proves that the CPU has NEON; the array is as large as a vector.
                unsafe { $store(lanes.as_mut_ptr(), self.0) };
                lanes
            }
        }

        impl Vector<Neon> for V<$register> {
            type Lane = $lane;
            const LANES: usize = size_of::<$register>() / size_of::<$lane>();

            #[inline(always)]
            fn splat(_: Neon, lane: $lane) -> Self {
                v!($splat(lane))
            }

            #[inline(always)]
            fn load<T: Bits<Lane = $lane>>(_: Neon, from: Run<'_, T>, at: usize) -> Self {
                let start = from.lanes(at, Self::LANES).cast();
                // SAFETY: the token proves that the CPU has NEON; `lanes` has checked that a vector of elements, each as
                // large as its lane, can be read.
                Self(unsafe { $load(start) })
            }

            #[inline(always)]
            fn store<T: Bits<Lane = $lane>>(self, to: &[Cell<T>], at: usize) {
                let start = lanes_mut(to, at, Self::LANES).cast();
                // SAFETY: `self` proves that the CPU has NEON; `lanes_mut` has checked that a vector of elements, each as
                // large as its lane, can be written, through cells; any bits are a valid element.
                unsafe { $store(start, self.0) };
            }

            #[inline(always)]
            fn greatest(self) -> $lane {
                self.lanes().into_iter().fold(<$lane>::MIN, Ord::max)
            }

            #[inline(always)]
            fn least(self) -> $lane {
                self.lanes().into_iter().fold(<$lane>::MAX, Ord::min)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                v!($max(self.0, other.0))
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                v!($min(self.0, other.0))
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                v!($xor(self.0, other.0))
            }
        }
    };
}
vector!(
    int8x16_t, i8, splat vdupq_n_s8, load vld1q_s8, store vst1q_s8, max vmaxq_s8, min vminq_s8, xor veorq_s8
);
vector!(
    int16x8_t, i16, splat vdupq_n_s16, load vld1q_s16, store vst1q_s16, max vmaxq_s16, min vminq_s16, xor veorq_s16
);
vector!(
    int32x4_t, i32, splat vdupq_n_s32, load vld1q_s32, store vst1q_s32, max vmaxq_s32, min vminq_s32, xor veorq_s32
);
vector!(int64x2_t, i64, splat vdupq_n_s64, load vld1q_s64, store vst1q_s64, max max_s64, min min_s64, xor veorq_s64);
vector!(
    uint8x16_t, u8, splat vdupq_n_u8, load vld1q_u8, store vst1q_u8, max vmaxq_u8, min vminq_u8, xor veorq_u8
);
vector!(
    uint16x8_t, u16, splat vdupq_n_u16, load vld1q_u16, store vst1q_u16, max vmaxq_u16, min vminq_u16, xor veorq_u16
);
vector!(
    uint32x4_t, u32, splat vdupq_n_u32, load vld1q_u32, store vst1q_u32, max vmaxq_u32, min vminq_u32, xor veorq_u32
);
vector!(uint64x2_t, u64, splat vdupq_n_u64, load vld1q_u64, store vst1q_u64, max max_u64, min min_u64, xor veorq_u64);

macro_rules! signed {
    (
        $register:ty, $lane:ty, sign $sign:ident, and $and:ident, add $add:ident, sub $sub:ident, greater $greater:ident,
        blend $blend:ident
    ) => {
        impl Signed<Neon> for V<$register> {
            #[inline(always)]
            fn sign(self) -> Self {
                v!($sign::<{ <$lane>::BITS.cast_signed() - 1 }>(self.0))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                v!($and(self.0, other.0))
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                v!($add(self.0, other.0))
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                v!($sub(self.0, other.0))
            }

            #[inline(always)]
            fn choose_if_greater(self, than: Self, yes: Self, no: Self) -> Self {
                v!($blend($greater(self.0, than.0), yes.0, no.0))
            }
        }
    };
}
signed!(
    int8x16_t, i8, sign vshrq_n_s8, and vandq_s8, add vaddq_s8, sub vsubq_s8, greater vcgtq_s8, blend vbslq_s8
);
signed!(
    int16x8_t, i16, sign vshrq_n_s16, and vandq_s16, add vaddq_s16, sub vsubq_s16, greater vcgtq_s16, blend vbslq_s16
);
signed!(
    int32x4_t, i32, sign vshrq_n_s32, and vandq_s32, add vaddq_s32, sub vsubq_s32, greater vcgtq_s32, blend vbslq_s32
);
signed!(
    int64x2_t, i64, sign vshrq_n_s64, and vandq_s64, add vaddq_s64, sub vsubq_s64, greater vcgtq_s64, blend vbslq_s64
);

#[inline]
#[target_feature(enable = "neon")]
fn max_s64(x: int64x2_t, y: int64x2_t) -> int64x2_t {
    vbslq_s64(vcgtq_s64(y, x), y, x)
}

#[inline]
#[target_feature(enable = "neon")]
fn min_s64(x: int64x2_t, y: int64x2_t) -> int64x2_t {
    vbslq_s64(vcgtq_s64(y, x), x, y)
}

#[inline]
#[target_feature(enable = "neon")]
fn max_u64(x: uint64x2_t, y: uint64x2_t) -> uint64x2_t {
    vbslq_u64(vcgtq_u64(y, x), y, x)
}

#[inline]
#[target_feature(enable = "neon")]
fn min_u64(x: uint64x2_t, y: uint64x2_t) -> uint64x2_t {
    vbslq_u64(vcgtq_u64(y, x), x, y)
}
