//! The maxima of machines, real and virtual: an instruction, or an intrinsic that becomes one.

use opconform_tensor::DType::{F16, F32, F64};

use super::{ELEMENTWISE, FLOATS, OF_TWO_NUMBERS, says};
use crate::choices::{Bits, Choice, Choices, Nan, Nans, Zeros};
use crate::family::Family;
use crate::profile::Profile;

/// How the intrinsics of LLVM order zeros.
const LLVM_ZERO_WORDS: &str = "-0.0 is considered to be less than +0.0 for this intrinsic.";
/// What bits the NaNs of LLVM have.
const LLVM_BITS: Choice<Bits> = says(
    Bits::QuietOrKept,
    "In particular, if all input NaNs are quiet (or if there are no input NaNs), then the output NaN is definitely quiet. Signaling \
     NaN outputs can only occur if they are provided as an input value.",
);
/// What LLVM leaves to chance.
const LLVM_CHANCE_WORDS: &str = "the result has a non-deterministic sign; the quiet bit and payload are non-deterministically chosen from \
     the following set of options";
/// What becomes of NaNs in `WebAssembly`.
const WASM_NAN_WORDS: &str = "If either z1 or z2 is a NaN, then return an element of nansN{z1, z2}.";
/// What bits they have.
const WASM_BITS_WORDS: &str = "If the payload of all NaN inputs to the operator is canonical (including the case that there are no NaN \
    inputs), then the payload of the output is canonical as well. Otherwise the payload is picked non-deterministically among all \
    arithmetic NaNs; that is, its most significant bit is 1 and all others are unspecified.";
/// The definition of `pmax` of `WebAssembly`.
const PMAX_WORDS: &str = "If z1 is less than z2 then return z2. Else return z1.";
/// What becomes of NaNs in Arm's `FMAX`.
const ARM_FMAX_NAN_WORDS: &str = "When FPCR.DN is 0, if either value is a NaN, the result is a quiet NaN.";
/// What becomes of NaNs in Arm's `FMAXNM`, but for a quiet one beside a number.
const ARM_FMAXNM_NAN_WORDS: &str =
    "When FPCR.DN is 0, if either value is a signaling NaN or if both values are NaNs, the result is a quiet NaN.";
/// How the instructions of Arm order zeros.
const ARM_ZERO_WORDS: &str = "Negative zero compares less than positive zero.";
/// What becomes of a signalling NaN in the instructions of x86.
const MAXPS_SNAN_WORDS: &str = "If a value in the second operand is an SNaN, then SNaN is forwarded unchanged to the destination (that \
    is, a QNaN version of the SNaN is not returned).";
/// What the instructions of x86 return beside a NaN.
const MAXPS_WORDS: &str = "If only one value is a NaN (SNaN or QNaN) for this instruction, the second operand (source operand), either a \
                     NaN or a valid floating-point value, is written to the result.";

/// What becomes of two NaNs in RISC-V's `FMAX`.
const FMAX_NANS_WORDS: &str = "If both inputs are NaNs, the result is the canonical NaN.";
/// What becomes of NaNs in RISC-V's `FMAXM`, which is otherwise as `FMAX`.
const FMAXM_WORDS: &str = "The FMINM.S and FMAXM.S instructions are defined like the FMIN.S and FMAX.S instructions, except that if \
                           either input is NaN, the result is the canonical NaN.";

/// What becomes of a signalling NaN in x86's `VRANGEPS`, beside a number.
const VRANGEPS_SNAN_WORDS: &str = "sNaN1 Norm2 Quiet(sNaN1)";
/// What becomes of two NaNs there: the rows of its table, one after another.
const VRANGEPS_NANS_WORDS: &str =
    "sNaN1 sNaN2 Quiet(sNaN1); sNaN1 qNaN2 Quiet(sNaN1); qNaN1 sNaN2 Quiet(sNaN2); qNaN1 qNaN2 qNaN1";

pub(crate) const LLVM_MAXIMUM: Profile = Profile {
    name: "llvm-maximum",
    family: Family::Llvm,
    source: "LLVM Language Reference Manual, 'llvm.maximum.*' Intrinsic and Behavior of Floating-Point NaN values",
    link: "https://llvm.org/docs/LangRef.html#llvm-maximum-intrinsic",
    choices: Choices {
        dtypes: FLOATS,
        value: "Otherwise returns the greater of the two arguments.",
        nan: says(Nan::Propagates, "If either operand is a NaN, returns NaN."),
        nans: says(Nans::Any, "If either operand is a NaN, returns NaN."),
        bits: LLVM_BITS,
        chance: Some(LLVM_CHANCE_WORDS),
        zeros: says(Zeros::Ordered, LLVM_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const LLVM_MAXNUM: Profile = Profile {
    name: "llvm-maxnum",
    family: Family::Llvm,
    source: "LLVM Language Reference Manual, 'llvm.maxnum.*' Intrinsic, Floating-point min/max intrinsics comparison, and \
             Behavior of Floating-Point NaN values",
    link: "https://llvm.org/docs/LangRef.html#llvm-maxnum-intrinsic",
    choices: Choices {
        dtypes: FLOATS,
        value: "If both operands are numbers, returns the greater of the two arguments.",
        nan: says(Nan::Ignored, "If one operand is qNaN and another operand is a number, returns the number."),
        signalling: Some(says(
            Nan::Open,
            "For signaling NaNs, non-deterministically returns NaN or the other operand.",
        )),
        nans: says(Nans::Any, "If both operands are qNaNs, returns a NaN."),
        bits: LLVM_BITS,
        chance: Some(LLVM_CHANCE_WORDS),
        zeros: says(Zeros::Ordered, LLVM_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const LLVM_MAXIMUMNUM: Profile = Profile {
    name: "llvm-maximumnum",
    family: Family::Llvm,
    source: "LLVM Language Reference Manual, 'llvm.maximumnum.*' Intrinsic and Behavior of Floating-Point NaN values",
    link: "https://llvm.org/docs/LangRef.html#llvm-maximumnum-intrinsic",
    choices: Choices {
        dtypes: FLOATS,
        value: "Otherwise returns the greater of the two arguments.",
        nan: says(
            Nan::Ignored,
            "If one operand is NaN (including sNaN) and another operand is a number, return the number.",
        ),
        nans: says(Nans::Any, "If both operands are NaNs (including sNaN), returns a NaN."),
        bits: LLVM_BITS,
        chance: Some(LLVM_CHANCE_WORDS),
        zeros: says(Zeros::Ordered, LLVM_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const WASM_MAX: Profile = Profile {
    name: "wasm-max",
    family: Family::WebAssembly,
    source: "WebAssembly Core Specification, Numerics, fmax and NaN Propagation",
    link: "https://webassembly.github.io/spec/core/exec/numerics.html#op-fmax",
    choices: Choices {
        dtypes: &[F32, F64],
        value: "Else return the larger value of z1 and z2.",
        nan: says(Nan::Propagates, WASM_NAN_WORDS),
        nans: says(Nans::Any, WASM_NAN_WORDS),
        bits: says(Bits::Arithmetic, WASM_BITS_WORDS),
        chance: Some(WASM_BITS_WORDS),
        zeros: says(Zeros::Ordered, "Else if both z1 and z2 are zeroes of opposite signs, then return positive zero."),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const WASM_PMAX: Profile = Profile {
    name: "wasm-pmax",
    family: Family::WebAssembly,
    source: "WebAssembly Core Specification, Numerics, fpmax",
    link: "https://webassembly.github.io/spec/core/exec/numerics.html#op-fpmax",
    choices: Choices {
        dtypes: &[F32, F64],
        value: PMAX_WORDS,
        nan: says(Nan::First, PMAX_WORDS),
        nans: says(Nans::First, PMAX_WORDS),
        bits: says(Bits::Kept, PMAX_WORDS),
        zeros: says(Zeros::First, PMAX_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const RISCV_FMAX: Profile = Profile {
    name: "riscv-fmax",
    family: Family::RiscV,
    source: "The RISC-V Instruction Set Manual, FMIN and FMAX (F 2.2 and newer)",
    link: "https://docs.riscv.org/reference/isa/unpriv/f-st-ext.html",
    choices: Choices {
        dtypes: &[F16, F32, F64],
        value: "Floating-point minimum-number and maximum-number instructions FMIN.S and FMAX.S write, respectively, the smaller or \
                larger of rs1 and rs2 to rd.",
        nan: says(Nan::Ignored, "If only one operand is a NaN, the result is the non-NaN operand."),
        nans: says(Nans::Any, FMAX_NANS_WORDS),
        bits: says(Bits::Canonical, FMAX_NANS_WORDS),
        zeros: says(
            Zeros::Ordered,
            "For the purposes of these instructions only, the value −0.0 is considered to be less than the value +0.0.",
        ),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const RISCV_FMAXM: Profile = Profile {
    name: "riscv-fmaxm",
    family: Family::RiscV,
    source: "The RISC-V Instruction Set Manual, FMINM and FMAXM (Zfa)",
    link: "https://docs.riscv.org/reference/isa/unpriv/zfa.html",
    choices: Choices {
        dtypes: &[F16, F32, F64],
        value: FMAXM_WORDS,
        nan: says(Nan::Propagates, FMAXM_WORDS),
        nans: says(Nans::Any, FMAXM_WORDS),
        bits: says(Bits::Canonical, FMAXM_WORDS),
        zeros: says(Zeros::Ordered, FMAXM_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const ARM_FMAX: Profile = Profile {
    name: "arm-fmax",
    family: Family::Arm,
    source: "Arm Architecture Reference Manual, A64, FMAX (scalar): the behavior when FPCR.AH is 0",
    link: "https://developer.arm.com/documentation/ddi0487/latest/",
    choices: Choices {
        dtypes: &[F16, F32, F64],
        value: "This instruction compares the two source SIMD&FP registers, and writes the larger of the two floating-point values to \
                the destination SIMD&FP register.",
        nan: says(Nan::Propagates, ARM_FMAX_NAN_WORDS),
        nans: says(Nans::Any, ARM_FMAX_NAN_WORDS),
        bits: says(Bits::Quiet, ARM_FMAX_NAN_WORDS),
        zeros: says(Zeros::Ordered, ARM_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const ARM_FMAXNM: Profile = Profile {
    name: "arm-fmaxnm",
    family: Family::Arm,
    source: "Arm Architecture Reference Manual, A64, FMAXNM (scalar)",
    link: "https://developer.arm.com/documentation/ddi0487/latest/",
    choices: Choices {
        dtypes: &[F16, F32, F64],
        value: "This instruction compares the first and second source SIMD&FP register values, and writes the larger of the two \
                floating-point values to the destination SIMD&FP register.",
        nan: says(
            Nan::Ignored,
            "If one value is numeric and the other is a quiet NaN, the result is the numeric value.",
        ),
        signalling: Some(says(Nan::Propagates, ARM_FMAXNM_NAN_WORDS)),
        nans: says(Nans::Any, ARM_FMAXNM_NAN_WORDS),
        bits: says(Bits::Quiet, ARM_FMAXNM_NAN_WORDS),
        zeros: says(Zeros::Ordered, ARM_ZERO_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const X86_MAXPS: Profile = Profile {
    name: "x86-maxps",
    family: Family::X86,
    source: "Intel 64 and IA-32 Architectures Software Developer's Manual, MAXPS, MAXPD and VMAXPH",
    link: "https://www.felixcloutier.com/x86/maxps",
    choices: Choices {
        dtypes: &[F16, F32, F64],
        value: "Performs a SIMD compare of the packed single precision floating-point values in the first source operand and the \
                second source operand and returns the maximum value for each pair of values to the destination operand.",
        nan: says(Nan::Second, MAXPS_WORDS),
        nans: says(Nans::Second, MAXPS_SNAN_WORDS),
        bits: says(Bits::Kept, MAXPS_SNAN_WORDS),
        zeros: says(
            Zeros::Second,
            "If the values being compared are both 0.0s (of either sign), the value in the second operand (source operand) is \
             returned.",
        ),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const X86_VRANGEPS: Profile = Profile {
    name: "x86-vrangeps",
    family: Family::X86,
    source: "Intel 64 and IA-32 Architectures Software Developer's Manual, VRANGEPS and VRANGEPD with imm8 5, Src1 Src2 Result of its \
             tables",
    link: "https://www.felixcloutier.com/x86/vrangeps",
    choices: Choices {
        dtypes: &[F32, F64],
        value: "Imm8[1:0] specifies the initial comparison operation to be one of max, min, max absolute value or min absolute value of \
                the input value pair.",
        nan: says(Nan::Ignored, "qNaN1 Norm2 Norm2"),
        signalling: Some(says(Nan::Propagates, VRANGEPS_SNAN_WORDS)),
        nans: says(Nans::SignallingFirst, VRANGEPS_NANS_WORDS),
        bits: says(Bits::Quieted, VRANGEPS_SNAN_WORDS),
        zeros: says(Zeros::Ordered, "-0 +0 +0"),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};
