//! What a backend was observed to do, whatever a clause says of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The rules that a backend was observed to follow where it is given two operands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// The operator.
    pub operator: String,
    /// The element types that have all of this in common.
    pub dtypes: Vec<String>,
    /// A quiet NaN and a number: `propagates`, `ignored`, `first operand`, `second operand`, `neither operand`,
    /// `not observed`; or `varies`, with how where that is known.
    pub nan: String,
    /// The same for a signalling NaN.
    pub signalling_nan: String,
    /// Which of two NaNs is the result.
    pub both_nan: String,
    /// What becomes of the bits of a NaN that is the result.
    pub payload: String,
    /// Zeros of both signs: `+0`, `-0`, `first operand`, `second operand`, `neither operand`, `not observed`; or `varies`,
    /// with how where that is known.
    pub zero: String,
    /// What becomes of subnormals.
    pub subnormals: String,
    /// The named function that has the same rules, if there is one.
    pub behaves_as: Option<String>,
    /// The specification that has them, by its name in `opconform specs`, if the function is one's.
    #[serde(default)]
    pub function: Option<String>,
}

/// How a backend fares with every two classes of operand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// The operator.
    pub operator: String,
    /// The element types that have all of this in common.
    pub dtypes: Vec<String>,
    /// The classes, in the order of rows and columns.
    pub classes: Vec<String>,
    /// A row per class of the first operand with a letter per class of the second: `o` no clause is broken, `S` and `M`
    /// every way in which it was seen breaks a SHOULD or a MUST clause, `s` and `m` some ways do, `.` not tried.
    pub rows: Vec<String>,
}

/// What a backend makes of operands of two classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaviour {
    /// The operator.
    pub operator: String,
    /// How many elements show it, by element type.
    pub by_dtype: BTreeMap<String, u64>,
    /// The class of the first operand.
    pub first: String,
    /// The class of the second operand.
    pub second: String,
    /// What the result has of them.
    pub taken: String,
    /// The class of the result.
    pub result: String,
    /// The clauses that one such element breaks on its own.
    pub breaks: Vec<String>,
}

/// What a backend takes of two operands at each position of vectors of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lanes {
    /// The operator.
    pub operator: String,
    /// The element types that have all of this in common.
    pub dtypes: Vec<String>,
    /// What the two operands are, such as `+0, -0`.
    pub operands: String,
    /// What the letters stand for.
    pub legend: Vec<LaneKind>,
    /// A row per length from 1, apart by `/`: runs of `<count><letter>` from position 0. `.` stands for a position that was
    /// not tried, `*` for one at which several kinds were seen; a length that was not tried is an empty row.
    pub rows: String,
}

/// A kind of result in a picture of lanes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneKind {
    /// Its letter.
    pub letter: String,
    /// What the result has of the operands.
    pub taken: String,
    /// The clauses that one such element breaks on its own.
    pub breaks: Vec<String>,
}
