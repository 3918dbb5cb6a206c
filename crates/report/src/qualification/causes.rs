//! How many departures a report makes of a planted fault, which is one cause.

use super::{Qualification, TriedMutant};
use crate::text::thousands;

/// The departures of half of all faults at most.
const MEDIAN: u64 = 2;
/// The departures of one fault at most, where nothing says why there are more.
const MOST: u64 = 5;

/// The departures of all faults.
pub(super) struct Causes<'a> {
    /// Twice the median.
    twice_the_median: u64,
    most: u64,
    /// The faults that have as many.
    worst: Vec<&'a str>,
    /// Those that have more than they may.
    unexplained: Vec<&'a TriedMutant>,
}

impl<'a> Causes<'a> {
    pub(super) fn of(table: &'a Qualification) -> Self {
        let mut counts: Vec<u64> = table.mutants().map(|mutant| mutant.departures).collect();
        counts.sort_unstable();
        let at = |place: usize| counts.get(place).copied().unwrap_or(0);
        let most = counts.last().copied().unwrap_or(0);
        let is_unexplained = |mutant: &&TriedMutant| mutant.departures > MOST && mutant.several.is_none();
        Self {
            twice_the_median: at(counts.len().saturating_sub(1) / 2) + at(counts.len() / 2),
            most,
            worst: table.mutants().filter(|it| it.departures == most).map(|it| it.name.as_str()).collect(),
            unexplained: table.mutants().filter(is_unexplained).collect(),
        }
    }

    /// One line: `departures per fault: median 1, at most 4 (nan-ignored)`.
    pub(super) fn line(&self) -> String {
        let half = if self.twice_the_median.is_multiple_of(2) { "" } else { ".5" };
        let (median, most) = (thousands(self.twice_the_median / 2), thousands(self.most));
        format!("departures per fault: median {median}{half}, at most {most} ({})", self.worst.join(", "))
    }

    pub(super) fn shortcomings(&self) -> Vec<String> {
        let median =
            (self.twice_the_median > 2 * MEDIAN).then(|| format!("{}: a median of {MEDIAN} is asked", self.line()));
        let unexplained = self.unexplained.iter();
        let unexplained =
            unexplained.map(|it| format!("{} is {} departures, and nothing says why", it.name, it.departures));
        median.into_iter().chain(unexplained).collect()
    }
}

/// The faults of several departures with the reason, where it is stated: a line each.
pub(super) fn several(table: &Qualification) -> Vec<String> {
    let line =
        |mutant: &TriedMutant| Some(format!("{}: {}; {}", mutant.name, mutant.departures, mutant.several.as_ref()?));
    table.mutants().filter_map(line).collect()
}
