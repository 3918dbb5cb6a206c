//! The documents that clauses quote.

use crate::family::Family;

/// A document that a clause quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// The draft of SONNX `Max` that the project was given: working-groups@32912e1.
    SonnxSeed,
    /// The later text of SONNX, with what it refers to: working-groups@9bed1da.
    SonnxLater,
    /// SONNX's guidelines, needs and requirements.
    SonnxGuidelines,
    /// The documentation's page of ONNX `ReduceMax` 1 to 13 that the project was given.
    OnnxSeed,
    /// The definitions of ONNX's operators, as `docs/Changelog.md` is made of them.
    OnnxOperators,
    /// ONNX's `docs/Broadcasting.md`.
    OnnxBroadcasting,
    /// The code of ONNX's reference evaluator.
    OnnxEvaluator,
    /// The code of ONNX's definitions, and of their shape inference.
    OnnxInference,
    /// The code that writes ONNX's node tests.
    OnnxNodeTests,
    /// The page of .NET's `TensorPrimitives.Max` that the project was given.
    DotnetSeed,
    /// The comments in the code of .NET's `TensorPrimitives.Max`.
    DotnetCode,
    /// The page of `mars.tensor.maximum` that the project was given.
    Mars,
    /// NumPy, which Mars follows, and ONNX's reference evaluator is made of.
    Numpy,
    /// The page of `paddle.tensor.maximum` that the project was given.
    Paddle,
}

impl Document {
    /// The specification that the document is of.
    pub fn family(self) -> Family {
        match self {
            Self::SonnxSeed | Self::SonnxLater | Self::SonnxGuidelines => Family::Sonnx,
            Self::OnnxSeed
            | Self::OnnxOperators
            | Self::OnnxBroadcasting
            | Self::OnnxEvaluator
            | Self::OnnxInference
            | Self::OnnxNodeTests => Family::Onnx,
            Self::DotnetSeed | Self::DotnetCode => Family::Ieee754,
            Self::Mars | Self::Numpy => Family::Numpy,
            Self::Paddle => Family::Paddle,
        }
    }

    /// The document in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::SonnxSeed => "SONNX Max, draft of 2025-11-07 (working-groups@32912e1)",
            Self::SonnxLater => "SONNX Max, Broadcast and general restrictions, 2026-02-13 (working-groups@9bed1da)",
            Self::SonnxGuidelines => "SONNX guidelines and requirements",
            Self::OnnxSeed => "ONNX ReduceMax 1 to 13, the documentation's page",
            Self::OnnxOperators => "ONNX docs/Changelog.md",
            Self::OnnxBroadcasting => "ONNX docs/Broadcasting.md",
            Self::OnnxEvaluator => "ONNX reference evaluator",
            Self::OnnxInference => "ONNX definitions and shape inference",
            Self::OnnxNodeTests => "ONNX node tests",
            Self::DotnetSeed => ".NET TensorPrimitives.Max, the documentation's page",
            Self::DotnetCode => ".NET TensorPrimitives.Max, the comments in its code",
            Self::Mars => "mars.tensor.maximum",
            Self::Numpy => "NumPy",
            Self::Paddle => "paddle.tensor.maximum",
        }
    }

    /// Where the document can be read.
    pub fn link(self) -> &'static str {
        match self {
            Self::SonnxSeed => "https://github.com/onnx/working-groups/tree/32912e1",
            Self::SonnxLater => "https://github.com/onnx/working-groups/pull/119",
            Self::SonnxGuidelines => "https://github.com/onnx/working-groups/tree/main/safety-related-profile",
            Self::OnnxSeed => "https://onnx.ai/onnx/operators/onnx__ReduceMax.html",
            Self::OnnxOperators => "https://github.com/onnx/onnx/blob/main/docs/Changelog.md",
            Self::OnnxBroadcasting => "https://github.com/onnx/onnx/blob/main/docs/Broadcasting.md",
            Self::OnnxEvaluator => "https://github.com/onnx/onnx/tree/main/onnx/reference/ops",
            Self::OnnxInference => "https://github.com/onnx/onnx/tree/main/onnx/defs",
            Self::OnnxNodeTests => "https://github.com/onnx/onnx/tree/main/onnx/backend/test/case/node",
            Self::DotnetSeed => "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.max",
            Self::DotnetCode => {
                "https://github.com/dotnet/runtime/blob/main/src/libraries/System.Numerics.Tensors/src/System/Numerics/Tensors/netcore/TensorPrimitives.Max.cs"
            }
            Self::Mars => "https://github.com/mars-project/mars/blob/v0.10.0/mars/tensor/arithmetic/maximum.py",
            Self::Numpy => "https://numpy.org/doc/stable/reference/generated/numpy.amax.html",
            Self::Paddle => "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/maximum_cn.html",
        }
    }
}
