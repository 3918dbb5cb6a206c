//! What clauses ask of a minimum: the titles that name an end of the order, with that turned over.

use super::Clause;
use crate::direction::Direction;

/// The ids of the clauses whose title names an end of the order, each with its title as it is read of a minimum.
const TURNED: &[(&str, &str)] = &[
    ("SONNX-MAX-C1", "the minimum of one tensor is that tensor"),
    ("SONNX-MAX-P1", "the result is at most every broadcast operand"),
    ("SONNX-MAX-ZERO", "−0 is below +0"),
    ("ONNX-MAX-VALUE", "the result is the least operand by value"),
    ("ONNX-RMAX-EMPTY", "the minimum of nothing is +∞, or the greatest value of the type"),
    ("ONNX-RMAX-VALUE", "the result is the least element along the axes, by value"),
    ("NET-MAX-VALUE", "the result is the lesser operand"),
    ("NET-MAX-ZERO", "−0 is below +0"),
    ("NET-RED-RETURN", "a span of elements has a minimum, a scalar"),
    ("NET-RED-VALUE", "it is the smallest element"),
    ("NET-RED-EMPTY", "an empty span has no minimum"),
    ("MARS-MAX-VALUE", "the result is the lesser operand"),
    ("MARS-FMAX", "fmin ignores NaNs"),
    ("MARS-AMAX", "amin propagates NaNs"),
    ("MARS-NANMAX", "nanmin ignores NaNs"),
    ("PADDLE-VALUE", "the result is the lesser operand"),
    ("SONNX-MAX-NUMBER", "beside a NaN the result is a NaN or the least number"),
    ("ONNX-MAX-NUMBER", "beside a NaN the result is a NaN or the least number"),
    ("ONNX-RMAX-NUMBER", "beside a NaN the result is a NaN or the least number"),
    ("NET-MAX-NUMBER", "beside a NaN the result is a NaN or the least number"),
    ("MARS-MAX-NUMBER", "beside a NaN the result is a NaN or the least number"),
    ("PADDLE-NUMBER", "beside a NaN the result is a NaN or the least number"),
    ("REL-NEGATION", "the minimum is the negated maximum of the negated operands"),
];

impl Clause {
    /// What the clause asks of an operator of this direction, in a few words.
    pub fn asks(&self, direction: Direction) -> &'static str {
        let turned = || TURNED.iter().find(|(id, _)| *id == self.id).map(|(_, title)| *title);
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
    fn every_turned_title_is_that_of_a_clause_on_minima_and_differs() {
        for &(id, title) in TURNED {
            let clause = Clause::named(id).unwrap_or_else(|| panic!("no clause is {id}"));
            assert_ne!(clause.title, title, "{id}");
            assert!(clause.operators.iter().any(|operator| operator.direction == Direction::Min), "{id}");
        }
    }
}
