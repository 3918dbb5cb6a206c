//! Our kernels under ONNX's rules, on every instruction set of this machine.

use opconform_backends::{BACKENDS, Backend};
use opconform_tensor::{DType, Tensor};

use super::{MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, constant, full, output, rejected, run, run_at};

/// Ours, as far as they are available here.
pub(super) fn ours() -> Vec<Box<dyn Backend>> {
    let names = ["portable", "avx2", "avx512", "neon"];
    BACKENDS.iter().filter(|entry| names.contains(&entry.name)).filter_map(|entry| (entry.open)().ok()).collect()
}

#[test]
fn portable_is_always_there() {
    assert!(ours().iter().any(|backend| backend.describe().name == "portable"));
}

#[test]
fn the_first_nan_and_the_greater_zero_are_kept() {
    for backend in ours() {
        for shapes in [[&[33_usize][..], &[33]], [&[33], &[1]], [&[], &[5]], [&[100, 3], &[100, 1]]] {
            let max = |a, b| constant(&*backend, (shapes[0], a), (shapes[1], b));
            assert_eq!(max(NAN, ONE), NAN);
            assert_eq!(max(ONE, SIGNALLING), SIGNALLING);
            assert_eq!(max(NAN | MINUS_ZERO, SIGNALLING), NAN | MINUS_ZERO);
            assert_eq!((max(ZERO, MINUS_ZERO), max(MINUS_ZERO, ZERO)), (ZERO, ZERO));
        }
    }
}

#[test]
fn types_and_shapes_are_those_of_the_operator_set() {
    let portable = super::open("portable");
    for dtype in DType::ALL {
        let since = match dtype {
            DType::F16 | DType::F32 | DType::F64 => 1,
            DType::Bf16 => 13,
            DType::Bool => u32::MAX,
            _ => 12,
        };
        for opset in [1, 6, 8, 12, 13, 28] {
            let outcome = run_at(&*portable, opset, vec![full(dtype, &[2], 0), full(dtype, &[2], 1)]);
            if opset < since {
                assert!(rejected(outcome).contains(dtype.name()));
            } else {
                assert_eq!(output(outcome).to_bits(), [1, 1]);
            }
        }
    }
    let broadcast = || vec![full(DType::F32, &[2], ONE), full(DType::F32, &[1], ONE)];
    assert!(rejected(run_at(&*portable, 7, broadcast())).starts_with("Max broadcasts from operator set 8 on"));
    assert_eq!(output(run_at(&*portable, 8, broadcast())).shape(), [2]);
}

#[test]
fn ill_formed_cases_are_refused() {
    let portable = super::open("portable");
    let refused = |inputs| rejected(run(&*portable, inputs));
    assert_eq!(refused(vec![]), "Max takes at least one operand");
    let mixed = vec![full(DType::F32, &[1], 0), full(DType::F64, &[1], 0)];
    assert_eq!(refused(mixed), "Max takes operands of one element type, found f32 and f64");
    assert!(refused(vec![full(DType::F32, &[2], 0), full(DType::F32, &[3], 0)]).contains("do not broadcast"));
    let huge = vec![full(DType::F32, &[1 << 13, 1, 1, 1, 1], 0); 1].into_iter().chain((1..5).map(|axis| {
        let mut shape = [1; 5];
        shape[axis] = 1 << 13;
        full(DType::F32, &shape, 0)
    }));
    assert!(refused(huge.collect()).starts_with("no memory for a result of shape 8192x8192"));
}

#[test]
fn operands_are_read_where_they_lie() {
    for backend in ours() {
        for offset in [1, 3, 7, 15] {
            let ramp: Vec<u64> = (0..67).collect();
            let a = Tensor::from_bits(DType::U8, &[67], &ramp).expect("a tensor").with_offset(offset);
            let b = full(DType::U8, &[], 40).with_offset(offset + 1);
            let expected: Vec<u64> = (0..67).map(|bits| bits.max(40)).collect();
            assert_eq!(output(run(&*backend, vec![a, b])).to_bits(), expected);
        }
    }
}
