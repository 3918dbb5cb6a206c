//! How a backend fares and what a departure is to it, as a terminal shows them.

use super::paint::Role;
use crate::departure::Departure;
use crate::level::Level;
use crate::model::{Report, Weight};
use crate::standing::{Conformity, broken};
use crate::text::some_of;

/// The columns that a specification's name has at least: those of the longest name of the five sources.
const FAMILY: usize = 11;

/// The colour of a verdict.
pub(in crate::render) fn role(conformity: Conformity) -> Role {
    match conformity {
        Conformity::Departs | Conformity::NotJudged => Role::Bad,
        Conformity::Conforms => Role::Good,
        Conformity::ConformsSoFar | Conformity::Unclaimed => Role::Plain,
    }
}

/// What is said before a departure: its level where it is asked of the backend or binds nobody, and of any other the specification
/// that it shows a distance from, in so many columns.
pub(in crate::render) fn lead(report: &Report, departure: &Departure, columns: usize) -> (Role, String) {
    let level = Level::of(departure.must);
    match departure.weight {
        Weight::Counts => (Role::Bad, format!("✗ {level}")),
        Weight::Advice => (Role::Weak, format!("· {level}")),
        Weight::Distance => {
            // What binds nobody is no advice to who does not claim it.
            let advice = if report.binds(departure.example) { "" } else { " SHOULD" };
            let room = columns.saturating_sub(2 + advice.len()).max(FAMILY);
            (Role::Dim, format!("· {}{advice}", some_of(&broken(report, departure), room)))
        }
    }
}
