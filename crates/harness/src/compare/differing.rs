//! What differs between two answers to one case.

use std::collections::BTreeMap;

use opconform_spec::{Case, Facts, Outcome};
use opconform_tensor::{Tensor, Value};

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

/// What differs between two answers: each kind once of each output, with the number of elements and the first of them.
pub(super) fn differing(case: &Case, outcomes: &[Outcome; 2], sides: &[Side; 2]) -> Vec<Differing> {
    let [a, b] = outcomes;
    if same_output(a, b) {
        return Vec::new();
    }
    let facts = Facts::new(case);
    let benches = sides.each_ref().map(|side| Bench::new(side, &facts));
    let kind = |change, element: Option<(&Facts, usize)>| {
        let stands = [0, 1].map(|side| benches[side].stand(&outcomes[side], element));
        Kind { change, stands }
    };
    let pair = |output, position, operands| Pair {
        case: case.clone(),
        output,
        position,
        operands,
        outcomes: outcomes.clone(),
    };
    let whole = |change| {
        let (kind, pair) = (kind(change, None), pair(None, None, Vec::new()));
        vec![Differing { kind, elements: 1, classes: Classes::new(), places: Places::default(), pair }]
    };
    let in_output = |facts: &Facts, [a, b]: [&Tensor; 2]| {
        let mut seen: BTreeMap<Kind, (u64, usize, Classes, Places)> = BTreeMap::new();
        for position in 0..a.len() {
            let values = [a.value(position), b.value(position)];
            let change = change(values[0], values[1]);
            // What nothing is said of, such as memory that nobody has written, may be anything each time.
            if let Some(change) = change.filter(|_| !facts.is_unspecified(position)) {
                let none = || (0, position, Classes::new(), Places::default());
                let (count, _, classes, places) =
                    seen.entry(kind(change, Some((facts, position)))).or_insert_with(none);
                *count += 1;
                places.note(&DifferingElement { position, length: a.len(), values });
                if let [first, second] = facts.values_at(position)[..] {
                    *classes.entry((first.class(), second.class())).or_default() += 1;
                }
            }
        }
        let differing = |(kind, (elements, position, classes, places))| {
            let pair = pair(facts.output().name, Some(position), facts.values_at(position));
            Differing { kind, elements, classes, places, pair }
        };
        seen.into_iter().map(differing).collect::<Vec<_>>()
    };
    match (a, b) {
        (Outcome::Output(of_a), Outcome::Output(of_b)) if are_of_one_form(of_a, of_b) => {
            let given = |facts: &Facts| Some([facts.given(a)?, facts.given(b)?]);
            let differing = |facts: &Facts| given(facts).map(|both| in_output(facts, both));
            let of_each: Option<Vec<Vec<Differing>>> = facts.outputs().map(differing).collect();
            // Where there are more of them or fewer than the operator has, none is known by its place.
            of_each.map_or_else(|| whole(Change::Shape), |of_each| of_each.into_iter().flatten().collect())
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
