//! Where commands write what others read, when nobody names another place.

/// Where `run` writes the report, and other commands look for one.
pub(crate) const REPORT: &str = "reports/latest";
/// Where `exhaust` writes what it has enumerated, and `run` reads it.
pub(crate) const LEDGER: &str = "reports/exhaustive.jsonl";
/// The folder of the shards of a run.
pub(crate) const SHARDS: &str = "reports/shards";
/// The folder that `minimize` writes to.
pub(crate) const MINIMIZED: &str = "reports/minimized";
