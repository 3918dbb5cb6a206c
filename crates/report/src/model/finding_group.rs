//! The findings of one departure, as a report holds them.

use super::finding::Standing;
use crate::level::Level;

/// Findings of one backend that have one cause, and what is said of all of them.
#[derive(Clone, Debug)]
pub struct FindingGroup {
    /// The findings, by their indices in the report: by element type, a maximum before its twin, then in the order of the report.
    pub(crate) findings: Vec<usize>,
    /// The index of the finding that stands for all.
    pub(crate) example: usize,
    /// What was observed in the example and in the findings like it, and what that means where they show it.
    pub(crate) title: String,
    /// What else was observed, in the same words: the worst first.
    pub(crate) also: Vec<String>,
    /// What the departure is to the backend.
    pub(crate) weight: Weight,
}

/// What a departure is to its backend, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It breaks what the backend claims, or what is asked of everyone.
    Counts,
    /// It goes against advice, by the same documents.
    Advice,
    /// It breaks clauses of specifications alone that the backend does not claim.
    Distance,
}

impl Weight {
    /// What the violation of a clause is that is this to a backend; with `strict`, advice counts.
    pub fn of(standing: Standing, level: Level, strict: bool) -> Self {
        match (standing, level) {
            (Standing::Distance, _) => Self::Distance,
            (_, Level::Must) => Self::Counts,
            (_, Level::Should) if strict => Self::Counts,
            (_, Level::Should) => Self::Advice,
        }
    }
}
