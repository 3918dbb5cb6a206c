//! The rows: one document each.

use opconform_tensor::DType::{self, Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

use super::{Choice, Maximum, Nan, Nans, Zeros};

const fn says<R>(rule: R, words: &'static str) -> Choice<R> {
    Choice { rule, words: Some(words) }
}

/// What a document says nothing of.
const fn unsaid<R>(rule: R) -> Choice<R> {
    Choice { rule, words: None }
}

const FLOATS: &[DType] = &[Bf16, F16, F32, F64];
const NUMBERS: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];

/// The one sentence of `StableHLO` on floats.
const STABLEHLO: &str = "For floats: `maximum` from IEEE-754.";
/// The one sentence of `TensorFlow`.
const TENSORFLOW: &str = "Returns the max of x and y (i.e. x > y ? x : y) element-wise.";
/// What becomes of NaNs in `WebAssembly`.
const WASM_NAN: &str = "If either z1 or z2 is a NaN, then return an element of nansN{z1, z2}.";
/// The definition of `pmax` of `WebAssembly`.
const PMAX: &str = "It is defined as a < b ? b : a";
/// What the instructions of x86 return beside a NaN.
const MAXPS: &str = "If only one value is a NaN (SNaN or QNaN) for this instruction, the second operand (source operand), either a \
                     NaN or a valid floating-point value, is written to the result.";
/// What becomes of NaNs in Rust.
const RUST_NAN: &str =
    "If exactly one of the arguments is NaN (quiet or signaling), then the other argument is returned.";

/// Every row; of documents that there is a profile of, that is enough. Those that propagate a NaN, those that pass over it, and those that go by the place of the operands.
pub const MAXIMA: &[Maximum] = &[
    Maximum {
        name: "ecmascript",
        titles: ["ECMAScript Math.max", "ECMAScript Math.min"],
        document: "ECMA-262, Math.max ( ...args )",
        link: "https://tc39.es/ecma262/#sec-math.max",
        dtypes: FLOATS,
        value: "Given zero or more arguments, this function calls ToNumber on each of the arguments and returns the largest of the \
                resulting values.",
        nan: says(Nan::Propagates, "If number is NaN, return NaN."),
        signalling: None,
        nans: says(Nans::Any, "If number is NaN, return NaN."),
        zeros: says(
            Zeros::Ordered,
            "The comparison of values to determine the largest value is done using the IsLessThan algorithm except that +0𝔽 is \
             considered to be larger than -0𝔽.",
        ),
    },
    Maximum {
        name: "java",
        titles: ["Java Math.max", "Java Math.min"],
        document: "java.lang.Math.max(float, float) and max(double, double)",
        link: "https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Math.html",
        dtypes: &[F32, F64],
        value: "That is, the result is the argument closer to positive infinity.",
        nan: says(Nan::Propagates, "If either value is NaN, then the result is NaN."),
        signalling: None,
        nans: says(Nans::Any, "If either value is NaN, then the result is NaN."),
        zeros: says(
            Zeros::Ordered,
            "If one argument is positive zero and the other negative zero, the result is positive zero.",
        ),
    },
    Maximum {
        name: "llvm-maximum",
        titles: ["LLVM llvm.maximum", "LLVM llvm.minimum"],
        document: "LLVM Language Reference Manual, 'llvm.maximum.*' Intrinsic",
        link: "https://llvm.org/docs/LangRef.html#llvm-maximum-intrinsic",
        dtypes: FLOATS,
        value: "Otherwise returns the greater of the two arguments.",
        nan: says(Nan::Propagates, "If either operand is a NaN, returns NaN."),
        signalling: None,
        nans: says(Nans::Any, "If either operand is a NaN, returns NaN."),
        zeros: says(Zeros::Ordered, "-0.0 is considered to be less than +0.0 for this intrinsic."),
    },
    Maximum {
        name: "stablehlo",
        titles: ["StableHLO maximum", "StableHLO minimum"],
        document: "StableHLO specification, maximum",
        link: "https://openxla.org/stablehlo/spec#maximum",
        dtypes: NUMBERS,
        value: "Performs element-wise max operation on tensors `lhs` and `rhs` and produces a `result` tensor.",
        nan: says(Nan::Propagates, STABLEHLO),
        signalling: None,
        nans: says(Nans::Any, STABLEHLO),
        zeros: says(Zeros::Ordered, STABLEHLO),
    },
    Maximum {
        name: "wasm-max",
        titles: ["WebAssembly max", "WebAssembly min"],
        document: "WebAssembly Core Specification, Numerics, fmax",
        link: "https://webassembly.github.io/spec/core/exec/numerics.html#op-fmax",
        dtypes: &[F32, F64],
        value: "Else return the larger value of z1 and z2.",
        nan: says(Nan::Propagates, WASM_NAN),
        signalling: None,
        nans: says(Nans::Any, WASM_NAN),
        zeros: says(Zeros::Ordered, "Else if both z1 and z2 are zeroes of opposite signs, then return positive zero."),
    },
    Maximum {
        name: "torch-maximum",
        titles: ["torch.maximum", "torch.minimum"],
        document: "torch.maximum, PyTorch documentation",
        link: "https://docs.pytorch.org/docs/stable/generated/torch.maximum.html",
        dtypes: NUMBERS,
        value: "Computes the element-wise maximum of input and other.",
        nan: says(Nan::Propagates, "If one of the elements being compared is a NaN, then that element is returned."),
        signalling: None,
        nans: unsaid(Nans::Any),
        zeros: unsaid(Zeros::Either),
    },
    Maximum {
        name: "c-fmax",
        titles: ["C fmax", "C fmin"],
        document: "ISO C, 7.12.12.2 and F.10.9.2 (C11; the same in C23)",
        link: "https://www.open-std.org/jtc1/sc22/wg14/www/docs/n1570.pdf",
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
    },
    Maximum {
        name: "rust",
        titles: ["Rust f32::max", "Rust f32::min"],
        document: "Rust's standard library, f32::max and f64::max",
        link: "https://doc.rust-lang.org/std/primitive.f32.html#method.max",
        dtypes: &[F32, F64],
        value: "Returns the maximum of the two numbers, ignoring NaN.",
        nan: says(Nan::Ignored, RUST_NAN),
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
    },
    Maximum {
        name: "torch-fmax",
        titles: ["torch.fmax", "torch.fmin"],
        document: "torch.fmax, PyTorch documentation",
        link: "https://docs.pytorch.org/docs/stable/generated/torch.fmax.html",
        dtypes: NUMBERS,
        value: "Computes the element-wise maximum of input and other.",
        nan: says(
            Nan::Ignored,
            "if exactly one of the two elements being compared is a NaN then the non-NaN element is taken as the maximum.",
        ),
        signalling: None,
        nans: says(Nans::Any, "Only if both elements are NaN is NaN propagated."),
        zeros: unsaid(Zeros::Either),
    },
    Maximum {
        name: "riscv-fmax",
        titles: ["RISC-V FMAX", "RISC-V FMIN"],
        document: "The RISC-V Instruction Set Manual, FMIN and FMAX (F 2.2 and newer)",
        link: "https://docs.riscv.org/reference/isa/unpriv/f-st-ext.html",
        dtypes: &[F16, F32, F64],
        value: "Floating-point minimum-number and maximum-number instructions FMIN.S and FMAX.S write, respectively, the smaller or \
                larger of rs1 and rs2 to rd.",
        nan: says(Nan::Ignored, "If only one operand is a NaN, the result is the non-NaN operand."),
        signalling: None,
        nans: says(Nans::Canonical, "If both inputs are NaNs, the result is the canonical NaN."),
        zeros: says(
            Zeros::Ordered,
            "For the purposes of these instructions only, the value −0.0 is considered to be less than the value +0.0.",
        ),
    },
    Maximum {
        name: "x86-maxps",
        titles: ["x86 MAXPS", "x86 MINPS"],
        document: "Intel 64 and IA-32 Architectures Software Developer's Manual, MAXPS, MAXPD and VMAXPH",
        link: "https://www.felixcloutier.com/x86/maxps",
        dtypes: &[F16, F32, F64],
        value: "Performs a SIMD compare of the packed single precision floating-point values in the first source operand and the \
                second source operand and returns the maximum value for each pair of values to the destination operand.",
        nan: says(Nan::Second, MAXPS),
        signalling: None,
        nans: says(
            Nans::Second,
            "If a value in the second operand is an SNaN, then SNaN is forwarded unchanged to the destination (that is, a QNaN \
             version of the SNaN is not returned).",
        ),
        zeros: says(
            Zeros::Second,
            "If the values being compared are both 0.0s (of either sign), the value in the second operand (source operand) is \
             returned.",
        ),
    },
    Maximum {
        name: "tensorflow",
        titles: ["tf.math.maximum", "tf.math.minimum"],
        document: "tf.math.maximum, TensorFlow documentation: its formula, read to the letter",
        link: "https://www.tensorflow.org/api_docs/python/tf/math/maximum",
        dtypes: NUMBERS,
        value: TENSORFLOW,
        nan: says(Nan::Second, TENSORFLOW),
        signalling: None,
        nans: says(Nans::Second, TENSORFLOW),
        zeros: says(Zeros::Second, TENSORFLOW),
    },
    Maximum {
        name: "wasm-pmax",
        titles: ["WebAssembly pmax", "WebAssembly pmin"],
        document: "WebAssembly SIMD, f32x4.pmax and f64x2.pmax, MDN",
        link: "https://developer.mozilla.org/en-US/docs/WebAssembly/Reference/SIMD/arithmetic/pmax",
        dtypes: &[F32, F64],
        value: PMAX,
        nan: says(Nan::First, PMAX),
        signalling: None,
        nans: says(Nans::First, PMAX),
        zeros: says(Zeros::First, PMAX),
    },
];
