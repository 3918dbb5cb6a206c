//! The elementwise loops: rows of two or three operands, each contiguous or constant along the row.

use core::cell::Cell;
use core::marker::PhantomData;

use crate::Operator;
use crate::element::{Element, pick};
use crate::operand::{AsRun, AsSplat, Operand, Pick, PickOfThree, RowSource, Source};
use crate::portable::read;
use crate::simd::{MAX_LANES, Of, Simd, Task, Vector, cover};
use crate::span::{Run, Span};

/// Vectors per round of the main loop.
const UNROLL: usize = 4;
/// Vectors from which on it pays to begin the main loop on a vector's boundary.
pub(crate) const WORTH_ALIGNING: usize = 8;

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
        at = Span::Cells(out).run(0, len).before_boundary(lanes);
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
        let mut at = Span::Cells(to).run(0, len).before_boundary(lanes);
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
