//! What a backend says of itself: the part of a report's provenance that is about it.

use opconform_reproduce::Implementation;
use opconform_tensor::DType;
use serde::{Deserialize, Serialize};

/// What a backend is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name that it is asked for by.
    pub name: String,
    /// The version of the implementation.
    pub version: String,
    /// What a program calls to do without this suite what the backend does; `None` where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// The language that the implementation is written in.
    pub language: String,
    /// How it is set up and called, a sentence each.
    pub configuration: Vec<String>,
    /// The CPU features that it may use on this machine.
    pub cpu_features: Vec<String>,
    /// The element types that it can be asked for; a type that is missing is answered with `Unsupported`.
    pub dtypes: Vec<DType>,
    /// The operators, as their sources spell them.
    pub operators: Vec<String>,
}

/// The CPU features of this machine that change what a float maximum is compiled to, by the names of the instruction sets.
pub fn cpu_features() -> Vec<String> {
    #[cfg(target_arch = "x86_64")]
    let features = [
        ("sse4.1", std::is_x86_feature_detected!("sse4.1")),
        ("avx", std::is_x86_feature_detected!("avx")),
        ("avx2", std::is_x86_feature_detected!("avx2")),
        ("fma", std::is_x86_feature_detected!("fma")),
        ("f16c", std::is_x86_feature_detected!("f16c")),
        ("avx512f", std::is_x86_feature_detected!("avx512f")),
        ("avx512bw", std::is_x86_feature_detected!("avx512bw")),
        ("avx512fp16", std::is_x86_feature_detected!("avx512fp16")),
    ];
    #[cfg(target_arch = "aarch64")]
    let features = [
        ("neon", std::arch::is_aarch64_feature_detected!("neon")),
        ("fp16", std::arch::is_aarch64_feature_detected!("fp16")),
        ("sve", std::arch::is_aarch64_feature_detected!("sve")),
    ];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let features: [(&str, bool); 0] = [];
    features.into_iter().filter(|&(_, found)| found).map(|(name, _)| name.to_owned()).collect()
}
