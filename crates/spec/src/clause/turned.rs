//! What clauses ask of a minimum: the titles that name an end of the order, with that turned over.

use super::Clause;
use crate::direction::Direction;

/// The titles that name an end of the order, each as it is read of a minimum.
const TURNED: &[(&str, &str)] = &[
    ("one tensor has a maximum", "the minimum of one tensor is that tensor"),
    ("the result is at least every broadcast operand", "the result is at most every broadcast operand"),
    ("+0 is above −0", "−0 is below +0"),
    ("the result is the greatest operand by value", "the result is the least operand by value"),
    (
        "the maximum of nothing is −∞, or the least value of the type",
        "the minimum of nothing is +∞, or the greatest value of the type",
    ),
    (
        "the result is the greatest element along the axes, by value",
        "the result is the least element along the axes, by value",
    ),
    ("the result is the greater operand", "the result is the lesser operand"),
    ("the result is the operand of the greater magnitude", "the result is the operand of the lesser magnitude"),
    ("of one magnitude, the positive is above the negative", "of one magnitude, the negative is below the positive"),
    ("a span of elements has a maximum, a scalar", "a span of elements has a minimum, a scalar"),
    ("it is the largest element", "it is the smallest element"),
    ("an empty span has no maximum", "an empty span has no minimum"),
    ("fmax ignores NaNs", "fmin ignores NaNs"),
    ("amax propagates NaNs", "amin propagates NaNs"),
    ("nanmax ignores NaNs", "nanmin ignores NaNs"),
    ("beside a NaN the result is a NaN or the greatest number", "beside a NaN the result is a NaN or the least number"),
    (
        "the maximum is the negated minimum of the negated operands",
        "the minimum is the negated maximum of the negated operands",
    ),
];

impl Clause {
    /// What the clause asks of an operator of this direction, in a few words.
    pub fn asks(&self, direction: Direction) -> &'static str {
        let turned = || TURNED.iter().find(|(title, _)| *title == self.title).map(|(_, title)| *title);
        match direction {
            Direction::Max => self.title,
            Direction::Min => turned().unwrap_or(self.title),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::clauses;

    /// The words that are wrong of a minimum.
    const OF_A_MAXIMUM: &[&str] =
        &["at least", "greater", "greatest", "largest", "maximum", "fmax", "amax", "nanmax", "+0 is above"];

    #[test]
    fn no_title_asks_of_a_minimum_what_is_asked_of_a_maximum() {
        for clause in clauses() {
            // What is said of the other end: of the twin, and of nothing.
            let title = clause.asks(Direction::Min);
            let own = title.replace("the negated maximum", "").replace("the greatest value of the type", "");
            for word in OF_A_MAXIMUM {
                assert!(!own.contains(word), "{}: {title}", clause.id);
            }
            assert_eq!(clause.asks(Direction::Max), clause.title);
        }
    }

    #[test]
    fn every_turned_title_is_that_of_clauses_on_minima_and_differs() {
        for &(title, turned) in TURNED {
            assert_ne!(title, turned);
            let mut of_clauses = clauses().filter(|clause| clause.title == title).peekable();
            assert!(of_clauses.peek().is_some(), "no clause asks: {title}");
            let is_on_minima = |clause: &Clause| clause.operators.iter().any(|it| it.is_minimum());
            assert!(of_clauses.all(is_on_minima), "{title}");
        }
    }
}
