//! Outputs that share memory with operands: the same start gives the right result, anything else is refused.

use core::cell::Cell;

use opconform_kernels::{Error, Span, View};

use crate::everywhere::{Calls, Check, everywhere};
use crate::oracle::{assert_same, of_all};
use crate::sample::{Random, Sample, row_lengths};

fn elements<T: Copy>(cells: &[Cell<T>]) -> Vec<T> {
    cells.iter().map(Cell::get).collect()
}

/// The output at every offset of one buffer, the operand in its middle.
struct EveryOffset;

impl Check for EveryOffset {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        const LEN: usize = 35;
        let mut random = Random::new(13);
        let (before, other) = (random.elements::<T>(3 * LEN + 4), random.elements::<T>(LEN));
        let operand = LEN + 2..2 * LEN + 2;
        for offset in 0..=before.len() - LEN {
            let mut buffer = before.clone();
            let cells = Cell::from_mut(buffer.as_mut_slice()).as_slice_of_cells();
            let (x, out) = (&cells[operand.clone()], &cells[offset..offset + LEN]);
            let fits = offset == operand.start || offset.abs_diff(operand.start) >= LEN;

            let expected: Vec<T> = elements(x).iter().zip(&other).map(|(&x, &y)| kernel.of_two(x, y)).collect();
            let found = kernel.elementwise_aliased(x.into(), other.as_slice().into(), out);
            check_found(fits, 0, &found, cells, &before, out, &expected);

            reset(cells, &before);
            let expected: Vec<T> = other.iter().zip(&elements(x)).map(|(&x, &y)| kernel.of_two(x, y)).collect();
            let found = kernel.elementwise_aliased(other.as_slice().into(), x.into(), out);
            check_found(fits, 1, &found, cells, &before, out, &expected);

            reset(cells, &before);
            let expected: Vec<T> = elements(x).iter().map(|&x| kernel.of_two(x, other[0])).collect();
            let found = kernel.scalar_aliased(x.into(), other[0], out);
            check_found(fits, 0, &found, cells, &before, out, &expected);
        }
    }
}

fn reset<T: Copy>(cells: &[Cell<T>], to: &[T]) {
    cells.iter().zip(to).for_each(|(cell, &element)| cell.set(element));
}

fn check_found<T: Sample>(
    fits: bool,
    operand: usize,
    found: &Result<(), Error>,
    buffer: &[Cell<T>],
    before: &[T],
    out: &[Cell<T>],
    expected: &[T],
) {
    if fits {
        assert_eq!(found, &Ok(()));
        assert_same(&elements(out), expected, || "the same start, or apart".to_owned());
    } else {
        assert_eq!(found, &Err(Error::Overlap { operand }));
        assert_same(&elements(buffer), before, || "refused".to_owned());
    }
}

#[test]
fn every_offset() {
    everywhere(&EveryOffset);
}

/// Any of several operands may be the output; a broadcast one may not, unless it has the result's shape.
struct Nary;

impl Check for Nary {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(14);
        for len in [1, 3, 64, 67, 5000] {
            let (before, other) = (random.elements::<T>(len), random.elements::<T>(len));
            for shared in 0..8_usize {
                let mut buffer = before.clone();
                let cells = Cell::from_mut(buffer.as_mut_slice()).as_slice_of_cells();
                let shape = [len];
                let of = |operand: usize| shared >> operand & 1 == 1;
                let span = |operand| if of(operand) { Span::Cells(cells) } else { other.as_slice().into() };
                let views = [0, 1, 2].map(|operand| View::new(span(operand), &shape).unwrap());
                let expected: Vec<T> = (0..len)
                    .map(|at| of_all(kernel, [0, 1, 2].map(|operand| if of(operand) { before[at] } else { other[at] })))
                    .collect();
                kernel.broadcast_aliased(&views, cells).unwrap();
                assert_same(&elements(cells), &expected, || format!("operands {shared:03b} shared, {len} elements"));
            }
        }
        for len in row_lengths::<T>() {
            let (before, row) = (random.elements::<T>(3 * len), random.elements::<T>(len));
            for row_first in [false, true] {
                let mut buffer = before.clone();
                let cells = Cell::from_mut(buffer.as_mut_slice()).as_slice_of_cells();
                let (long, short) = ([3, len], [len]);
                let [rows, one] = [View::new(cells, &long).unwrap(), View::new(row.as_slice(), &short).unwrap()];
                let expected: Vec<T> = (0..3 * len)
                    .map(|at| {
                        if row_first {
                            kernel.of_two(row[at % len], before[at])
                        } else {
                            kernel.of_two(before[at], row[at % len])
                        }
                    })
                    .collect();
                let views = if row_first { [one, rows] } else { [rows, one] };
                kernel.broadcast_aliased(&views, cells).unwrap();
                assert_same(&elements(cells), &expected, || format!("rows of {len} in place, row first: {row_first}"));
            }
        }
        let mut buffer = random.elements::<T>(12);
        let before = buffer.clone();
        let cells = Cell::from_mut(buffer.as_mut_slice()).as_slice_of_cells();
        let row = View::new(&cells[..4], &[4]).unwrap();
        let all = View::new(cells, &[3, 4]).unwrap();
        let transposed = View::strided(cells, &[3, 4], &[1, 3], 0).unwrap();
        assert_eq!(kernel.broadcast_aliased(&[all, row], cells), Err(Error::Overlap { operand: 1 }));
        assert_eq!(kernel.broadcast_aliased(&[transposed], cells), Err(Error::Overlap { operand: 0 }));
        assert_same(&elements(cells), &before, || "refused".to_owned());
        assert_eq!(kernel.broadcast_aliased(&[all, all], cells), Ok(()));
        assert_same(&elements(cells), &before, || "an element with itself".to_owned());
    }
}

#[test]
fn several_operands() {
    everywhere(&Nary);
}
