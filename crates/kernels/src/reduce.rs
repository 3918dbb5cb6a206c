//! Reduction over any set of axes.
//!
//! The walk goes over the input in row-major order, in which each result meets its elements in index order; the output is
//! its second path, standing still along reduced dimensions. The two innermost dimensions are one call of a reduction
//! loop: runs folded to elements if the innermost is reduced, rows folded into a row if it is kept.

use core::cell::Cell;

use crate::Error;
use crate::broadcast::gather;
use crate::element::Element;
use crate::fold::{FoldColumns, FoldRows};
use crate::geometry::{Geometry, Path};
use crate::isa::Token;
use crate::operator::Kind;
use crate::small::Small;
use crate::span::Span;

/// Elements gathered at a time where the innermost stride is not 1.
const TILE: usize = 4096;

/// A reduction: the walk over the input, whose second path is the output's.
pub(crate) struct Reduce<'p, 'a, T: Copy> {
    pub(crate) token: Token,
    pub(crate) operator: Kind,
    pub(crate) geometry: &'p Geometry,
    pub(crate) span: Span<'a, T>,
    pub(crate) out: &'p [Cell<T>],
}

impl<T: Element> Reduce<'_, '_, T> {
    /// Computes all results.
    pub(crate) fn run(&self) {
        let Geometry { dims, paths } = self.geometry;
        let (input, output) = (&paths[0], &paths[1]);
        let inner = dims.len() - 1;
        let in_place = input.strides[inner] == 1;
        let outer = if in_place { inner.saturating_sub(1) } else { inner };
        let (rows, step, out_step) = if outer < inner {
            (dims[outer], input.strides[outer], output.strides[outer].unsigned_abs())
        } else {
            (1, 0, 0)
        };
        let reduced_inner = output.strides[inner] == 0;
        let mut scratch = vec![T::ZERO; if in_place { 0 } else { TILE.min(dims[inner]) }];
        let tile = if in_place { dims[inner] } else { TILE };
        self.geometry.walk(outer, |index, starts| {
            let first = index.iter().zip(&*output.strides).all(|(&index, &stride)| index == 0 || stride != 0);
            for from in (0..dims[inner]).step_by(tile) {
                let len = tile.min(dims[inner] - from);
                let at = input.after(starts[0], inner, from);
                let (span, start) = if in_place {
                    (self.span, at)
                } else {
                    gather(&self.span, at, &[len], &input.strides[inner..], &mut scratch[..len]);
                    (Span::Shared(&scratch[..]), 0)
                };
                if reduced_inner {
                    let out = &self.out[starts[1]..];
                    let fresh = first && from == 0;
                    T::fold_rows(
                        self.token,
                        self.operator,
                        &FoldRows { span, start, step, rows, len, out, out_step, fresh },
                    );
                } else if out_step == 0 {
                    let out = &self.out[starts[1] + from..][..len];
                    T::fold_columns(
                        self.token,
                        self.operator,
                        &FoldColumns { span, start, step, rows, out, fresh: first },
                    );
                } else {
                    for row in 0..rows {
                        let start = start.wrapping_add_signed(step.wrapping_mul(row as isize));
                        let out = &self.out[starts[1] + row * out_step + from..][..len];
                        T::fold_columns(
                            self.token,
                            self.operator,
                            &FoldColumns { span, start, step, rows: 1, out, fresh: first },
                        );
                    }
                }
            }
        });
    }
}

/// Which dimensions `axes` name, and the shape that is left without them.
///
/// # Errors
/// [`Error::AxisOutOfRange`], [`Error::DuplicateAxis`].
pub(crate) fn reduced_dims(shape: &[usize], axes: &[isize]) -> Result<Small<bool>, Error> {
    let rank = shape.len();
    let mut reduced = Small::filled(false, rank);
    for &axis in axes {
        let from_front = if axis < 0 { axis.checked_add_unsigned(rank) } else { Some(axis) };
        let dim = from_front
            .and_then(|axis| usize::try_from(axis).ok())
            .filter(|&dim| dim < rank)
            .ok_or(Error::AxisOutOfRange { axis, rank })?;
        if core::mem::replace(&mut reduced[dim], true) {
            return Err(Error::DuplicateAxis { axis: dim });
        }
    }
    Ok(reduced)
}

/// The output's path through the input's dimensions: row-major over the kept ones, still along the reduced ones.
pub(crate) fn output_path(shape: &[usize], reduced: &[bool]) -> Path {
    let mut strides = Small::filled(0, shape.len());
    let mut stride = 1;
    for dim in (0..shape.len()).rev().filter(|&dim| !reduced[dim]) {
        strides[dim] = stride;
        stride *= shape[dim] as isize;
    }
    Path { start: 0, strides }
}
