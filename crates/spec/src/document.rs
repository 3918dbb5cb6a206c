//! The documents that clauses quote.

use crate::family::Family;

/// A document that a clause quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// The draft of SONNX `Max` that the project was given: working-groups@32912e1.
    SonnxSeed,
    /// The later text of SONNX: working-groups@9bed1da.
    SonnxLater,
    /// SONNX's guidelines, needs and requirements.
    SonnxGuidelines,
    /// The documentation's page of ONNX `ReduceMax` 1 to 13 that the project was given.
    OnnxSeed,
    /// The definitions of ONNX's operators, as `docs/Changelog.md` is made of them.
    OnnxOperators,
    /// ONNX's `docs/Broadcasting.md`.
    OnnxBroadcasting,
    /// ONNX's reference evaluator, the code of its definitions, its shape inference and its node tests.
    OnnxCode,
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
            Self::OnnxSeed | Self::OnnxOperators | Self::OnnxBroadcasting | Self::OnnxCode => Family::Onnx,
            Self::DotnetSeed | Self::DotnetCode => Family::Ieee754,
            Self::Mars | Self::Numpy => Family::Numpy,
            Self::Paddle => Family::Paddle,
        }
    }

    /// The document in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::SonnxSeed => "SONNX Max, draft of 2025-11-07 (working-groups@32912e1)",
            Self::SonnxLater => "SONNX Max, 2026-02-13 (working-groups@9bed1da)",
            Self::SonnxGuidelines => "SONNX guidelines and requirements",
            Self::OnnxSeed => "ONNX ReduceMax 1 to 13, the documentation's page",
            Self::OnnxOperators => "ONNX docs/Changelog.md",
            Self::OnnxBroadcasting => "ONNX docs/Broadcasting.md",
            Self::OnnxCode => "ONNX reference evaluator, shape inference and node tests",
            Self::DotnetSeed => ".NET TensorPrimitives.Max, the documentation's page",
            Self::DotnetCode => ".NET TensorPrimitives.Max, the comments in its code",
            Self::Mars => "mars.tensor.maximum",
            Self::Numpy => "NumPy",
            Self::Paddle => "paddle.tensor.maximum",
        }
    }
}
