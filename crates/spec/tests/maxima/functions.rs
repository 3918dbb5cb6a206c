//! Functions that a programmer may have in mind, and who allows what they do.

use std::cmp::Ordering;

/// A maximum of two values of `f32`, as bits.
pub(crate) type Function = fn(u32, u32) -> u32;

pub(super) fn greater(a: u32, b: u32) -> u32 {
    if f32::from_bits(a) > f32::from_bits(b) { a } else { b }
}

fn by_magnitude(a: u32, b: u32) -> u32 {
    let [of_a, of_b] = [a, b].map(|bits| f32::from_bits(bits).abs());
    match of_a.partial_cmp(&of_b) {
        Some(Ordering::Greater) => a,
        Some(Ordering::Equal) => a.min(b),
        _ => b,
    }
}

pub(super) fn is_nan(bits: u32) -> bool {
    f32::from_bits(bits).is_nan()
}

pub(super) fn is_signalling(bits: u32) -> bool {
    is_nan(bits) && bits & 0x0040_0000 == 0
}

/// A subnormal number as the zero of its sign.
fn flushed(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

/// Functions that do what people mean by a maximum, written without a look at any row; each with the profiles that allow all that
/// it does.
pub(crate) const FUNCTIONS: &[(&str, Function, &[&str])] = &[
    (
        "propagates NaN, +0 above -0",
        |a, b| match (is_nan(a), is_nan(b)) {
            (true, _) => a,
            (_, true) => b,
            _ if (a | b) << 1 == 0 => a & b,
            _ => greater(a, b),
        },
        &[
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
        "propagates NaN as the canonical one, +0 above -0",
        |a, b| match (is_nan(a), is_nan(b)) {
            (true, _) | (_, true) => 0x7fc0_0000,
            _ if (a | b) << 1 == 0 => a & b,
            _ => greater(a, b),
        },
        &[
            "ecmascript",
            "java",
            "llvm-maximum",
            "stablehlo",
            "wasm-max",
            "rust-maximum",
            "torch-maximum",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "tosa-propagate",
            "c-fmaximum",
            "arm-fmax",
            "riscv-fmaxm",
        ],
    ),
    (
        "propagates NaN, the first zero",
        |a, b| match (is_nan(a), is_nan(b)) {
            (true, _) => a,
            (_, true) => b,
            _ if f32::from_bits(a) >= f32::from_bits(b) => a,
            _ => b,
        },
        &[
            "torch-maximum",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "tosa-propagate",
        ],
    ),
    (
        "propagates NaN, the first zero, subnormals are zeros",
        |a, b| match [a, b].map(flushed) {
            [a, _] if is_nan(a) => a,
            [_, b] if is_nan(b) => b,
            [a, b] if f32::from_bits(a) >= f32::from_bits(b) => a,
            [_, b] => b,
        },
        &["tosa-propagate"],
    ),
    (
        "ignores NaN, always -0, subnormals are zeros",
        |a, b| match [a, b].map(flushed) {
            [a, b] if is_nan(a) => b,
            [a, b] if is_nan(b) => a,
            [a, b] => match greater(a, b) {
                0 => 0x8000_0000,
                other => other,
            },
        },
        &["tosa-ignore"],
    ),
    (
        "ignores NaN, +0 above -0, the canonical NaN",
        |a, b| match (is_nan(a), is_nan(b)) {
            (true, true) => 0x7fc0_0000,
            (true, false) => b,
            (false, true) => a,
            _ if (a | b) << 1 == 0 => a & b,
            _ => greater(a, b),
        },
        &[
            "llvm-maximumnum",
            "llvm-maxnum",
            "torch-fmax",
            "dotnet-enumerable-max",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "tosa-ignore",
            "c-fmax",
            "c-fmaximum-num",
            "rust",
            "dotnet-maxnumber",
            "riscv-fmax",
        ],
    ),
    (
        "ignores NaN, +0 above -0, the first NaN",
        |a, b| match (is_nan(a), is_nan(b)) {
            (_, true) => a,
            (true, false) => b,
            _ if (a | b) << 1 == 0 => a & b,
            _ => greater(a, b),
        },
        &[
            "llvm-maximumnum",
            "llvm-maxnum",
            "torch-fmax",
            "dotnet-enumerable-max",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "tosa-ignore",
            "c-fmax",
            "c-fmaximum-num",
            "rust",
            "dotnet-maxnumber",
        ],
    ),
    (
        "ignores a quiet NaN, gives one for a signalling NaN, +0 above -0",
        |a, b| match [a, b].map(is_nan) {
            _ if is_signalling(a) || is_signalling(b) => 0x7fc0_0000,
            [_, true] => a,
            [true, false] => b,
            _ if (a | b) << 1 == 0 => a & b,
            _ => greater(a, b),
        },
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
        "ignores a quiet NaN, gives one for a signalling NaN, the first zero",
        |a, b| match [a, b].map(is_nan) {
            _ if is_signalling(a) || is_signalling(b) => 0x7fc0_0000,
            [_, true] => a,
            [true, false] => b,
            _ if f32::from_bits(a) >= f32::from_bits(b) => a,
            _ => b,
        },
        &[
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "c-fmax",
            "ieee754-2008",
        ],
    ),
    (
        "ignores NaN, the second zero, the second NaN",
        |a, b| if is_nan(b) && !is_nan(a) { a } else { greater(a, b) },
        &[
            "torch-fmax",
            "dotnet-enumerable-max",
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "tosa-ignore",
            "c-fmax",
            "rust",
        ],
    ),
    (
        "a > b ? a : b",
        greater,
        &[
            "dotnet-maxnative",
            "dotnet-vector128-max",
            "tensorflow",
            "webnn-max",
            "dotnet-tensor-max",
            "torch-amax",
            "tensorflow-reduce-max",
            "x86-maxps",
        ],
    ),
    (
        "a < b ? b : a",
        |a, b| if f32::from_bits(a) < f32::from_bits(b) { b } else { a },
        &[
            "wasm-pmax",
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
        "propagates NaN, the greater magnitude, +2 above -2",
        |a, b| match [a, b].map(is_nan) {
            [true, _] => a,
            [_, true] => b,
            _ => by_magnitude(a, b),
        },
        &["c-fmaximum-mag", "dotnet-maxmagnitude"],
    ),
    (
        "ignores NaN, the greater magnitude, +2 above -2",
        |a, b| match [a, b].map(is_nan) {
            [true, _] => b,
            [_, true] => a,
            _ => by_magnitude(a, b),
        },
        &["c-fmaximum-mag-num", "dotnet-maxmagnitudenumber"],
    ),
];
