//! Which part of a run a recording is of: what fits together is told by that.

use serde::{Deserialize, Serialize};

/// The part of a run that a recording is of: what one backend answered to one shard of the cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The number of the shard, from 1.
    pub number: u64,
    /// How many shards the cases were cut into.
    pub of: u64,
    /// A digest of all cases of the run, in their order, whichever shard asks them: 32 hexadecimal digits.
    pub cases: String,
    /// The command line, which says how these cases were chosen; for people.
    pub command: String,
    /// The names of all backends of the run, in its order.
    pub backends: Vec<String>,
    /// The backends of the run that could not run there, each with the reason.
    pub unavailable: Vec<(String, String)>,
    /// The words on the command line that select the backend.
    pub selection: String,
    /// Whether the backend ran in another process.
    pub is_isolated: bool,
}
