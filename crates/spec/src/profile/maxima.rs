//! The maxima that other documents define than the five sources: each is a row of choices, with the words that make them.
//!
//! Most of these documents speak of two numbers: of shapes, of tensors and of calls they have no word. So a profile here speaks of
//! operands that the document speaks of, element by element, and leaves broadcasting to the operator. Another document is one more
//! profile here, its clauses beside those in `clause/maxima.rs`, and its place in [`MAXIMA`](crate::MAXIMA).

use opconform_tensor::DType::{self, Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

use super::{Element, Profile, answer};
use crate::choices::{Choice, Choices, Nan, Nans, Zeros};
use crate::clause::Level;
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::family::Family;
use crate::gap;
use crate::operator::{Operator, max, numpy_amax, numpy_maximum, reduce_max};

/// What a document says.
const fn says<R: Copy>(rule: R, words: &'static str) -> Choice<R> {
    Choice { rule, words: Some(words), level: Level::Must }
}

/// What a formula shows, and no sentence says.
const fn shows<R: Copy>(rule: R, words: &'static str) -> Choice<R> {
    Choice { rule, words: Some(words), level: Level::Should }
}

/// What a document says nothing of.
const fn unsaid<R: Copy>(rule: R) -> Choice<R> {
    Choice { rule, words: None, level: Level::Should }
}

/// The one sentence of ECMAScript on numbers.
const ECMASCRIPT_WORDS: &str = "Given zero or more arguments, this function calls ToNumber on each of the arguments and returns the largest of the \
    resulting values.";
/// The types whose every value is a Number of ECMAScript.
const WITHIN_F64: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, U8, U16, U32];
const FLOATS: &[DType] = &[Bf16, F16, F32, F64];
/// The numbers that NumPy has.
const WITHOUT_BF16: &[DType] = &[F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];
const NUMBERS: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];

/// The one sentence of `StableHLO` on floats.
const STABLEHLO_WORDS: &str = "For floats: `maximum` from IEEE-754.";
/// The one sentence of `TensorFlow`.
const TENSORFLOW_WORDS: &str = "Returns the max of x and y (i.e. x > y ? x : y) element-wise.";
/// What becomes of NaNs in `WebAssembly`.
const WASM_NAN_WORDS: &str = "If either z1 or z2 is a NaN, then return an element of nansN{z1, z2}.";
/// The definition of `pmax` of `WebAssembly`.
const PMAX_WORDS: &str = "It is defined as a < b ? b : a";
/// What the instructions of x86 return beside a NaN.
const MAXPS_WORDS: &str = "If only one value is a NaN (SNaN or QNaN) for this instruction, the second operand (source operand), either a \
                     NaN or a valid floating-point value, is written to the result.";
/// What becomes of NaNs in Rust.
const RUST_NAN_WORDS: &str =
    "If exactly one of the arguments is NaN (quiet or signaling), then the other argument is returned.";

/// The operators that an adapter offers where its function propagates NaNs: ONNX's, and NumPy's of the same meaning.
const MAXIMUM: &[&Operator] = &[&max::MAX, &max::MIN, &numpy_maximum::MAXIMUM, &numpy_maximum::MINIMUM];
/// The same where it ignores them.
const FMAX: &[&Operator] = &[&max::MAX, &max::MIN, &numpy_maximum::FMAX, &numpy_maximum::FMIN];
/// The same where it propagates them, and is folded over an axis.
const FOLDED: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &numpy_maximum::MAXIMUM,
    &numpy_maximum::MINIMUM,
    &reduce_max::REDUCE_MAX,
    &reduce_max::REDUCE_MIN,
    &numpy_amax::AMAX,
    &numpy_amax::AMIN,
];

/// What these profiles have in common.
const ELEMENTWISE: Profile = Profile {
    name: "",
    family: Family::C,
    source: "",
    link: "",
    operators: max::MAX_MIN,
    applies,
    expect,
    refusal,
    element: Element::By(|_| ElementSet::Anything(gap::NO_MEANING)),
};

const BROADCASTING: &str = "broadcasting is the operator's, not the element's";

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

pub(crate) const LLVM_MAXIMUM: Profile = Profile {
    name: "llvm-maximum",
    family: Family::Llvm,
    source: "LLVM Language Reference Manual, 'llvm.maximum.*' Intrinsic",
    link: "https://llvm.org/docs/LangRef.html#llvm-maximum-intrinsic",
    element: Element::Chosen(Choices {
        dtypes: FLOATS,
        value: "Otherwise returns the greater of the two arguments.",
        nan: says(Nan::Propagates, "If either operand is a NaN, returns NaN."),
        signalling: None,
        nans: says(Nans::Any, "If either operand is a NaN, returns NaN."),
        zeros: says(Zeros::Ordered, "-0.0 is considered to be less than +0.0 for this intrinsic."),
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const STABLEHLO: Profile = Profile {
    name: "stablehlo",
    family: Family::StableHlo,
    source: "StableHLO specification, maximum",
    link: "https://openxla.org/stablehlo/spec#maximum",
    operators: FOLDED,
    element: Element::Chosen(Choices {
        dtypes: NUMBERS,
        value: "Performs element-wise max operation on tensors `lhs` and `rhs` and produces a `result` tensor.",
        nan: says(Nan::Propagates, STABLEHLO_WORDS),
        signalling: None,
        nans: says(Nans::Any, STABLEHLO_WORDS),
        zeros: says(Zeros::Ordered, STABLEHLO_WORDS),
        many: Some(
            "Applies a reduction function `body` to `inputs` and `init_values` along the `dimensions` and produces a `result` tensor.",
        ),
    }),
    ..ELEMENTWISE
};

pub(crate) const WASM_MAX: Profile = Profile {
    name: "wasm-max",
    family: Family::WebAssembly,
    source: "WebAssembly Core Specification, Numerics, fmax",
    link: "https://webassembly.github.io/spec/core/exec/numerics.html#op-fmax",
    element: Element::Chosen(Choices {
        dtypes: &[F32, F64],
        value: "Else return the larger value of z1 and z2.",
        nan: says(Nan::Propagates, WASM_NAN_WORDS),
        signalling: None,
        nans: says(Nans::Any, WASM_NAN_WORDS),
        zeros: says(Zeros::Ordered, "Else if both z1 and z2 are zeroes of opposite signs, then return positive zero."),
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const TORCH_MAXIMUM: Profile = Profile {
    name: "torch-maximum",
    family: Family::PyTorch,
    source: "torch.maximum, PyTorch documentation",
    link: "https://docs.pytorch.org/docs/stable/generated/torch.maximum.html",
    operators: MAXIMUM,
    element: Element::Chosen(Choices {
        dtypes: NUMBERS,
        value: "Computes the element-wise maximum of input and other.",
        nan: says(Nan::Propagates, "If one of the elements being compared is a NaN, then that element is returned."),
        signalling: None,
        nans: unsaid(Nans::Any),
        zeros: unsaid(Zeros::Either),
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

pub(crate) const TORCH_FMAX: Profile = Profile {
    name: "torch-fmax",
    family: Family::PyTorch,
    source: "torch.fmax, PyTorch documentation",
    link: "https://docs.pytorch.org/docs/stable/generated/torch.fmax.html",
    operators: numpy_maximum::IGNORING,
    element: Element::Chosen(Choices {
        dtypes: WITHOUT_BF16,
        value: "Computes the element-wise maximum of input and other.",
        nan: says(
            Nan::Ignored,
            "if exactly one of the two elements being compared is a NaN then the non-NaN element is taken as the maximum.",
        ),
        signalling: None,
        nans: says(Nans::Any, "Only if both elements are NaN is NaN propagated."),
        zeros: unsaid(Zeros::Either),
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const RISCV_FMAX: Profile = Profile {
    name: "riscv-fmax",
    family: Family::RiscV,
    source: "The RISC-V Instruction Set Manual, FMIN and FMAX (F 2.2 and newer)",
    link: "https://docs.riscv.org/reference/isa/unpriv/f-st-ext.html",
    element: Element::Chosen(Choices {
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
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const X86_MAXPS: Profile = Profile {
    name: "x86-maxps",
    family: Family::X86,
    source: "Intel 64 and IA-32 Architectures Software Developer's Manual, MAXPS, MAXPD and VMAXPH",
    link: "https://www.felixcloutier.com/x86/maxps",
    element: Element::Chosen(Choices {
        dtypes: &[F16, F32, F64],
        value: "Performs a SIMD compare of the packed single precision floating-point values in the first source operand and the \
                second source operand and returns the maximum value for each pair of values to the destination operand.",
        nan: says(Nan::Second, MAXPS_WORDS),
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
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const TENSORFLOW: Profile = Profile {
    name: "tensorflow",
    family: Family::TensorFlow,
    source: "tf.math.maximum, TensorFlow documentation: its formula, read to the letter",
    link: "https://www.tensorflow.org/api_docs/python/tf/math/maximum",
    operators: MAXIMUM,
    element: Element::Chosen(Choices {
        dtypes: NUMBERS,
        value: TENSORFLOW_WORDS,
        nan: shows(Nan::Second, TENSORFLOW_WORDS),
        signalling: None,
        nans: shows(Nans::Second, TENSORFLOW_WORDS),
        zeros: shows(Zeros::Second, TENSORFLOW_WORDS),
        many: None,
    }),
    ..ELEMENTWISE
};

pub(crate) const WASM_PMAX: Profile = Profile {
    name: "wasm-pmax",
    family: Family::WebAssembly,
    source: "WebAssembly SIMD, f32x4.pmax and f64x2.pmax, MDN",
    link: "https://developer.mozilla.org/en-US/docs/WebAssembly/Reference/SIMD/arithmetic/pmax",
    element: Element::Chosen(Choices {
        dtypes: &[F32, F64],
        value: PMAX_WORDS,
        nan: says(Nan::First, PMAX_WORDS),
        signalling: None,
        nans: says(Nans::First, PMAX_WORDS),
        zeros: says(Zeros::First, PMAX_WORDS),
        many: None,
    }),
    ..ELEMENTWISE
};

fn applies(facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("judged on the newest version of the operator alone");
    }
    if facts.dtype.is_none() || !facts.type_is_listed() {
        return Err("defined on operands of one number type");
    }
    // `where`, `out` and `initial`.
    if facts.case.inputs.len() > facts.case.operands().len() && facts.case.operator.domain == "numpy" {
        return Err("it says nothing of what takes no part, or was there before");
    }
    if facts.shapes_clash() {
        return Err(BROADCASTING);
    }
    if facts.breach().is_some() || facts.is_empty_reduction() {
        return Err("defined where there is something to compare");
    }
    Ok(())
}

fn expect(facts: &Facts) -> Expectation {
    answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING))
}

fn refusal(facts: &Facts) -> Option<&'static str> {
    (!facts.equal_shapes()).then_some(BROADCASTING)
}
