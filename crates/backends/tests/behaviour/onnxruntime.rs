//! ONNX Runtime, by its own library, of the version that `.ci/onnxruntime` fetches.

use opconform_backends::Backend;
use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};

use super::{MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, case, full, open, output, rejected, run, run_at, unsupported};

fn both() -> [Box<dyn Backend>; 2] {
    [open("onnxruntime"), open("onnxruntime-threads")]
}

/// The bits of the maximum of two constant f32 tensors of one length, each run of equal ones with its length.
fn runs(backend: &dyn Backend, length: usize, first: u64, second: u64) -> Vec<(u64, usize)> {
    let inputs = [first, second].map(|bits| full(DType::F32, &[length], bits));
    let bits = output(run(backend, inputs.into())).to_bits();
    bits.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn it_says_which_library_it_is() {
    for (backend, threads) in both().iter().zip(["one intra-op thread", " intra-op threads"]) {
        let about = backend.describe();
        assert_eq!((about.version.as_str(), about.language.as_str()), ("1.31.1", "C++"));
        let words = about.configuration.join("; ");
        assert!(words.contains(threads) && words.contains("libonnxruntime"), "{words}");
    }
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn a_nan_comes_through_with_its_payload() {
    for backend in both() {
        for length in [1, 2, 3, 4, 5, 8, 17, 1025] {
            for nan in [NAN, NAN | MINUS_ZERO] {
                assert_eq!(runs(&*backend, length, nan, ONE), [(nan, length)]);
                assert_eq!(runs(&*backend, length, ONE, nan), [(nan, length)]);
            }
        }
        let alone = output(run(&*backend, vec![full(DType::F32, &[3], SIGNALLING)]));
        assert_eq!(alone.to_bits(), [SIGNALLING; 3]);
    }
}

/// Groups of four keep the second of two zeros, what is left over the first; a single element keeps the second.
#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn the_sign_of_zero_depends_on_length_and_lane() {
    for backend in both() {
        for (length, in_fours) in [(1, 1), (2, 0), (3, 0), (4, 4), (5, 4), (7, 4), (8, 8), (9, 8), (1025, 1024)] {
            let expected = |first: u64, second| {
                [(second, in_fours), (first, length - in_fours)].into_iter().filter(|&(_, count)| count > 0)
            };
            for (first, second) in [(ZERO, MINUS_ZERO), (MINUS_ZERO, ZERO)] {
                let expected: Vec<_> = expected(first, second).collect();
                assert_eq!(runs(&*backend, length, first, second), expected, "{length}");
            }
        }
    }
}

/// In pairs, 64-bit integers of which the upper or lower halves differ are compared wrongly; one alone is not.
#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn pairs_of_64_bit_integers_are_compared_wrongly() {
    let (minus_one, minus_2_to_32) = (u64::MAX, 0xffff_ffff_0000_0000);
    for backend in both() {
        let max = |length: usize| {
            let inputs = [minus_one, minus_2_to_32].map(|bits| full(DType::I64, &[length], bits));
            output(run(&*backend, inputs.into())).to_bits()
        };
        assert_eq!(max(1), [minus_one]);
        assert_eq!(max(2), [minus_2_to_32; 2]);
        assert_eq!(max(3), [minus_2_to_32, minus_2_to_32, minus_one]);
    }
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn what_it_lacks_is_unsupported_with_a_reason_that_names_no_shape() {
    for backend in both() {
        for (dtype, opset, reason) in [
            (DType::Bf16, 13, "bf16: Could not find an implementation for Max(13) node with name 'node'"),
            (DType::I16, 13, "i16: Could not find an implementation for Max(13) node with name 'node'"),
            (DType::U16, 12, "u16: Could not find an implementation for Max(12) node with name 'node'"),
            (DType::F32, 1, "f32: Could not find an implementation for Max(1) node with name 'node'"),
            (DType::F64, 6, "f64: Could not find an implementation for Max(6) node with name 'node'"),
            (
                DType::Bool,
                13,
                "bool: This is an invalid model. Type Error: Type 'tensor(bool)' of input parameter (x0) of operator \
                 (Max) in node (node) is invalid.",
            ),
        ] {
            for shape in [&[2_usize][..], &[3, 1], &[]] {
                let inputs = vec![full(dtype, shape, 0), full(dtype, shape, 1)];
                assert_eq!(unsupported(run_at(&*backend, opset, inputs)), reason);
            }
        }
        let beyond = unsupported(run_at(&*backend, 99, vec![full(DType::F32, &[1], 0)]));
        assert!(beyond.contains("Unsupported model IR version") && !beyond.ends_with(char::is_whitespace), "{beyond}");
    }
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn what_it_refuses_is_rejected() {
    for backend in both() {
        let unequal = |a: &[usize], b: &[usize]| run(&*backend, vec![full(DType::F32, a, 0), full(DType::F32, b, 0)]);
        assert!(rejected(unequal(&[2], &[3])).contains("Incompatible dimensions"));
        assert!(rejected(unequal(&[0], &[2])).contains("Incompatible dimensions"));
        assert_eq!(output(unequal(&[0], &[1])).shape(), [0]);
        let mixed = run(&*backend, vec![full(DType::F32, &[2], 0), full(DType::F64, &[2], 0)]);
        assert!(rejected(mixed).contains("bound to different types"));
        assert!(rejected(run(&*backend, vec![])).contains("input size 0"));
    }
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn shapes_alignments_and_numbers_of_operands_go_through() {
    for backend in both() {
        for dtype in [DType::F16, DType::F32, DType::F64, DType::I8, DType::I32, DType::I64, DType::U8, DType::U64] {
            let inputs = vec![full(dtype, &[37], 1).with_offset(3), full(dtype, &[1], 0).with_offset(1)];
            assert_eq!(output(run(&*backend, inputs)).to_bits(), [1; 37], "{dtype}");
        }
        let deep = vec![full(DType::F32, &[1; 7], ONE), full(DType::F32, &[2, 1, 3], ZERO)];
        assert_eq!(output(run(&*backend, deep)).shape(), [1, 1, 1, 1, 2, 1, 3]);
        let many = (0..64).map(|bits| full(DType::U8, &[2], bits)).collect();
        assert_eq!(output(run(&*backend, many)).to_bits(), [63, 63]);
        assert_eq!(output(run(&*backend, vec![full(DType::F32, &[], ONE)])).shape(), [0_usize; 0]);
    }
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn many_models_and_one_of_them_again_and_again_on_two_threads() {
    for backend in both() {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for length in 1..=300_u64 {
                        let ramp: Vec<u64> = (0..length).collect();
                        let ramp = Tensor::from_bits(DType::I32, &[length as usize], &ramp).expect("a tensor");
                        let five = full(DType::I32, &[1], 5);
                        let cases = [case(13, vec![ramp, five.clone()]), case(13, vec![five.clone(), five])];
                        let names: Vec<Outcome> = backend.run(&cases);
                        let bits: Vec<Vec<u64>> = names.into_iter().map(|outcome| output(outcome).to_bits()).collect();
                        assert_eq!(bits, [(0..length).map(|bits| bits.max(5)).collect::<Vec<_>>(), vec![5]]);
                    }
                });
            }
        });
    }
}
