//! What differs between two answers to one case.

use std::collections::BTreeMap;

use opconform_spec::{Case, Facts, Outcome};
use opconform_tensor::Value;

use super::difference::{Change, Classes};
use super::pair::Pair;
use super::place::{DifferingElement, Places};
use super::ruled::{Bench, Stand};
use super::side::Side;
use crate::answer::{are_of_one_form, same_output};

/// What differences have in common that are told together: what differs, and how each side stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub(super) change: Change,
    pub(super) stands: [Stand; 2],
}

/// What differs in one kind between two answers.
pub(super) struct Differing {
    pub(super) kind: Kind,
    pub(super) elements: u64,
    pub(super) classes: Classes,
    pub(super) places: Places,
    pub(super) pair: Pair,
}

/// What differs between two answers: each kind once, with the number of elements and the first of them.
pub(super) fn differing(case: &Case, outcomes: &[Outcome; 2], sides: &[Side; 2]) -> Vec<Differing> {
    let [a, b] = outcomes;
    if same_output(a, b) {
        return Vec::new();
    }
    let facts = Facts::new(case);
    let benches = sides.each_ref().map(|side| Bench::new(side, &facts));
    let kind =
        |change, position| Kind { change, stands: [0, 1].map(|side| benches[side].stand(&outcomes[side], position)) };
    let whole = |change| {
        let pair = Pair { case: case.clone(), position: None, operands: Vec::new(), outcomes: outcomes.clone() };
        let kind = kind(change, None);
        vec![Differing { kind, elements: 1, classes: Classes::new(), places: Places::default(), pair }]
    };
    match (a, b) {
        (Outcome::Output(a), Outcome::Output(b)) if are_of_one_form(a, b) => {
            let mut seen: BTreeMap<Kind, (u64, usize, Classes, Places)> = BTreeMap::new();
            for (a, b) in a.iter().zip(b) {
                for position in 0..a.len() {
                    let values = [a.value(position), b.value(position)];
                    let change = change(values[0], values[1]);
                    // What nothing is said of, such as memory that nobody has written, may be anything each time.
                    if let Some(change) = change.filter(|_| !facts.is_unspecified(position)) {
                        let none = || (0, position, Classes::new(), Places::default());
                        let (count, _, classes, places) = seen.entry(kind(change, Some(position))).or_insert_with(none);
                        *count += 1;
                        places.note(&DifferingElement { position, length: a.len(), values });
                        if let [first, second] = facts.values_at(position)[..] {
                            *classes.entry((first.class(), second.class())).or_default() += 1;
                        }
                    }
                }
            }
            let pair = |position| Pair {
                case: case.clone(),
                position: Some(position),
                operands: facts.values_at(position),
                outcomes: outcomes.clone(),
            };
            let differing = |(kind, (elements, position, classes, places))| Differing {
                kind,
                elements,
                classes,
                places,
                pair: pair(position),
            };
            seen.into_iter().map(differing).collect()
        }
        (Outcome::Output(_), Outcome::Output(_)) => whole(Change::Shape),
        (Outcome::Rejected(_), Outcome::Rejected(_)) => Vec::new(),
        (Outcome::Output(_) | Outcome::Rejected(_), Outcome::Output(_) | Outcome::Rejected(_)) => {
            whole(Change::Refusal)
        }
        // Neither gives an answer: what they die of is not told apart.
        _ if ![a, b].into_iter().any(|it| matches!(it, Outcome::Output(_) | Outcome::Rejected(_))) => Vec::new(),
        _ => whole(Change::NoAnswer),
    }
}

/// What differs between two values; `None` where no bit does.
fn change(a: Value, b: Value) -> Option<Change> {
    let (class, other) = (a.class(), b.class());
    match (class.is_nan(), other.is_nan()) {
        _ if a == b => None,
        (true, true) => Some(Change::NanBits),
        (false, false) if class.is_float_zero() && other.is_float_zero() => Some(Change::Zero),
        (false, false) => Some(Change::Number),
        _ => Some(Change::Nan),
    }
}
