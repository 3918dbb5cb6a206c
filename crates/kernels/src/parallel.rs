//! Threads, for calls whose output belongs to them alone: one dimension is cut into parts, one task each.
//!
//! The parts of an elementwise call, and those of a reduction along a kept dimension, write different elements. A
//! reduction to few elements is cut along its outermost, reduced dimension into partial results, combined in index order,
//! so that the first NaN stays the first.

use core::cell::Cell;
use core::ops::Range;

use rayon::prelude::*;

use crate::broadcast::Broadcast;
use crate::element::Element;
use crate::fold::FoldColumns;
use crate::geometry::Geometry;
use crate::isa::Token;
use crate::operator::Kind;
use crate::reduce::Reduce;
use crate::span::Span;

/// The least work, in bytes of the walk, that a part is worth cutting off for.
const PART_BYTES: usize = 1 << 18;

/// An elementwise call on all threads, or `false` if it is too small or has operands that other threads may not see.
pub(crate) fn broadcast<T: Element>(
    token: Token,
    operator: Kind,
    geometry: &Geometry,
    spans: &[Span<'_, T>],
    out: &mut [T],
) -> bool {
    let Some(shared) = spans.iter().map(Span::shared).collect::<Option<Vec<_>>>() else { return false };
    let Some(cut) = cut::<T>(geometry, 0) else { return false };
    let step = out.len() / geometry.dims[0];
    out.par_chunks_mut(cut * step).enumerate().for_each(|(part, out)| {
        let geometry = geometry.part(0, part * cut..part * cut + out.len() / step);
        let spans: Vec<_> = shared.iter().map(|&shared| Span::Shared(shared)).collect();
        let out = Cell::from_mut(out).as_slice_of_cells();
        Broadcast { token, operator, geometry: &geometry, spans: &spans, out, aliased: false }.run();
    });
    true
}

/// A reduction on all threads, or `false` as above.
pub(crate) fn reduce<T: Element>(
    token: Token,
    operator: Kind,
    geometry: &Geometry,
    span: Span<'_, T>,
    out: &mut [T],
) -> bool {
    let Some(shared) = span.shared() else { return false };
    let kept = |axis: usize| geometry.paths[1].strides.get(axis).is_some_and(|&stride| stride != 0);
    let axis = usize::from(!kept(0) && kept(1) && size_of_val(out) >= PART_BYTES);
    let Some(cut) = cut::<T>(geometry, axis) else { return false };
    let run = |steps: Range<usize>, out: &mut [T]| {
        let mut geometry = geometry.part(axis, steps);
        geometry.paths[1].start = 0;
        let out = Cell::from_mut(out).as_slice_of_cells();
        Reduce { token, operator, geometry: &geometry, span: Span::Shared(shared), out }.run();
    };
    let steps = geometry.dims[axis];
    if kept(axis) {
        let step = out.len() / steps;
        out.par_chunks_mut(cut * step).enumerate().for_each(|(part, out)| {
            run(part * cut..part * cut + out.len() / step, out);
        });
        return true;
    }
    let partial = |part: usize| {
        let mut results = vec![T::ZERO; out.len()];
        run(part * cut..steps.min((part + 1) * cut), &mut results);
        results
    };
    let partials: Vec<Vec<T>> = (0..steps.div_ceil(cut)).into_par_iter().map(partial).collect();
    out.copy_from_slice(&partials[0]);
    let out = Cell::from_mut(out).as_slice_of_cells();
    for partial in &partials[1..] {
        let columns = FoldColumns { span: Span::Shared(partial), start: 0, step: 0, rows: 1, out, fresh: false };
        T::fold_columns(token, operator, &columns);
    }
    true
}

/// How many steps along `axis` make a part; none if there would be one part only.
fn cut<T>(geometry: &Geometry, axis: usize) -> Option<usize> {
    let steps = geometry.dims[axis];
    let step_bytes = geometry.dims.iter().product::<usize>() / steps * size_of::<T>();
    let threads = rayon::current_num_threads();
    let cut = steps.div_ceil(4 * threads).max(PART_BYTES.div_ceil(step_bytes));
    (threads > 1 && cut < steps).then_some(cut)
}
