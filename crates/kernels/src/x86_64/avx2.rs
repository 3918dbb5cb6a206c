//! AVX2: vectors of 32 bytes. There is no maximum, minimum or shift of signs for 64-bit lanes, and no shift for 8-bit ones:
//! compares stand in for them.
#![expect(unsafe_code, reason = "intrinsics of AVX2, and vector loads and stores through pointers")]

use core::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_sfence, _mm256_add_epi8, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64,
    _mm256_and_si256, _mm256_blendv_epi8, _mm256_bsrli_epi128, _mm256_castsi256_si128, _mm256_cmpgt_epi8,
    _mm256_cmpgt_epi16, _mm256_cmpgt_epi32, _mm256_cmpgt_epi64, _mm256_loadu_si256, _mm256_max_epi8, _mm256_max_epi16,
    _mm256_max_epi32, _mm256_max_epu8, _mm256_max_epu16, _mm256_max_epu32, _mm256_min_epi8, _mm256_min_epi16,
    _mm256_min_epi32, _mm256_min_epu8, _mm256_min_epu16, _mm256_min_epu32, _mm256_permute2x128_si256, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srai_epi16,
    _mm256_srai_epi32, _mm256_storeu_si256, _mm256_stream_si256, _mm256_sub_epi8, _mm256_sub_epi16, _mm256_sub_epi32,
    _mm256_sub_epi64, _mm256_xor_si256,
};
use core::cell::Cell;
use core::marker::PhantomData;

use crate::element::sealed::Bits;
use crate::simd::{Signed, Simd, Task, Vector};
use crate::span::{Run, lanes_mut};

/// Proof that the CPU has AVX2.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, where there is one.
    pub(crate) fn new() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Simd for Avx2 {
    type I8 = V<i8>;
    type I16 = V<i16>;
    type I32 = V<i32>;
    type I64 = V<i64>;
    type U8 = V<u8>;
    type U16 = V<u16>;
    type U32 = V<u32>;
    type U64 = V<u64>;

    #[inline(always)]
    fn run<K: Task>(self, task: K) {
        #[target_feature(enable = "avx2")]
        fn with_avx2<K: Task>(simd: Avx2, task: K) {
            task.run(simd);
        }
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe { with_avx2(self, task) };
    }

    #[inline(always)]
    fn fence(self) {
        // SAFETY: every x86-64 CPU has SSE.
        unsafe { _mm_sfence() };
    }
}

/// A vector. One is made from an [`Avx2`] or from other vectors only, so that it proves the CPU to have AVX2 as well.
#[derive(Clone, Copy)]
pub struct V<L>(__m256i, PhantomData<L>);

/// A vector from intrinsics on vectors.
macro_rules! v {
    ($intrinsic:expr) => {
        // SAFETY: used only where an `Avx2` or a `V` is at hand, either of which proves that the CPU has AVX2.
        V(unsafe { $intrinsic }, PhantomData)
    };
}

/// Combines all lanes: halves, then ever smaller parts of them, until the lowest lane has met every other.
macro_rules! across {
    ($vector:expr, $combine:ident) => {{
        let vector = $vector;
        let vector = vector.$combine(v!(_mm256_permute2x128_si256::<1>(vector.0, vector.0)));
        let vector = vector.$combine(v!(_mm256_bsrli_epi128::<8>(vector.0)));
        let vector =
            if size_of::<Self::Lane>() <= 4 { vector.$combine(v!(_mm256_bsrli_epi128::<4>(vector.0))) } else { vector };
        let vector =
            if size_of::<Self::Lane>() <= 2 { vector.$combine(v!(_mm256_bsrli_epi128::<2>(vector.0))) } else { vector };
        let vector =
            if size_of::<Self::Lane>() == 1 { vector.$combine(v!(_mm256_bsrli_epi128::<1>(vector.0))) } else { vector };
        // SAFETY: a `V` proves that the CPU has AVX2.
        let lowest = unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(vector.0)) };
        lowest as Self::Lane
    }};
}

macro_rules! vector {
    ($lane:ty, splat $splat:ident($as:ty), max $max:ident, min $min:ident) => {
        impl Vector<Avx2> for V<$lane> {
            type Lane = $lane;
            const LANES: usize = size_of::<__m256i>() / size_of::<$lane>();

            #[inline(always)]
            fn splat(_: Avx2, lane: $lane) -> Self {
                v!($splat(lane as $as))
            }

            #[inline(always)]
            fn load<T: Bits<Lane = $lane>>(_: Avx2, from: Run<'_, T>, at: usize) -> Self {
                let start = from.lanes(at, Self::LANES).cast();
                // SAFETY: the token proves that the CPU has AVX2; `lanes` has checked that a vector of elements, each as
                // large as its lane, can be read.
                Self(unsafe { _mm256_loadu_si256(start) }, PhantomData)
            }

            #[inline(always)]
            fn store<T: Bits<Lane = $lane>>(self, to: &[Cell<T>], at: usize) {
                let start = lanes_mut(to, at, Self::LANES).cast();
                // SAFETY: `self` proves that the CPU has AVX2; `lanes_mut` has checked that a vector of elements, each as
                // large as its lane, can be written, through cells; any bits are a valid element.
                unsafe { _mm256_storeu_si256(start, self.0) };
            }

            #[inline(always)]
            fn stream<T: Bits<Lane = $lane>>(self, to: &[Cell<T>], at: usize) {
                let start = lanes_mut(to, at, Self::LANES).cast::<__m256i>();
                assert!(start.is_aligned(), "streamed store to an unaligned address");
                // SAFETY: as for `store`; and the address is a multiple of the vector's size.
                unsafe { _mm256_stream_si256(start, self.0) };
            }

            #[inline(always)]
            fn greatest(self) -> $lane {
                across!(self, max)
            }

            #[inline(always)]
            fn least(self) -> $lane {
                across!(self, min)
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
                v!(_mm256_xor_si256(self.0, other.0))
            }
        }
    };
}
vector!(i8, splat _mm256_set1_epi8(i8), max _mm256_max_epi8, min _mm256_min_epi8);
vector!(i16, splat _mm256_set1_epi16(i16), max _mm256_max_epi16, min _mm256_min_epi16);
vector!(i32, splat _mm256_set1_epi32(i32), max _mm256_max_epi32, min _mm256_min_epi32);
vector!(i64, splat _mm256_set1_epi64x(i64), max max_i64, min min_i64);
vector!(u8, splat _mm256_set1_epi8(i8), max _mm256_max_epu8, min _mm256_min_epu8);
vector!(u16, splat _mm256_set1_epi16(i16), max _mm256_max_epu16, min _mm256_min_epu16);
vector!(u32, splat _mm256_set1_epi32(i32), max _mm256_max_epu32, min _mm256_min_epu32);
vector!(u64, splat _mm256_set1_epi64x(i64), max max_u64, min min_u64);

macro_rules! signed {
    ($lane:ty, sign $sign:ident, add $add:ident, sub $sub:ident, greater $greater:ident) => {
        impl Signed<Avx2> for V<$lane> {
            #[inline(always)]
            fn sign(self) -> Self {
                v!($sign(self.0))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                v!(_mm256_and_si256(self.0, other.0))
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
                v!(_mm256_blendv_epi8(no.0, yes.0, $greater(self.0, than.0)))
            }
        }
    };
}
signed!(i8, sign sign_i8, add _mm256_add_epi8, sub _mm256_sub_epi8, greater _mm256_cmpgt_epi8);
signed!(i16, sign sign_i16, add _mm256_add_epi16, sub _mm256_sub_epi16, greater _mm256_cmpgt_epi16);
signed!(i32, sign sign_i32, add _mm256_add_epi32, sub _mm256_sub_epi32, greater _mm256_cmpgt_epi32);
signed!(i64, sign sign_i64, add _mm256_add_epi64, sub _mm256_sub_epi64, greater _mm256_cmpgt_epi64);

#[inline]
#[target_feature(enable = "avx2")]
fn sign_i8(x: __m256i) -> __m256i {
    _mm256_cmpgt_epi8(_mm256_setzero_si256(), x)
}

#[inline]
#[target_feature(enable = "avx2")]
fn sign_i16(x: __m256i) -> __m256i {
    _mm256_srai_epi16::<15>(x)
}

#[inline]
#[target_feature(enable = "avx2")]
fn sign_i32(x: __m256i) -> __m256i {
    _mm256_srai_epi32::<31>(x)
}

#[inline]
#[target_feature(enable = "avx2")]
fn sign_i64(x: __m256i) -> __m256i {
    _mm256_cmpgt_epi64(_mm256_setzero_si256(), x)
}

#[inline]
#[target_feature(enable = "avx2")]
fn max_i64(x: __m256i, y: __m256i) -> __m256i {
    _mm256_blendv_epi8(x, y, _mm256_cmpgt_epi64(y, x))
}

#[inline]
#[target_feature(enable = "avx2")]
fn min_i64(x: __m256i, y: __m256i) -> __m256i {
    _mm256_blendv_epi8(y, x, _mm256_cmpgt_epi64(y, x))
}

#[inline]
#[target_feature(enable = "avx2")]
fn greater_u64(x: __m256i, y: __m256i) -> __m256i {
    // Turning the sign bits over turns the unsigned order into the signed one.
    let signs = _mm256_set1_epi64x(i64::MIN);
    _mm256_cmpgt_epi64(_mm256_xor_si256(x, signs), _mm256_xor_si256(y, signs))
}

#[inline]
#[target_feature(enable = "avx2")]
fn max_u64(x: __m256i, y: __m256i) -> __m256i {
    _mm256_blendv_epi8(x, y, greater_u64(y, x))
}

#[inline]
#[target_feature(enable = "avx2")]
fn min_u64(x: __m256i, y: __m256i) -> __m256i {
    _mm256_blendv_epi8(y, x, greater_u64(y, x))
}
