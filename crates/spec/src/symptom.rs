//! What is wrong with an outcome: typed where anything goes by it, and in words for people.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use opconform_tensor::{Value, shape_text};

use crate::outcome::Crash;

/// What is wrong with an outcome, or with an element of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symptom {
    /// An element is not the one that is due: what is, in words.
    Due(String),
    /// The same case has another element for an answer in another circumstance.
    Otherwise(How, Value),
    /// The answer has another shape than it should.
    Shape {
        /// Its shape.
        found: Vec<usize>,
        /// The shape that it should have.
        due: Vec<usize>,
        /// The readings of the case by which its shape would be right, as far as any is known, to follow "as if".
        readings: BTreeSet<String>,
    },
    /// A case was refused: what kind of case, where a clause says so, and the reason that the implementation gave.
    Refused(Option<&'static str>, String),
    /// The implementation crashed.
    Crashed(Crash),
    /// The implementation did not answer in this time.
    TimedOut(Duration),
    /// The answer could not be understood, and why.
    Malformed(String),
    /// The answer has another element type than it should: which, and which that is, in words.
    Type(String),
    /// There are more or fewer outputs than there should be: how many, in words.
    Outputs(String),
    /// A case that is to be refused was answered.
    NotRefused {
        /// Why it is to be refused, in words.
        rule: String,
        /// What was given, in words.
        gave: String,
    },
    /// The same case has another answer as a whole in another circumstance.
    Changed(How, Change),
    /// Anything else of an element, which words alone say.
    InWords(String),
}

/// How an answer as a whole is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It has so many outputs.
    Outputs(usize),
    /// An output has another shape or element type.
    Form,
    /// The outcomes have these names: at first, and then.
    Outcome(&'static str, &'static str),
}

/// How a case was asked for once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// At once.
    Again,
    /// When the implementation had been asked for so many cases.
    After(u64),
    /// On one thread.
    OnOneThread,
    /// Put in the plain way.
    Plainly,
}

impl Symptom {
    /// What violations that are alike have in common: the kind of symptom, and of a crash how it came about, without numbers.
    pub fn kind(&self) -> (&'static str, String) {
        let kind = match self {
            Self::Crashed(Crash { how, .. }) => {
                return ("crashed", how.chars().filter(|c| !c.is_ascii_digit()).collect());
            }
            Self::Due(_) => "due",
            Self::Otherwise(..) => "otherwise",
            Self::Shape { .. } => "shape",
            Self::Refused(..) => "refused",
            Self::TimedOut(_) => "timed out",
            Self::Malformed(_) => "malformed",
            Self::Type(_) | Self::Outputs(_) | Self::NotRefused { .. } | Self::Changed(..) | Self::InWords(_) => "said",
        };
        (kind, String::new())
    }
}

impl From<String> for Symptom {
    fn from(words: String) -> Self {
        Self::InWords(words)
    }
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Due(what) => write!(f, "expected {what}"),
            Self::Otherwise(how, value) => write!(f, "{how}: {value}"),
            Self::Shape { found, due, .. } => {
                write!(f, "shape {} where the operands give {}", shape_text(found), shape_text(due))
            }
            Self::Refused(None, reason) => write!(f, "refused: {reason}"),
            Self::Refused(Some(what), reason) => write!(f, "refused {what}: {reason}"),
            Self::Crashed(crash) => write!(f, "crashed: {crash}"),
            Self::TimedOut(after) => write!(f, "no answer after {} s", after.as_secs()),
            Self::Malformed(why) => write!(f, "an answer that cannot be used: {why}"),
            Self::NotRefused { rule, gave } => write!(f, "not refused: {rule} (gave {gave})"),
            Self::Changed(how, Change::Outputs(count)) => write!(f, "{how}: {count} outputs"),
            Self::Changed(how, Change::Form) => write!(f, "{how}: an answer of another shape or type"),
            Self::Changed(how, Change::Outcome(first, then)) => write!(f, "{first} at first, {how}: {then}"),
            Self::Type(words) | Self::Outputs(words) | Self::InWords(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Again => f.write_str("asked again"),
            Self::After(1) => f.write_str("asked again after 1 case"),
            Self::After(cases) => write!(f, "asked again after {cases} cases"),
            Self::OnOneThread => f.write_str("on one thread"),
            Self::Plainly => f.write_str("in the plain way"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crashes_are_alike_whatever_was_last_heard() {
        let crash = |how: &str, heard: Option<&str>| {
            Symptom::Crashed(Crash { how: how.to_owned(), heard: heard.map(ToOwned::to_owned) }).kind()
        };
        let one = crash("killed by SIGSEGV (signal 11)", Some("at 0x7f97"));
        assert_eq!(one, crash("killed by SIGSEGV (signal 11)", Some("at 0xab")));
        assert_eq!(one, crash("killed by SIGSEGV (signal 11)", None));
        assert_ne!(one, crash("killed by SIGABRT (signal 6)", None));
        let seconds = |seconds| Symptom::TimedOut(Duration::from_secs(seconds)).kind();
        assert_eq!(seconds(4), seconds(10));
    }
}
