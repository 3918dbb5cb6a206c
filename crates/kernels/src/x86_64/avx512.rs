//! AVX-512 F, BW and VL: vectors of 64 bytes, and masked loads and stores where fewer elements are left.
#![expect(unsafe_code, reason = "intrinsics of AVX-512, and vector loads and stores through pointers")]

use core::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm_sfence, _mm512_add_epi8, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64,
    _mm512_and_si512, _mm512_bsrli_epi128, _mm512_castpd_si512, _mm512_castps_si512, _mm512_castsi512_pd,
    _mm512_castsi512_ps, _mm512_castsi512_si128, _mm512_cmpgt_epi8_mask, _mm512_cmpgt_epi16_mask,
    _mm512_cmpgt_epi32_mask, _mm512_cmpgt_epi64_mask, _mm512_fixupimm_pd, _mm512_fixupimm_ps, _mm512_loadu_si512,
    _mm512_mask_blend_epi8, _mm512_mask_blend_epi16, _mm512_mask_blend_epi32, _mm512_mask_blend_epi64,
    _mm512_mask_loadu_epi8, _mm512_mask_loadu_epi16, _mm512_mask_loadu_epi32, _mm512_mask_loadu_epi64,
    _mm512_mask_storeu_epi8, _mm512_mask_storeu_epi16, _mm512_mask_storeu_epi32, _mm512_mask_storeu_epi64,
    _mm512_max_epi8, _mm512_max_epi16, _mm512_max_epi32, _mm512_max_epi64, _mm512_max_epu8, _mm512_max_epu16,
    _mm512_max_epu32, _mm512_max_epu64, _mm512_min_epi8, _mm512_min_epi16, _mm512_min_epi32, _mm512_min_epi64,
    _mm512_min_epu8, _mm512_min_epu16, _mm512_min_epu32, _mm512_min_epu64, _mm512_movepi8_mask, _mm512_movm_epi8,
    _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_shuffle_i64x2, _mm512_srai_epi16,
    _mm512_srai_epi32, _mm512_srai_epi64, _mm512_storeu_si512, _mm512_stream_si512, _mm512_sub_epi8, _mm512_sub_epi16,
    _mm512_sub_epi32, _mm512_sub_epi64, _mm512_ternarylogic_epi64, _mm512_xor_si512,
};
use core::cell::Cell;
use core::marker::PhantomData;

use crate::element::sealed::Bits;
use crate::simd::{Signed, Simd, Task, Vector};
use crate::span::{Run, lanes_mut};

/// Proof that the CPU has AVX-512 F, BW and VL.
#[derive(Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    /// The proof, where there is one.
    pub(crate) fn new() -> Option<Self> {
        let available = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vl");
        available.then_some(Self(()))
    }
}

impl Simd for Avx512 {
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
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        fn with_avx512<K: Task>(simd: Avx512, task: K) {
            task.run(simd);
        }
        // SAFETY: `self` proves that the CPU has AVX-512 F, BW and VL.
        unsafe { with_avx512(self, task) };
    }

    #[inline(always)]
    fn fence(self) {
        // SAFETY: every x86-64 CPU has SSE.
        unsafe { _mm_sfence() };
    }
}

/// A vector. One is made from an [`Avx512`] or from other vectors only, so that it proves the CPU's features as well.
#[derive(Clone, Copy)]
pub struct V<L>(__m512i, PhantomData<L>);

/// A vector from intrinsics on vectors.
macro_rules! v {
    ($intrinsic:expr) => {
        // SAFETY: used only where an `Avx512` or a `V` is at hand, either of which proves the CPU's features.
        V(unsafe { $intrinsic }, PhantomData)
    };
}

/// Combines all lanes: halves, then ever smaller parts of them, until the lowest lane has met every other.
macro_rules! across {
    ($vector:expr, $combine:ident) => {{
        let vector = $vector;
        let vector = vector.$combine(v!(_mm512_shuffle_i64x2::<0b01_00_11_10>(vector.0, vector.0)));
        let vector = vector.$combine(v!(_mm512_shuffle_i64x2::<0b10_11_00_01>(vector.0, vector.0)));
        let vector = vector.$combine(v!(_mm512_bsrli_epi128::<8>(vector.0)));
        let vector =
            if size_of::<Self::Lane>() <= 4 { vector.$combine(v!(_mm512_bsrli_epi128::<4>(vector.0))) } else { vector };
        let vector =
            if size_of::<Self::Lane>() <= 2 { vector.$combine(v!(_mm512_bsrli_epi128::<2>(vector.0))) } else { vector };
        let vector =
            if size_of::<Self::Lane>() == 1 { vector.$combine(v!(_mm512_bsrli_epi128::<1>(vector.0))) } else { vector };
        // SAFETY: a `V` proves that the CPU has AVX-512 F.
        let lowest = unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(vector.0)) };
        lowest as Self::Lane
    }};
}

macro_rules! vector {
    (
        $lane:ty, splat $splat:ident($as:ty), load $load:ident, store $store:ident($mask:ty), max $max:ident, min $min:ident
    ) => {
        impl Vector<Avx512> for V<$lane> {
            type Lane = $lane;
            const LANES: usize = size_of::<__m512i>() / size_of::<$lane>();

            #[inline(always)]
            fn splat(_: Avx512, lane: $lane) -> Self {
                v!($splat(lane as $as))
            }

            #[inline(always)]
            fn load<T: Bits<Lane = $lane>>(_: Avx512, from: Run<'_, T>, at: usize) -> Self {
                let start = from.lanes(at, Self::LANES).cast();
                // SAFETY: the token proves the CPU's features; `lanes` has checked that a vector of elements, each as
                // large as its lane, can be read.
                Self(unsafe { _mm512_loadu_si512(start) }, PhantomData)
            }

            #[inline(always)]
            fn load_rest<T: Bits<Lane = $lane>>(simd: Avx512, from: Run<'_, T>, at: usize) -> Self {
                let left = from.len() - at;
                let start = from.lanes(at, left);
                let first = Self::splat(simd, crate::portable::read(from, at).to_lane());
                // SAFETY: the token proves the CPU's features; `lanes` has checked that `left` elements can be read, and
                // the mask has no bit above them.
                Self(unsafe { $load(first.0, !(<$mask>::MAX << left), start.cast()) }, PhantomData)
            }

            #[inline(always)]
            fn store<T: Bits<Lane = $lane>>(self, to: &[Cell<T>], at: usize) {
                let start = lanes_mut(to, at, Self::LANES).cast();
                // SAFETY: `self` proves the CPU's features; `lanes_mut` has checked that a vector of elements, each as
                // large as its lane, can be written, through cells; any bits are a valid element.
                unsafe { _mm512_storeu_si512(start, self.0) };
            }

            #[inline(always)]
            fn store_rest<T: Bits<Lane = $lane>>(self, to: &[Cell<T>], at: usize) {
                let left = to.len() - at;
                let start = lanes_mut(to, at, left);
                // SAFETY: as for `store`, of `left` elements; the mask has no bit above them.
                unsafe { $store(start.cast(), !(<$mask>::MAX << left), self.0) };
            }

            #[inline(always)]
            fn stream<T: Bits<Lane = $lane>>(self, to: &[Cell<T>], at: usize) {
                let start = lanes_mut(to, at, Self::LANES).cast::<__m512i>();
                assert!(start.is_aligned(), "streamed store to an unaligned address");
                // SAFETY: as for `store`; and the address is a multiple of the vector's size.
                unsafe { _mm512_stream_si512(start, self.0) };
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
                v!(_mm512_xor_si512(self.0, other.0))
            }
        }
    };
}
vector!(
    i8, splat _mm512_set1_epi8(i8), load _mm512_mask_loadu_epi8, store _mm512_mask_storeu_epi8(u64),
    max _mm512_max_epi8, min _mm512_min_epi8
);
vector!(
    i16, splat _mm512_set1_epi16(i16), load _mm512_mask_loadu_epi16, store _mm512_mask_storeu_epi16(u32),
    max _mm512_max_epi16, min _mm512_min_epi16
);
vector!(
    i32, splat _mm512_set1_epi32(i32), load _mm512_mask_loadu_epi32, store _mm512_mask_storeu_epi32(u16),
    max _mm512_max_epi32, min _mm512_min_epi32
);
vector!(
    i64, splat _mm512_set1_epi64(i64), load _mm512_mask_loadu_epi64, store _mm512_mask_storeu_epi64(u8),
    max _mm512_max_epi64, min _mm512_min_epi64
);
vector!(
    u8, splat _mm512_set1_epi8(i8), load _mm512_mask_loadu_epi8, store _mm512_mask_storeu_epi8(u64),
    max _mm512_max_epu8, min _mm512_min_epu8
);
vector!(
    u16, splat _mm512_set1_epi16(i16), load _mm512_mask_loadu_epi16, store _mm512_mask_storeu_epi16(u32),
    max _mm512_max_epu16, min _mm512_min_epu16
);
vector!(
    u32, splat _mm512_set1_epi32(i32), load _mm512_mask_loadu_epi32, store _mm512_mask_storeu_epi32(u16),
    max _mm512_max_epu32, min _mm512_min_epu32
);
vector!(
    u64, splat _mm512_set1_epi64(i64), load _mm512_mask_loadu_epi64, store _mm512_mask_storeu_epi64(u8),
    max _mm512_max_epu64, min _mm512_min_epu64
);

macro_rules! signed {
    (
        $lane:ty, sign $sign:path, add $add:ident, sub $sub:ident, greater $greater:ident, blend $blend:ident
        $(, or_nan $or_nan:ident)?
    ) => {
        impl Signed<Avx512> for V<$lane> {
            #[inline(always)]
            fn sign(self) -> Self {
                v!($sign(self.0))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                v!(_mm512_and_si512(self.0, other.0))
            }

            /// Two instructions that the compiler is not to improve on: it makes a compare and a masked instruction of
            /// shift, and, xor, which takes longer.
            #[inline(always)]
            fn turn_negative(self, below_sign: Self) -> Self {
                const XOR_WITH_AND: i32 = 0x78;
                v!(_mm512_ternarylogic_epi64::<XOR_WITH_AND>(self.0, self.sign().0, below_sign.0))
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                v!($add(self.0, other.0))
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                v!($sub(self.0, other.0))
            }

            $(
                #[inline(always)]
                fn or_first_nan<const N: usize>(self, of: [Self; N]) -> Option<Self> {
                    let mut picked = self;
                    for of in of.iter().rev() {
                        picked = v!($or_nan(picked.0, of.0));
                    }
                    Some(picked)
                }
            )?

            #[inline(always)]
            fn choose_if_greater(self, than: Self, yes: Self, no: Self) -> Self {
                v!($blend($greater(self.0, than.0), no.0, yes.0))
            }
        }
    };
}
signed!(
    i8, sign sign_i8, add _mm512_add_epi8, sub _mm512_sub_epi8, greater _mm512_cmpgt_epi8_mask,
    blend _mm512_mask_blend_epi8
);
signed!(
    i16, sign _mm512_srai_epi16::<15>, add _mm512_add_epi16, sub _mm512_sub_epi16, greater _mm512_cmpgt_epi16_mask,
    blend _mm512_mask_blend_epi16
);
signed!(
    i32, sign _mm512_srai_epi32::<31>, add _mm512_add_epi32, sub _mm512_sub_epi32, greater _mm512_cmpgt_epi32_mask,
    blend _mm512_mask_blend_epi32, or_nan or_nan_f32
);
signed!(
    i64, sign _mm512_srai_epi64::<63>, add _mm512_add_epi64, sub _mm512_sub_epi64, greater _mm512_cmpgt_epi64_mask,
    blend _mm512_mask_blend_epi64, or_nan or_nan_f64
);

/// There is no shift of 8-bit lanes.
#[inline]
#[target_feature(enable = "avx512bw")]
fn sign_i8(x: __m512i) -> __m512i {
    _mm512_movm_epi8(_mm512_movepi8_mask(x))
}

/// What a fixup makes of each kind of float, four bits a kind, from the lowest on: quiet NaNs and signalling ones are taken
/// as they are, which raises no exception, and of all others nothing.
const TAKE_NANS: i32 = 0x11;

#[inline]
#[target_feature(enable = "avx512f")]
fn or_nan_f32(number: __m512i, of: __m512i) -> __m512i {
    let table = _mm512_set1_epi32(TAKE_NANS);
    _mm512_castps_si512(_mm512_fixupimm_ps::<0>(_mm512_castsi512_ps(number), _mm512_castsi512_ps(of), table))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or_nan_f64(number: __m512i, of: __m512i) -> __m512i {
    let table = _mm512_set1_epi64(TAKE_NANS.into());
    _mm512_castpd_si512(_mm512_fixupimm_pd::<0>(_mm512_castsi512_pd(number), _mm512_castsi512_pd(of), table))
}
