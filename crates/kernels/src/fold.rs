//! The reduction loops: a contiguous run folded to one element, and rows folded into a row.

use core::cell::Cell;

use crate::Operator;
use crate::element::{Element, pick, unkey};
use crate::portable::read;
use crate::simd::{Of, Simd, Task, Vector, cover};
use crate::span::{Run, Span};
use crate::zip::{WORTH_ALIGNING, copy, zip};

/// Vectors per round of the main loop, each with an accumulator of its own.
const UNROLL: usize = 4;
/// The results so far of the columns that are folded together: a fraction of any level-2 cache, and rows long enough for
/// the CPU to read ahead.
const TILE_BYTES: usize = 32 << 10;
/// Elements between two looks for a NaN.
const BLOCK: usize = 16 << 10;

/// Runs the body for the start of every vector of `len` elements, of which there are at least `lanes`: the first, those from
/// the second on, and one against the end; they may overlap. A macro, as a closure would not be compiled for the instruction set.
macro_rules! each_vector {
    ($len:expr, $lanes:expr, from $second:expr, |$at:ident| $body:expr) => {
        let mut next = 0;
        while next < $len {
            let $at = next.min($len - $lanes);
            $body;
            next = if next == 0 { $second } else { next + $lanes };
        }
    };
}

/// Folds each of `rows` contiguous runs to one element.
pub struct FoldRows<'p, 'a, T: Copy> {
    pub(crate) span: Span<'a, T>,
    /// The index of the first row's first element.
    pub(crate) start: usize,
    /// From one row to the next, in elements.
    pub(crate) step: isize,
    pub(crate) rows: usize,
    /// Elements per row; not 0.
    pub(crate) len: usize,
    /// Where the first row's result goes.
    pub(crate) out: &'p [Cell<T>],
    /// From one row's result to the next, in elements; if 0, all rows go to one result.
    pub(crate) out_step: usize,
    /// Whether this is the output's first value; otherwise it holds the result so far, which comes first.
    pub(crate) fresh: bool,
}

impl<T: Element, O: Operator> Task for Of<'_, FoldRows<'_, '_, T>, O> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let rows = self.the;
        for row in 0..rows.rows {
            let start = rows.start.wrapping_add_signed(rows.step.wrapping_mul(row as isize));
            let folded = fold::<O, S, T>(simd, rows.span.run(start, rows.len));
            let out = &rows.out[row * rows.out_step];
            let fresh = rows.fresh && (row == 0 || rows.out_step != 0);
            out.set(if fresh { folded } else { pick::<O, T>(out.get(), folded) });
        }
    }
}

/// The result of a run of at least one element.
#[inline(always)]
fn fold<O: Operator, S: Simd, T: Element>(simd: S, run: Run<'_, T>) -> T {
    let (len, lanes) = (run.len(), T::Vector::<S>::LANES);
    if len < lanes {
        let key = T::key::<O, S>(simd, T::Vector::<S>::load_rest(simd, run, 0)).greatest();
        return if T::is_nan_key::<O>(key) { first_nan(run, 0) } else { unkey::<O, T>(key) };
    }
    let mut greatest = [key_at::<O, S, T>(simd, run, 0); UNROLL];
    let mut at = if len >= WORTH_ALIGNING * lanes { run.before_boundary(lanes) } else { 0 };
    let mut block = 0;
    loop {
        let end = len.min(at + BLOCK);
        while at + UNROLL * lanes <= end {
            let part = run.part(at, UNROLL * lanes);
            for (ahead, greatest) in greatest.iter_mut().enumerate() {
                *greatest = greatest.max(key_at::<O, S, T>(simd, part, ahead * lanes));
            }
            at += UNROLL * lanes;
        }
        while at < end {
            // The last vector lies against the end: elements seen before change nothing.
            greatest[0] = greatest[0].max(key_at::<O, S, T>(simd, run, at.min(end - lanes)));
            at += lanes;
        }
        at = end;
        if at == len || O::NAN_WINS {
            let key = greatest[0].max(greatest[1]).max(greatest[2].max(greatest[3])).greatest();
            if T::is_nan_key::<O>(key) {
                // If NaNs are ignored, all elements are.
                return first_nan(run, if O::NAN_WINS { block } else { 0 });
            }
            if at == len {
                return unkey::<O, T>(key);
            }
        }
        block = end;
    }
}

#[inline(always)]
fn key_at<O: Operator, S: Simd, T: Element>(simd: S, run: Run<'_, T>, at: usize) -> T::Vector<S> {
    T::key::<O, S>(simd, T::Vector::<S>::load(simd, run, at))
}

/// Whether a NaN decides one of the results whose greatest keys, or least if NaNs are ignored, these are.
#[inline(always)]
fn is_nan_in<O: Operator, S: Simd, T: Element>(extreme: T::Vector<S>) -> bool {
    T::is_nan_key::<O>(if O::NAN_WINS { extreme.greatest() } else { extreme.least() })
}

/// The first NaN from `at` on, where the keys have shown that there is one.
#[cold]
fn first_nan<T: Element>(run: Run<'_, T>, at: usize) -> T {
    let last = run.len() - 1;
    (at..last).map(|at| read(run, at)).find(|element| element.is_nan()).unwrap_or_else(|| read(run, last))
}

/// Folds rows into one row, column by column.
pub struct FoldColumns<'p, 'a, T: Copy> {
    pub(crate) span: Span<'a, T>,
    /// The index of the first row's first element.
    pub(crate) start: usize,
    /// From one row to the next, in elements.
    pub(crate) step: isize,
    /// Not 0.
    pub(crate) rows: usize,
    /// As long as a row.
    pub(crate) out: &'p [Cell<T>],
    /// Whether this is the output's first value; otherwise it holds the result so far, which comes first.
    pub(crate) fresh: bool,
}

impl<T: Element, O: Operator> Task for Of<'_, FoldColumns<'_, '_, T>, O> {
    /// Tile by tile, so that the results so far stay in the cache, or in registers if there are few. Keys first; if they say
    /// that a NaN decides anything in the tile, it is done again row by row, which keeps the first.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let columns = self.the;
        let (len, lanes) = (columns.out.len(), T::Vector::<S>::LANES);
        let in_registers = match len.div_ceil(lanes) {
            1 if len == lanes => Some(columns.held::<O, S, 1>(simd)),
            2 => Some(columns.held::<O, S, 2>(simd)),
            3 | 4 => Some(columns.held::<O, S, 4>(simd)),
            5..=8 => Some(columns.held::<O, S, 8>(simd)),
            _ => None,
        };
        match in_registers {
            Some(true) => return,
            Some(false) => return columns.by_rows::<O, S>(simd, 0, columns.out),
            None => {}
        }
        let tile = TILE_BYTES / size_of::<T>();
        let many = columns.rows >= UNROLL;
        let mut scratch = vec![T::ZERO; if many { tile.min(columns.out.len()) } else { 0 }];
        let scratch = Cell::from_mut(scratch.as_mut_slice()).as_slice_of_cells();
        for from in (0..columns.out.len()).step_by(tile) {
            let out = &columns.out[from..columns.out.len().min(from + tile)];
            let by_keys = many && out.len() >= T::Vector::<S>::LANES;
            if !by_keys || !columns.by_keys::<O, S>(simd, from, out, &scratch[..out.len()]) {
                columns.by_rows::<O, S>(simd, from, out);
            }
        }
    }
}

impl<T: Element> FoldColumns<'_, '_, T> {
    #[inline(always)]
    fn row(&self, row: usize, from: usize, len: usize) -> Run<'_, T> {
        self.span.run(self.start.wrapping_add_signed(self.step.wrapping_mul(row as isize)) + from, len)
    }

    #[inline(always)]
    fn by_rows<O: Operator, S: Simd>(&self, simd: S, from: usize, out: &[Cell<T>]) {
        if self.fresh {
            copy(self.row(0, from, out.len()), out);
        }
        let so_far = Span::Cells(out).run(0, out.len());
        for row in usize::from(self.fresh)..self.rows {
            zip::<O, S, T>(simd, so_far, self.row(row, from, out.len()), out);
        }
    }

    /// Whether it is done: not if a NaN decides a result, which leaves the output as it was. The columns are no more than
    /// `N` vectors, the last of which lies against the end.
    #[inline(always)]
    fn held<O: Operator, S: Simd, const N: usize>(&self, simd: S) -> bool {
        let len = self.out.len();
        let starts = cover::<N>(len, T::Vector::<S>::LANES);
        let first = if self.fresh { self.row(0, 0, len) } else { Span::Cells(self.out).run(0, len) };
        let mut greatest = [key_at::<O, S, T>(simd, first, 0); N];
        for (greatest, &at) in greatest.iter_mut().zip(&starts) {
            *greatest = key_at::<O, S, T>(simd, first, at);
        }
        for row in usize::from(self.fresh)..self.rows {
            let row = self.row(row, 0, len);
            for (greatest, &at) in greatest.iter_mut().zip(&starts) {
                *greatest = greatest.max(key_at::<O, S, T>(simd, row, at));
            }
        }
        let mut extreme = greatest[0];
        for &key in &greatest {
            extreme = if O::NAN_WINS { extreme.max(key) } else { extreme.min(key) };
        }
        if is_nan_in::<O, S, T>(extreme) {
            return false;
        }
        for (&greatest, &at) in greatest.iter().zip(&starts) {
            T::unkey::<O, S>(simd, greatest).store(self.out, at);
        }
        true
    }

    /// Has `keys`, of the columns from `from` on, meet [`UNROLL`] rows from `row` on. The second vector begins at `second`.
    #[inline(always)]
    fn meet<O: Operator, S: Simd>(&self, simd: S, from: usize, second: usize, row: usize, keys: &[Cell<T>]) {
        let (len, lanes) = (keys.len(), T::Vector::<S>::LANES);
        let so_far = Span::Cells(keys).run(0, len);
        let mut rows = [self.row(row, from, len); UNROLL];
        for (next, to) in rows.iter_mut().enumerate() {
            *to = self.row(row + next, from, len);
        }
        each_vector!(len, lanes, from second, |at| {
            let mut greatest = T::Vector::<S>::load(simd, so_far, at);
            for row in rows {
                greatest = greatest.max(key_at::<O, S, T>(simd, row, at));
            }
            greatest.store(keys, at);
        });
    }

    /// Whether it is done: not if a NaN decides a result, which leaves the output as it was.
    #[inline(always)]
    fn by_keys<O: Operator, S: Simd>(&self, simd: S, from: usize, out: &[Cell<T>], keys: &[Cell<T>]) -> bool {
        let (len, lanes) = (out.len(), T::Vector::<S>::LANES);
        let so_far = Span::Cells(keys).run(0, len);
        // Mostly the rows are read: their vectors are the ones to lie on boundaries.
        let second = match self.row(0, from, len).before_boundary(lanes) {
            0 => lanes,
            boundary => boundary,
        };
        let first = if self.fresh { self.row(0, from, len) } else { Span::Cells(out).run(0, len) };
        each_vector!(len, lanes, from second, |at| key_at::<O, S, T>(simd, first, at).store(keys, at));
        for row in (0..self.rows).step_by(UNROLL) {
            // Fewer rows at the end: some once more, which changes nothing.
            self.meet::<O, S>(simd, from, second, row.min(self.rows - UNROLL), keys);
        }
        let mut extreme = T::Vector::<S>::load(simd, so_far, 0);
        each_vector!(len, lanes, from second, |at| {
            let key = T::Vector::<S>::load(simd, so_far, at);
            extreme = if O::NAN_WINS { extreme.max(key) } else { extreme.min(key) };
        });
        if is_nan_in::<O, S, T>(extreme) {
            return false;
        }
        each_vector!(len, lanes, from second, |at| {
            T::unkey::<O, S>(simd, T::Vector::<S>::load(simd, so_far, at)).store(out, at);
        });
        true
    }
}
