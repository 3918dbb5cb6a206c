//! Numbers: how answers divide, and what clauses and profiles made of them.

use opconform_tensor::Types;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How the answers of a backend divide: every case is in exactly one of these.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct OutcomeCounts {
    /// It returned tensors.
    pub output: u64,
    /// It refused the case as ill-formed.
    pub rejected: u64,
    /// It says that it does not implement what the case asks for.
    pub unsupported: u64,
    /// It panicked, was killed or exited.
    pub crashed: u64,
    /// It did not answer in time.
    pub timed_out: u64,
    /// Its answer could not be understood.
    pub malformed: u64,
}

impl OutcomeCounts {
    /// How many cases the backend was asked for: all but those that it says it does not implement.
    pub fn asked(&self) -> u64 {
        [self.output, self.rejected, self.crashed, self.timed_out, self.malformed]
            .into_iter()
            .fold(0, u64::saturating_add)
    }
}

/// What one clause has seen of one backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClauseCount {
    /// The clause.
    pub id: String,
    /// All element types together.
    pub total: Count,
    /// By the element type of the operands.
    pub by_dtype: BTreeMap<Types, Count>,
}

/// Comparisons and what came of them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Count {
    /// Elements compared (1 for a comparison of whole answers).
    pub compared: u64,
    /// Elements among them that violate the clause.
    pub violations: u64,
    /// Cases with a violation.
    pub violating_cases: u64,
    /// Cases that conform by a latitude of the source.
    pub latitude_cases: u64,
    /// Elements that could not be judged for a gap in the source.
    pub gaps: u64,
}

/// How a backend fares under a profile, case by case.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ProfileCount {
    /// Cases that the profile speaks of and the backend supports.
    pub judged: u64,
    /// Cases among them with a result outside the set that the profile accepts.
    pub violating: u64,
    /// Cases that it leaves open.
    pub silent: u64,
}
