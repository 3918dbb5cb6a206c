//! Every document on the maximum of two numbers, with a maximum that does what it says and the faults that are planted in it.
//!
//! Whatever of a document is a clause is killed by one of its faults: a clause more is, where none here breaks it, a fault more in
//! the document's line.

use crate::document::{Document, Fault};
use crate::maximum::{Bits, Maximum, Nan, Numbers, PROPAGATES, Tie};

/// A number wins, and +0 is above −0.
const IGNORES: Maximum = Maximum { nan: Nan::Loses, signalling: Nan::Loses, ..PROPAGATES };

/// A number wins against a quiet NaN, and a signalling one against a number.
const IGNORES_QUIET: Maximum = Maximum { signalling: Nan::Wins, ..IGNORES };

/// `a > b ? a : b`, with the bits of the operand.
const SECOND: Maximum = Maximum {
    ties: Tie::Second,
    nan: Nan::Second,
    signalling: Nan::Second,
    nans: Nan::Second,
    bits: Bits::Kept,
    ..PROPAGATES
};

/// The greater magnitude of two numbers.
const fn of_magnitudes(maximum: Maximum) -> Maximum {
    Maximum { numbers: Numbers::GreaterMagnitude, ..maximum }
}

const LESSER: Fault = Fault {
    name: "lesser",
    fault: "of two numbers the lesser",
    plant: |it| Maximum { numbers: it.numbers.turned(), ..it },
};
const BY_VALUE: Fault = Fault {
    name: "by-value",
    fault: "values are compared, and not magnitudes",
    plant: |it| Maximum { numbers: Numbers::Greater, ..it },
};
const NAN_IGNORED: Fault = Fault {
    name: "nan-ignored",
    fault: "beside a NaN, the number",
    plant: |it| Maximum { nan: Nan::Loses, signalling: Nan::Loses, ..it },
};
const NAN_PROPAGATED: Fault = Fault {
    name: "nan-propagated",
    fault: "beside a number, the NaN",
    plant: |it| Maximum { nan: Nan::Wins, signalling: Nan::Wins, ..it },
};
const NAN_FIRST: Fault = Fault {
    name: "nan-first",
    fault: "of a NaN and a number the first operand",
    plant: |it| Maximum { nan: Nan::First, signalling: Nan::First, ..it },
};
const NAN_SECOND: Fault = Fault {
    name: "nan-second",
    fault: "of a NaN and a number the second operand",
    plant: |it| Maximum { nan: Nan::Second, signalling: Nan::Second, ..it },
};
const NAN_NEITHER: Fault = Fault {
    name: "nan-neither",
    fault: "of a NaN and a number +0",
    plant: |it| Maximum { nan: Nan::Neither, signalling: Nan::Neither, ..it },
};
const NAN_OF_AN_OPERAND: Fault = Fault {
    name: "nan-of-an-operand",
    fault: "in place of the canonical NaN, that of the operand",
    plant: |it| Maximum { nan: Nan::Wins, signalling: Nan::Wins, ..it },
};
const NANS_ZERO: Fault =
    Fault { name: "nans-zero", fault: "of two NaNs +0", plant: |it| Maximum { nans: Nan::Neither, ..it } };
const NANS_FIRST: Fault =
    Fault { name: "nans-first", fault: "of two NaNs the first", plant: |it| Maximum { nans: Nan::First, ..it } };
const NANS_SECOND: Fault =
    Fault { name: "nans-second", fault: "of two NaNs the second", plant: |it| Maximum { nans: Nan::Second, ..it } };
const SIGNALLING_AS_QUIET: Fault = Fault {
    name: "signalling-as-quiet",
    fault: "a signalling NaN is passed over as a quiet one is",
    plant: |it| Maximum { signalling: it.nan, ..it },
};
const ZERO_BACKWARDS: Fault =
    Fault { name: "zero-backwards", fault: "−0 is above +0", plant: |it| Maximum { ties: Tie::Backwards, ..it } };
const ZERO_FIRST: Fault =
    Fault { name: "zero-first", fault: "of two zeros the first", plant: |it| Maximum { ties: Tie::First, ..it } };
const ZERO_SECOND: Fault =
    Fault { name: "zero-second", fault: "of two zeros the second", plant: |it| Maximum { ties: Tie::Second, ..it } };
const SIGN_BACKWARDS: Fault = Fault {
    name: "sign-backwards",
    fault: "of one magnitude the negative is above the positive",
    plant: |it| Maximum { ties: Tie::Backwards, ..it },
};

const NAN_KEPT: Fault =
    Fault { name: "nan-kept", fault: "a signalling NaN stays one", plant: |it| Maximum { bits: Bits::Kept, ..it } };
const NAN_QUIETED: Fault = Fault {
    name: "nan-quieted",
    fault: "a signalling NaN is made quiet",
    plant: |it| Maximum { bits: Bits::Quieted, ..it },
};
const NAN_FOREIGN: Fault = Fault {
    name: "nan-foreign",
    fault: "a NaN of a payload that no operand has",
    plant: |it| Maximum { bits: Bits::Foreign, ..it },
};
const NAN_SIGNALLING: Fault = Fault {
    name: "nan-signalling",
    fault: "a signalling NaN that is no operand",
    plant: |it| Maximum { bits: Bits::ForeignSignalling, ..it },
};

/// Of a document in which NaNs win and zeros have an order.
const ORDERED_PROPAGATING: &[&Fault] =
    &[&LESSER, &NAN_IGNORED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &ZERO_BACKWARDS, &ZERO_FIRST, &ZERO_SECOND];
/// Of one in which numbers win and zeros have an order.
const ORDERED_IGNORING: &[&Fault] =
    &[&LESSER, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &ZERO_BACKWARDS, &ZERO_FIRST, &ZERO_SECOND];
/// Where NaNs win, and a zero is any.
const PROPAGATING: &[&Fault] = &[&LESSER, &NAN_IGNORED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO];
/// Where numbers win, and a zero is any.
const IGNORING: &[&Fault] = &[&LESSER, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO];
/// Where magnitudes are compared, and NaNs win.
const MAGNITUDES_PROPAGATING: &[&Fault] =
    &[&LESSER, &BY_VALUE, &NAN_IGNORED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &SIGN_BACKWARDS];
/// Where magnitudes are compared, and numbers win.
const MAGNITUDES_IGNORING: &[&Fault] =
    &[&LESSER, &BY_VALUE, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &SIGN_BACKWARDS];
/// Where a NaN is left open.
const OPEN: &[&Fault] = &[&LESSER, &NAN_NEITHER, &NANS_ZERO];

/// The line of a document that leaves no choice of those that are made here.
const fn document(profile: &'static str, sound: Maximum, faults: &'static [&'static Fault]) -> Document {
    Document { profile, choice: "", sound, faults }
}

/// The line of one that leaves a choice.
const fn choosing(
    profile: &'static str,
    choice: &'static str,
    sound: Maximum,
    faults: &'static [&'static Fault],
) -> Document {
    Document { profile, choice, sound, faults }
}

const FIRST_ZERO: &str = "of two zeros the first";

/// Every document, in the order of reports.
pub static DOCUMENTS: &[Document] = &[
    document("ecmascript", PROPAGATES, ORDERED_PROPAGATING),
    document("java", PROPAGATES, ORDERED_PROPAGATING),
    document(
        "llvm-maximum",
        PROPAGATES,
        &[
            &LESSER,
            &NAN_IGNORED,
            &NAN_FIRST,
            &NAN_SECOND,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_SIGNALLING,
        ],
    ),
    document(
        "llvm-maximumnum",
        IGNORES,
        &[
            &LESSER,
            &NAN_PROPAGATED,
            &NAN_FIRST,
            &NAN_SECOND,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_SIGNALLING,
        ],
    ),
    choosing(
        "llvm-maxnum",
        "beside a signalling NaN, a NaN",
        IGNORES_QUIET,
        &[
            &LESSER,
            &NAN_PROPAGATED,
            &NAN_FIRST,
            &NAN_SECOND,
            &NAN_NEITHER,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_SIGNALLING,
        ],
    ),
    document("stablehlo", PROPAGATES, ORDERED_PROPAGATING),
    document(
        "wasm-max",
        PROPAGATES,
        &[
            &LESSER,
            &NAN_IGNORED,
            &NAN_FIRST,
            &NAN_SECOND,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_KEPT,
            &NAN_FOREIGN,
            &NAN_SIGNALLING,
        ],
    ),
    document(
        "wasm-pmax",
        Maximum { ties: Tie::First, nan: Nan::First, signalling: Nan::First, nans: Nan::First, ..SECOND },
        &[
            &LESSER,
            &NAN_IGNORED,
            &NAN_PROPAGATED,
            &NAN_SECOND,
            &NANS_SECOND,
            &NAN_QUIETED,
            &ZERO_BACKWARDS,
            &ZERO_SECOND,
        ],
    ),
    choosing(
        "torch-maximum",
        FIRST_ZERO,
        Maximum { ties: Tie::First, ..PROPAGATES },
        &[&LESSER, &NAN_IGNORED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &NAN_FOREIGN],
    ),
    choosing("torch-fmax", FIRST_ZERO, Maximum { ties: Tie::First, ..IGNORES }, IGNORING),
    choosing("torch-amax", FIRST_ZERO, Maximum { ties: Tie::First, ..PROPAGATES }, OPEN),
    document(
        "tensorflow",
        SECOND,
        &[&LESSER, &NAN_NEITHER, &NAN_FIRST, &NAN_IGNORED, &NANS_FIRST, &ZERO_BACKWARDS, &ZERO_FIRST],
    ),
    choosing(
        "tensorflow-reduce-max",
        FIRST_ZERO,
        Maximum { ties: Tie::First, ..PROPAGATES },
        &[&LESSER, &NAN_NEITHER, &NAN_IGNORED, &NANS_ZERO],
    ),
    choosing("webnn-max", FIRST_ZERO, Maximum { ties: Tie::First, ..IGNORES }, OPEN),
    choosing("tosa-propagate", "subnormal numbers are zeros", Maximum { flushes: true, ..PROPAGATES }, PROPAGATING),
    choosing("tosa-ignore", "subnormal numbers are zeros", Maximum { flushes: true, ..IGNORES }, IGNORING),
    choosing(
        "c-fmax",
        "beside a signalling NaN, a NaN; of two zeros the first",
        Maximum { ties: Tie::First, ..IGNORES_QUIET },
        &[&LESSER, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &NAN_NEITHER, &NANS_ZERO],
    ),
    document("c-fmaximum", PROPAGATES, ORDERED_PROPAGATING),
    document("c-fmaximum-num", IGNORES, ORDERED_IGNORING),
    document("c-fmaximum-mag", of_magnitudes(PROPAGATES), MAGNITUDES_PROPAGATING),
    document("c-fmaximum-mag-num", of_magnitudes(IGNORES), MAGNITUDES_IGNORING),
    choosing(
        "rust",
        FIRST_ZERO,
        Maximum { ties: Tie::First, ..IGNORES },
        &[&LESSER, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &NAN_SIGNALLING],
    ),
    document(
        "rust-maximum",
        PROPAGATES,
        &[
            &LESSER,
            &NAN_IGNORED,
            &NAN_FIRST,
            &NAN_SECOND,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_SIGNALLING,
        ],
    ),
    document("dotnet-maxnumber", IGNORES, ORDERED_IGNORING),
    document("dotnet-maxmagnitude", of_magnitudes(PROPAGATES), MAGNITUDES_PROPAGATING),
    document("dotnet-maxmagnitudenumber", of_magnitudes(IGNORES), MAGNITUDES_IGNORING),
    choosing("dotnet-vector128-max", "a NaN and a number give the number", IGNORES, OPEN),
    choosing("dotnet-maxnative", "of a NaN and a number, and of two zeros, the second", SECOND, OPEN),
    choosing(
        "dotnet-enumerable-max",
        FIRST_ZERO,
        Maximum { ties: Tie::First, nan: Nan::Least, signalling: Nan::Least, ..PROPAGATES },
        &[&LESSER, &NAN_PROPAGATED, &NAN_IGNORED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO],
    ),
    // Whoever passes over every NaN of a row reduces nothing, of which its page says nothing.
    choosing("dotnet-tensor-max", FIRST_ZERO, Maximum { ties: Tie::First, ..PROPAGATES }, &[&LESSER, &NAN_NEITHER]),
    choosing(
        "ieee754-2008",
        FIRST_ZERO,
        Maximum { ties: Tie::First, ..IGNORES_QUIET },
        &[&LESSER, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &SIGNALLING_AS_QUIET, &NANS_ZERO],
    ),
    document(
        "riscv-fmax",
        Maximum { nans: Nan::Canonical, ..IGNORES },
        &[&LESSER, &NAN_PROPAGATED, &NAN_FIRST, &NAN_SECOND, &NANS_ZERO, &NANS_FIRST, &NANS_SECOND, &ZERO_BACKWARDS],
    ),
    document(
        "riscv-fmaxm",
        Maximum { nan: Nan::Canonical, signalling: Nan::Canonical, nans: Nan::Canonical, ..PROPAGATES },
        &[&LESSER, &NAN_IGNORED, &NAN_OF_AN_OPERAND, &NANS_ZERO, &NANS_FIRST, &NANS_SECOND, &ZERO_BACKWARDS],
    ),
    document(
        "arm-fmax",
        PROPAGATES,
        &[
            &LESSER,
            &NAN_IGNORED,
            &NAN_FIRST,
            &NAN_SECOND,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_KEPT,
            &NAN_SIGNALLING,
        ],
    ),
    document(
        "arm-fmaxnm",
        IGNORES_QUIET,
        &[
            &LESSER,
            &NAN_PROPAGATED,
            &NAN_FIRST,
            &NAN_SECOND,
            &SIGNALLING_AS_QUIET,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NAN_KEPT,
            &NAN_SIGNALLING,
        ],
    ),
    document(
        "x86-maxps",
        SECOND,
        &[
            &LESSER,
            &NAN_IGNORED,
            &NAN_PROPAGATED,
            &NAN_FIRST,
            &NANS_FIRST,
            &NANS_ZERO,
            &NAN_QUIETED,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
        ],
    ),
    document(
        "x86-vrangeps",
        Maximum { nans: Nan::SignallingWins, ..IGNORES_QUIET },
        &[
            &LESSER,
            &NAN_PROPAGATED,
            &NAN_FIRST,
            &NAN_SECOND,
            &SIGNALLING_AS_QUIET,
            &NANS_ZERO,
            &ZERO_BACKWARDS,
            &ZERO_FIRST,
            &ZERO_SECOND,
            &NANS_SECOND,
            &NAN_KEPT,
            &NAN_FOREIGN,
            &NAN_SIGNALLING,
        ],
    ),
];
