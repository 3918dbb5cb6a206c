//! How a backend stands to one specification in all of its versions.

use serde::{Deserialize, Serialize};

/// How a backend stands to one specification in all of its versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToFamily {
    /// The specification, such as `SONNX`.
    pub family: String,
    /// Where it defines several functions: the one that the backend is measured by, which is what it claims, or else the nearest.
    #[serde(default)]
    pub function: Option<String>,
    /// Whether the backend claims the specification, or a version of it.
    pub claimed: bool,
    /// How many departures break a clause of it that binds; null where nothing was judged under it.
    pub departures: Option<u64>,
    /// What those departures are, each kind once and in a few words, the worst first.
    pub kinds: Vec<String>,
}
