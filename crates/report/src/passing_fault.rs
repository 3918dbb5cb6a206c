//! Faults that went by, in words.

use std::fmt;

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

/// One line on faults of one kind; the words are as they came from outside.
impl fmt::Display for PassingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, calls, cases, first } = self;
        let leads = if *calls == 1 { "" } else { "the first " };
        write!(f, "{}, {leads}for ", plural(*calls, "call"))?;
        match cases {
            1 => write!(f, "{first}: {what}"),
            _ => write!(f, "{} from {first} on: {what}", plural(*cases, "case")),
        }
    }
}
