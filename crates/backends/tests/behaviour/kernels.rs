//! Our kernels under the rules of every operator, on every instruction set of this machine.

use opconform_backends::{BACKENDS, Backend};
use opconform_spec::{Attribute, Case, OPERATORS, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

use super::{MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, constant, full, output, rejected, run, run_at};

/// Ours, as far as they are available here.
pub(super) fn ours() -> Vec<Box<dyn Backend>> {
    let names = ["portable", "avx2", "avx512", "neon"];
    BACKENDS.iter().filter(|entry| names.contains(&entry.name)).filter_map(|entry| entry.open().ok()).collect()
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
            _ if dtype.is_float8() => u32::MAX,
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

/// What a backend does with a case of an operator by its qualified name.
fn run_of(
    backend: &dyn Backend,
    name: &str,
    opset: u32,
    inputs: Vec<Tensor>,
    attributes: &[(&str, Attribute)],
) -> Outcome {
    let operator = Operator::named(name).expect("an operator");
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let origin = Origin { source: "test".into(), seed: None };
    let case = Case::new(operator, opset, inputs, "behaviour", origin).with_attributes(attributes);
    backend.run(&[case]).remove(0)
}

fn row(dtype: DType, bits: &[u64]) -> Tensor {
    Tensor::from_bits(dtype, &[bits.len()], bits).expect("a tensor")
}

#[test]
fn every_operator_is_run() {
    for backend in ours() {
        let known = &backend.describe().operators;
        assert!(OPERATORS.iter().all(|operator| known.iter().any(|name| *name == operator.qualified())));
    }
}

#[test]
fn a_reduction_of_nothing_is_the_identity_of_its_type() {
    let axes = || row(DType::I64, &[0]);
    for backend in ours() {
        for (dtype, least, greatest) in
            [(DType::U8, 0, 0xff), (DType::I8, 0x80, 0x7f), (DType::Bool, 0, 1), (DType::F16, 0xfc00, 0x7c00)]
        {
            for (name, identity) in [("ReduceMax", least), ("ReduceMin", greatest)] {
                let inputs = vec![Tensor::from_bits(dtype, &[0, 2], &[]).expect("a tensor"), axes()];
                let found = output(run_of(&*backend, name, 20, inputs, &[]));
                assert_eq!((found.shape(), found.to_bits()), ([1, 2].as_slice(), vec![identity; 2]), "{name} {dtype}");
            }
        }
        let empty = vec![row(DType::F32, &[])];
        assert!(rejected(run_of(&*backend, "numpy.amax", 1, empty, &[])).contains("element"));
    }
}

#[test]
fn spans_are_written_in_place_or_apart_and_refused_in_between() {
    let span = |name, start, length| (name, Attribute::Ints(vec![start, length]));
    for backend in ours() {
        let call = |destination| {
            let spans = [span("x", 0, 2), span("y", 2, 2), span("destination", destination, 2)];
            run_of(&*backend, "dotnet.SpanMax", 1, vec![row(DType::I32, &[1, 4, 3, 2, 9, 9, 9])], &spans)
        };
        assert_eq!(output(call(4)).to_bits(), [1, 4, 3, 2, 3, 4, 9]);
        assert_eq!(output(call(0)).to_bits(), [3, 4, 3, 2, 9, 9, 9]);
        assert!(rejected(call(1)).contains("overlaps the destination"));
        assert!(rejected(call(3)).contains("overlaps the destination"));
    }
}

#[test]
fn nans_are_ignored_and_elements_left_alone_where_it_is_said() {
    for backend in ours() {
        let (x, y) = (row(DType::F32, &[NAN, NAN, ONE]), row(DType::F32, &[ONE, SIGNALLING, NAN]));
        let found = output(run_of(&*backend, "numpy.fmax", 1, vec![x.clone(), y.clone()], &[]));
        assert_eq!(found.to_bits(), [ONE, NAN, ONE]);
        let inputs = vec![x, y, row(DType::F32, &[7, 8, 9]), row(DType::Bool, &[0, 1, 0])];
        let arguments = [("out", Attribute::Int(2)), ("where", Attribute::Int(3))];
        assert_eq!(output(run_of(&*backend, "numpy.maximum", 1, inputs, &arguments)).to_bits(), [7, NAN, 9]);
    }
}

#[test]
fn a_sub_sequence_lies_along_its_axis() {
    let x = || Tensor::from_bits(DType::I32, &[2, 2], &[0; 4]).expect("a tensor");
    for backend in ours() {
        let along = |axis| {
            let inputs = vec![x(), row(DType::I32, &[1, 2])];
            output(run_of(&*backend, "paddle.maximum", 1, inputs, &[("axis", Attribute::Int(axis))])).to_bits()
        };
        assert_eq!((along(0), along(1), along(-1)), (vec![1, 1, 2, 2], vec![1, 2, 1, 2], vec![1, 2, 1, 2]));
    }
}
