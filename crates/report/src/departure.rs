//! Departures: what a person would call one, out of the findings of one backend.
//!
//! A finding is of one clause, one element type and one operator; one cause breaks several clauses in several types and several
//! operators, and the minimum with the maximum. Findings are one departure where what was done has one [cause](cause): the
//! operators, the types, the shapes and the classes of operands are where it shows. What was [observed](observed) is what the
//! title says, of the findings in which just that was; the rest is said beside it.
//!
//! The order of departures is decided here for everyone who lists them: by [`Weight`], those that count first, then by
//! [`Severity`], then those from MUST, then those with most elements.
//!
//! Nothing is judged here: the findings are those of `report.json`, and each is in exactly one departure. Which findings that is and
//! what it is called is found once, in [grouping], and held by the [`Report`].

mod cause;
mod circumstance;
mod extent;
mod grouping;
mod observed;
mod places;
mod shown_in;
mod title;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub(crate) use extent::Extent;
pub use grouping::cause_count;
use opconform_tensor::Types;
use shown_in::ShownIn;

use crate::cause::Cause;
use crate::deed::Deed;
use crate::digest::together;
use crate::level::Level;
use crate::model::{Finding, FindingGroup, Report, Weight};
use crate::severity::Severity;
use crate::text::{fit, thousands, visible, width};

/// Findings of one backend that have one cause.
#[derive(Debug)]
pub struct Departure<'a> {
    /// What was observed in the example and in the findings like it, and what that means where they show it.
    pub title: String,
    /// What else was observed, in the same words: the worst first.
    pub also: Vec<String>,
    /// By element type, then in the order of the report.
    pub findings: Vec<&'a Finding>,
    /// The finding that stands for all: of what changes, one that has both answers; of the gravest [`Weight`], one where an element of
    /// another place was read, or not written, the worst, of a MUST clause before SHOULD, of a maximum before its twin, of `f32` before others,
    /// with operands, with elements, without attributes, of a clause that speaks of few cases where the whole answer is wrong, of the first clause, then
    /// the smallest.
    pub example: &'a Finding,
    /// What it is to the backend.
    pub weight: Weight,
    /// Whether it counts, and is accepted: every finding of it that counts has a waiver.
    pub is_waived: bool,
    /// How bad the worst of the findings is; of those that are asked of the backend, where there are any.
    pub severity: Severity,
    /// Whether a MUST clause is broken.
    pub must: bool,
    /// The operators: that of the example and its twin, then the others, each maximum before its twin.
    pub operators: Vec<&'a str>,
    /// The element types, by kind and width.
    pub dtypes: Vec<Types>,
    /// The clauses broken and their levels: that of the example, then the other MUST, then the others.
    pub clauses: Vec<(&'a str, Level)>,
    /// How often it was seen by the findings that make it what it is to the backend: of what counts, not what is advice or a distance.
    pub(crate) extent: Extent,
    /// What the profiles that do not accept the example expect instead.
    pub(crate) breaks: Vec<(&'a str, Vec<&'a str>)>,
    /// Why the profiles that accept the example do, of those that object to nothing of the departure.
    pub(crate) allows: Vec<(&'a str, Vec<&'a str>)>,
}

/// What a finding is to its backend.
fn weight(report: &Report, finding: &Finding) -> Weight {
    Weight::of(finding.standing, finding.level, report.strict)
}

/// The names of element types in a sentence: `mixed types` where operands have several.
fn types_in_words(dtypes: impl IntoIterator<Item = Types>) -> Vec<&'static str> {
    let in_words = |dtype: Types| match dtype {
        Types::Mixed => "mixed types",
        Types::None => "nothing",
        Types::One(dtype) => dtype.name(),
    };
    dtypes.into_iter().map(in_words).collect()
}

/// The operator of a finding, or the twin of it that takes the maximum.
fn upright(finding: &Finding) -> &str {
    finding.mirrors.as_deref().unwrap_or(&finding.operator)
}

impl<'a> Departure<'a> {
    /// The first of what else was observed, and how much more there is: in one line, empty where nothing is.
    pub(crate) fn also(&self) -> String {
        self.also_within(usize::MAX)
    }

    /// The same in so many columns: each as a whole, but for a first one that has no room alone.
    pub(crate) fn also_within(&self, columns: usize) -> String {
        let shown = |count: usize| self.also.iter().take(count).map(String::as_str).collect::<Vec<_>>().join("; ");
        let fits = |count: &usize| width(&visible(&shown(*count))) <= columns;
        let count = (2..=self.also.len().min(ALSO)).rev().find(fits).unwrap_or(self.also.len().min(1));
        let (more, shown) = (self.also.len() - count, fit(&visible(&shown(count)), columns));
        if more > 0 { format!("{shown}; and {} more", thousands(more as u64)) } else { shown }
    }

    /// A departure that a report holds.
    fn of(report: &'a Report, held: &FindingGroup) -> Self {
        let FindingGroup { title, also, weight, .. } = held.clone();
        let (findings, example) = (report.at(&held.findings), &report.findings[held.example]);
        let clause_order = |id: &str| report.clauses.iter().position(|clause| clause.id == id);
        let mut dtypes: Vec<Types> = findings.iter().map(|finding| finding.dtype).collect();
        dtypes.dedup();
        let place = |finding: &Finding| (finding.operator != example.operator, upright(finding) != upright(example));
        let mut operators: Vec<(_, &str)> =
            findings.iter().map(|it| ((place(it), upright(it), it.mirrors.is_some()), it.operator.as_str())).collect();
        operators.sort_unstable();
        operators.dedup();
        let mut clauses: Vec<(&str, Level)> = Vec::new();
        for finding in &findings {
            let clause = (finding.clause.as_str(), finding.level);
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        clauses.sort_by_key(|(id, level)| (*id != example.clause, *level, clause_order(id)));
        let (breaks, allows) = profiles(report, example, &findings);
        let alike = findings.iter().copied().filter(|finding| self::weight(report, finding) == weight);
        Self {
            title,
            also,
            weight,
            is_waived: weight == Weight::Counts && alike.clone().all(|finding| finding.waived.is_some()),
            severity: alike.clone().map(|finding| finding.severity).min().unwrap_or(example.severity),
            must: alike.clone().any(|finding| finding.level == Level::Must),
            operators: operators.into_iter().map(|(_, operator)| operator).collect(),
            dtypes,
            clauses,
            extent: Extent::of(&alike.collect::<Vec<_>>()),
            breaks,
            allows,
            example,
            findings,
        }
    }

    /// The operators and the element types in which it weighs what it weighs, and those of the example, in few words: `Max, Min of f16 f32`,
    /// or `5 operators of f16 f32; Max of bool`.
    pub(crate) fn weighs_in(&self, report: &Report) -> String {
        let is_told = |it: &&&Finding| weight(report, it) == self.weight || it.id == self.example.id;
        let weighing = self.findings.iter().filter(is_told).copied();
        ShownIn::of(weighing, &self.operators).in_few_words()
    }

    /// The operators and the element types in which it shows, each by its name: `Max, Min of f16 f32; Max of bool`.
    pub fn shows_in(&self) -> String {
        self.shown_in().told(|operators| operators.join(", "), |types| types_in_words(types.iter().copied()).join(" "))
    }

    /// The operators and the element types in which it shows.
    pub(crate) fn shown_in(&self) -> ShownIn<'a> {
        ShownIn::of(self.findings.iter().copied(), &self.operators)
    }

    /// Whether a departure of another version of the backend has the same cause, as far as what was done says it.
    pub(crate) fn has_cause_of(&self, other: &Departure) -> bool {
        let cause = |it: &Departure| (it.example.cause, it.example.witness.way.is_some());
        cause(self) == cause(other)
            && match self.example.cause {
                Cause::Answer => {
                    let faults: BTreeSet<_> = self.findings.iter().filter_map(|it| cause::fault_of(it)).collect();
                    other.findings.iter().filter_map(|it| cause::fault_of(it)).any(|it| faults.contains(&it))
                }
                Cause::Doubt => self.example.doubt == other.example.doubt,
                _ => true,
            }
    }

    /// What departures are put in order by, the worst first.
    pub(crate) fn rank(&self) -> (Weight, Severity, bool, bool, std::cmp::Reverse<u64>) {
        // What an earlier call leaves behind may be why other elements are wrong, however many there are.
        let is_carried = self.findings.iter().any(|finding| finding.deed == Deed::Carried);
        (self.weight, self.severity, !self.must, !is_carried, std::cmp::Reverse(self.extent.elements))
    }

    /// The clauses with the level said where it changes: `MUST A, B; SHOULD C`.
    pub(crate) fn clauses_by_level(&self) -> Vec<(Level, Vec<&'a str>)> {
        together(self.clauses.iter().copied())
    }
}

type ByWords<'a> = Vec<(&'a str, Vec<&'a str>)>;

/// What else was observed that a line has room for.
const ALSO: usize = 3;

/// The profiles that do not accept the example, with what they expect of it; and those that accept it, in the words that they have for it,
/// and object to nothing else of the departure.
fn profiles<'a>(report: &Report, example: &'a Finding, findings: &[&'a Finding]) -> (ByWords<'a>, ByWords<'a>) {
    let breaks = example.breaks.iter().map(|it| (it.profile.as_str(), it.expected.as_str())).collect();
    let objecting: BTreeSet<&str> = findings.iter().flat_map(|it| &it.breaks).map(|it| it.profile.as_str()).collect();
    let allows = example.allowed_by.iter().map(|it| (it.profile.as_str(), it.accepts.as_str()));
    let allows = allows.filter(|(profile, _)| !objecting.contains(profile)).collect();
    (together(once_each(report, breaks)), together(once_each(report, allows)))
}

/// The first entry of each profile, in the order of the profiles.
fn once_each<'a>(report: &Report, mut entries: Vec<(&'a str, &'a str)>) -> Vec<(&'a str, &'a str)> {
    entries.sort_by_key(|(name, _)| (report.profiles.iter().position(|profile| profile.name == *name), *name));
    entries.dedup_by_key(|(name, _)| *name);
    entries
}
