//! The elementwise operator on any number of broadcast tensors, in one pass over the output.
//!
//! After merging dimensions, an operand's innermost stride tells how it takes part. Where every one is contiguous or
//! constant along a long enough row, the rows are computed where they lie. Otherwise the output is cut into tiles: a tile
//! spans whole inner dimensions, and an operand that is neither contiguous nor constant in it is first gathered into a
//! scratch tile; once only, if it is the same for every tile. So short periods, negative strides and transposed operands
//! are computed by full vectors too.

use core::cell::Cell;

use crate::caches::streams_from;
use crate::element::Element;
use crate::geometry::{Geometry, Path};
use crate::isa::Token;
use crate::operand::Operand;
use crate::operator::Kind;
use crate::small::Small;
use crate::span::Span;
use crate::view::row_major;
use crate::zip::Rows;

/// Elements of a tile.
const TILE: usize = 4096;
/// The shortest row that is worth computing where it lies.
const ROW_BYTES: usize = 64;
/// The shortest row that is written past the caches, in bytes.
const PAGE: usize = 4096;

/// An elementwise call: the walk over the output, and the operands' spans, one for each path.
pub(crate) struct Broadcast<'p, 'a, T: Copy> {
    pub(crate) token: Token,
    pub(crate) operator: Kind,
    pub(crate) geometry: &'p Geometry,
    pub(crate) spans: &'p [Span<'a, T>],
    /// As many elements as the walk has steps.
    pub(crate) out: &'p [Cell<T>],
    /// Whether an operand may share the output.
    pub(crate) aliased: bool,
}

impl<T: Element> Broadcast<'_, '_, T> {
    /// Computes the whole output.
    pub(crate) fn run(&self) {
        let Geometry { dims, paths } = self.geometry;
        let inner = dims.len() - 1;
        let in_rows = paths.iter().all(|path| matches!(path.strides[inner], 0 | 1));
        let long = dims[inner] * size_of::<T>() >= ROW_BYTES || inner == 0;
        if in_rows && long { self.rows() } else { self.tiles() }
    }

    fn rows(&self) {
        let Geometry { dims, paths } = self.geometry;
        let inner = dims.len() - 1;
        let outer = inner.saturating_sub(1);
        let block: usize = dims[outer..].iter().product();
        let mut operands: Vec<_> = paths
            .iter()
            .zip(self.spans)
            .map(|(path, &span)| Operand {
                span,
                start: path.start,
                step: if outer < inner { path.strides[outer] } else { 0 },
                constant: path.strides[inner] == 0,
            })
            .collect();
        let mut written = 0;
        self.geometry.walk(outer, |_, starts| {
            for (operand, &start) in operands.iter_mut().zip(starts) {
                operand.start = start;
            }
            self.block(&operands, dims[inner], &self.out[written..written + block]);
            written += block;
        });
    }

    fn tiles(&self) {
        let dims = &self.geometry.dims;
        // The tile: as many whole inner dimensions as fit, and so many steps of the next one.
        let (mut cut, mut whole) = (dims.len() - 1, 1);
        while cut > 0 && whole * dims[cut] <= TILE {
            whole *= dims[cut];
            cut -= 1;
        }
        let most = (TILE / whole).clamp(1, dims[cut]);
        let mut tile = dims[cut..].to_vec();
        tile[0] = most;
        let contiguous = row_major(&tile);
        let kind = |path: &Path| match &path.strides[cut..] {
            strides if strides.iter().all(|&stride| stride == 0) => Part::Constant,
            strides if strides == &*contiguous => Part::Contiguous,
            _ if path.strides[..=cut].iter().all(|&stride| stride == 0) => Part::Repeated,
            _ => Part::Gathered,
        };
        let kinds: Vec<Part> = self.geometry.paths.iter().map(kind).collect();
        let mut scratch: Vec<Vec<T>> = kinds
            .iter()
            .zip(&self.geometry.paths)
            .zip(self.spans)
            .map(|((kind, path), span)| {
                let mut tile_of = vec![T::ZERO; if kind.in_scratch() { most * whole } else { 0 }];
                if matches!(kind, Part::Repeated) {
                    gather(span, path.start, &tile, &path.strides[cut..], &mut tile_of);
                }
                tile_of
            })
            .collect();
        let mut written = 0;
        self.geometry.walk(cut, |_, starts| {
            for from in (0..dims[cut]).step_by(most) {
                tile[0] = most.min(dims[cut] - from);
                let len = tile[0] * whole;
                let starts: Vec<usize> =
                    self.geometry.paths.iter().zip(starts).map(|(path, &start)| path.after(start, cut, from)).collect();
                for (operand, kind) in kinds.iter().enumerate() {
                    if matches!(kind, Part::Gathered) {
                        let strides = &self.geometry.paths[operand].strides[cut..];
                        gather(&self.spans[operand], starts[operand], &tile, strides, &mut scratch[operand][..len]);
                    }
                }
                let operands: Vec<_> = (kinds.iter().zip(&scratch).zip(self.spans).zip(starts))
                    .map(|(((kind, scratch), &span), start)| {
                        let in_scratch = kind.in_scratch();
                        Operand {
                            span: if in_scratch { Span::Shared(scratch) } else { span },
                            start: if in_scratch { 0 } else { start },
                            step: 0,
                            constant: matches!(kind, Part::Constant),
                        }
                    })
                    .collect();
                self.block(&operands, len, &self.out[written..written + len]);
                written += len;
            }
        });
    }

    /// Whether to write past the caches: not where an operand shares the output.
    fn is_past(&self) -> bool {
        let Geometry { dims, paths } = self.geometry;
        let distinct = |path: &Path| -> usize {
            let steps = dims.iter().zip(&path.strides[..]);
            steps.filter(|&(_, &stride)| stride != 0).map(|(&steps, _)| steps).product()
        };
        !self.aliased && is_past::<T>(paths.iter().map(distinct).sum::<usize>() + self.out.len())
    }

    /// Rows of any number of operands: two by two, or three by three, in tiles whose results so far stay in the cache.
    ///
    /// Of an operand that the output shares, each element is read before it is written: a loop loads before it stores, and
    /// the output is written only in the last step of a tile.
    fn block(&self, operands: &[Operand<'_, T>], len: usize, out: &[Cell<T>]) {
        let stream = len * size_of::<T>() >= PAGE && self.is_past();
        let rows = |x, y, z, len, out, stream| {
            T::rows(self.token, self.operator, &Rows { x, y, z, len, out, stream });
        };
        match *operands {
            // Of two equal operands, the first.
            [x] => return rows(x, x, None, len, out, stream),
            [x, y] => return rows(x, y, None, len, out, stream),
            [x, y, z] if !(x.constant || y.constant || z.constant) => return rows(x, y, Some(z), len, out, stream),
            _ => {}
        }
        let mut scratch = vec![T::ZERO; TILE.min(len)];
        let scratch = Cell::from_mut(scratch.as_mut_slice()).as_slice_of_cells();
        let so_far = Operand { span: Span::Cells(scratch), start: 0, step: 0, constant: false };
        for (row, out) in out.chunks_exact(len).enumerate() {
            for from in (0..len).step_by(TILE) {
                let out = &out[from..len.min(from + TILE)];
                let mut left = operands[0].part(row, from);
                let mut others = &operands[1..];
                while !others.is_empty() {
                    let (y, z) = match *others {
                        [y, z, ..] if !(left.constant || y.constant || z.constant) => (y, Some(z.part(row, from))),
                        _ => (others[0], None),
                    };
                    others = &others[1 + usize::from(z.is_some())..];
                    let is_last = others.is_empty();
                    let to = if is_last { out } else { &scratch[..out.len()] };
                    rows(left, y.part(row, from), z, out.len(), to, stream && is_last);
                    left = so_far;
                }
            }
        }
    }
}

/// Whether a call that moves so many elements is too large for the caches.
fn is_past<T>(elements: usize) -> bool {
    elements * size_of::<T>() >= streams_from()
}

/// The operator on two or three operands that lie as the output does, or of which `y` is constant.
pub(crate) fn side_by_side<'a, T: Element>(
    token: Token,
    operator: Kind,
    x: Operand<'a, T>,
    y: Operand<'a, T>,
    z: Option<Operand<'a, T>>,
    out: &[Cell<T>],
) {
    let operands = [Some(&x), Some(&y), z.as_ref()];
    let contiguous = operands.into_iter().flatten().filter(|operand| !operand.constant).count();
    let stream = is_past::<T>((contiguous + 1) * out.len());
    T::rows(token, operator, &Rows { x, y, z, len: out.len(), out, stream });
}

/// How an operand takes part in a tile.
#[derive(Clone, Copy)]
enum Part {
    /// One element stands for the tile.
    Constant,
    /// It lies there as the tile wants it.
    Contiguous,
    /// It is gathered, once for all tiles.
    Repeated,
    /// It is gathered for every tile.
    Gathered,
}

impl Part {
    fn in_scratch(self) -> bool {
        matches!(self, Self::Repeated | Self::Gathered)
    }
}

/// Copies the elements on a strided path over `dims` into `to`, row-major.
pub(crate) fn gather<T: Element>(span: &Span<'_, T>, start: usize, dims: &[usize], strides: &[isize], to: &mut [T]) {
    let geometry = Geometry::new(Small::of(dims), vec![Path { start, strides: Small::of(strides) }]);
    let inner = geometry.dims.len() - 1;
    let (len, stride) = (geometry.dims[inner], geometry.paths[0].strides[inner]);
    let mut rows = to.chunks_exact_mut(len);
    geometry.walk(inner, |_, starts| {
        let row = rows.next().unwrap_or_default();
        match stride {
            0 => row.fill(span.get(starts[0])),
            1 => span.copy_to(starts[0], row),
            _ => {
                let mut from = starts[0];
                for element in row {
                    *element = span.get(from);
                    from = from.wrapping_add_signed(stride);
                }
            }
        }
    });
}
