//! Vectors without intrinsics: arrays of lanes, which the compiler maps to whatever the target has.
//!
//! Two tokens: [`Portable`], the fallback that every CPU can run, with vectors of 16 bytes; and [`Scalar`], vectors of
//! one lane, with which the same definitions decide single elements.
#![expect(unsafe_code, reason = "a vector load or store is one unaligned access through a pointer")]

use core::cell::Cell;

use crate::element::sealed::Bits;
use crate::simd::{Lane, Signed, Simd, Task, Vector};
use crate::span::{Run, lanes_mut};

/// The instruction set that is always there.
#[derive(Clone, Copy)]
pub struct Portable;

/// One lane at a time.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

/// `N` lanes.
#[derive(Clone, Copy)]
pub struct Array<L, const N: usize>([L; N]);

/// The element at `at`.
#[inline(always)]
pub(crate) fn read<T: Copy>(from: Run<'_, T>, at: usize) -> T {
    let start = from.lanes(at, 1);
    // SAFETY: `lanes` has checked that one element can be read there.
    unsafe { start.read() }
}

macro_rules! simd {
    ($token:ty, $bytes:literal) => {
        impl Simd for $token {
            type I8 = Array<i8, { lanes($bytes, 1) }>;
            type I16 = Array<i16, { lanes($bytes, 2) }>;
            type I32 = Array<i32, { lanes($bytes, 4) }>;
            type I64 = Array<i64, { lanes($bytes, 8) }>;
            type U8 = Array<u8, { lanes($bytes, 1) }>;
            type U16 = Array<u16, { lanes($bytes, 2) }>;
            type U32 = Array<u32, { lanes($bytes, 4) }>;
            type U64 = Array<u64, { lanes($bytes, 8) }>;

            #[inline(always)]
            fn run<K: Task>(self, task: K) {
                task.run(self);
            }
        }
    };
}
simd!(Portable, 16);
simd!(Scalar, 1);

const fn lanes(vector_bytes: usize, lane_bytes: usize) -> usize {
    if vector_bytes < lane_bytes { 1 } else { vector_bytes / lane_bytes }
}

impl<L: Lane, const N: usize> Array<L, N> {
    #[inline(always)]
    fn zip(mut self, other: Self, combine: impl Fn(L, L) -> L) -> Self {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = combine(*lane, other);
        }
        self
    }
}

impl<S: Simd, L: Lane, const N: usize> Vector<S> for Array<L, N> {
    type Lane = L;
    const LANES: usize = N;

    #[inline(always)]
    fn splat(_: S, lane: L) -> Self {
        Self([lane; N])
    }

    #[inline(always)]
    fn load<T: Bits<Lane = L>>(_: S, from: Run<'_, T>, at: usize) -> Self {
        let start = from.lanes(at, N).cast::<[L; N]>();
        // SAFETY: `lanes` has checked that N elements can be read, and an element is as large as its lane, any bits of
        // which are valid.
        Self(unsafe { start.read_unaligned() })
    }

    #[inline(always)]
    fn store<T: Bits<Lane = L>>(self, to: &[Cell<T>], at: usize) {
        let start = lanes_mut(to, at, N).cast::<[L; N]>();
        // SAFETY: `lanes_mut` has checked that N elements can be written, through cells, and any bits are a valid element.
        unsafe { start.write_unaligned(self.0) };
    }

    #[inline(always)]
    fn greatest(self) -> L {
        self.0.into_iter().fold(self.0[0], L::max)
    }

    #[inline(always)]
    fn least(self) -> L {
        self.0.into_iter().fold(self.0[0], L::min)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, L::max)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, L::min)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |x, y| x ^ y)
    }
}

macro_rules! signed {
    ($($lane:ty)*) => { $(
        impl<S: Simd, const N: usize> Signed<S> for Array<$lane, N> {
            #[inline(always)]
            fn sign(self) -> Self {
                self.zip(self, |x, _| x >> (<$lane>::BITS - 1))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self.zip(other, |x, y| x & y)
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.zip(other, <$lane>::wrapping_add)
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.zip(other, <$lane>::wrapping_sub)
            }

            #[inline(always)]
            fn choose_if_greater(self, than: Self, yes: Self, no: Self) -> Self {
                let mut chosen = no;
                for lane in 0..N {
                    chosen.0[lane] = if self.0[lane] > than.0[lane] { yes.0[lane] } else { no.0[lane] };
                }
                chosen
            }
        }
    )* };
}
signed!(i8 i16 i32 i64);
