//! What a version of a runtime changed: which departures came with it, and which went.
//!
//! Departures of two versions are one where they have one cause, as far as what was done says it. What the older version was not asked,
//! or the newer is not asked any more, neither came nor went: that is said apart. What comes and goes with one and the same version is
//! left out.

use std::collections::BTreeSet;

use super::view::View;
use crate::departure::Departure;
use crate::diff::is_compared;
use crate::model::Report;
use crate::text::plural;

/// From a version of a runtime to a newer one.
pub(super) struct Step<'v> {
    pub(super) from: &'v View<'v>,
    pub(super) to: &'v View<'v>,
    pub(super) changes: Vec<Change<'v>>,
    /// Departures that are as they were.
    same: usize,
}

/// A departure that is not as it was.
pub(super) struct Change<'v> {
    pub(super) kind: Kind,
    pub(super) departure: &'v Departure<'v>,
    /// Its number among those of its version.
    pub(super) number: usize,
    /// In which types and operators it shows now and did not before, or the other way round.
    pub(super) extent: Option<String>,
}

/// What became of a departure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The newer version has it, and the older has not.
    Came,
    /// The older version has it, and the newer has not.
    Went,
    /// Both have it, in other operators or types, or with another weight.
    Changed,
    /// The newer version has it, and the older was not asked.
    FirstAsked,
    /// The older version has it, and the newer was not asked.
    NotAsked,
}

impl Kind {
    /// What became of it, in a few words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Came => "came",
            Self::Went => "went",
            Self::Changed => "changed",
            Self::FirstAsked => "seen, and not asked of the version before",
            Self::NotAsked => "not asked any more",
        }
    }

    /// Whether the departure is that of the older version.
    pub(super) fn is_of_older(self) -> bool {
        matches!(self, Self::Went | Self::NotAsked)
    }
}

impl<'v> Step<'v> {
    /// What changed from one version to a newer one.
    pub(super) fn between(from: &'v View<'v>, to: &'v View<'v>) -> Self {
        let steady = |it: &&(usize, &'v Departure<'v>)| {
            let is_unsteady = |finding| from.report().is_unsteady(finding) || to.report().is_unsteady(finding);
            !it.1.findings.iter().all(|finding| is_unsteady(finding))
        };
        let listed = |view: &'v View<'v>| -> Vec<(usize, &'v Departure<'v>)> {
            let all: Vec<_> = view.departures.iter().enumerate().collect();
            all.iter().filter(steady).copied().collect()
        };
        let (older, newer) = (listed(from), listed(to));
        let mut changes = Vec::new();
        let mut same = 0;
        for &(number, departure) in &newer {
            let before = older.iter().find(|(_, it)| it.has_cause_of(departure)).map(|(_, it)| *it);
            let (kind, extent) = match before {
                Some(before) => match extent(before, departure, from.report(), to.report()) {
                    None if before.weight == departure.weight => {
                        same += 1;
                        continue;
                    }
                    extent => (Kind::Changed, extent),
                },
                None if is_asked(from.report(), departure) => (Kind::Came, None),
                None => (Kind::FirstAsked, None),
            };
            changes.push(Change { kind, departure, number, extent });
        }
        for &(number, departure) in &older {
            if !newer.iter().any(|(_, it)| it.has_cause_of(departure)) {
                let kind = if is_asked(to.report(), departure) { Kind::Went } else { Kind::NotAsked };
                changes.push(Change { kind, departure, number, extent: None });
            }
        }
        changes.sort_by_key(|change| (change.kind, change.departure.rank()));
        Self { from, to, changes, same }
    }

    /// The steps between versions, of which the newest comes first.
    pub(super) fn all(versions: &'v [View<'v>]) -> Vec<Self> {
        versions.windows(2).map(|pair| Self::between(&pair[1], &pair[0])).collect()
    }

    /// How many came, went and stayed.
    pub(super) fn words(&self) -> String {
        let count = |kind| self.changes.iter().filter(|change| change.kind == kind).count();
        let mut words = vec![format!("{} came, {} went", count(Kind::Came), count(Kind::Went))];
        for (number, text) in [
            (count(Kind::Changed), "changed"),
            (count(Kind::FirstAsked), "not asked before"),
            (count(Kind::NotAsked), "not asked any more"),
        ] {
            if number > 0 {
                words.push(format!("{number} {text}"));
            }
        }
        words.push(format!("{} as before", plural(self.same as u64, "departure")));
        words.join(", ")
    }
}

impl Change<'_> {
    /// The version that the departure is of.
    pub(super) fn view<'v>(&self, step: &Step<'v>) -> &'v View<'v> {
        if self.kind.is_of_older() { step.from } else { step.to }
    }
}

/// Whether a report compares what a departure of another is of.
fn is_asked(report: &Report, departure: &Departure) -> bool {
    departure.findings.iter().any(|finding| is_compared(report, finding))
}

/// Where a departure shows now and did not before, and the other way round, as far as the other version was asked too; `None` where it
/// shows in the same types and operators.
fn extent(before: &Departure, after: &Departure, from: &Report, to: &Report) -> Option<String> {
    let places = |departure: &Departure, other: &Report| -> BTreeSet<String> {
        let asked = departure.findings.iter().filter(|finding| is_compared(other, finding));
        asked.map(|it| format!("{} of {}", it.operator, it.dtype)).collect()
    };
    let (was, is) = (places(before, to), places(after, from));
    let list = |words: &str, places: Vec<&String>| match places.as_slice() {
        [] => None,
        [first] => Some(format!("{words} {first}")),
        [first, more @ ..] => Some(format!("{words} {first} and {} more", more.len())),
    };
    let parts: Vec<String> =
        [list("now in", is.difference(&was).collect()), list("no more in", was.difference(&is).collect())]
            .into_iter()
            .flatten()
            .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
