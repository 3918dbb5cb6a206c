//! Reductions over all elements and over every set of axes.

use opconform_kernels::View;

use crate::canaries::{Destination, kept};
use crate::everywhere::{Calls, Check, everywhere, maximum_everywhere};
use crate::oracle::{assert_same, indices, of_all};
use crate::sample::{Random, Sample, row_lengths};

fn check_all<T: Sample>(kernel: &dyn Calls<T>, x: &[T]) {
    let context = || format!("{} of {} on {}", kernel.operator(), x.len(), kernel.isa().name());
    let found = kept(&[x], context, || kernel.reduce(x)).unwrap();
    let expected = of_all(kernel, x.iter().copied());
    assert_same(&[found], &[expected], context);
}

struct EveryLength;

impl Check for EveryLength {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(8);
        for len in (1..=300).chain([4095, 4096, 4097, 8192, 9001, 65537]) {
            check_all(kernel, &random.elements::<T>(len));
            check_all(kernel, &random.numbers::<T>(len));
        }
    }
}

#[test]
fn every_length() {
    everywhere(&EveryLength);
}

/// The same element everywhere, but for one other at each position in turn: the extreme of all is found in every lane.
struct EveryPosition;

impl Check for EveryPosition {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let specials = T::specials();
        for len in [1, 5, 16, 63, 64, 65, 130, 300] {
            for at in 0..len {
                let pair = |shift: usize| specials[(at + shift) % specials.len()];
                let mut x = vec![pair(0); len];
                x[at] = pair(1 + len % 5);
                check_all(kernel, &x);
                x[len - 1 - at] = pair(2 + len % 3);
                check_all(kernel, &x);
            }
        }
    }
}

#[test]
fn extreme_in_every_position() {
    everywhere(&EveryPosition);
}

/// Two different NaNs at every pair of positions: the first one stays, bit for bit.
struct EveryNan;

impl Check for EveryNan {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let Some([one, other]) = T::nans() else { return };
        let numbers = Random::new(9).numbers::<T>(9000);
        for len in [2, 3, 17, 64, 70] {
            for first in 0..len {
                for second in 0..len {
                    let mut x = numbers[..len].to_vec();
                    x[first] = one;
                    x[second] = other;
                    check_all(kernel, &x);
                }
            }
        }
        for (first, second) in [(0, 4096), (4095, 4096), (4097, 8191), (5000, 5001), (8999, 17), (8192, 8199)] {
            let mut x = numbers.clone();
            x[first] = one;
            x[second] = other;
            check_all(kernel, &x);
        }
        for len in [1, 2, 33, 5000] {
            let mut x = vec![other; len];
            check_all(kernel, &x);
            x[0] = one;
            check_all(kernel, &x);
        }
    }
}

#[test]
fn first_nan_of_every_two() {
    everywhere(&EveryNan);
}

/// Nothing but zeros of both signs; nothing but the lowest element.
struct Uniform;

impl Check for Uniform {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let specials = T::specials();
        let mut random = Random::new(10);
        for len in [1, 2, 31, 64, 100, 4099] {
            for &special in &specials {
                check_all(kernel, &vec![special; len]);
            }
            let zeros: Vec<T> = (0..len).map(|_| specials[random.below(2)]).collect();
            check_all(kernel, &zeros);
        }
    }
}

#[test]
fn uniform_elements() {
    everywhere(&Uniform);
}

/// Every set of axes of a shape, negative ones among them.
fn check_axes<T: Sample>(kernel: &dyn Calls<T>, x: &[T], shape: &[usize], strides: &[isize], offset: usize) {
    let view = View::strided(x, shape, strides, offset).unwrap();
    let rank = shape.len();
    for set in 0..1_usize << rank {
        let reduced = |dim: usize| set >> dim & 1 == 1;
        let axes: Vec<isize> = (0..rank)
            .filter(|&dim| reduced(dim))
            .map(|dim| if dim % 2 == 0 { dim as isize } else { dim as isize - rank as isize })
            .collect();
        let kept: Vec<usize> = (0..rank).filter(|&dim| !reduced(dim)).collect();
        let kept_shape: Vec<usize> = kept.iter().map(|&dim| shape[dim]).collect();
        let mut groups: Vec<Vec<T>> = vec![vec![]; kept_shape.iter().product()];
        for index in indices(shape) {
            let group = kept.iter().fold(0, |group, &dim| group * shape[dim] + index[dim]);
            let position =
                index.iter().zip(strides).fold(offset as isize, |at, (&index, &stride)| at + index as isize * stride);
            groups[group].push(x[position as usize]);
        }
        let expected: Vec<T> = groups.into_iter().map(|group| of_all(kernel, group)).collect();
        check_reduced(kernel, x, &view, &axes, &expected, || format!("{shape:?} by {strides:?} over {axes:?}"));
    }
}

/// A reduction of a view of `x`, into as much as it gives and into more.
fn check_reduced<T: Sample>(
    kernel: &dyn Calls<T>,
    x: &[T],
    view: &View<'_, T>,
    axes: &[isize],
    expected: &[T],
    what: impl Fn() -> String,
) {
    let context = || format!("{} of {} on {}", kernel.operator(), what(), kernel.isa().name());
    for spare in [0, 2] {
        let to = Destination { spare, ..Destination::of(expected.len()) };
        let found = to.written(&[x], context, |out| kernel.reduce_axes(view, axes, out));
        assert_same(&found, expected, context);
    }
}

struct EveryAxes;

impl Check for EveryAxes {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(11);
        let shapes: &[&[usize]] =
            &[&[], &[1], &[9], &[3, 5], &[70, 3], &[9, 130], &[4, 3, 35], &[2, 3, 1, 5, 2], &[1, 33, 1, 2]];
        for shape in shapes {
            let mut strides = vec![1_isize; shape.len()];
            for dim in (1..shape.len()).rev() {
                strides[dim - 1] = strides[dim] * shape[dim] as isize;
            }
            let len = shape.iter().product();
            check_axes(kernel, &random.elements::<T>(len), shape, &strides, 0);
            check_axes(kernel, &random.numbers::<T>(len), shape, &strides, 0);
        }
        let x = random.elements::<T>(3000);
        check_axes(kernel, &x, &[6, 5, 40], &[1, 6, 30], 2);
        check_axes(kernel, &x, &[6, 5, 40], &[-200, 40, -1], 1100);
        check_axes(kernel, &x, &[6, 5, 70], &[0, 2, 10], 0);
        check_axes(kernel, &x, &[4, 100], &[5, 0], 7);
        check_axes(kernel, &x, &[100, 4], &[4, -1], 3);
    }
}

#[test]
fn every_set_of_axes() {
    everywhere(&EveryAxes);
}

/// Columns of every number that is computed in a way of its own: in one go, and added to what another part has given.
struct FewColumns;

impl Check for FewColumns {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(17);
        for len in row_lengths::<T>() {
            for rows in [1, 2, 5] {
                // The gap keeps the two outer dimensions apart.
                let strides = [(rows * len + 1) as isize, len as isize, 1];
                let mut x = random.numbers::<T>(2 * (rows * len + 1));
                check_columns(kernel, &x, rows, len, &strides);
                if let Some(nans) = T::nans() {
                    let (column, first) = (random.below(len), random.below(2));
                    for (part, nan) in [nans[first], nans[1 - first]].into_iter().enumerate() {
                        x[part * (rows * len + 1) + random.below(rows) * len + column] = nan;
                    }
                    check_columns(kernel, &x, rows, len, &strides);
                }
            }
        }
    }
}

/// Over the two outer dimensions of [2, `rows`, `len`], and over the rows of the first part.
fn check_columns<T: Sample>(kernel: &dyn Calls<T>, x: &[T], rows: usize, len: usize, strides: &[isize; 3]) {
    let shape = [2, rows, len];
    for parts in [1, 2] {
        let view = View::strided(x, &shape[2 - parts..], &strides[2 - parts..], 0).unwrap();
        let axes: Vec<isize> = (0..parts as isize).collect();
        let expected: Vec<T> = (0..len)
            .map(|column| {
                let at = |part, row| x[part * (rows * len + 1) + row * len + column];
                of_all(kernel, (0..parts).flat_map(|part| (0..rows).map(move |row| at(part, row))))
            })
            .collect();
        check_reduced(kernel, x, &view, &axes, &expected, || format!("{parts} x {rows} rows of {len}"));
    }
}

#[test]
fn few_columns() {
    everywhere(&FewColumns);
}

/// Rows and columns over several tiles, with and without NaNs, in the last tile too.
struct Large;

impl Check for Large {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(12);
        let mut x = random.numbers::<T>(7 * 9001);
        check_axes(kernel, &x, &[7, 9001], &[9001, 1], 0);
        if let Some([one, other]) = T::nans() {
            x[4 * 9001 - 1] = one;
            x[6 * 9001 - 1] = other;
            x[9001 + 17] = other;
            x[2 * 9001 + 17] = one;
            check_axes(kernel, &x, &[7, 9001], &[9001, 1], 0);
        }
        check_axes(kernel, &x, &[7, 4500], &[9001, 2], 1);
    }
}

#[test]
fn several_tiles() {
    maximum_everywhere(&Large);
}

/// More than is taken for what lies in a cache: rows that each begin an element after the other.
struct Overlapping;

impl Check for Overlapping {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let (rows, len) = (1024, (8 << 10) / size_of::<T>() + 3);
        let reduce = |x: &[T]| {
            let shape = [rows, len];
            let view = View::strided(x, &shape, &[1, 1], 0).unwrap();
            let context = || format!("{rows} rows of {len} on {}", kernel.isa().name());
            Destination::of(len).written(&[x], context, |out| kernel.reduce_axes(&view, &[0], out))
        };
        // One element that decides, in each row of some column.
        let [without, with] = [1, 2].map(T::of_bits);
        let mut x = vec![without; rows + len];
        x[rows] = with;
        let expected: Vec<T> =
            (0..len).map(|column| if (1..=rows).contains(&column) { with } else { without }).collect();
        assert_same(&reduce(&x), &expected, || format!("one decides, on {}", kernel.isa().name()));
        if let Some([one, other]) = T::nans() {
            (x[rows / 2], x[rows]) = (one, other);
            let out = reduce(&x);
            for column in (0..len).step_by(61).chain([len - 1]) {
                let expected = of_all(kernel, x[column..column + rows].iter().copied());
                assert_same(&out[column..=column], &[expected], || {
                    format!("column {column} on {}", kernel.isa().name())
                });
            }
        }
    }
}

#[test]
fn columns_beyond_the_caches() {
    maximum_everywhere(&Overlapping);
}
