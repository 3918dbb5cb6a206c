//! Elementwise and scalar calls: every length, every alignment, a NaN in every position.

use std::iter;

use opconform_kernels::{View, streams_from};

use crate::canaries::Destination;
use crate::everywhere::{Calls, Check, everywhere, maximum_everywhere};
use crate::oracle::assert_same;
use crate::sample::{Random, Sample};

/// The operator between slices, and between a slice and each of two scalars.
fn check_pair<T: Sample>(kernel: &dyn Calls<T>, x: &[T], y: &[T], to: Destination) {
    let context = || format!("{} of {} on {}", kernel.operator(), x.len(), kernel.isa().name());
    let expected: Vec<T> = x.iter().zip(y).map(|(&x, &y)| kernel.of_two(x, y)).collect();
    let found = to.written(&[x, y], context, |out| kernel.elementwise(x, y, out));
    assert_same(&found, &expected, context);
    for &scalar in y.iter().take(2) {
        let expected: Vec<T> = x.iter().map(|&x| kernel.of_two(x, scalar)).collect();
        let found = to.written(&[x], context, |out| kernel.scalar(x, scalar, out));
        assert_same(&found, &expected, context);
    }
}

/// Lengths across several of the widest vectors, and their tails.
struct EveryLength;

impl Check for EveryLength {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(1);
        for len in (0..=300).chain([1023, 4095, 4096, 4097]) {
            let (x, y) = (random.elements::<T>(len), random.elements::<T>(len));
            for spare in [0, 2] {
                check_pair(kernel, &x, &y, Destination { spare, ..Destination::of(len) });
            }
        }
    }
}

#[test]
fn every_length() {
    everywhere(&EveryLength);
}

/// All pairs of special values, in every lane of a vector.
struct EveryLane;

impl Check for EveryLane {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let specials = T::specials();
        let (mut x, mut y) = (vec![], vec![]);
        for &first in &specials {
            for &second in &specials {
                x.push(first);
                y.push(second);
            }
        }
        for _ in 0..64 {
            check_pair(kernel, &x, &y, Destination::of(x.len()));
            x.rotate_left(1);
            y.rotate_left(1);
        }
    }
}

#[test]
fn special_values_in_every_lane() {
    everywhere(&EveryLane);
}

/// A NaN at each position, in one operand and in both.
struct EveryNan;

impl Check for EveryNan {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let Some([first, second]) = T::nans() else { return };
        let mut random = Random::new(2);
        for len in [1, 2, 3, 7, 8, 15, 16, 31, 33, 64, 65, 127, 131] {
            let (x, y) = (random.numbers::<T>(len), random.numbers::<T>(len));
            for at in 0..len {
                for (in_x, in_y) in [(true, false), (false, true), (true, true)] {
                    let (mut x, mut y) = (x.clone(), y.clone());
                    if in_x {
                        x[at] = first;
                    }
                    if in_y {
                        y[at] = second;
                    }
                    check_pair(kernel, &x, &y, Destination::of(len));
                }
            }
        }
    }
}

#[test]
fn nan_in_every_position() {
    everywhere(&EveryNan);
}

/// Each operand, and the output, at every offset of 0 to 63 elements from a common start.
struct EveryAlignment;

impl Check for EveryAlignment {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        const LEN: usize = 150;
        let mut random = Random::new(3);
        let (x, y) = (random.elements::<T>(LEN + 64), random.elements::<T>(LEN + 64));
        let to = Destination::of(LEN);
        for offset in 0..64 {
            check_pair(kernel, &x[offset..][..LEN], &y[..LEN], to);
            check_pair(kernel, &x[..LEN], &y[offset..][..LEN], to);
            check_pair(kernel, &x[..LEN], &y[..LEN], Destination { past: offset, ..to });
        }
    }
}

#[test]
fn every_alignment() {
    maximum_everywhere(&EveryAlignment);
}

/// Outputs large enough to be written past the caches, from a start on no vector boundary: of two tensors, of a tensor with a row or a
/// column, whose rows end on no boundary either, and of all of these.
struct Large;

impl Check for Large {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        const ROW: usize = 4099;
        let mut random = Random::new(4);
        let patterns: Vec<Vec<T>> = (0..7).map(|_| random.elements(ROW)).collect();
        let rows = streams_from() / size_of::<T>() / 2 / ROW + 2;
        let x: Vec<T> = patterns.iter().cycle().take(rows).flatten().copied().collect();
        let y: Vec<T> = patterns.iter().rev().cycle().take(rows).flatten().copied().collect();
        let (row, five): (Vec<T>, Vec<T>) = (random.elements(ROW), random.elements(5));
        let column: Vec<T> = five.iter().copied().cycle().take(rows).collect();
        let whole = [rows, ROW];
        let to = Destination { past: 1, ..Destination::of(rows * ROW) };
        let check = |others: &[(&[T], &[usize])], period: usize, met: &dyn Fn(usize, usize) -> Vec<T>| {
            let context = || format!("{rows} rows, {} operands on {}", 1 + others.len(), kernel.isa().name());
            let tensors = || iter::once((x.as_slice(), whole.as_slice())).chain(others.iter().copied());
            let operands: Vec<_> = tensors().map(|(elements, _)| elements).collect();
            let views: Vec<_> = tensors().map(|(elements, shape)| View::new(elements, shape).unwrap()).collect();
            let out = to.written(&operands, context, |out| kernel.broadcast(&views, out));
            let one = |at: usize, column: usize| {
                met(at, column).into_iter().fold(patterns[at % 7][column], |so_far, next| kernel.of_two(so_far, next))
            };
            let of_row = |at: usize| (0..ROW).map(|column| one(at, column)).collect();
            let expected: Vec<Vec<T>> = (0..period).map(of_row).collect();
            for (found, expected) in out.chunks(ROW).zip(expected.iter().cycle()) {
                assert_same(found, expected, context);
            }
        };
        let of_y = |at: usize, column: usize| patterns[6 - at % 7][column];
        check(&[(&y, &whole)], 7, &|at, column| vec![of_y(at, column)]);
        check(&[(&row, &[ROW])], 7, &|_, column| vec![row[column]]);
        check(&[(&column, &[rows, 1])], 35, &|at, _| vec![five[at % 5]]);
        // More than two are met in parts of rows, of which the last has three elements.
        let all: [(&[T], &[usize]); 3] = [(&y, &whole), (&row, &[ROW]), (&column, &[rows, 1])];
        check(&all, 35, &|at, column| vec![of_y(at, column), row[column], five[at % 5]]);
    }
}

#[test]
fn outputs_beyond_the_caches() {
    // What is said of the caches is theirs: a part of the smallest that processors have, and no more than the stated most.
    assert!((1 << 19..=144 << 20).contains(&streams_from()), "{}", streams_from());
    maximum_everywhere(&Large);
}
