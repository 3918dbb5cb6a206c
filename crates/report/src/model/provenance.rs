//! Where and when a report was made, and by what.

use serde::{Deserialize, Serialize};

/// What may differ between two runs of the same suite, seed and backends.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of the suite.
    pub suite: String,
    /// The commit of the suite's source, where it was built from a checkout; `-dirty` behind it where that had changes.
    pub commit: Option<String>,
    /// The SHA-256 of the suite's program.
    pub program: String,
    /// The command line.
    pub command: String,
    /// When the run began, RFC 3339, UTC.
    pub started: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Operating system and architecture.
    pub platform: String,
    /// The release of the operating system, and of its kernel.
    pub system: String,
    /// The C library and its version.
    pub libc: String,
    /// The processor's name.
    pub cpu: String,
    /// The vector extensions that it has, of those that matter here.
    pub cpu_features: Vec<String>,
    /// Threads used.
    pub threads: u64,
    /// The rounding mode of the suite's threads.
    pub rounding_mode: String,
    /// Whether the suite's threads keep subnormals.
    pub subnormals: String,
    /// What has been enumerated of the very kernels in this suite, a line each.
    pub enumerated: Vec<String>,
    /// The backends that are part of the suite's program.
    pub built_in: Vec<String>,
    /// The files that other backends are made of: their programs, and the libraries that these had loaded when they were ready. None of
    /// a backend whose files are not known.
    pub files: Vec<UsedFile>,
    /// Of a report that was merged, where and when each shard was asked, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<String>,
}

/// A file that a backend is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedFile {
    /// The backend.
    pub backend: String,
    /// The name of the file, without the folders that it is in.
    pub name: String,
    /// The SHA-256 of its content.
    pub sha256: String,
}
