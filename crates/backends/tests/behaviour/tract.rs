//! tract, as it loads a model and as it optimises it.

use opconform_backends::Backend;
use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};

use super::{
    MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, case, constant, full, open, output, rejected, run, run_at, unsupported,
};

fn both() -> [Box<dyn Backend>; 2] {
    [open("tract"), open("tract-optimized")]
}

#[test]
fn a_nan_is_ignored() {
    for backend in both() {
        for length in [1, 7, 8, 31, 32, 33, 255, 256, 257, 4097] {
            let shape = &[length][..];
            for nan in [NAN, NAN | MINUS_ZERO, SIGNALLING] {
                assert_eq!(constant(&*backend, (shape, nan), (shape, ONE)), ONE);
                assert_eq!(constant(&*backend, (shape, ONE), (shape, nan)), ONE);
                assert_eq!(constant(&*backend, (shape, ONE), (&[1], nan)), ONE);
            }
        }
        for (dtype, nan, one) in [(DType::F16, 0x7e01, 0x3c00), (DType::F64, 0x7ff8 << 48, 0x3ff0 << 48)] {
            let result = output(run(&*backend, vec![full(dtype, &[40], nan), full(dtype, &[40], one)]));
            assert_eq!(result.to_bits(), [one; 40]);
        }
    }
}

#[test]
fn of_two_nans_the_second_is_kept_with_its_payload_and_stays_signalling() {
    for backend in both() {
        let max = |a, b| constant(&*backend, (&[40], a), (&[40], b));
        assert_eq!((max(NAN, NAN | MINUS_ZERO), max(NAN | MINUS_ZERO, NAN)), (NAN | MINUS_ZERO, NAN));
        assert_eq!(max(NAN, SIGNALLING), SIGNALLING);
        let alone = output(run(&*backend, vec![full(DType::F32, &[3], SIGNALLING)]));
        assert_eq!(alone.to_bits(), [SIGNALLING; 3]);
    }
}

#[test]
fn of_two_zeros_the_first_is_kept_and_optimised_that_of_the_larger_operand() {
    let [loaded, optimised] = both();
    for backend in [&loaded, &optimised] {
        let max = |a, b| constant(&**backend, (&[40], a), (&[40], b));
        assert_eq!((max(ZERO, MINUS_ZERO), max(MINUS_ZERO, ZERO)), (ZERO, MINUS_ZERO));
    }
    let small_first = |backend: &dyn Backend, a, b| constant(backend, (&[1], a), (&[40], b));
    assert_eq!(small_first(&*loaded, ZERO, MINUS_ZERO), ZERO);
    assert_eq!(small_first(&*optimised, ZERO, MINUS_ZERO), MINUS_ZERO);
}

/// A large f32 tensor against one scalar for each 2 to 15 neighbouring elements: optimised, `if x > s { x } else { s }`
/// from 256 elements in all, so that a NaN of the smaller operand comes through, and of two zeros the smaller operand's.
#[test]
fn short_periods_of_a_large_tensor_let_the_smaller_operands_nan_through() {
    let [loaded, optimised] = both();
    for (large, small, other_rule) in [
        (&[128_usize, 2][..], &[128_usize, 1][..], true),
        (&[127, 2], &[127, 1], false),
        (&[86, 3], &[86, 1], true),
        (&[85, 3], &[85, 1], false),
        (&[18, 15], &[18, 1], true),
        (&[17, 15], &[17, 1], false),
        (&[100, 16], &[100, 1], false),
        (&[64, 2, 2], &[64, 1, 1], true),
        (&[3, 128, 2], &[3, 128, 1], true),
        (&[2, 128, 2], &[1, 128, 1], false),
        (&[20, 15], &[1, 1], false),
        (&[300], &[1], false),
    ] {
        assert_eq!(constant(&*loaded, (large, ONE), (small, NAN)), ONE, "{large:?} {small:?}");
        let expected = if other_rule { (NAN, NAN, ONE, MINUS_ZERO) } else { (ONE, ONE, ONE, ZERO) };
        let found = (
            constant(&*optimised, (large, ONE), (small, NAN)),
            constant(&*optimised, (small, NAN), (large, ONE)),
            constant(&*optimised, (large, NAN), (small, ONE)),
            constant(&*optimised, (large, ZERO), (small, MINUS_ZERO)),
        );
        assert_eq!(found, expected, "{large:?} {small:?}");
    }
    let f64s = vec![full(DType::F64, &[128, 2], 0x3ff0 << 48), full(DType::F64, &[128, 1], 0x7ff8 << 48)];
    assert_eq!(output(run(&*optimised, f64s)).to_bits(), [0x3ff0 << 48; 256], "f32 alone");
}

#[test]
fn mixed_types_of_one_kind_are_promoted() {
    for backend in both() {
        let mixed = |a, b| run(&*backend, vec![full(a, &[2], 0), full(b, &[2], 0)]);
        for (a, b, wider) in [
            (DType::F32, DType::F64, DType::F64),
            (DType::F32, DType::F16, DType::F32),
            (DType::I8, DType::I32, DType::I32),
            (DType::U64, DType::U8, DType::U64),
        ] {
            assert_eq!(output(mixed(a, b)).dtype(), wider);
        }
        for (a, b) in [(DType::I8, DType::U8), (DType::I64, DType::F32)] {
            assert!(rejected(mixed(a, b)).contains("No super type"));
        }
    }
}

#[test]
fn what_tract_lacks_is_unsupported_with_a_reason_that_names_no_shape() {
    for backend in both() {
        for (dtype, reason) in [
            (DType::Bf16, "bf16: Unknown DatumType Bfloat16"),
            (DType::Bool, "bool: Max does not support Bool (eval in a)"),
        ] {
            for shape in [&[2_usize][..], &[3, 1], &[]] {
                let inputs = vec![full(dtype, shape, 0), full(dtype, shape, 1)];
                assert_eq!(unsupported(run(&*backend, inputs)), reason);
            }
            let beside = vec![full(DType::F32, &[2], 0), full(dtype, &[2], 0)];
            assert_eq!(unsupported(run(&*backend, beside)), reason);
        }
    }
}

#[test]
fn what_tract_refuses_is_rejected() {
    for backend in both() {
        let unequal = |a: &[usize], b: &[usize]| run(&*backend, vec![full(DType::F32, a, 0), full(DType::F32, b, 0)]);
        assert!(rejected(unequal(&[2], &[3])).contains("Can not broadcast"));
        assert!(rejected(unequal(&[0], &[2])).contains("Can not broadcast"));
        assert!(rejected(run(&*backend, vec![])).contains("No super type for []"));
        assert_eq!(output(unequal(&[0], &[1])).shape(), [0]);
    }
}

#[test]
fn the_operator_set_is_not_looked_at() {
    for backend in both() {
        let inputs = vec![full(DType::F32, &[2], 0), full(DType::F32, &[1], 0)];
        assert_eq!(output(run_at(&*backend, 6, inputs)).shape(), [2]);
        let early = vec![full(DType::I8, &[2], 0x80), full(DType::I8, &[2], 0xff)];
        assert_eq!(output(run_at(&*backend, 1, early)).to_bits(), [0xff; 2]);
    }
}

#[test]
fn ranks_element_types_and_numbers_of_operands_go_through() {
    for backend in both() {
        let is_carried = |dtype: &DType| !matches!(dtype, DType::Bf16 | DType::Bool) && !dtype.is_float8();
        for dtype in DType::ALL.into_iter().filter(is_carried) {
            let inputs = vec![full(dtype, &[2], 1).with_offset(3), full(dtype, &[2], 0)];
            assert_eq!(output(run(&*backend, inputs)).to_bits(), [1, 1], "{dtype}");
        }
        let deep = vec![full(DType::F32, &[1; 9], ONE), full(DType::F32, &[2, 1, 3], ZERO)];
        assert_eq!(output(run(&*backend, deep)).shape(), [1, 1, 1, 1, 1, 1, 2, 1, 3]);
        let many = (0..64).map(|bits| full(DType::U8, &[2], bits)).collect();
        assert_eq!(output(run(&*backend, many)).to_bits(), [63, 63]);
    }
}

#[test]
fn more_models_than_are_kept_and_one_of_them_again_and_again_on_two_threads() {
    let backend = open("tract-optimized");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for length in 1..=600 {
                    let ramp: Vec<u64> = (0..length).collect();
                    let ramp = Tensor::from_bits(DType::I32, &[length as usize], &ramp).expect("a tensor");
                    let cases = [
                        case(13, vec![ramp.clone(), full(DType::I32, &[1], 5)]),
                        case(13, vec![full(DType::I32, &[1], 1), full(DType::I32, &[1], length)]),
                    ];
                    let outcomes = backend.run(&cases);
                    let bits: Vec<Vec<u64>> = outcomes.into_iter().map(|outcome| output(outcome).to_bits()).collect();
                    assert_eq!(bits[0], (0..length).map(|bits| bits.max(5)).collect::<Vec<u64>>());
                    assert_eq!(bits[1], [length]);
                }
            });
        }
    });
}

#[test]
fn an_outcome_is_given_for_each_case_in_order() {
    let backend = open("tract");
    let cases = [
        case(13, vec![full(DType::F32, &[1], ONE)]),
        case(13, vec![full(DType::Bf16, &[1], 0)]),
        case(13, vec![full(DType::F32, &[2], 0), full(DType::F32, &[3], 0)]),
    ];
    let names: Vec<&str> = backend.run(&cases).iter().map(Outcome::name).collect();
    assert_eq!(names, ["output", "unsupported", "rejected"]);
}
