//! The elementwise loops: rows of operands that lie contiguous or are constant along the row.

use core::cell::Cell;
use core::marker::PhantomData;

use crate::Operator;
use crate::element::{Element, pick};
use crate::portable::read;
use crate::simd::{Of, Simd, Task, Vector};
use crate::span::{Run, Span};

/// The size of the tile that an N-ary call keeps its intermediate results in: a fraction of any level-1 cache.
pub(crate) const TILE_BYTES: usize = 8 << 10;
/// Vectors per round of the main loop.
const UNROLL: usize = 2;

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

/// The result of each row of the output, from those of the operands.
pub struct Rows<'p, 'a, T: Copy> {
    /// At least one.
    pub(crate) operands: &'p [Operand<'a, T>],
    /// Elements per row; not 0, and the output is a whole number of rows.
    pub(crate) len: usize,
    pub(crate) out: &'p [Cell<T>],
    /// Whether to write past the caches: only if no operand shares the output.
    pub(crate) stream: bool,
}

/// One operand along one row, or a part of it.
#[derive(Clone, Copy)]
pub(crate) enum Feed<'a, T> {
    Run(Run<'a, T>),
    One(T),
}

impl<'a, T: Element> Operand<'a, T> {
    #[inline(always)]
    fn feed(&self, row: usize, from: usize, len: usize) -> Feed<'a, T> {
        let start = self.start.wrapping_add_signed(self.step.wrapping_mul(row as isize));
        if self.constant { Feed::One(self.span.get(start)) } else { Feed::Run(self.span.run(start + from, len)) }
    }
}

impl<T: Element, O: Operator> Task for Of<'_, Rows<'_, '_, T>, O> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let &Rows { operands, len, out, stream } = self.the;
        let (first, others) = operands.split_first().expect("at least one operand");
        let fused = others.len() <= 1;
        let tile = if fused { len } else { TILE_BYTES / size_of::<T>() };
        let mut scratch = vec![T::ZERO; if fused { 0 } else { tile.min(len) }];
        let scratch = Cell::from_mut(scratch.as_mut_slice()).as_slice_of_cells();
        for (row, out) in out.chunks_exact(len).enumerate() {
            for from in (0..len).step_by(tile) {
                // Of an operand that the output shares, each element is read before it is written: `drive` loads before
                // it stores, and the tile is written only in the last step.
                let out = &out[from..len.min(from + tile)];
                let mut so_far = first.feed(row, from, out.len());
                if others.is_empty() {
                    copy(so_far, out);
                }
                for (step, other) in others.iter().enumerate() {
                    let is_last = step + 1 == others.len();
                    let to = if is_last { out } else { &scratch[..out.len()] };
                    zip::<O, S, T>(simd, so_far, other.feed(row, from, out.len()), to, stream && is_last);
                    so_far = Feed::Run(Span::Cells(to).run(0, to.len()));
                }
            }
        }
        if stream {
            simd.fence();
        }
    }
}

/// The operand itself.
pub(crate) fn copy<T: Element>(x: Feed<'_, T>, out: &[Cell<T>]) {
    match x {
        Feed::Run(run) => out.iter().enumerate().for_each(|(at, to)| to.set(read(run, at))),
        Feed::One(x) => out.iter().for_each(|to| to.set(x)),
    }
}

/// The operator on two operands, into `out`, which may be one of them.
#[inline(always)]
fn zip<O: Operator, S: Simd, T: Element>(simd: S, x: Feed<'_, T>, y: Feed<'_, T>, out: &[Cell<T>], stream: bool) {
    match (x, y) {
        (Feed::Run(x), Feed::Run(y)) => zip_runs::<O, S, T>(simd, x, y, out, stream),
        (Feed::Run(x), Feed::One(y)) => {
            drive::<S, T, _>(simd, Pick(x, splat::<S, T>(simd, y), PhantomData::<O>), out, stream)
        }
        (Feed::One(x), Feed::Run(y)) => {
            drive::<S, T, _>(simd, Pick(splat::<S, T>(simd, x), y, PhantomData::<O>), out, stream)
        }
        (Feed::One(x), Feed::One(y)) => out.iter().for_each(|to| to.set(pick::<O, T>(x, y))),
    }
}

/// The same where neither is constant.
#[inline(always)]
pub(crate) fn zip_runs<O: Operator, S: Simd, T: Element>(
    simd: S,
    x: Run<'_, T>,
    y: Run<'_, T>,
    out: &[Cell<T>],
    stream: bool,
) {
    drive::<S, T, _>(simd, Pick(x, y, PhantomData::<O>), out, stream);
}

/// What a loop takes its vectors from.
trait Source<S: Simd, T: Element>: Copy {
    /// The vector of the elements from `at` on.
    fn at(self, simd: S, at: usize) -> T::Vector<S>;
    /// The same where fewer elements are left than a vector holds; the other lanes are of no account.
    fn rest(self, simd: S, at: usize) -> T::Vector<S>;
}

impl<S: Simd, T: Element> Source<S, T> for Run<'_, T> {
    #[inline(always)]
    fn at(self, simd: S, at: usize) -> T::Vector<S> {
        T::Vector::<S>::load(simd, self, at)
    }

    #[inline(always)]
    fn rest(self, simd: S, at: usize) -> T::Vector<S> {
        T::Vector::<S>::load_rest(simd, self, at)
    }
}

#[derive(Clone, Copy)]
struct Splat<V>(V);

#[inline(always)]
fn splat<S: Simd, T: Element>(simd: S, one: T) -> Splat<T::Vector<S>> {
    Splat(T::Vector::<S>::splat(simd, one.to_lane()))
}

impl<S: Simd, T: Element> Source<S, T> for Splat<T::Vector<S>> {
    #[inline(always)]
    fn at(self, _: S, _: usize) -> T::Vector<S> {
        self.0
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
        T::pick::<O, S>(simd, self.0.at(simd, at), self.1.at(simd, at))
    }

    #[inline(always)]
    fn rest(self, simd: S, at: usize) -> T::Vector<S> {
        T::pick::<O, S>(simd, self.0.rest(simd, at), self.1.rest(simd, at))
    }
}

/// Writes what `source` gives for each index of `out`.
///
/// The last vector is laid against the end, so that it may cover elements already written. Where the output is an
/// operand, those are then picked once more from their own result, which changes nothing:
/// `pick(pick(x, y), y) = pick(x, pick(x, y)) = pick(x, y)`, bit for bit.
#[inline(always)]
fn drive<S: Simd, T: Element, A: Source<S, T>>(simd: S, source: A, out: &[Cell<T>], stream: bool) {
    let (len, lanes) = (out.len(), T::Vector::<S>::LANES);
    if len < lanes {
        if len > 0 {
            source.rest(simd, 0).store_rest(out, 0);
        }
        return;
    }
    let start = if stream { out.as_ptr().align_offset(lanes * size_of::<T>()).min(len) } else { 0 };
    let mut at = start;
    while at + UNROLL * lanes <= len {
        let mut vectors = [source.at(simd, at); UNROLL];
        for (ahead, vector) in vectors.iter_mut().enumerate().skip(1) {
            *vector = source.at(simd, at + ahead * lanes);
        }
        for (ahead, vector) in vectors.into_iter().enumerate() {
            if stream {
                vector.stream(out, at + ahead * lanes);
            } else {
                vector.store(out, at + ahead * lanes);
            }
        }
        at += UNROLL * lanes;
    }
    for (from, to) in [(0, start), (at, len)] {
        for at in (from..to).step_by(lanes) {
            let at = at.min(len - lanes);
            source.at(simd, at).store(out, at);
        }
    }
}
