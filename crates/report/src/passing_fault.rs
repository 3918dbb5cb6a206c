//! Faults that went by, in words.

use crate::model::{Backend, PassingFault};
use crate::text::plural;

/// What such faults are, over a list of them.
pub(crate) const HEADING: &str = "Calls that failed, and were answered when they were made again";
/// What they mean to whoever reads the list.
pub(crate) const MEANING: &str =
    "The cases are judged by the answers that came then. A program that makes such a call once gets none.";

impl Backend {
    /// How many calls failed, and were answered when they were made again.
    pub fn passing_calls(&self) -> u64 {
        self.passing_faults.iter().map(|it| it.calls).fold(0, u64::saturating_add)
    }
}

/// One line on faults of one kind.
pub(crate) fn in_words(fault: &PassingFault) -> String {
    let PassingFault { what, calls, cases, first } = fault;
    let of = match cases {
        1 => format!("for {first}"),
        _ => format!("for {} from {first} on", plural(*cases, "case")),
    };
    let first = if *calls == 1 { "" } else { "the first " };
    format!("{}, {first}{of}: {what}", plural(*calls, "call"))
}
