//! The specifications that there are profiles of.

use serde::{Deserialize, Serialize};

/// A specification in all of its versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// The safety-related profile of ONNX.
    Sonnx,
    /// ONNX; of a case the version that is in force in its operator set.
    Onnx,
    /// The `maximum` of IEEE 754-2019, as .NET documents it.
    Ieee754,
    /// NumPy, as Mars documents it.
    Numpy,
    /// Paddle, with its legacy `axis`.
    Paddle,
    /// ECMAScript's `Math.max`.
    EcmaScript,
    /// Java's `Math.max`.
    Java,
    /// LLVM's intrinsics.
    Llvm,
    /// `StableHLO`.
    StableHlo,
    /// `WebAssembly`.
    WebAssembly,
    /// `PyTorch`'s `maximum` and `fmax`.
    PyTorch,
    /// `TensorFlow`.
    TensorFlow,
    /// The Web Neural Network API.
    WebNn,
    /// The Tensor Operator Set Architecture.
    Tosa,
    /// C's `fmax`, and the functions that C23 has beside it.
    C,
    /// Rust's `f32::max` and `f64::max`.
    Rust,
    /// .NET's `MaxNumber`; its `Max` is that of IEEE 754-2019.
    DotNet,
    /// The `maxNum` of IEEE 754-2008, which the edition of 2019 has no more.
    MaxNum,
    /// RISC-V's instructions.
    RiscV,
    /// Arm's instructions.
    Arm,
    /// x86's instructions.
    X86,
}

impl Family {
    /// The five sources, in the order of reports.
    pub const SOURCES: [Self; 5] = [Self::Sonnx, Self::Onnx, Self::Ieee754, Self::Numpy, Self::Paddle];

    /// Every family, in the order of reports: those of the five sources, then those of other documents.
    pub const ALL: [Self; 21] = [
        Self::Sonnx,
        Self::Onnx,
        Self::Ieee754,
        Self::Numpy,
        Self::Paddle,
        Self::EcmaScript,
        Self::Java,
        Self::Llvm,
        Self::StableHlo,
        Self::WebAssembly,
        Self::PyTorch,
        Self::TensorFlow,
        Self::WebNn,
        Self::Tosa,
        Self::C,
        Self::Rust,
        Self::DotNet,
        Self::MaxNum,
        Self::RiscV,
        Self::Arm,
        Self::X86,
    ];

    /// Whether its profiles are functions of which nobody can follow two: who follows the specification follows one of them.
    pub fn is_of_alternatives(self) -> bool {
        match self {
            Self::Llvm
            | Self::WebAssembly
            | Self::Tosa
            | Self::C
            | Self::Rust
            | Self::DotNet
            | Self::RiscV
            | Self::Arm
            | Self::X86 => true,
            // Versions of one function, functions of operators of their own, or one alone.
            Self::Sonnx
            | Self::Onnx
            | Self::Ieee754
            | Self::Numpy
            | Self::Paddle
            | Self::EcmaScript
            | Self::Java
            | Self::StableHlo
            | Self::PyTorch
            | Self::TensorFlow
            | Self::WebNn
            | Self::MaxNum => false,
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sonnx => "sonnx",
            Self::Onnx => "onnx",
            Self::Ieee754 => "ieee754",
            Self::Numpy => "numpy",
            Self::Paddle => "paddle",
            Self::EcmaScript => "ecmascript",
            Self::Java => "java",
            Self::Llvm => "llvm",
            Self::StableHlo => "stablehlo",
            Self::WebAssembly => "wasm",
            Self::PyTorch => "torch",
            Self::TensorFlow => "tensorflow",
            Self::WebNn => "webnn",
            Self::Tosa => "tosa",
            Self::C => "c",
            Self::Rust => "rust",
            Self::DotNet => "dotnet",
            Self::MaxNum => "maxnum",
            Self::RiscV => "riscv",
            Self::Arm => "arm",
            Self::X86 => "x86",
        }
    }

    /// The name in reports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sonnx => "SONNX",
            Self::Onnx => "ONNX",
            Self::Ieee754 => "IEEE 754",
            Self::Numpy => "NumPy",
            Self::Paddle => "Paddle",
            Self::EcmaScript => "ECMAScript",
            Self::Java => "Java",
            Self::Llvm => "LLVM",
            Self::StableHlo => "StableHLO",
            Self::WebAssembly => "WebAssembly",
            Self::PyTorch => "PyTorch",
            Self::TensorFlow => "TensorFlow",
            Self::WebNn => "WebNN",
            Self::Tosa => "TOSA",
            Self::C => "C",
            Self::Rust => "Rust",
            Self::DotNet => ".NET",
            Self::MaxNum => "IEEE 754-2008",
            Self::RiscV => "RISC-V",
            Self::Arm => "Arm",
            Self::X86 => "x86",
        }
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::{DType, Value};

    use super::*;
    use crate::direction::Direction;
    use crate::profile::Profile;

    /// Whether two profiles speak of one operator, and no result of some two operands is allowed by both.
    fn contradict(a: &Profile, b: &Profile) -> bool {
        let dtype = DType::F32;
        let values = || Value::named(dtype).map(|(_, value)| value).chain(Value::nan(dtype)).map(Value::bits);
        let is_shared = a.operators.iter().any(|operator| b.operators.contains(operator));
        let set = |profile: &Profile, pair| profile.allows(Direction::Max, dtype, pair);
        let is_apart = |pair: [u64; 2]| {
            let (Some(a), Some(b)) = (set(a, pair), set(b, pair)) else { return false };
            !values().chain(pair).any(|bits| a.contains(dtype, bits) && b.contains(dtype, bits))
        };
        is_shared && values().any(|first| values().any(|second| is_apart([first, second])))
    }

    #[test]
    fn of_alternatives_are_the_families_of_which_two_profiles_contradict_each_other() {
        for family in Family::ALL {
            let profiles: Vec<_> = family.profiles().collect();
            let are_contradicting = profiles.iter().any(|a| profiles.iter().any(|b| contradict(a, b)));
            assert_eq!(family.is_of_alternatives(), are_contradicting, "{}", family.name());
        }
    }
}
