//! How binding a clause is, the more binding first.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How binding a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    /// The document says it.
    Must,
    /// The document's reference implementation does it, or a general requirement asks for it: advice.
    Should,
}

impl Level {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
        }
    }

    /// The level of whoever breaks a MUST clause, or else none but SHOULD clauses.
    pub const fn of(must: bool) -> Self {
        if must { Self::Must } else { Self::Should }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
