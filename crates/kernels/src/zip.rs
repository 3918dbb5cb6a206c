//! The elementwise loops: rows of operands that lie contiguous or are constant along the row.

use core::cell::Cell;
use core::marker::PhantomData;

use crate::Operator;
use crate::element::{Element, pick};
use crate::simd::{Simd, Task, Vector};
use crate::span::{Run, Span};

/// The size of the tile that an N-ary call keeps its intermediate results in: a fraction of any level-1 cache.
pub(crate) const TILE_BYTES: usize = 8 << 10;
/// Vectors per round of the main loop.
const UNROLL: usize = 4;

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
pub(crate) struct Rows<'p, 'a, T: Copy, O> {
    pub(crate) operands: &'p [Operand<'a, T>],
    /// Elements per row; not 0, and the output is a whole number of rows.
    pub(crate) len: usize,
    pub(crate) out: &'p [Cell<T>],
    /// Whether to write past the caches: only if no operand shares the output.
    pub(crate) stream: bool,
    pub(crate) operator: PhantomData<O>,
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

impl<T: Element, O: Operator> Task for Rows<'_, '_, T, O> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { operands, len, out, stream, operator: _ } = self;
        let fused = operands.len() <= 2;
        let tile = if fused { len } else { TILE_BYTES / size_of::<T>() };
        let mut scratch = vec![T::ZERO; if fused { 0 } else { tile.min(len) }];
        let scratch = Cell::from_mut(scratch.as_mut_slice()).as_slice_of_cells();
        for (row, out) in out.chunks_exact(len).enumerate() {
            for from in (0..len).step_by(tile) {
                // Of an operand that the output shares, each element is read before it is written: `drive` loads before
                // it stores, and the tile is written only in the last step.
                let out = &out[from..len.min(from + tile)];
                match operands {
                    [] => {}
                    [x] => match x.feed(row, from, out.len()) {
                        Feed::Run(x) => drive::<S, T, _>(simd, x, out, stream),
                        Feed::One(x) => out.iter().for_each(|to| to.set(x)),
                    },
                    [x, y] => {
                        zip::<O, S, T>(simd, x.feed(row, from, out.len()), y.feed(row, from, out.len()), out, stream);
                    }
                    [x, y, middle @ .., last] => {
                        let scratch = &scratch[..out.len()];
                        let so_far = Feed::Run(Span::Cells(scratch).run(0, out.len()));
                        zip::<O, S, T>(
                            simd,
                            x.feed(row, from, out.len()),
                            y.feed(row, from, out.len()),
                            scratch,
                            false,
                        );
                        for operand in middle {
                            zip::<O, S, T>(simd, so_far, operand.feed(row, from, out.len()), scratch, false);
                        }
                        zip::<O, S, T>(simd, so_far, last.feed(row, from, out.len()), out, stream);
                    }
                }
            }
        }
        if stream {
            simd.fence();
        }
    }
}

/// The operator on two operands, into `out`, which may be one of them.
#[inline(always)]
pub(crate) fn zip<O: Operator, S: Simd, T: Element>(
    simd: S,
    x: Feed<'_, T>,
    y: Feed<'_, T>,
    out: &[Cell<T>],
    stream: bool,
) {
    match (x, y) {
        (Feed::Run(x), Feed::Run(y)) => drive::<S, T, _>(simd, Pick(x, y, PhantomData::<O>), out, stream),
        (Feed::Run(x), Feed::One(y)) => {
            drive::<S, T, _>(simd, Pick(x, splat::<S, T>(simd, y), PhantomData::<O>), out, stream)
        }
        (Feed::One(x), Feed::Run(y)) => {
            drive::<S, T, _>(simd, Pick(splat::<S, T>(simd, x), y, PhantomData::<O>), out, stream)
        }
        (Feed::One(x), Feed::One(y)) => out.iter().for_each(|to| to.set(pick::<O, T>(x, y))),
    }
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
    let mut at = 0;
    if stream {
        source.at(simd, 0).store(out, 0);
        at = out.as_ptr().cast::<u8>().align_offset(lanes * size_of::<T>()) / size_of::<T>();
        while at + lanes <= len {
            source.at(simd, at).stream(out, at);
            at += lanes;
        }
    } else {
        while at + UNROLL * lanes <= len {
            let mut vectors = [source.at(simd, at); UNROLL];
            for (ahead, vector) in vectors.iter_mut().enumerate().skip(1) {
                *vector = source.at(simd, at + ahead * lanes);
            }
            for (ahead, vector) in vectors.into_iter().enumerate() {
                vector.store(out, at + ahead * lanes);
            }
            at += UNROLL * lanes;
        }
        while at + lanes <= len {
            source.at(simd, at).store(out, at);
            at += lanes;
        }
    }
    if at < len {
        source.at(simd, len - lanes).store(out, len - lanes);
    }
}
