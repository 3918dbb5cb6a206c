//! How binding a sentence is.

use serde::Serialize;

/// How binding a sentence is, by one rule for all sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    /// The source's own text, the comments in its code that document a call among it, says it of the value of a result, or of its
    /// being a NaN, of its shape or its type, or of a call that is to be answered or refused; or it holds under every reading of words
    /// that are open. Where operands "must" be of some kind, a call with others is to be refused, though no error is named; of what a
    /// text calls applicable, or a precondition, other calls are a gap, and beside a range that is "accepted" others are advised
    /// against.
    Must,
    /// The text alone does not: an example shows it, the source's reference implementation or shape inference does it, the
    /// library does it that the source follows, or a general requirement such as determinism asks for it. So stands which bits a
    /// NaN has, where words no more than name the operand ("that element is returned", "that value is stored", "the first is
    /// returned") and do not say what a NaN carries, which IEEE 754 leaves open; a text that does ("a quiet NaN", "the canonical
    /// NaN", "forwarded unchanged"), or whose values are NaNs with their payloads, says it of the value.
    Should,
}

impl Level {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
        }
    }
}
