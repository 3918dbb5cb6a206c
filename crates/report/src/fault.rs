//! What is wrong with a whole answer: what two findings of whole answers are told alike by.

use serde::{Deserialize, Serialize};

/// What is wrong with a whole answer, whatever the case is that shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fault {
    /// It has another shape.
    Shape,
    /// It has another element type.
    Type,
    /// It has more or fewer outputs.
    Outputs,
    /// It is none, in the time that there was.
    TimedOut,
    /// It is an answer, though a rule asks for a refusal.
    NotRefused {
        /// The name of the rule.
        rule: String,
    },
    /// It is a refusal.
    Refused {
        /// Why.
        reason: Reason,
    },
    /// It is a crash.
    Crashed {
        /// How that came about.
        reason: Reason,
    },
    /// It cannot be understood.
    Malformed {
        /// Why.
        reason: Reason,
    },
    /// It is another one in another circumstance.
    Changed {
        /// What it is there.
        into: String,
    },
}

/// What an implementation says for itself, without what differs from case to case: numbers, element types, and names of operators.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reason(String);

impl Reason {
    /// What is left of a text in an implementation's own words.
    pub fn of(words: &str) -> Self {
        let is_telling = |word: &&str| {
            word.len() > 2 && !matches!(*word, "scalar" | "bool") && !is_of_operator(&word.to_lowercase())
        };
        let telling: Vec<&str> = words.split(|c: char| !c.is_alphabetic()).filter(is_telling).collect();
        Self(telling.join(" "))
    }
}

/// Whether a word of an implementation's own names the operator, which a maximum and its twin do not share.
fn is_of_operator(word: &str) -> bool {
    ["max", "min", "maximum", "minimum"].iter().any(|name| word.ends_with(name) || word.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_the_same_whatever_the_case() {
        let same = ["ReduceMax of f32, shape 2x3: no axis 7", "ReduceMin of i64, shape scalar: no axis -1"];
        assert_eq!(Reason::of(same[0]), Reason::of(same[1]));
        assert_eq!(Reason::of(same[0]), Reason("shape axis".to_owned()));
        assert_ne!(Reason::of("of no elements"), Reason::of("of rank five"));
    }

    #[test]
    fn a_fault_is_an_object_of_its_kind() {
        let json = |fault: &Fault| serde_json::to_string(fault).expect("plain data");
        assert_eq!(json(&Fault::Shape), r#"{"kind":"shape"}"#);
        let refused = Fault::Refused { reason: Reason::of("no such axis") };
        assert_eq!(json(&refused), r#"{"kind":"refused","reason":"such axis"}"#);
        assert_eq!(serde_json::from_str::<Fault>(&json(&refused)).expect("a fault"), refused);
    }
}
