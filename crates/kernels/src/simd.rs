//! The vector abstraction: what an instruction set has to offer for the kernels to be written once.
//!
//! A [`Simd`] is a zero-size token whose existence proves that the CPU has its features. It names one vector type per
//! lane type, and runs a [`Task`] as code compiled for those features. Every method of a vector type inlines into the
//! task, so that the whole loop is compiled for the instruction set; only the instruction set's own module is unsafe.
//!
//! Floats have no vectors of their own: their bits are compared as signed integers, which no mode of the floating-point
//! unit can influence.

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::{Add, BitAnd, BitXor, Not, Sub};

use crate::element::sealed::Bits;
use crate::portable::read;
use crate::span::{Run, Span};

/// The lanes of the widest vector of the narrowest element.
pub(crate) const MAX_LANES: usize = 64;

/// An instruction set's token.
pub trait Simd: Copy + Send + Sync + 'static {
    /// Vectors of `i8`.
    type I8: Signed<Self, Lane = i8>;
    /// Vectors of `i16`.
    type I16: Signed<Self, Lane = i16>;
    /// Vectors of `i32`.
    type I32: Signed<Self, Lane = i32>;
    /// Vectors of `i64`.
    type I64: Signed<Self, Lane = i64>;
    /// Vectors of `u8`.
    type U8: Vector<Self, Lane = u8>;
    /// Vectors of `u16`.
    type U16: Vector<Self, Lane = u16>;
    /// Vectors of `u32`.
    type U32: Vector<Self, Lane = u32>;
    /// Vectors of `u64`.
    type U64: Vector<Self, Lane = u64>;

    /// Runs `task` as code compiled for this instruction set.
    fn run<K: Task>(self, task: K);

    /// Orders streamed stores before whatever follows.
    #[inline(always)]
    fn fence(self) {}
}

/// Work written once for every instruction set.
pub trait Task {
    /// Does the work. Implementations are `#[inline(always)]`, so as to be compiled for `simd`.
    fn run<S: Simd>(self, simd: S);
}

/// A loop for one operator, which makes it a [`Task`].
pub(crate) struct Of<'p, L, O> {
    pub(crate) the: &'p L,
    operator: PhantomData<O>,
}

impl<'p, L, O> Of<'p, L, O> {
    pub(crate) fn new(the: &'p L) -> Self {
        Self { the, operator: PhantomData }
    }
}

/// Where each of `N` vectors of `lanes` elements begins that cover `len` elements, which are no fewer than one holds: those
/// that would reach beyond lie against the end.
#[inline(always)]
pub(crate) fn cover<const N: usize>(len: usize, lanes: usize) -> [usize; N] {
    let mut starts = [0; N];
    for (part, start) in starts.iter_mut().enumerate() {
        *start = (part * lanes).min(len - lanes);
    }
    starts
}

/// A vector of integers.
pub trait Vector<S: Simd>: Copy {
    /// One lane's type.
    type Lane: Lane;
    /// The number of lanes.
    const LANES: usize;

    /// Every lane holding `lane`.
    fn splat(simd: S, lane: Self::Lane) -> Self;
    /// The lanes from `at` on. Panics where they leave the run.
    fn load<T: Bits<Lane = Self::Lane>>(simd: S, from: Run<'_, T>, at: usize) -> Self;
    /// Writes the lanes from `at` on. Panics where they leave the slice.
    fn store<T: Bits<Lane = Self::Lane>>(self, to: &[Cell<T>], at: usize);
    /// The elements from `at` to the run's end, fewer than a vector holds but at least one; the first of them in the
    /// remaining lanes.
    #[inline(always)]
    fn load_rest<T: Bits<Lane = Self::Lane>>(simd: S, from: Run<'_, T>, at: usize) -> Self {
        let mut padded = [read(from, at); MAX_LANES];
        for (ahead, lane) in padded.iter_mut().enumerate().take(from.len() - at).skip(1) {
            *lane = read(from, at + ahead);
        }
        Self::load(simd, Span::Shared(&padded).run(0, MAX_LANES), 0)
    }
    /// Writes the first lanes from `at` to the end of the slice.
    #[inline(always)]
    fn store_rest<T: Bits<Lane = Self::Lane>>(self, to: &[Cell<T>], at: usize) {
        let padded = [const { Cell::new(T::ZERO) }; MAX_LANES];
        self.store(&padded, 0);
        to[at..].iter().zip(&padded).for_each(|(to, lane)| to.set(lane.get()));
    }
    /// The greatest lane.
    fn greatest(self) -> Self::Lane;
    /// The least lane.
    fn least(self) -> Self::Lane;
    /// Writes the lanes past the caches; the same as `store` where that cannot be done. The address of `to[at]` is a
    /// multiple of the vector's size, or this panics. [`Simd::fence`] follows the last one.
    #[inline(always)]
    fn stream<T: Bits<Lane = Self::Lane>>(self, to: &[Cell<T>], at: usize) {
        self.store(to, at);
    }
    /// The greater, lane by lane.
    fn max(self, other: Self) -> Self;
    /// The lesser, lane by lane.
    fn min(self, other: Self) -> Self;
    /// Exclusive or, bit by bit.
    fn xor(self, other: Self) -> Self;
}

/// A vector of signed integers, with what it takes to order floats by their bits.
pub trait Signed<S: Simd>: Vector<S> {
    /// All bits of a lane equal to its sign bit.
    fn sign(self) -> Self;
    /// And, bit by bit.
    fn and(self, other: Self) -> Self;
    /// The bits of `below_sign` turned over in the lanes that are negative.
    #[inline(always)]
    fn turn_negative(self, below_sign: Self) -> Self {
        self.xor(self.sign().and(below_sign))
    }
    /// The sum, lane by lane, wrapping.
    fn add(self, other: Self) -> Self;
    /// The difference, lane by lane, wrapping.
    fn sub(self, other: Self) -> Self;
    /// The first vector of `of` that has the bits of a NaN, else `self`, lane by lane. `None` where the instruction set knows
    /// no NaNs of this size.
    #[inline(always)]
    fn or_first_nan<const N: usize>(self, _of: [Self; N]) -> Option<Self> {
        None
    }
    /// `yes` in the lanes where `self` is greater than `than`, else `no`.
    fn choose_if_greater(self, than: Self, yes: Self, no: Self) -> Self;
}

/// An integer that vectors are made of.
pub trait Lane:
    Copy
    + Ord
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + 'static
    + Bits<Lane = Self>
{
}

macro_rules! lane {
    ($($lane:ty)*) => { $(impl Lane for $lane {})* };
}
lane!(i8 i16 i32 i64 u8 u16 u32 u64);
