//! Elementwise and scalar calls: every length, every alignment, a NaN in every position.

use opconform_kernels::streams_from;

use crate::everywhere::{Calls, Check, everywhere, maximum_everywhere};
use crate::oracle::assert_same;
use crate::sample::{Random, Sample};

/// The operator between slices, and between a slice and each of two scalars.
fn check_pair<T: Sample>(kernel: &dyn Calls<T>, x: &[T], y: &[T], out: &mut [T]) {
    let len = x.len();
    let context = || format!("{} of {len} on {}", kernel.operator(), kernel.isa().name());
    let expected: Vec<T> = x.iter().zip(y).map(|(&x, &y)| kernel.of_two(x, y)).collect();
    kernel.elementwise(x, y, out).unwrap();
    assert_same(&out[..len], &expected, context);
    for &scalar in y.iter().take(2) {
        let expected: Vec<T> = x.iter().map(|&x| kernel.of_two(x, scalar)).collect();
        kernel.scalar(x, scalar, out).unwrap();
        assert_same(&out[..len], &expected, context);
    }
}

/// Lengths across several of the widest vectors, and their tails.
struct EveryLength;

impl Check for EveryLength {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(1);
        for len in (0..=300).chain([1023, 4095, 4096, 4097]) {
            let (x, y) = (random.elements::<T>(len), random.elements::<T>(len));
            let mut out = random.elements::<T>(len + 2);
            let beyond = out[len..].to_vec();
            check_pair(kernel, &x, &y, &mut out);
            assert_same(&out[len..], &beyond, || format!("beyond {len} elements"));
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
            let mut out = vec![T::of_bits(0); x.len()];
            check_pair(kernel, &x, &y, &mut out);
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
            let mut out = vec![T::of_bits(0); len];
            for at in 0..len {
                for (in_x, in_y) in [(true, false), (false, true), (true, true)] {
                    let (mut x, mut y) = (x.clone(), y.clone());
                    if in_x {
                        x[at] = first;
                    }
                    if in_y {
                        y[at] = second;
                    }
                    check_pair(kernel, &x, &y, &mut out);
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
        let mut out = [T::of_bits(0); LEN + 64];
        for offset in 0..64 {
            check_pair(kernel, &x[offset..][..LEN], &y[..LEN], &mut out[..LEN]);
            check_pair(kernel, &x[..LEN], &y[offset..][..LEN], &mut out[..LEN]);
            check_pair(kernel, &x[..LEN], &y[..LEN], &mut out[offset..][..LEN]);
        }
    }
}

#[test]
fn every_alignment() {
    maximum_everywhere(&EveryAlignment);
}

/// Outputs large enough to be written past the caches, from a start on no vector boundary.
struct Large;

impl Check for Large {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let len = streams_from() / size_of::<T>() + 77;
        let pattern = Random::new(4).elements::<T>(4099);
        let x: Vec<T> = pattern.iter().copied().cycle().take(len).collect();
        let y: Vec<T> = pattern.iter().rev().copied().cycle().take(len).collect();
        let mut out = vec![T::of_bits(0); len + 1];
        kernel.elementwise(&x, &y, &mut out[1..]).unwrap();
        let period: Vec<T> = pattern.iter().zip(pattern.iter().rev()).map(|(&x, &y)| kernel.of_two(x, y)).collect();
        for found in out[1..].chunks(period.len()) {
            assert_same(found, &period[..found.len()], || format!("{len} elements on {}", kernel.isa().name()));
        }
    }
}

#[test]
fn outputs_beyond_the_caches() {
    // What is said of the caches is theirs: a part of the smallest that processors have, and no more than the stated most.
    assert!((1 << 18..=48 << 20).contains(&streams_from()), "{}", streams_from());
    maximum_everywhere(&Large);
}
