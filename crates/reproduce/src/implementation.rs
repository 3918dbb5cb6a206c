//! Which implementation a program calls: what a backend of this suite says of itself, and no name tells.

use serde::{Deserialize, Serialize};

/// What a program calls to show what a backend does, by the language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Implementation {
    /// A Python library.
    Python(Library),
    /// A Rust crate.
    Rust(Crate),
    /// A function of the C library.
    C(Function),
    /// JavaScript itself, or one of its packages.
    JavaScript(Module),
    /// .NET's `TensorPrimitives`.
    CSharp,
}

/// A Python library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Library {
    /// numpy.
    Numpy,
    /// jax, on the CPU.
    Jax,
    /// torch, on the CPU.
    Torch,
    /// torch through `torch.compile`, on the CPU.
    TorchCompiled,
    /// tensorflow, on the CPU.
    Tensorflow,
    /// paddle, on the CPU.
    Paddle,
    /// mars, in a local session.
    Mars,
    /// onnx's reference evaluator.
    OnnxReference,
    /// onnxruntime on one thread.
    Onnxruntime,
    /// onnxruntime on a pool of threads.
    OnnxruntimeThreads,
    /// openvino, on the CPU.
    Openvino,
}

/// A Rust crate, and how it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crate {
    /// tract, a model as it is loaded.
    TractTyped,
    /// tract, a model that is optimised.
    TractOptimized,
    /// rten.
    Rten,
    /// candle's tensors.
    Candle,
    /// ndarray, folded with the element type's own method.
    NdarrayMethod,
    /// ndarray, folded with a comparison.
    NdarrayCompare,
    /// The kernels of this workspace without intrinsics.
    KernelsPortable,
    /// The kernels of this workspace on AVX2.
    KernelsAvx2,
    /// The kernels of this workspace on AVX-512.
    KernelsAvx512,
    /// The kernels of this workspace on NEON.
    KernelsNeon,
}

/// A function of the C library, with its twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Function {
    /// `fmaximum` and `fminimum`.
    Fmaximum,
    /// `fmaximum_num` and `fminimum_num`.
    FmaximumNum,
    /// `fmaximum_mag` and `fminimum_mag`.
    FmaximumMag,
    /// `fmaximum_mag_num` and `fminimum_mag_num`.
    FmaximumMagNum,
    /// `fmax` and `fmin`.
    Fmax,
}

/// What JavaScript calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Module {
    /// `Math.max` and `Math.min`.
    Math,
    /// The package onnxruntime-node.
    OnnxruntimeNode,
    /// The package onnxruntime-web.
    OnnxruntimeWeb,
}

impl Implementation {
    /// Whether it is a runtime of ONNX models.
    pub fn runs_models(self) -> bool {
        match self {
            Self::Python(library) => matches!(
                library,
                Library::OnnxReference | Library::Onnxruntime | Library::OnnxruntimeThreads | Library::Openvino
            ),
            Self::Rust(library) => matches!(library, Crate::TractTyped | Crate::TractOptimized | Crate::Rten),
            Self::JavaScript(module) => matches!(module, Module::OnnxruntimeNode | Module::OnnxruntimeWeb),
            Self::C(_) | Self::CSharp => false,
        }
    }
}
