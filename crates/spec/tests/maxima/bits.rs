//! Functions that differ in the bits of the NaNs that they give, and who allows what they do.

use super::functions::{Function, greater, is_nan, is_signalling};

const QUIET: u32 = 0x0040_0000;
const CANONICAL: u32 = 0x7fc0_0000;

/// The greater of two numbers, +0 above −0.
fn ordered(a: u32, b: u32) -> u32 {
    if (a | b) << 1 == 0 { a & b } else { greater(a, b) }
}

/// The first of two that is a NaN.
fn first_nan(a: u32, b: u32) -> u32 {
    if is_nan(a) { a } else { b }
}

/// A NaN where an operand is one, these bits.
fn propagating(a: u32, b: u32, nan: u32) -> u32 {
    if is_nan(a) || is_nan(b) { nan } else { ordered(a, b) }
}

/// The number beside a NaN, and of two NaNs these bits.
fn ignoring(a: u32, b: u32, nan: u32) -> u32 {
    match [a, b].map(is_nan) {
        [true, true] => nan,
        [true, false] => b,
        [false, true] => a,
        [false, false] => ordered(a, b),
    }
}

/// As [`ignoring`], but for a signalling NaN, beside which these bits are given.
fn ignoring_quiet(a: u32, b: u32, nan: u32) -> u32 {
    if is_signalling(a) || is_signalling(b) { nan } else { ignoring(a, b, nan) }
}

/// The first signalling NaN of two operands, or the first NaN, made quiet.
fn first_signalling(a: u32, b: u32) -> u32 {
    QUIET | if is_signalling(b) && !is_signalling(a) { b } else { first_nan(a, b) }
}

/// Each with the profiles that allow all that it does.
pub(crate) const OF_BITS: &[(&str, Function, &[&str])] = &[
    (
        "propagates NaN, made quiet",
        |a, b| propagating(a, b, QUIET | first_nan(a, b)),
        &[
            "arm-fmax",
            "c-fmaximum",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ecmascript",
            "java",
            "llvm-maximum",
            "rust-maximum",
            "stablehlo",
            "tensorflow",
            "torch-maximum",
            "tosa-propagate",
            "wasm-max",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "propagates NaN as the negative canonical one",
        |a, b| propagating(a, b, CANONICAL | 1 << 31),
        &[
            "arm-fmax",
            "c-fmaximum",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ecmascript",
            "java",
            "llvm-maximum",
            "rust-maximum",
            "stablehlo",
            "tensorflow",
            "torch-maximum",
            "tosa-propagate",
            "wasm-max",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "propagates NaN as another quiet one",
        |a, b| propagating(a, b, CANONICAL | 2),
        &[
            "arm-fmax",
            "c-fmaximum",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ecmascript",
            "java",
            "llvm-maximum",
            "rust-maximum",
            "stablehlo",
            "tensorflow",
            "torch-maximum",
            "tosa-propagate",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "propagates NaN as a signalling one",
        |a, b| propagating(a, b, 0x7f80_0002),
        &[
            "c-fmaximum",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ecmascript",
            "java",
            "stablehlo",
            "tensorflow",
            "torch-maximum",
            "tosa-propagate",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "ignores NaN, two are a signalling one",
        |a, b| ignoring(a, b, 0x7f80_0002),
        &[
            "c-fmax",
            "c-fmaximum-num",
            "dotnet-enumerable-max",
            "dotnet-maxnative",
            "dotnet-maxnumber",
            "dotnet-vector128-max",
            "tensorflow",
            "torch-fmax",
            "tosa-ignore",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "ignores a quiet NaN, the signalling one as it is",
        |a, b| ignoring_quiet(a, b, if is_signalling(b) { b } else { first_nan(a, b) }),
        &[
            "c-fmax",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ieee754-2008",
            "llvm-maxnum",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "ignores a quiet NaN, the signalling one made quiet",
        |a, b| ignoring_quiet(a, b, first_signalling(a, b)),
        &[
            "arm-fmaxnm",
            "c-fmax",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ieee754-2008",
            "llvm-maxnum",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "x86-vrangeps",
        ],
    ),
    (
        "ignores a quiet NaN, the signalling one made canonical beside a number",
        |a, b| ignoring_quiet(a, b, if is_nan(a) && is_nan(b) { first_signalling(a, b) } else { CANONICAL }),
        &[
            "arm-fmaxnm",
            "c-fmax",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ieee754-2008",
            "llvm-maxnum",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "ignores a quiet NaN, the signalling one made quiet, the second of two",
        |a, b| ignoring_quiet(a, b, QUIET | if is_nan(b) { b } else { a }),
        &[
            "arm-fmaxnm",
            "c-fmax",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "ieee754-2008",
            "llvm-maxnum",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "a > b ? a : b, a NaN beside a number made quiet",
        |a, b| match greater(a, b) {
            nan if is_nan(nan) && !is_nan(a) => QUIET | nan,
            other => other,
        },
        &[
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
    (
        "a < b ? b : a, a NaN made quiet",
        |a, b| match if f32::from_bits(a) < f32::from_bits(b) { b } else { a } {
            nan if is_nan(nan) => QUIET | nan,
            number => number,
        },
        &[
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
        ],
    ),
];
