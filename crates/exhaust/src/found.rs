//! What was found of an enumeration.

/// Violations that an [`Enumerated`](crate::Enumerated) shows; all are counted.
pub(crate) const SHOWN: usize = 16;

/// A wrong result, all values as bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The first operand.
    pub x: u64,
    /// The second operand.
    pub y: u64,
    /// What should have come out.
    pub expected: u64,
    /// What came out.
    pub found: u64,
    /// The index in the slices of the call.
    pub at: usize,
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) compared: u64,
    pub(crate) violations: u64,
    pub(crate) shown: Vec<Violation>,
}
