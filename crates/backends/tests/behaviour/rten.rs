//! rten, one thread.

use opconform_tensor::{DType, Value};

use super::{MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, constant, full, open, output, run, unsupported};

#[test]
fn a_nan_propagates_the_first_of_two_with_its_payload() {
    let rten = open("rten");
    for length in [1, 7, 8, 31, 32, 33, 4097] {
        let max = |a, b| constant(&*rten, (&[length], a), (&[length], b));
        assert_eq!((max(NAN, ONE), max(ONE, NAN)), (NAN, NAN));
        assert_eq!((max(NAN, SIGNALLING), max(SIGNALLING, NAN)), (NAN, SIGNALLING));
        assert_eq!(max(NAN | MINUS_ZERO, NAN), NAN | MINUS_ZERO);
    }
}

#[test]
fn of_two_zeros_the_first_is_kept() {
    let rten = open("rten");
    for length in [1, 8, 33] {
        let max = |a, b| constant(&*rten, (&[length], a), (&[length], b));
        assert_eq!((max(ZERO, MINUS_ZERO), max(MINUS_ZERO, ZERO)), (ZERO, MINUS_ZERO));
    }
}

#[test]
fn of_its_four_types_max_takes_two() {
    let rten = open("rten");
    assert_eq!(rten.describe().dtypes, [DType::F32, DType::I8, DType::I32, DType::U8]);
    for dtype in DType::ALL {
        let one = Value::parse(dtype, if dtype == DType::Bool { "true" } else { "1" }).expect("a value").bits();
        let outcome = run(&*rten, vec![full(dtype, &[2], one), full(dtype, &[2], 0)]);
        match dtype {
            DType::F32 | DType::I32 => assert_eq!(output(outcome).to_bits(), [one; 2]),
            DType::I8 | DType::U8 => assert!(unsupported(outcome).ends_with("unsupported input type")),
            other => assert_eq!(unsupported(outcome), format!("{other}: rten has no tensors of {other}")),
        }
    }
}
