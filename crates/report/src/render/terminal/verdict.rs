//! How a backend fares and what a departure is to it, as a terminal shows them.

use super::paint::Role;
use crate::departure::{Departure, Weight};
use crate::level::Level;
use crate::model::Report;
use crate::standing::{Conformity, broken};
use crate::text::some_of;

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
        // Where the table counts none, none is named here.
        Weight::Distance if !report.binds(departure.example) => (Role::Dim, format!("· {level}")),
        Weight::Distance => {
            (Role::Dim, format!("· {}", some_of(&broken(report, departure), columns.saturating_sub(2))))
        }
    }
}
