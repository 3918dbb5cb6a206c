//! The maxima of programming languages and their libraries.

use opconform_tensor::DType::{self, Bf16, F16, F32, F64, I8, I16, I32, U8, U16, U32};

use super::{ELEMENTWISE, FLOATS, FMAX, says};
use crate::choices::{Choices, Nan, Nans, Zeros};
use crate::family::Family;
use crate::profile::{Element, Profile};

/// The one sentence of ECMAScript on numbers.
const ECMASCRIPT_WORDS: &str = "Given zero or more arguments, this function calls ToNumber on each of the arguments and returns the largest of the \
    resulting values.";
/// The types whose every value is a Number of ECMAScript.
const WITHIN_F64: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, U8, U16, U32];
/// What becomes of NaNs in Rust.
const RUST_NAN_WORDS: &str =
    "If exactly one of the arguments is NaN (quiet or signaling), then the other argument is returned.";

pub(crate) const ECMASCRIPT: Profile = Profile {
    name: "ecmascript",
    family: Family::EcmaScript,
    source: "ECMA-262, Math.max ( ...args )",
    link: "https://tc39.es/ecma262/#sec-math.max",
    element: Element::Chosen(Choices {
        dtypes: WITHIN_F64,
        value: ECMASCRIPT_WORDS,
        nan: says(Nan::Propagates, "If number is NaN, return NaN."),
        signalling: None,
        nans: says(Nans::Any, "If number is NaN, return NaN."),
        zeros: says(
            Zeros::Ordered,
            "The comparison of values to determine the largest value is done using the IsLessThan algorithm except that +0𝔽 is \
             considered to be larger than -0𝔽.",
        ),
        many: Some(ECMASCRIPT_WORDS),
    }),
    ..ELEMENTWISE
};

pub(crate) const JAVA: Profile = Profile {
    name: "java",
    family: Family::Java,
    source: "java.lang.Math.max(float, float) and max(double, double)",
    link: "https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Math.html",
    element: Element::Chosen(Choices {
        dtypes: &[F32, F64],
        value: "That is, the result is the argument closer to positive infinity.",
        nan: says(Nan::Propagates, "If either value is NaN, then the result is NaN."),
        signalling: None,
        nans: says(Nans::Any, "If either value is NaN, then the result is NaN."),
        zeros: says(
            Zeros::Ordered,
            "If one argument is positive zero and the other negative zero, the result is positive zero.",
        ),
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const C_FMAX: Profile = Profile {
    name: "c-fmax",
    family: Family::C,
    source: "ISO C, 7.12.12.2 and F.10.9.2 (C11; the same in C23)",
    link: "https://www.open-std.org/jtc1/sc22/wg14/www/docs/n1570.pdf",
    operators: FMAX,
    element: Element::Chosen(Choices {
        dtypes: FLOATS,
        value: "The fmax functions determine the maximum numeric value of their arguments.",
        nan: says(
            Nan::Ignored,
            "If just one argument is a NaN, the fmax functions return the other argument (if both arguments are NaNs, the \
             functions return a NaN).",
        ),
        signalling: Some(says(Nan::Open, "This specification does not define the behavior of signaling NaNs.")),
        nans: says(Nans::Any, "if both arguments are NaNs, the functions return a NaN"),
        zeros: says(
            Zeros::Either,
            "Ideally, fmax would be sensitive to the sign of zero, for example fmax(-0.0, +0.0) would return +0; however, \
             implementation in software might be impractical.",
        ),
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const RUST: Profile = Profile {
    name: "rust",
    family: Family::Rust,
    source: "Rust's standard library, f32::max and f64::max",
    link: "https://doc.rust-lang.org/std/primitive.f32.html#method.max",
    element: Element::Chosen(Choices {
        dtypes: &[F32, F64],
        value: "Returns the maximum of the two numbers, ignoring NaN.",
        nan: says(Nan::Ignored, RUST_NAN_WORDS),
        signalling: None,
        nans: says(
            Nans::Any,
            "If both arguments are NaN, the return value is NaN, with the bit pattern picked using the usual rules for arithmetic operations.",
        ),
        zeros: says(
            Zeros::Either,
            "If the inputs compare equal (such as for the case of `+0.0` and `-0.0`), either input may be returned \
             non-deterministically.",
        ),
        many: None,
    }),
    ..ELEMENTWISE
};
