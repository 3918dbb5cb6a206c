//! candle, on the CPU.

use opconform_tensor::{DType, Value};

use super::{MINUS_ZERO, NAN, ONE, SIGNALLING, ZERO, constant, full, open, output, run, unsupported};

#[test]
fn the_first_operand_is_kept_if_it_is_not_less() {
    let candle = open("candle");
    for length in [1, 7, 8, 31, 32, 33, 4097] {
        let max = |a, b| constant(&*candle, (&[length], a), (&[length], b));
        assert_eq!((max(NAN, ONE), max(ONE, NAN)), (NAN, ONE));
        assert_eq!((max(NAN, SIGNALLING), max(SIGNALLING, NAN)), (NAN, SIGNALLING));
        assert_eq!((max(ZERO, MINUS_ZERO), max(MINUS_ZERO, ZERO)), (ZERO, MINUS_ZERO));
    }
}

#[test]
fn nine_types_are_there_and_the_others_are_unsupported() {
    let candle = open("candle");
    for dtype in DType::ALL {
        let one = Value::parse(dtype, if dtype == DType::Bool { "true" } else { "1" }).expect("a value").bits();
        let outcome = run(&*candle, vec![full(dtype, &[2], one), full(dtype, &[2], 0)]);
        if candle.describe().dtypes.contains(&dtype) {
            assert_eq!(output(outcome).to_bits(), [one; 2], "{dtype}");
        } else {
            unsupported(outcome);
        }
    }
}
