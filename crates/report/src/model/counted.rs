//! Pairs of operands that were all asked for and counted: what `opconform exhaust` keeps, as a report has it.

use opconform_tensor::DType;
use serde::{Deserialize, Serialize};

/// The pairs of a rung, through one backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedPairs {
    /// The operator.
    pub operator: String,
    /// The element type.
    pub dtype: DType,
    /// Which pairs these are, in words.
    pub range: String,
    /// How the operands lay, and what was asked before, in words: other calls may be answered otherwise.
    pub assumed: String,
    /// The features of the CPU that the backend was asked on.
    pub cpu_features: Vec<String>,
    /// Whether these are all pairs of the rung.
    pub complete: bool,
    /// How many pairs these are.
    pub pairs: u64,
    /// How many of the pairs break a MUST of what is claimed, or of what is asked of everyone.
    pub forbidden: u64,
    /// The SHA-256 of all results.
    pub digest: String,
    /// What each specification that the backend is judged by says of the pairs.
    pub specifications: Vec<SpecificationPairs>,
    /// What came of which operands: what is forbidden first, then what is advised against.
    pub rows: Vec<PairRow>,
    /// The pairs of which the greater operand came, or both, which are the same, as every specification asks: they have no row.
    pub usual: u64,
}

/// How many pairs a specification says what of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecificationPairs {
    /// The specification, by the name of the profile.
    pub specification: String,
    /// Pairs of which it allows what came.
    pub allowed: u64,
    /// Pairs of which it leaves that open.
    pub open: u64,
    /// Pairs of which it advises against what came.
    pub advised_against: u64,
    /// Pairs of which it forbids what came.
    pub forbidden: u64,
}

/// Pairs of operands of two kinds, of which the same came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRow {
    /// What the two operands are, in words.
    pub operands: [String; 2],
    /// What came, in words; with the place in their calls, where the same operands came out otherwise elsewhere.
    pub came: String,
    /// How many pairs these are.
    pub pairs: u64,
    /// The bits of the operands of the first of them, and of the result where there is one.
    pub example: String,
    /// The clauses that forbid what came.
    pub forbidden_by: Vec<String>,
    /// The clauses that advise against what came.
    pub advised_against_by: Vec<String>,
}
