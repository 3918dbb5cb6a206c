//! The elementwise loops: rows of two or three operands, each contiguous or constant along the row.

use core::cell::Cell;
use core::marker::PhantomData;

use crate::element::{Element, pick};
use crate::portable::read;
use crate::simd::{MAX_LANES, Of, Simd, Task, Vector, cover};
use crate::span::{Run, Span};
use crate::{Operator, View};

/// Vectors per round of the main loop.
const UNROLL: usize = 4;
/// Vectors from which on it pays to begin the main loop on a vector's boundary.
pub(crate) const WORTH_ALIGNING: usize = 8;

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
    fn run(&self, row: usize, len: usize) -> Run<'a, T> {
        self.span.run(self.start_of(row), len)
    }

    #[inline(always)]
    fn one(&self, row: usize) -> T {
        self.span.get(self.start_of(row))
    }

    /// The operand of one row only, from an element of it on.
    pub(crate) fn part(self, row: usize, from: usize) -> Self {
        Self { start: self.start_of(row) + if self.constant { 0 } else { from }, ..self }
    }
}

/// The result of each row of the output, from those of the operands.
pub struct Rows<'p, 'a, T: Copy> {
    pub(crate) x: Operand<'a, T>,
    pub(crate) y: Operand<'a, T>,
    /// A third operand, in which case none is constant.
    pub(crate) z: Option<Operand<'a, T>>,
    /// Elements per row; not 0, and the output is a whole number of rows.
    pub(crate) len: usize,
    pub(crate) out: &'p [Cell<T>],
    /// Whether to write past the caches: only if no operand shares the output.
    pub(crate) stream: bool,
}

impl<T: Element, O: Operator> Task for Of<'_, Rows<'_, '_, T>, O> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let &Rows { x, y, z, .. } = self.the;
        if let Some(z) = z {
            self.each(simd, PickOfThree::<_, O>([x, y, z].map(AsRun), PhantomData));
        } else {
            self.of_two(simd);
        }
    }
}

impl<T: Element, O: Operator> Of<'_, Rows<'_, '_, T>, O> {
    #[inline(always)]
    fn of_two<S: Simd>(&self, simd: S) {
        let &Rows { x, y, len, out, stream, .. } = self.the;
        match (x.constant, y.constant) {
            (false, false) if (x.step == 0 || y.step == 0) && len < out.len() && !stream => self.of_one_and_rows(simd),
            (false, false) => self.of_rows(simd),
            (false, true) => self.each(simd, Pick::<_, _, O>(AsRun(x), AsSplat(y), PhantomData)),
            (true, false) => self.each(simd, Pick::<_, _, O>(AsSplat(x), AsRun(y), PhantomData)),
            (true, true) => {
                for (row, out) in out.chunks_exact(len).enumerate() {
                    let both = pick::<O, T>(x.one(row), y.one(row));
                    for to in out {
                        to.set(both);
                    }
                }
            }
        }
    }

    /// Every row from one of each operand.
    #[inline(always)]
    fn of_rows<S: Simd>(&self, simd: S) {
        let &Rows { x, y, .. } = self.the;
        self.each(simd, Pick::<_, _, O>(AsRun(x), AsRun(y), PhantomData));
    }

    /// Every row of the output from its source.
    #[inline(always)]
    fn each<S: Simd, A: RowSource<S, T>>(&self, simd: S, sources: A) {
        let &Rows { len, out, stream, .. } = self.the;
        // What is left of a row that is met in parts may be short.
        if stream && len >= 2 * T::Vector::<S>::LANES {
            return past_the_caches(simd, sources, len, out);
        }
        for (row, out) in out.chunks_exact(len).enumerate() {
            drive(simd, sources.of(simd, row, len), out);
        }
    }

    /// The same where an operand has but one row, which stays in registers if it is short.
    #[inline(always)]
    fn of_one_and_rows<S: Simd>(&self, simd: S) {
        let (len, lanes) = (self.the.len, T::Vector::<S>::LANES);
        match len.div_ceil(lanes) {
            1 if len == lanes => self.of_held::<S, 1>(simd),
            2 => self.of_held::<S, 2>(simd),
            3 | 4 => self.of_held::<S, 4>(simd),
            5..=8 => self.of_held::<S, 8>(simd),
            _ => self.of_rows(simd),
        }
    }

    /// The last vector of a row lies against its end, as in [`drive`].
    #[inline(always)]
    fn of_held<S: Simd, const N: usize>(&self, simd: S) {
        let &Rows { x, y, len, out, .. } = self.the;
        let starts = cover::<N>(len, T::Vector::<S>::LANES);
        let one = if x.step == 0 { x.run(0, len) } else { y.run(0, len) };
        let mut held = [T::Vector::<S>::load(simd, one, 0); N];
        for (held, &at) in held.iter_mut().zip(&starts) {
            *held = T::Vector::<S>::load(simd, one, at);
        }
        let rows = out.chunks_exact(len).enumerate();
        if x.step == 0 {
            for (row, out) in rows {
                let y = y.run(row, len);
                for (&x, &at) in held.iter().zip(&starts) {
                    T::pick::<O, S, 2>(simd, [x, T::Vector::<S>::load(simd, y, at)]).store(out, at);
                }
            }
        } else {
            for (row, out) in rows {
                let x = x.run(row, len);
                for (&y, &at) in held.iter().zip(&starts) {
                    T::pick::<O, S, 2>(simd, [T::Vector::<S>::load(simd, x, at), y]).store(out, at);
                }
            }
        }
    }
}

/// The operator on two runs as long as `out`, which may be one of them.
#[inline(always)]
pub(crate) fn zip<O: Operator, S: Simd, T: Element>(simd: S, x: Run<'_, T>, y: Run<'_, T>, out: &[Cell<T>]) {
    drive(simd, Pick::<_, _, O>(x, y, PhantomData), out);
}

/// The run itself.
pub(crate) fn copy<T: Element>(x: Run<'_, T>, out: &[Cell<T>]) {
    out.iter().enumerate().for_each(|(at, to)| to.set(read(x, at)));
}

/// What a loop takes its vectors from.
trait Source<S: Simd, T: Element>: Copy {
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

#[derive(Clone, Copy)]
struct Splat<V>(V);

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

#[derive(Clone, Copy)]
struct Pick<A, B, O>(A, B, PhantomData<O>);

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

#[derive(Clone, Copy)]
struct PickOfThree<A, O>([A; 3], PhantomData<O>);

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

/// What gives the source of each row.
trait RowSource<S: Simd, T: Element>: Copy {
    /// The source of one row.
    type Of: Source<S, T>;
    /// The source of a row of `len` elements.
    fn of(self, simd: S, row: usize, len: usize) -> Self::Of;
}

/// An operand that is contiguous along the row.
#[derive(Clone, Copy)]
struct AsRun<'a, T: Copy>(Operand<'a, T>);

impl<'a, S: Simd, T: Element> RowSource<S, T> for AsRun<'a, T> {
    type Of = Run<'a, T>;

    #[inline(always)]
    fn of(self, _: S, row: usize, len: usize) -> Run<'a, T> {
        self.0.run(row, len)
    }
}

/// An operand that is constant along the row.
#[derive(Clone, Copy)]
struct AsSplat<'a, T: Copy>(Operand<'a, T>);

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

/// Writes what `source` gives for each index of `out`.
///
/// The last vector is laid against the end, so that it may cover elements already written. Where the output is an
/// operand, those are then picked once more from their own result, which changes nothing:
/// `pick(pick(x, y), y) = pick(x, pick(x, y)) = pick(x, y)`, bit for bit.
#[inline(always)]
fn drive<S: Simd, T: Element, A: Source<S, T>>(simd: S, source: A, out: &[Cell<T>]) {
    let (len, lanes) = (out.len(), T::Vector::<S>::LANES);
    if len < lanes {
        if len > 0 {
            source.rest(simd, 0).store_rest(out, 0);
        }
        return;
    }
    let mut at = 0;
    if len >= WORTH_ALIGNING * lanes {
        at = before_boundary(out, lanes);
        // Where the output begins on a boundary, the loop writes the first vector.
        if at > 0 {
            source.at(simd, 0).store(out, 0);
        }
    }
    at = by_rounds::<false, _, _, _>(simd, source, out, at);
    while at < len {
        let start = at.min(len - lanes);
        source.at(simd, start).store(out, start);
        at += lanes;
    }
}

/// Writes whole rounds of vectors, from `at` on; past the caches if so. Returns where the next one would begin.
#[inline(always)]
fn by_rounds<const PAST: bool, S: Simd, T: Element, A: Source<S, T>>(
    simd: S,
    source: A,
    out: &[Cell<T>],
    mut at: usize,
) -> usize {
    let lanes = T::Vector::<S>::LANES;
    while at + UNROLL * lanes <= out.len() {
        let (part, to) = (source.part(at, UNROLL * lanes), &out[at..at + UNROLL * lanes]);
        let mut vectors = [part.at(simd, 0); UNROLL];
        for (ahead, vector) in vectors.iter_mut().enumerate().skip(1) {
            *vector = part.at(simd, ahead * lanes);
        }
        for (ahead, vector) in vectors.into_iter().enumerate() {
            if PAST {
                vector.stream(to, ahead * lanes);
            } else {
                vector.store(to, ahead * lanes);
            }
        }
        at += UNROLL * lanes;
    }
    at
}

/// Writes past the caches what the source of each row gives, for rows of `len` elements, which hold two vectors at least.
///
/// A vector in which one row ends and the next begins is put together first: a store to a line that is in no cache waits for the
/// memory, and everything after it does.
#[inline(always)]
fn past_the_caches<S: Simd, T: Element, A: RowSource<S, T>>(simd: S, sources: A, len: usize, out: &[Cell<T>]) {
    let lanes = T::Vector::<S>::LANES;
    // The vector, and room on both sides for what belongs to its rows alone.
    let seam = [const { Cell::new(T::ZERO) }; 3 * MAX_LANES];
    for (row, to) in out.chunks_exact(len).enumerate() {
        let (source, start) = (sources.of(simd, row, len), row * len);
        let mut at = before_boundary(to, lanes);
        if at > 0 && row == 0 {
            source.at(simd, 0).store(to, 0);
        } else if at > 0 {
            source.at(simd, 0).store(&seam, 2 * lanes - at);
            T::Vector::<S>::load(simd, Span::Cells(&seam).run(lanes, lanes), 0).stream(out, start + at - lanes);
        }
        at = by_rounds::<true, _, _, _>(simd, source, to, at);
        while at + lanes <= len {
            source.at(simd, at).stream(to, at);
            at += lanes;
        }
        if at < len && start + len == out.len() {
            source.at(simd, len - lanes).store(to, len - lanes);
        } else if at < len {
            source.at(simd, len - lanes).store(&seam, len - at);
        }
    }
    simd.fence();
}

/// How many elements come before the first that lies on a boundary of vectors of `lanes` elements.
fn before_boundary<T>(out: &[Cell<T>], lanes: usize) -> usize {
    out.as_ptr().align_offset(lanes * size_of::<T>()).min(out.len())
}
