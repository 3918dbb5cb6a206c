//! The wrong order of numbers, or an element that passes through another type.

use opconform_tensor::{DType, Format};

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, beyond, fold_of, pair};
use crate::steps::{Lane, Steps};
use crate::value::{infinity, integer, is_nan, is_subnormal, key, magnitude, sign};

pub(crate) static FAMILY: Family = Family {
    name: "order",
    about: "the wrong order of numbers, or the wrong type on the way",
    mutants: MUTANTS,
    group: Group::All,
};

/// The result, changed where it is a number of `dtype`.
fn change_number(lane: &Lane, dtype: DType, change: impl Fn(u64) -> u64) -> u64 {
    let result = fold_of(lane, lane.operands);
    if lane.dtype == dtype && !is_nan(dtype, result) { change(result) } else { result }
}

/// The key of a float that orders exact integers like it.
fn float_key(value: f64) -> u64 {
    key(DType::F64, value.to_bits())
}

/// The sign alone.
fn signed_zero(dtype: DType, bits: u64) -> u64 {
    bits & sign(dtype)
}

/// The result, or 0 of its sign where it is a subnormal.
pub(crate) fn flushed(lane: &Lane) -> u64 {
    change_number(
        lane,
        lane.dtype,
        |bits| {
            if is_subnormal(lane.dtype, bits) { signed_zero(lane.dtype, bits) } else { bits }
        },
    )
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "unsigned-as-signed",
        fault: "unsigned integers are compared as signed, for want of an instruction",
        seen: &["rust-lang/rust#21719", "rust-lang/rust#21720", "linbox-team/fflas-ffpack#317"],
        steps: Steps {
            key: |dtype, bits| match dtype.format() {
                Format::Unsigned => bits ^ sign(dtype),
                _ => key(dtype, bits),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "signed-as-unsigned",
        fault: "signed integers are compared as unsigned",
        seen: &[],
        steps: Steps {
            key: |dtype, bits| if dtype.format() == Format::Signed { bits } else { key(dtype, bits) },
            ..SOUND
        },
    },
    Mutant {
        name: "last-bit-ignored",
        fault: "integers that differ in the last bit alone count as equal: the first",
        seen: &[],
        steps: Steps {
            key: |dtype, bits| match dtype.format() {
                Format::Signed | Format::Unsigned => key(dtype, bits) >> 1,
                _ => key(dtype, bits),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "lower-half-signed",
        fault: "integers are compared by halves, the lower ones as signed",
        seen: &["eclipse-omr/omr#2099"],
        steps: Steps {
            key: |dtype, bits| match dtype.format() {
                Format::Signed | Format::Unsigned => key(dtype, bits) ^ (1 << (dtype.bits() / 2 - 1)),
                _ => key(dtype, bits),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "upper-word-alone",
        fault: "f64 is compared by the upper half of its bits",
        seen: &[],
        steps: Steps {
            key: |dtype, bits| if dtype == DType::F64 { key(dtype, bits) >> 32 } else { key(dtype, bits) },
            ..SOUND
        },
    },
    Mutant {
        name: "integers-through-f64",
        fault: "64-bit integers are compared as f64",
        seen: &["openvinotoolkit/openvino#32948"],
        steps: Steps {
            key: |dtype, bits| match dtype {
                DType::I64 | DType::U64 => float_key(integer(dtype, bits) as f64),
                _ => key(dtype, bits),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "integers-through-f32",
        fault: "integers of 32 and 64 bits are compared as f32",
        seen: &["pytorch/pytorch#190052", "pytorch/pytorch#87753"],
        steps: Steps {
            key: |dtype, bits| match dtype {
                DType::I32 | DType::U32 | DType::I64 | DType::U64 => float_key(f64::from(integer(dtype, bits) as f32)),
                _ => key(dtype, bits),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "i64-narrowed",
        fault: "i64 is computed in i32: the upper half of the result is its sign",
        seen: &["openvinotoolkit/openvino#24072"],
        steps: Steps { fold: |lane| change_number(lane, DType::I64, |bits| i64::from(bits as i32) as u64), ..SOUND },
    },
    Mutant {
        name: "i8-saturated",
        fault: "the least i8 is taken for the one above it, as of a symmetric range",
        seen: &[],
        steps: Steps {
            fold: |lane| change_number(lane, DType::I8, |bits| if bits == 0x80 { 0x81 } else { bits }),
            ..SOUND
        },
    },
    Mutant {
        name: "f64-narrowed",
        fault: "f64 is computed in f32",
        seen: &["openvinotoolkit/openvino#35822", "openvinotoolkit/openvino#34249"],
        steps: Steps {
            fold: |lane| change_number(lane, DType::F64, |bits| f64::from(f64::from_bits(bits) as f32).to_bits()),
            ..SOUND
        },
    },
    Mutant {
        name: "infinity-clamped",
        fault: "an infinity becomes the greatest finite number of its sign",
        seen: &["openvinotoolkit/openvino#34249"],
        steps: Steps {
            fold: |lane| {
                change_number(lane, lane.dtype, |bits| {
                    let infinite = lane.dtype.is_float() && magnitude(lane.dtype, bits) == infinity(lane.dtype);
                    if infinite { bits - 1 } else { bits }
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "subnormals-flushed",
        fault: "a subnormal result becomes 0",
        seen: &["jax-ml/jax#16200", "jax-ml/jax#26658"],
        steps: Steps { fold: flushed, ..SOUND },
    },
    Mutant {
        name: "subnormals-compared-as-zero",
        fault: "subnormals count as 0 in the comparison alone",
        seen: &["jax-ml/jax#37762", "Ryujinx/Ryujinx#1630"],
        steps: Steps {
            key: |dtype, bits| key(dtype, if is_subnormal(dtype, bits) { signed_zero(dtype, bits) } else { bits }),
            ..SOUND
        },
    },
    Mutant {
        name: "floats-as-integers",
        fault: "floats are compared as the signed integers that have their bits: negative ones in reverse",
        seen: &[],
        steps: Steps {
            key: |dtype, bits| if dtype.is_float() { bits ^ sign(dtype) } else { key(dtype, bits) },
            ..SOUND
        },
    },
    Mutant {
        name: "magnitudes-compared",
        fault: "the number of the greater magnitude",
        seen: &[],
        steps: Steps {
            key: |dtype, bits| match dtype.format() {
                Format::Float(_) => magnitude(dtype, bits),
                _ => integer(dtype, bits).unsigned_abs() as u64,
            },
            ..SOUND
        },
    },
    Mutant {
        name: "difference-overflows",
        fault: "signed integers are compared by the sign of a wrapping difference",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype.format() {
                Format::Signed if a.wrapping_sub(b) & sign(lane.dtype) != 0 => b,
                Format::Signed => a,
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "minimum-in-the-table",
        fault: "the table of kernels has the minimum in the place for u16",
        seen: &[],
        steps: Steps {
            pair: |lane, a, b| match lane.dtype {
                DType::U16 => {
                    if beyond(lane, a, b) == a {
                        b
                    } else {
                        a
                    }
                }
                _ => pair(lane, a, b),
            },
            ..SOUND
        },
    },
];
