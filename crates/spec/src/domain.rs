//! Who defines operators.

/// Who defines an operator. Models, the protocol and qualified names have it as a [word](Self::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// ONNX, in its default domain.
    Onnx,
    /// .NET.
    DotNet,
    /// `NumPy`.
    NumPy,
    /// Paddle.
    Paddle,
}

impl Domain {
    /// The word for it, which of ONNX's default domain is empty.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Onnx => "",
            Self::DotNet => "dotnet",
            Self::NumPy => "numpy",
            Self::Paddle => "paddle",
        }
    }
}
