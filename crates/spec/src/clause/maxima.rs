//! The clauses of the maxima that other documents than the five sources define: of numbers, of a NaN beside a number, of NaNs
//! alone, and of two zeros, as far as the document speaks of them.

use super::{Clause, Oracle};
use crate::profile::maxima;
use subject::Subject;

mod demand;
mod subject;

/// The sentences of a document: an id for each choice that it makes in words.
macro_rules! sentences {
    ($($profile:ident { $($id:literal: $subject:ident,)+ })+) => {
        &[$($(Clause {
            id: $id,
            level: Subject::$subject.level(&maxima::$profile),
            title: Subject::$subject.title(&maxima::$profile),
            words: Subject::$subject.words(&maxima::$profile),
            place: maxima::$profile.source,
            documents: &[],
            profiles: &[maxima::$profile.name],
            operators: maxima::$profile.operators,
            oracle: Oracle::Each(|trial| Subject::$subject.decide(&maxima::$profile, trial)),
            exempt: |dtype| Subject::$subject.exempt(&maxima::$profile, dtype),
        },)+)+]
    };
}

pub(super) const CLAUSES: &[Clause] = sentences! {
    ECMASCRIPT {
        "ECMASCRIPT-MAX-VALUE": Value,
        "ECMASCRIPT-MAX-NAN": Nan,
        "ECMASCRIPT-MAX-ZERO": Zeros,
    }
    JAVA {
        "JAVA-MAX-VALUE": Value,
        "JAVA-MAX-NAN": Nan,
        "JAVA-MAX-ZERO": Zeros,
    }
    LLVM_MAXIMUM {
        "LLVM-MAXIMUM-VALUE": Value,
        "LLVM-MAXIMUM-NAN": Nan,
        "LLVM-MAXIMUM-NAN-BITS": Bits,
        "LLVM-MAXIMUM-ZERO": Zeros,
    }
    LLVM_MAXIMUMNUM {
        "LLVM-MAXIMUMNUM-VALUE": Value,
        "LLVM-MAXIMUMNUM-NAN": Nan,
        "LLVM-MAXIMUMNUM-NANS": Nans,
        "LLVM-MAXIMUMNUM-NAN-BITS": Bits,
        "LLVM-MAXIMUMNUM-ZERO": Zeros,
    }
    LLVM_MAXNUM {
        "LLVM-MAXNUM-VALUE": Value,
        "LLVM-MAXNUM-NAN": Nan,
        "LLVM-MAXNUM-NANS": Nans,
        "LLVM-MAXNUM-NUMBER": Number,
        "LLVM-MAXNUM-NAN-BITS": Bits,
        "LLVM-MAXNUM-ZERO": Zeros,
    }
    STABLEHLO {
        "STABLEHLO-MAX-VALUE": Value,
        "STABLEHLO-MAX-NAN": Nan,
        "STABLEHLO-MAX-ZERO": Zeros,
    }
    WASM_MAX {
        "WASM-MAX-VALUE": Value,
        "WASM-MAX-NAN": Nan,
        "WASM-MAX-NAN-BITS": Bits,
        "WASM-MAX-ZERO": Zeros,
    }
    TORCH_MAXIMUM {
        "TORCH-MAXIMUM-VALUE": Value,
        "TORCH-MAXIMUM-NAN": Nan,
        "TORCH-MAXIMUM-NAN-BITS": Bits,
    }
    C_FMAX {
        "C-FMAX-VALUE": Value,
        "C-FMAX-NAN": Nan,
        "C-FMAX-NANS": Nans,
        "C-FMAX-NUMBER": Number,
    }
    C_FMAXIMUM {
        "C-FMAXIMUM-VALUE": Value,
        "C-FMAXIMUM-NAN": Nan,
        "C-FMAXIMUM-ZERO": Zeros,
    }
    C_FMAXIMUM_MAG {
        "C-FMAXIMUM-MAG-VALUE": Value,
        "C-FMAXIMUM-MAG-NAN": Nan,
        "C-FMAXIMUM-MAG-SIGN": Zeros,
    }
    C_FMAXIMUM_MAG_NUM {
        "C-FMAXIMUM-MAG-NUM-VALUE": Value,
        "C-FMAXIMUM-MAG-NUM-NAN": Nan,
        "C-FMAXIMUM-MAG-NUM-SIGN": Zeros,
    }
    C_FMAXIMUM_NUM {
        "C-FMAXIMUM-NUM-VALUE": Value,
        "C-FMAXIMUM-NUM-NAN": Nan,
        "C-FMAXIMUM-NUM-NANS": Nans,
        "C-FMAXIMUM-NUM-ZERO": Zeros,
    }
    RUST {
        "RUST-MAX-VALUE": Value,
        "RUST-MAX-NAN": Nan,
        "RUST-MAX-NANS": Nans,
        "RUST-MAX-NAN-BITS": Bits,
    }
    RUST_MAXIMUM {
        "RUST-MAXIMUM-VALUE": Value,
        "RUST-MAXIMUM-NAN": Nan,
        "RUST-MAXIMUM-NAN-BITS": Bits,
        "RUST-MAXIMUM-ZERO": Zeros,
    }
    DOTNET_MAXNUMBER {
        "DOTNET-MAXNUMBER-VALUE": Value,
        "DOTNET-MAXNUMBER-NAN": Nan,
        "DOTNET-MAXNUMBER-ZERO": Zeros,
    }
    DOTNET_MAXMAGNITUDE {
        "DOTNET-MAXMAGNITUDE-VALUE": Value,
        "DOTNET-MAXMAGNITUDE-NAN": Nan,
        "DOTNET-MAXMAGNITUDE-SIGN": Zeros,
    }
    DOTNET_MAXMAGNITUDENUMBER {
        "DOTNET-MAXMAGNITUDENUMBER-VALUE": Value,
        "DOTNET-MAXMAGNITUDENUMBER-NAN": Nan,
        "DOTNET-MAXMAGNITUDENUMBER-SIGN": Zeros,
    }
    DOTNET_ENUMERABLE {
        "DOTNET-ENUMERABLE-VALUE": Value,
        "DOTNET-ENUMERABLE-NAN": Nan,
        "DOTNET-ENUMERABLE-NANS": Nans,
    }
    DOTNET_TENSOR {
        "DOTNET-TENSOR-VALUE": Value,
        "DOTNET-TENSOR-NUMBER": Number,
    }
    DOTNET_VECTOR128 {
        "DOTNET-VECTOR128-VALUE": Value,
        "DOTNET-VECTOR128-NUMBER": Number,
    }
    DOTNET_MAXNATIVE {
        "DOTNET-MAXNATIVE-VALUE": Value,
        "DOTNET-MAXNATIVE-NUMBER": Number,
    }
    IEEE754_2008 {
        "IEEE-MAXNUM-VALUE": Value,
        "IEEE-MAXNUM-NAN": Nan,
        "IEEE-MAXNUM-SNAN": Signalling,
        "IEEE-MAXNUM-NANS": Nans,
    }
    TORCH_FMAX {
        "TORCH-FMAX-VALUE": Value,
        "TORCH-FMAX-NAN": Nan,
        "TORCH-FMAX-NANS": Nans,
    }
    RISCV_FMAX {
        "RISCV-FMAX-VALUE": Value,
        "RISCV-FMAX-NAN": Nan,
        "RISCV-FMAX-NANS": Nans,
        "RISCV-FMAX-NAN-BITS": Bits,
        "RISCV-FMAX-ZERO": Zeros,
    }
    RISCV_FMAXM {
        "RISCV-FMAXM-VALUE": Value,
        "RISCV-FMAXM-NAN": Nan,
        "RISCV-FMAXM-NAN-BITS": Bits,
        "RISCV-FMAXM-ZERO": Zeros,
    }
    ARM_FMAX {
        "ARM-FMAX-VALUE": Value,
        "ARM-FMAX-NAN": Nan,
        "ARM-FMAX-NAN-BITS": Bits,
        "ARM-FMAX-ZERO": Zeros,
    }
    ARM_FMAXNM {
        "ARM-FMAXNM-VALUE": Value,
        "ARM-FMAXNM-NAN": Nan,
        "ARM-FMAXNM-SNAN": Signalling,
        "ARM-FMAXNM-NANS": Nans,
        "ARM-FMAXNM-NAN-BITS": Bits,
        "ARM-FMAXNM-ZERO": Zeros,
    }
    X86_MAXPS {
        "X86-MAXPS-VALUE": Value,
        "X86-MAXPS-NAN": Nan,
        "X86-MAXPS-NANS": Nans,
        "X86-MAXPS-NAN-BITS": Bits,
        "X86-MAXPS-ZERO": Zeros,
    }
    X86_VRANGEPS {
        "X86-VRANGEPS-VALUE": Value,
        "X86-VRANGEPS-NAN": Nan,
        "X86-VRANGEPS-SNAN": Signalling,
        "X86-VRANGEPS-NANS": Nans,
        "X86-VRANGEPS-NAN-BITS": Bits,
        "X86-VRANGEPS-ZERO": Zeros,
    }
    TENSORFLOW {
        "TENSORFLOW-MAX-VALUE": Value,
        "TENSORFLOW-MAX-NUMBER": Number,
        "TENSORFLOW-MAX-FORMULA": Formula,
    }
    TORCH_AMAX {
        "TORCH-AMAX-VALUE": Value,
        "TORCH-AMAX-NUMBER": Number,
    }
    TENSORFLOW_REDUCE {
        "TENSORFLOW-REDUCE-VALUE": Value,
        "TENSORFLOW-REDUCE-NUMBER": Number,
        "TENSORFLOW-REDUCE-NAN": Nan,
    }
    WEBNN_MAX {
        "WEBNN-MAX-VALUE": Value,
        "WEBNN-MAX-NUMBER": Number,
    }
    TOSA_PROPAGATE {
        "TOSA-PROPAGATE-VALUE": Value,
        "TOSA-PROPAGATE-NAN": Nan,
    }
    TOSA_IGNORE {
        "TOSA-IGNORE-VALUE": Value,
        "TOSA-IGNORE-NAN": Nan,
        "TOSA-IGNORE-NANS": Nans,
    }
    WASM_PMAX {
        "WASM-PMAX-VALUE": Value,
        "WASM-PMAX-FORMULA": Formula,
    }
};
