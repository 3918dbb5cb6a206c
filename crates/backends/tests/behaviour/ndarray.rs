//! ndarray with the type's `max`, and with a comparison.

use opconform_tensor::DType;

use super::{MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, constant, full, open, output, rejected, run, unsupported};

#[test]
fn the_max_method_ignores_a_nan_and_the_comparison_takes_the_second() {
    let (method, compare) = (open("ndarray-f32max"), open("ndarray-compare"));
    for shape in [&[1_usize][..], &[33], &[2, 3, 5], &[]] {
        let method = |a, b| constant(&*method, (shape, a), (shape, b));
        let compare = |a, b| constant(&*compare, (shape, a), (shape, b));
        assert_eq!((method(NAN, ONE), method(ONE, NAN), method(SIGNALLING, ONE)), (ONE, ONE, ONE));
        assert_eq!((compare(NAN, ONE), compare(ONE, NAN), compare(ONE, SIGNALLING)), (ONE, NAN, SIGNALLING));
        assert_eq!((compare(ZERO, MINUS_ZERO), compare(MINUS_ZERO, ZERO)), (MINUS_ZERO, ZERO));
        let both = NAN | MINUS_ZERO;
        assert_eq!((compare(NAN, both), compare(both, NAN)), (both, NAN));
    }
}

#[test]
fn half_floats_ignore_a_nan_too() {
    let backend = open("ndarray-f32max");
    for (dtype, nan, one) in [(DType::F16, 0x7e01, 0x3c00), (DType::Bf16, 0x7fc1, 0x3f80)] {
        for (a, b) in [(nan, one), (one, nan)] {
            let result = output(run(&*backend, vec![full(dtype, &[3], a), full(dtype, &[3], b)]));
            assert_eq!(result.to_bits(), [one; 3]);
        }
    }
}

#[test]
fn shapes_broadcast_both_ways_and_by_ndarrays_own_rule() {
    let backend = open("ndarray-compare");
    let max = |shapes: &[&[usize]]| run(&*backend, shapes.iter().map(|shape| full(DType::I8, shape, 1)).collect());
    assert_eq!(output(max(&[&[2, 1], &[3]])).shape(), [2, 3]);
    assert_eq!(output(max(&[&[1], &[4, 0, 1], &[]])).shape(), [4, 0, 1]);
    assert_eq!(output(max(&[&[], &[]])).shape(), [0_usize; 0]);
    assert_eq!(output(max(&[&[1; 11], &[2, 2]])).shape().len(), 11);
    assert_eq!(rejected(max(&[&[2], &[3]])), "ndarray does not broadcast shape 3 to 2");
    assert_eq!(rejected(max(&[&[0], &[2]])), "ndarray does not broadcast shape 2 to 0");
}

#[test]
fn integers_are_exact_and_what_is_no_number_is_unsupported() {
    let backend = open("ndarray-f32max");
    let extremes = |dtype, a, b| output(run(&*backend, vec![full(dtype, &[2], a), full(dtype, &[2], b)])).to_bits();
    assert_eq!(extremes(DType::I64, u64::MAX, (1 << 53) + 1), [(1 << 53) + 1; 2]);
    assert_eq!(extremes(DType::U64, u64::MAX, u64::MAX - 1), [u64::MAX; 2]);
    assert!(unsupported(run(&*backend, vec![full(DType::Bool, &[2], 1)])).starts_with("bool"));
    let mixed = vec![full(DType::I8, &[2], 1), full(DType::U8, &[2], 1)];
    assert!(rejected(run(&*backend, mixed)).contains("i8 and u8"));
    assert!(rejected(run(&*backend, vec![])).starts_with("no operand"));
}
