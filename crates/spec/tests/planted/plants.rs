//! The planted faults: a fault, operands that bring it out, and the clauses of all profiles that it violates.

use opconform_spec::{Case, Outcome};
use opconform_tensor::DType;

use super::faults;

/// Every float type.
pub(crate) const FLOATS: &[DType] = &[DType::Bf16, DType::F16, DType::F32, DType::F64];
/// Every type of `Max`.
pub(crate) const ALL: &[DType] = DType::ALL.as_slice().split_at(12).0;
/// The same without bf16, which is the first of them and no number type of .NET's.
const OF_NET: &[DType] = ALL.split_first().expect("bf16 is the first").1;

/// The clauses that hold the result against the greatest operand by value.
pub(crate) const VALUES: &[&str] = &["ONNX-MAX-VALUE", "NET-MAX-VALUE", "MARS-MAX-VALUE"];
const P1: &[&str] = &["SONNX-MAX-P1", "SONNX-MAX-P1u"];
const P2: &[&str] = &["SONNX-MAX-P2", "SONNX-MAX-P2u"];
const NANS: &[&str] = &["SONNX-MAX-NAN", "ONNX-MAX-NAN", "NET-MAX-NAN", "MARS-MAX-NAN"];
const ORDER: &[&str] = &["SONNX-MAX-ORDER"];
const SHAPES: &[&str] = &["SONNX-MAX-C2", "ONNX-MAX-8-BROADCAST", "NET-MAX-SHAPE", "MARS-MAX-BROADCAST"];

/// Operands as shapes and values.
pub(crate) type Operands = &'static [(&'static [usize], &'static [&'static str])];

/// A faulty maximum.
pub(crate) type Fault = fn(&Case) -> Outcome;

/// A fault, the types and the operands that bring it out, and the clauses that it violates.
pub(crate) struct Plant {
    pub(crate) name: &'static str,
    pub(crate) dtypes: &'static [DType],
    pub(crate) operands: Operands,
    pub(crate) fault: Fault,
    pub(crate) violates: &'static [&'static [&'static str]],
}

/// The plants.
pub(crate) const PLANTS: &[Plant] = &[
    Plant {
        name: "one number of three is lost with the NaN beside it",
        dtypes: FLOATS,
        operands: &[(&[1], &["2.0"]), (&[1], &["nan1"]), (&[1], &["1.0"])],
        fault: faults::last_operand,
        violates: &[&["SONNX-MAX-NUMBER", "SONNX-MAX-NAN", "ONNX-MAX-NUMBER", "ONNX-MAX-NAN"]],
    },
    Plant {
        name: "neither the NaN nor the number",
        dtypes: FLOATS,
        operands: &[(&[1], &["1.0"]), (&[1], &["nan1"])],
        fault: faults::nan_is_zero,
        violates: &[NANS, &["SONNX-MAX-NUMBER", "ONNX-MAX-NUMBER", "NET-MAX-NUMBER", "MARS-MAX-NUMBER"]],
    },
    Plant {
        name: "a NaN is ignored",
        dtypes: FLOATS,
        operands: &[(&[1], &["nan1"]), (&[1], &["1.0"])],
        fault: faults::nan_ignored,
        violates: &[NANS],
    },
    Plant {
        name: "a NaN in the second operand is lost",
        dtypes: FLOATS,
        operands: &[(&[2], &["nan1", "1.0"]), (&[2], &["1.0", "snan"])],
        fault: faults::second_nan_lost,
        violates: &[NANS],
    },
    Plant {
        name: "of two NaNs the second is returned",
        dtypes: FLOATS,
        operands: &[(&[1], &["nan1"]), (&[1], &["nan2"])],
        fault: faults::last_nan,
        violates: &[&["MARS-MAX-FIRST"]],
    },
    Plant {
        name: "the payload of the one NaN is lost",
        dtypes: FLOATS,
        operands: &[(&[1], &["1.0"]), (&[1], &["nan1"])],
        fault: faults::canonical_nan,
        violates: &[&["NET-MAX-NAN-BITS", "MARS-MAX-NAN-BITS"]],
    },
    Plant {
        name: "the payload of two NaNs is lost",
        dtypes: FLOATS,
        operands: &[(&[1], &["nan1"]), (&[1], &["nan2"])],
        fault: faults::canonical_nan,
        violates: &[&["NET-MAX-NAN-BITS", "MARS-MAX-FIRST"]],
    },
    Plant {
        name: "a NaN is made of numbers",
        dtypes: FLOATS,
        operands: &[(&[1], &["inf"]), (&[1], &["-inf"])],
        fault: faults::nan_of_infinities,
        violates: &[P1, P2, ORDER, VALUES],
    },
    Plant {
        name: "−0 over +0",
        dtypes: FLOATS,
        operands: &[(&[1], &["0.0"]), (&[1], &["-0.0"])],
        fault: faults::second_if_equal,
        violates: &[ORDER, &["SONNX-MAX-ZERO", "NET-MAX-ZERO"]],
    },
    Plant {
        name: "−0 alone becomes +0",
        dtypes: FLOATS,
        operands: &[(&[1], &["-0.0"])],
        fault: faults::from_positive_zero,
        violates: &[ORDER, &["SONNX-MAX-ZERO"]],
    },
    Plant {
        name: "a NaN alone becomes a number",
        dtypes: FLOATS,
        operands: &[(&[1], &["nan1"])],
        fault: faults::nan_is_zero,
        violates: &[&["SONNX-MAX-NUMBER", "SONNX-MAX-NAN", "ONNX-MAX-NUMBER", "ONNX-MAX-NAN"]],
    },
    Plant {
        name: "NaNs alone become nothing",
        dtypes: FLOATS,
        operands: &[(&[1], &["nan1"]), (&[1], &["-snan"])],
        fault: faults::nans_are_nothing,
        violates: &[NANS, &["SONNX-MAX-NUMBER", "ONNX-MAX-NUMBER", "NET-MAX-NUMBER", "MARS-MAX-NUMBER"]],
    },
    Plant {
        name: "a subnormal is flushed",
        dtypes: FLOATS,
        operands: &[(&[1], &["min_subnormal"]), (&[1], &["-1.0"])],
        fault: faults::flushed,
        violates: &[P1, P2, ORDER, VALUES],
    },
    Plant {
        name: "a subnormal below zero is flushed",
        dtypes: FLOATS,
        operands: &[(&[1], &["-max_subnormal"]), (&[1], &["-inf"])],
        fault: faults::flushed,
        violates: &[P2, ORDER, VALUES],
    },
    Plant {
        name: "an infinity is passed over",
        dtypes: FLOATS,
        operands: &[(&[1], &["inf"]), (&[1], &["max_finite"])],
        fault: faults::infinity_passed_over,
        violates: &[P1, ORDER, VALUES],
    },
    Plant {
        name: "rounded through f32",
        dtypes: &[DType::F64],
        operands: &[(&[1], &["1.1"]), (&[1], &["1.0"])],
        fault: faults::through_f32,
        violates: &[P2, VALUES],
    },
    Plant {
        name: "rounded through f16",
        dtypes: &[DType::F32, DType::F64],
        operands: &[(&[1], &["1.1"]), (&[1], &["1.0"])],
        fault: faults::through_f16,
        violates: &[P1, P2, VALUES],
    },
    Plant {
        name: "an integer is rounded through f64",
        dtypes: &[DType::I64, DType::U64],
        operands: &[(&[1], &["9007199254740993"]), (&[1], &["0"])],
        fault: faults::through_f64,
        violates: &[P1, P2, VALUES],
    },
    Plant {
        name: "the minimum",
        dtypes: ALL,
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::minimum,
        violates: &[P1, VALUES],
    },
    Plant {
        name: "more than any operand",
        dtypes: ALL,
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::above_all,
        violates: &[P2, VALUES],
    },
    Plant {
        name: "more than the one operand",
        dtypes: ALL,
        operands: &[(&[1], &["1"])],
        fault: faults::above_all,
        violates: &[P2, &["ONNX-MAX-VALUE"]],
    },
    Plant {
        name: "the minimum of three",
        dtypes: ALL,
        operands: &[(&[1], &["1"]), (&[1], &["2"]), (&[1], &["3"])],
        fault: faults::minimum,
        violates: &[P1, &["ONNX-MAX-VALUE"]],
    },
    Plant {
        name: "operands repeat from their start instead of broadcasting",
        dtypes: ALL,
        operands: &[(&[2, 1], &["1", "4"]), (&[3], &["2", "3", "5"])],
        fault: faults::cyclic,
        violates: &[P1, P2, VALUES],
    },
    Plant {
        name: "broadcast left-aligned",
        dtypes: ALL,
        operands: &[(&[2, 2], &["1", "1", "1", "1"]), (&[2], &["2", "3"])],
        fault: faults::left_aligned,
        violates: &[P1, P2, VALUES],
    },
    Plant {
        name: "the shape is flattened",
        dtypes: ALL,
        operands: &[(&[2, 1], &["1", "4"]), (&[2, 1], &["2", "3"])],
        fault: faults::flattened,
        violates: &[SHAPES],
    },
    Plant {
        name: "operands of one shape are refused",
        dtypes: OF_NET,
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::refused,
        violates: &[SHAPES, &["ONNX-MAX-TYPES", "SONNX-MAX-TYPE"]],
    },
    Plant {
        name: "operands of one shape are refused, of a type that is none of .NET's and NumPy's",
        dtypes: &[DType::Bf16],
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::refused,
        violates: &[&["SONNX-MAX-C2", "SONNX-MAX-TYPE", "ONNX-MAX-8-BROADCAST", "ONNX-MAX-TYPES"]],
    },
    Plant {
        name: "one operand is refused",
        dtypes: ALL,
        operands: &[(&[1], &["1"])],
        fault: faults::refused,
        violates: &[&["SONNX-MAX-C1", "SONNX-MAX-C2", "ONNX-MAX-N", "ONNX-MAX-8-BROADCAST", "ONNX-MAX-TYPES"]],
    },
    Plant {
        name: "operands that broadcast are refused",
        dtypes: OF_NET,
        operands: &[(&[1], &["1"]), (&[2], &["2", "3"])],
        fault: faults::refused,
        violates: &[&["SONNX-MAX-C2", "ONNX-MAX-8-BROADCAST", "MARS-MAX-BROADCAST"]],
    },
    Plant {
        name: "operands that broadcast are refused, of a type that is none of NumPy's",
        dtypes: &[DType::Bf16],
        operands: &[(&[1], &["1"]), (&[2], &["2", "3"])],
        fault: faults::refused,
        violates: &[&["SONNX-MAX-C2", "ONNX-MAX-8-BROADCAST"]],
    },
    Plant {
        name: "the result is of another type",
        dtypes: ALL,
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::another_type,
        violates: &[&["SONNX-MAX-TYPE", "ONNX-MAX-TYPE", "NET-MAX-TYPE", "MARS-MAX-ARRAY"]],
    },
    Plant {
        name: "shapes that do not broadcast are answered",
        dtypes: ALL,
        operands: &[(&[2], &["1", "2"]), (&[3], &["1", "2", "3"])],
        fault: faults::first_operand,
        violates: &[&["SONNX-MAX-E1", "ONNX-MAX-8-SHAPES", "MARS-MAX-BROADCAST"]],
    },
    Plant {
        name: "no output",
        dtypes: ALL,
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::nothing,
        violates: &[&["ROBUST-ANSWER"]],
    },
    Plant {
        name: "two outputs",
        dtypes: ALL,
        operands: &[(&[1], &["1"]), (&[1], &["2"])],
        fault: faults::twice,
        violates: &[&["ROBUST-ANSWER"]],
    },
    Plant {
        name: "a crash on shapes that do not broadcast",
        dtypes: ALL,
        operands: &[(&[2], &["1", "2"]), (&[3], &["1", "2", "3"])],
        fault: faults::crashed,
        violates: &[&["ROBUST-ANSWER"]],
    },
    Plant {
        name: "a hang",
        dtypes: ALL,
        operands: &[(&[1], &["1"])],
        fault: faults::hung,
        violates: &[&["ROBUST-ANSWER"]],
    },
    Plant {
        name: "an answer that cannot be read",
        dtypes: ALL,
        operands: &[(&[1], &["1"])],
        fault: faults::unreadable,
        violates: &[&["ROBUST-ANSWER"]],
    },
];
