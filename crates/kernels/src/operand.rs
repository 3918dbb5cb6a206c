//! The operands of a block of rows, and what a loop takes its vectors from.

use core::marker::PhantomData;

use crate::element::Element;
use crate::simd::{Simd, Vector};
use crate::span::{Run, Span};
use crate::{Operator, View};

/// One operand of a block of rows.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'a, T: Copy> {
    pub(crate) span: Span<'a, T>,
    /// The index of the first row's first element.
    pub(crate) start: usize,
    /// From one row to the next, in elements.
    pub(crate) step: isize,
    /// Whether one element stands for the whole row.
    pub(crate) constant: bool,
}

impl<'a, T: Element> Operand<'a, T> {
    /// The elements of a view without gaps, one after the other; constant if there is but one.
    pub(crate) fn flat(view: &View<'a, T>) -> Self {
        Self { span: view.span(), start: view.offset(), step: 0, constant: view.elements() == 1 }
    }

    fn start_of(&self, row: usize) -> usize {
        self.start.wrapping_add_signed(self.step.wrapping_mul(row as isize))
    }

    #[inline(always)]
    pub(crate) fn run(&self, row: usize, len: usize) -> Run<'a, T> {
        self.span.run(self.start_of(row), len)
    }

    #[inline(always)]
    pub(crate) fn one(&self, row: usize) -> T {
        self.span.get(self.start_of(row))
    }

    /// The operand of one row only, from an element of it on.
    pub(crate) fn part(self, row: usize, from: usize) -> Self {
        Self { start: self.start_of(row) + if self.constant { 0 } else { from }, ..self }
    }
}

/// What a loop takes its vectors from.
pub(crate) trait Source<S: Simd, T: Element>: Copy {
    /// The vector of the elements from `at` on.
    fn at(self, simd: S, at: usize) -> T::Vector<S>;
    /// The `len` elements from `from` on.
    fn part(self, from: usize, len: usize) -> Self;
    /// The same where fewer elements are left than a vector holds; the other lanes are of no account.
    fn rest(self, simd: S, at: usize) -> T::Vector<S>;
}

impl<S: Simd, T: Element> Source<S, T> for Run<'_, T> {
    #[inline(always)]
    fn at(self, simd: S, at: usize) -> T::Vector<S> {
        T::Vector::<S>::load(simd, self, at)
    }

    #[inline(always)]
    fn part(self, from: usize, len: usize) -> Self {
        Run::part(self, from, len)
    }

    #[inline(always)]
    fn rest(self, simd: S, at: usize) -> T::Vector<S> {
        T::Vector::<S>::load_rest(simd, self, at)
    }
}

/// One element in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Splat<V>(V);

impl<S: Simd, T: Element> Source<S, T> for Splat<T::Vector<S>> {
    #[inline(always)]
    fn at(self, _: S, _: usize) -> T::Vector<S> {
        self.0
    }

    #[inline(always)]
    fn part(self, _: usize, _: usize) -> Self {
        self
    }

    #[inline(always)]
    fn rest(self, _: S, _: usize) -> T::Vector<S> {
        self.0
    }
}

/// The operator on two sources.
#[derive(Clone, Copy)]
pub(crate) struct Pick<A, B, O>(pub(crate) A, pub(crate) B, pub(crate) PhantomData<O>);

impl<S: Simd, T: Element, A: Source<S, T>, B: Source<S, T>, O: Operator> Source<S, T> for Pick<A, B, O> {
    #[inline(always)]
    fn at(self, simd: S, at: usize) -> T::Vector<S> {
        T::pick::<O, S, 2>(simd, [self.0.at(simd, at), self.1.at(simd, at)])
    }

    #[inline(always)]
    fn part(self, from: usize, len: usize) -> Self {
        Self(self.0.part(from, len), self.1.part(from, len), PhantomData)
    }

    #[inline(always)]
    fn rest(self, simd: S, at: usize) -> T::Vector<S> {
        T::pick::<O, S, 2>(simd, [self.0.rest(simd, at), self.1.rest(simd, at)])
    }
}

/// The operator on three sources.
#[derive(Clone, Copy)]
pub(crate) struct PickOfThree<A, O>(pub(crate) [A; 3], pub(crate) PhantomData<O>);

impl<S: Simd, T: Element, A: Source<S, T>, O: Operator> Source<S, T> for PickOfThree<A, O> {
    #[inline(always)]
    fn at(self, simd: S, at: usize) -> T::Vector<S> {
        let [x, y, z] = self.0;
        T::pick::<O, S, 3>(simd, [x.at(simd, at), y.at(simd, at), z.at(simd, at)])
    }

    #[inline(always)]
    fn part(self, from: usize, len: usize) -> Self {
        let [x, y, z] = self.0;
        Self([x.part(from, len), y.part(from, len), z.part(from, len)], PhantomData)
    }

    #[inline(always)]
    fn rest(self, simd: S, at: usize) -> T::Vector<S> {
        let [x, y, z] = self.0;
        T::pick::<O, S, 3>(simd, [x.rest(simd, at), y.rest(simd, at), z.rest(simd, at)])
    }
}

/// What gives the source of each row. Closures would do, but are compiled for no instruction set, and hand vectors over in memory.
pub(crate) trait RowSource<S: Simd, T: Element>: Copy {
    /// The source of one row.
    type Of: Source<S, T>;
    /// The source of a row of `len` elements.
    fn of(self, simd: S, row: usize, len: usize) -> Self::Of;
}

/// An operand that is contiguous along the row.
#[derive(Clone, Copy)]
pub(crate) struct AsRun<'a, T: Copy>(pub(crate) Operand<'a, T>);

impl<'a, S: Simd, T: Element> RowSource<S, T> for AsRun<'a, T> {
    type Of = Run<'a, T>;

    #[inline(always)]
    fn of(self, _: S, row: usize, len: usize) -> Run<'a, T> {
        self.0.run(row, len)
    }
}

/// An operand that is constant along the row.
#[derive(Clone, Copy)]
pub(crate) struct AsSplat<'a, T: Copy>(pub(crate) Operand<'a, T>);

impl<S: Simd, T: Element> RowSource<S, T> for AsSplat<'_, T> {
    type Of = Splat<T::Vector<S>>;

    #[inline(always)]
    fn of(self, simd: S, row: usize, _: usize) -> Self::Of {
        Splat(T::Vector::<S>::splat(simd, self.0.one(row).to_lane()))
    }
}

impl<S: Simd, T: Element, A: RowSource<S, T>, B: RowSource<S, T>, O: Operator> RowSource<S, T> for Pick<A, B, O> {
    type Of = Pick<A::Of, B::Of, O>;

    #[inline(always)]
    fn of(self, simd: S, row: usize, len: usize) -> Self::Of {
        Pick(self.0.of(simd, row, len), self.1.of(simd, row, len), PhantomData)
    }
}

impl<S: Simd, T: Element, A: RowSource<S, T>, O: Operator> RowSource<S, T> for PickOfThree<A, O> {
    type Of = PickOfThree<A::Of, O>;

    #[inline(always)]
    fn of(self, simd: S, row: usize, len: usize) -> Self::Of {
        let [x, y, z] = self.0;
        PickOfThree([x.of(simd, row, len), y.of(simd, row, len), z.of(simd, row, len)], PhantomData)
    }
}
