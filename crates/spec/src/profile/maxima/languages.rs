//! The maxima of programming languages and their libraries.

use opconform_tensor::DType::{self, Bf16, F16, F32, F64, I8, I16, I32, U8, U16, U32};

use super::{ELEMENTWISE, FLOATS, FMAX, MAXIMUM, OF_TWO_NUMBERS, says};
use crate::choices::{Bits, Choice, Choices, Measure, Nan, Nans, Zeros};
use crate::family::Family;
use crate::profile::Profile;

/// The one sentence of ECMAScript on numbers.
const ECMASCRIPT_WORDS: &str = "Given zero or more arguments, this function calls ToNumber on each of the arguments and returns the largest of the \
    resulting values.";
/// The types whose every value is a Number of ECMAScript.
const WITHIN_F64: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, U8, U16, U32];
/// What becomes of NaNs in Rust.
const RUST_NAN_WORDS: &str =
    "If exactly one of the arguments is NaN (quiet or signaling), then the other argument is returned.";

/// What bits the NaNs of Rust have.
const RUST_BITS: Choice<Bits> = says(
    Bits::QuietOrKept,
    "In particular, if all input NaNs are quiet (or if there are no input NaNs), then the output NaN is definitely quiet. Signaling \
     NaN outputs can only occur if they are provided as an input value.",
);
/// What Rust leaves to chance, of NaNs; of zeros it says so where it lets them be either.
const RUST_CHANCE_WORDS: &str =
    "The quiet bit and payload are non-deterministically chosen from the following set of options";
/// What becomes of NaNs in Rust's `maximum`.
const RUST_MAXIMUM_NAN_WORDS: &str = "If at least one of the arguments is NaN, the return value is NaN, with the bit pattern picked using the usual rules for arithmetic operations.";

/// What C23's `fmaximum_num` returns of two values, NaNs among them.
const FMAXIMUM_NUM_WORDS: &str = "The fmaximum_num function returns the greater of the two values x and y.";
/// How C23's functions order zeros.
const GLIBC_ZERO_WORDS: &str = "Positive zero is treated as greater than negative zero.";
/// What C23's functions of magnitudes return of two values.
const FMAXIMUM_MAG_VALUE_WORDS: &str =
    "These functions return whichever of the two values x and y has the greater absolute value.";
/// What `fmaximum_mag` returns where the absolute values do not say it.
const FMAXIMUM_MAG_WORDS: &str =
    "If both have the same absolute value, or either is NaN, they behave the same as the fmaximum functions.";
/// What `fmaximum_mag_num` returns there.
const FMAXIMUM_MAG_NUM_WORDS: &str =
    "If both have the same absolute value, or either is NaN, they behave the same as the fmaximum_num functions.";
/// What the `maxNum` of IEEE 754-2008 is of quiet NaNs alone and of zeros.
const MAXNUM_OTHERWISE: &str = "Otherwise, the result value is that of either x or y (processor dependent).";

pub(crate) const ECMASCRIPT: Profile = Profile {
    name: "ecmascript",
    family: Family::EcmaScript,
    source: "ECMA-262, Math.max ( ...args )",
    link: "https://tc39.es/ecma262/#sec-math.max",
    choices: Choices {
        dtypes: WITHIN_F64,
        value: ECMASCRIPT_WORDS,
        nan: says(Nan::Propagates, "If number is NaN, return NaN."),
        nans: says(Nans::Any, "If number is NaN, return NaN."),
        zeros: says(
            Zeros::Ordered,
            "The comparison of values to determine the largest value is done using the IsLessThan algorithm except that +0𝔽 is \
             considered to be larger than -0𝔽.",
        ),
        many: Some(ECMASCRIPT_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const JAVA: Profile = Profile {
    name: "java",
    family: Family::Java,
    source: "java.lang.Math.max(float, float) and max(double, double)",
    link: "https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Math.html",
    choices: Choices {
        dtypes: &[F32, F64],
        value: "That is, the result is the argument closer to positive infinity.",
        nan: says(Nan::Propagates, "If either value is NaN, then the result is NaN."),
        nans: says(Nans::Any, "If either value is NaN, then the result is NaN."),
        zeros: says(
            Zeros::Ordered,
            "If one argument is positive zero and the other negative zero, the result is positive zero.",
        ),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const C_FMAX: Profile = Profile {
    name: "c-fmax",
    family: Family::C,
    source: "ISO C11, 7.12.12.2 and F.10.9.2; C23 leaves the zeros open too, in other words",
    link: "https://www.open-std.org/jtc1/sc22/wg14/www/docs/n1570.pdf",
    operators: FMAX,
    choices: Choices {
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
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const C_FMAXIMUM: Profile = Profile {
    name: "c-fmaximum",
    family: Family::C,
    source: "C23's fmaximum, as the GNU C Library Reference Manual documents it, Misc FP Arithmetic",
    link: "https://sourceware.org/glibc/manual/latest/html_node/Misc-FP-Arithmetic.html",
    operators: MAXIMUM,
    choices: Choices {
        dtypes: &[F32, F64],
        value: "The fmaximum function returns the greater of the two values x and y.",
        nan: says(Nan::Propagates, "Unlike fmax, if either argument is a NaN, NaN is returned."),
        nans: says(Nans::Any, "Unlike fmax, if either argument is a NaN, NaN is returned."),
        zeros: says(Zeros::Ordered, GLIBC_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const C_FMAXIMUM_NUM: Profile = Profile {
    name: "c-fmaximum-num",
    family: Family::C,
    source: "C23's fmaximum_num, as the GNU C Library Reference Manual documents it, Misc FP Arithmetic",
    link: "https://sourceware.org/glibc/manual/latest/html_node/Misc-FP-Arithmetic.html",
    operators: FMAX,
    choices: Choices {
        dtypes: &[F32, F64],
        value: FMAXIMUM_NUM_WORDS,
        nan: says(
            Nan::Ignored,
            "If one argument is a number and the other is a NaN, even a signaling NaN, the number is returned.",
        ),
        // One of the two values, and both are NaNs.
        nans: says(Nans::Any, FMAXIMUM_NUM_WORDS),
        zeros: says(Zeros::Ordered, GLIBC_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const C_FMAXIMUM_MAG: Profile = Profile {
    name: "c-fmaximum-mag",
    family: Family::C,
    source: "C23's fmaximum_mag, as the GNU C Library Reference Manual documents it, Misc FP Arithmetic",
    link: "https://sourceware.org/glibc/manual/latest/html_node/Misc-FP-Arithmetic.html",
    operators: MAXIMUM,
    choices: Choices {
        dtypes: &[F32, F64],
        value: FMAXIMUM_MAG_VALUE_WORDS,
        measure: Measure::Magnitude,
        nan: says(Nan::Propagates, FMAXIMUM_MAG_WORDS),
        nans: says(Nans::Any, FMAXIMUM_MAG_WORDS),
        zeros: says(Zeros::Ordered, FMAXIMUM_MAG_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const C_FMAXIMUM_MAG_NUM: Profile = Profile {
    name: "c-fmaximum-mag-num",
    family: Family::C,
    source: "C23's fmaximum_mag_num, as the GNU C Library Reference Manual documents it, Misc FP Arithmetic",
    link: "https://sourceware.org/glibc/manual/latest/html_node/Misc-FP-Arithmetic.html",
    operators: FMAX,
    choices: Choices {
        dtypes: &[F32, F64],
        value: FMAXIMUM_MAG_VALUE_WORDS,
        measure: Measure::Magnitude,
        nan: says(Nan::Ignored, FMAXIMUM_MAG_NUM_WORDS),
        nans: says(Nans::Any, FMAXIMUM_MAG_NUM_WORDS),
        zeros: says(Zeros::Ordered, FMAXIMUM_MAG_NUM_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const RUST: Profile = Profile {
    name: "rust",
    family: Family::Rust,
    source: "Rust's standard library, f32::max and f64::max, and NaN bit patterns",
    link: "https://doc.rust-lang.org/std/primitive.f32.html#method.max",
    choices: Choices {
        dtypes: &[F32, F64],
        value: "Returns the maximum of the two numbers, ignoring NaN.",
        nan: says(Nan::Ignored, RUST_NAN_WORDS),
        nans: says(
            Nans::Any,
            "If both arguments are NaN, the return value is NaN, with the bit pattern picked using the usual rules for arithmetic operations.",
        ),
        bits: RUST_BITS,
        chance: Some(RUST_CHANCE_WORDS),
        zeros: says(
            Zeros::Either,
            "If the inputs compare equal (such as for the case of `+0.0` and `-0.0`), either input may be returned \
             non-deterministically.",
        ),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const RUST_MAXIMUM: Profile = Profile {
    name: "rust-maximum",
    family: Family::Rust,
    source: "Rust's standard library, f32::maximum and f64::maximum, which are not stable yet, and NaN bit patterns",
    link: "https://doc.rust-lang.org/std/primitive.f32.html#method.maximum",
    choices: Choices {
        dtypes: &[F32, F64],
        value: "Returns the maximum of the two numbers, propagating NaN.",
        nan: says(Nan::Propagates, RUST_MAXIMUM_NAN_WORDS),
        nans: says(Nans::Any, RUST_MAXIMUM_NAN_WORDS),
        bits: RUST_BITS,
        chance: Some(RUST_CHANCE_WORDS),
        zeros: says(
            Zeros::Ordered,
            "Furthermore, `-0.0` is considered to be less than `+0.0`, making this function fully deterministic for non-NaN inputs.",
        ),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const IEEE754_2008: Profile = Profile {
    name: "ieee754-2008",
    family: Family::MaxNum,
    source: "IEEE 754-2008's maxNum (ISO/IEC/IEEE 60559:2011), as Intel documents it for Fortran's IEEE_MAX_NUM",
    link: "https://www.intel.com/content/www/us/en/docs/fortran-compiler/developer-guide-reference/2024-1/ieee-max-num.html",
    operators: FMAX,
    choices: Choices {
        dtypes: &[F16, F32, F64],
        value: "The result is x if y < x. The result is y if x < y.",
        nan: says(
            Nan::Ignored,
            "If one of the arguments is a quiet NaN, the result is the value of the argument which is not a quiet NaN.",
        ),
        signalling: Some(says(
            Nan::Propagates,
            "If either or both of the arguments is a signaling NaN, the result is a NaN and IEEE_INVALID signals.",
        )),
        nans: says(Nans::Any, MAXNUM_OTHERWISE),
        zeros: says(Zeros::Either, MAXNUM_OTHERWISE),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};
