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
}

impl Family {
    /// Every family, in the order of reports.
    pub const ALL: [Self; 5] = [Self::Sonnx, Self::Onnx, Self::Ieee754, Self::Numpy, Self::Paddle];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sonnx => "sonnx",
            Self::Onnx => "onnx",
            Self::Ieee754 => "ieee754",
            Self::Numpy => "numpy",
            Self::Paddle => "paddle",
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
        }
    }
}
