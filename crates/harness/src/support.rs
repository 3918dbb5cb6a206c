//! How cases came out that are alike: what is known where a clause compared nothing in them.

use std::fmt;

use opconform_report::plural;

use opconform_spec::Outcome;

/// How the cases of one operator, or of several, in one element type came out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Support {
    answered: u64,
    refused: u64,
    unsupported: u64,
    /// Without an answer that can be read.
    failed: u64,
    /// Why the first of those that are not supported is not.
    reason: Option<String>,
}

impl Support {
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Output(_) => self.answered += 1,
            Outcome::Rejected(_) => self.refused += 1,
            Outcome::Unsupported(reason) => {
                self.unsupported += 1;
                self.reason.get_or_insert_with(|| reason.clone());
            }
            Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Malformed(_) => self.failed += 1,
        }
    }

    /// The cases of both.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            answered: self.answered + other.answered,
            refused: self.refused + other.refused,
            unsupported: self.unsupported + other.unsupported,
            failed: self.failed + other.failed,
            reason: self.reason.or_else(|| other.reason.clone()),
        }
    }
}

/// Why a clause compared nothing in these cases, as far as that is known.
impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.answered + self.refused + self.failed;
        match (&self.reason, others) {
            (None, 0) => f.write_str("no case of its operators in this type was run"),
            (Some(reason), 0) => write!(f, "not supported: {reason}"),
            _ => {
                let unsupported = match &self.reason {
                    Some(reason) => format!("not supported ({reason})"),
                    None => "not supported".to_owned(),
                };
                let kinds = [
                    (self.answered, "answered"),
                    (self.refused, "refused"),
                    (self.failed, "not answered"),
                    (self.unsupported, unsupported.as_str()),
                ];
                let seen: Vec<String> = kinds
                    .into_iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, how)| format!("{} {how}", plural(count, "case")))
                    .collect();
                write!(
                    f,
                    "of its operators in this type, {}: in none was there anything that it compares",
                    seen.join(", ")
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said_and_no_more() {
        let of = |outcomes: &[Outcome]| {
            let mut support = Support::default();
            for outcome in outcomes {
                support.add(outcome);
            }
            support
        };
        let unsupported = |reason: &str| Outcome::Unsupported(reason.to_owned());
        assert_eq!(of(&[]).to_string(), "no case of its operators in this type was run");
        let none = of(&[unsupported("no such kernel"), unsupported("another")]);
        assert_eq!(none.to_string(), "not supported: no such kernel");
        let some = none.and(&of(&[
            Outcome::Output(Vec::new()),
            Outcome::Crashed(String::new().into()),
            Outcome::Rejected(String::new()),
        ]));
        assert_eq!(
            some.to_string(),
            "of its operators in this type, 1 case answered, 1 case refused, 1 case not answered, 2 cases not supported \
             (no such kernel): in none was there anything that it compares"
        );
        assert!(of(&[Outcome::Output(Vec::new())]).to_string().contains(", 1 case answered: in none"));
    }
}
