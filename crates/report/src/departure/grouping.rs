//! Findings put into departures, and what each departure is called: done when all findings are known, and once.

use std::collections::{BTreeMap, BTreeSet};
use std::{iter, ptr};

use opconform_tensor::{DType, Types};

use super::cause::keys;
use super::observed::{Observed, is_lost_number};
use super::{Departure, title, upright, weight};
use crate::cause::Cause;
use crate::deed::Deed;
use crate::digest::findings_by_backend;
use crate::model::{Finding, FindingGroup, Report, Weight};
use crate::severity::Severity;

/// How many causes the findings of one backend have: departures in a report of them.
pub fn cause_count(findings: &[Finding]) -> usize {
    keys(&findings.iter().collect::<Vec<_>>()).into_iter().collect::<BTreeSet<_>>().len()
}

impl Report {
    /// Says of each finding what its cause is and which departure it belongs to, as they are where these are all findings, and holds the
    /// departures.
    pub fn find_departures(&mut self) {
        let of_backends = grouped(self.findings.iter().enumerate().map(|(index, it)| (it.backend.clone(), index)));
        for own in of_backends {
            let keys = keys(&self.at(&own));
            for (&index, key) in own.iter().zip(&keys) {
                self.findings[index].cause = key.cause;
            }
            for group in grouped(keys.into_iter().zip(own)) {
                self.lead(&group);
            }
        }
        self.hold_departures();
    }

    /// Keeps so many of the findings, the first ones: what is left of each departure is one.
    pub(crate) fn keep_first(&mut self, count: usize) {
        self.findings.truncate(count);
        for mut group in std::mem::take(&mut self.departures) {
            group.findings.retain(|&index| index < count);
            if !group.findings.is_empty() {
                self.lead(&group.findings);
            }
        }
        self.hold_departures();
    }

    /// Holds the departures that the findings say they belong to: for whoever has read findings, or changed them.
    pub fn hold_departures(&mut self) {
        let everything = Alike::of(self);
        let of_backends = findings_by_backend(self).into_iter().flat_map(|(name, _)| {
            let own = self.findings.iter().enumerate().filter(|(_, finding)| finding.backend == name);
            let groups = grouped(own.map(|(index, finding)| (&finding.departure, index)));
            let mut groups: Vec<_> = groups.into_iter().map(|it| group(self, &everything, it)).collect();
            groups.sort_by_cached_key(|it| Departure::of(self, it).rank());
            groups
        });
        self.departures = of_backends.collect();
    }

    /// The departures of each backend, the worst first: of the judged ones in order, then of any other that a finding names.
    pub(crate) fn departures(&self) -> Vec<(&str, Vec<Departure<'_>>)> {
        let mut all: Vec<(&str, Vec<Departure>)> = self.backends.iter().map(|it| (&*it.name, Vec::new())).collect();
        for departure in self.all_departures() {
            let name = departure.example.backend.as_str();
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, own)) => own.push(departure),
                None => all.push((name, vec![departure])),
            }
        }
        all
    }

    /// The departures of all backends: of one after the other, the worst first.
    pub fn all_departures(&self) -> impl Iterator<Item = Departure<'_>> {
        self.departures.iter().map(|it| Departure::of(self, it))
    }

    /// What some findings alone show of the departures, the worst first.
    pub fn departures_of(&self, is_one: impl Fn(&Finding) -> bool) -> Vec<Departure<'_>> {
        let everything = std::cell::LazyCell::new(|| Alike::of(self));
        let shown = |held: &'_ FindingGroup| {
            let some: Vec<usize> = held.findings.iter().copied().filter(|&it| is_one(&self.findings[it])).collect();
            match some.len() {
                0 => None,
                all if all == held.findings.len() => Some(held.clone()),
                _ => Some(group(self, &everything, some)),
            }
        };
        let mut groups: Vec<FindingGroup> = self.departures.iter().filter_map(shown).collect();
        // Of those that weigh as much, the one with the first finding comes first.
        groups.sort_by_key(|it| it.findings.iter().min().copied());
        let mut departures: Vec<Departure> = groups.iter().map(|it| Departure::of(self, it)).collect();
        departures.sort_by_key(Departure::rank);
        departures
    }

    /// Says of the findings with these indices that they are one departure, and which of them stands for it.
    fn lead(&mut self, group: &[usize]) {
        let departure = example(self, &self.at(group)).id.clone();
        for &index in group {
            self.findings[index].departure.clone_from(&departure);
        }
    }

    /// The findings with these indices.
    pub(super) fn at(&self, indices: &[usize]) -> Vec<&Finding> {
        indices.iter().map(|&index| &self.findings[index]).collect()
    }
}

/// Items with the same key, in the order in which the keys first appear.
fn grouped<K: Ord, T>(items: impl Iterator<Item = (K, T)>) -> Vec<Vec<T>> {
    let (mut groups, mut known) = (Vec::<Vec<T>>::new(), BTreeMap::new());
    for (key, item) in items {
        let index = *known.entry(key).or_insert(groups.len());
        match groups.get_mut(index) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups
}

/// Findings by what was observed in them: of a whole report, those that are alike are asked for once for each departure.
struct Alike<'a>(BTreeMap<(&'a str, &'a str, Observed<'a>), Vec<&'a Finding>>);

impl<'a> Alike<'a> {
    fn of(report: &'a Report) -> Self {
        let mut alike: BTreeMap<_, Vec<&Finding>> = BTreeMap::new();
        for finding in &report.findings {
            alike.entry(observed_by(finding)).or_default().push(finding);
        }
        Self(alike)
    }

    /// The findings in which the same was observed as in one of them.
    fn like(&self, one: &'a Finding) -> &[&'a Finding] {
        self.0.get(&observed_by(one)).map_or(&[], Vec::as_slice)
    }
}

/// The backend, the operator or the twin that takes the maximum, and what was observed.
fn observed_by(finding: &Finding) -> (&str, &str, Observed<'_>) {
    (&finding.backend, upright(finding), Observed::of(finding))
}

/// A departure of the findings with these indices.
fn group(report: &Report, everything: &Alike, mut findings: Vec<usize>) -> FindingGroup {
    findings.sort_by_key(|&it| (report.findings[it].dtype, report.findings[it].mirrors.is_some()));
    let own = report.at(&findings);
    let one = example(report, &own);
    let title = titled(one, &own, &own, everything);
    let mut also = also(one, &own, everything);
    also.retain(|other| *other != title);
    FindingGroup {
        example: iter::zip(&findings, &own).find(|(_, it)| ptr::eq(**it, one)).map_or(0, |(index, _)| *index),
        title: title + &title::reading(one, &own),
        also,
        weight: own.iter().map(|finding| weight(report, finding)).min().unwrap_or(Weight::Distance),
        findings,
    }
}

/// The finding that stands for all of one departure: see [`Departure::example`].
fn example<'a>(report: &Report, findings: &[&'a Finding]) -> &'a Finding {
    // A result that stands in another place says what happened; a lesser number may have many reasons. Where some results stand
    // nowhere, those that stand elsewhere do so by chance.
    let is_misread = findings.iter().all(|it| it.cause == Cause::Place && it.deed != Deed::Invented);
    // What is written amiss says what happened. Who gives an element of another place has written the result: then what stood there
    // before the call is there by chance.
    let writing = |deed: Deed| match deed {
        Deed::Unwritten | Deed::Overwrote => 0,
        Deed::ReadElsewhere => 1,
        Deed::AsBefore => 2,
        _ => 3,
    };
    // Who makes a number of no operand alters subnormals as well: what becomes of those says the least of it.
    let alters = findings.iter().any(|it| it.deed == Deed::Invented && it.severity == Severity::WrongNumber);
    // Who loses a NaN of two loses numbers beside a NaN of many, taking one operand after the other: two say what happened.
    let loses_of_two = findings.iter().any(|it| it.deed == Deed::LostNan && it.alone && it.operands.len() == 2);
    // Of a whole answer a sentence about few cases says more than one about all: a clause that speaks of ten times as many fits worse.
    let breadth = |finding: &Finding| {
        let own =
            report.backends.iter().find(|it| it.name == finding.backend).filter(|_| finding.operands.is_empty())?;
        let spoken_of = own.clauses.iter().find(|it| it.id == finding.clause)?.total.compared;
        spoken_of.checked_ilog10()
    };
    // But not where most of the cases are none that it speaks of: then they have something else in common.
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for finding in findings.iter().filter(|it| it.operands.is_empty()) {
        *seen.entry(&finding.clause).or_default() += finding.cases;
    }
    let most = seen.values().max().copied().unwrap_or(0);
    let is_too_narrow = |finding: &Finding| seen.get(&*finding.clause).is_some_and(|&cases| cases < most / 2);
    let rank = |finding: &Finding| {
        (
            // Of what changes, both answers say what happened.
            finding.cause == Cause::Unsteady && finding.witness.later.is_none(),
            // What shows in the plain way too is not of another.
            (weight(report, finding), finding.witness.way.is_some()),
            is_misread && finding.deed != Deed::ReadElsewhere,
            if finding.cause == Cause::Written { writing(finding.deed) } else { 0 },
            (
                finding.cause == Cause::Nan && loses_of_two && is_lost_number(finding),
                alters && finding.deed == Deed::FlushedSubnormal,
                finding.severity,
            ),
            // Who compares amiss limits amiss: two operands say it with one comparison.
            (finding.level, finding.deed.is_other_limit(), finding.mirrors.is_some()),
            finding.dtype != Types::One(DType::F32),
            // Operands say more than that there are none, and what shows with elements too has nothing to do with that there are none. The
            // plainest call needs no attribute.
            (finding.operands.is_empty(), finding.witness.shapes.has_empty(), finding.witness.attributes.is_some()),
            // The clauses on values come before those on zeros, and relations at last.
            (
                is_too_narrow(finding),
                breadth(finding),
                report.clauses.iter().position(|clause| clause.id == finding.clause),
            ),
            finding.witness.shapes.elements(),
            // By element type, then in the order of the report.
            finding.dtype,
        )
    };
    findings.iter().min_by_key(|finding| rank(finding)).expect("a departure has a finding")
}

/// Those of some findings in which the same was observed as in one of them.
fn like<'a>(one: &Finding, findings: &[&'a Finding]) -> Vec<&'a Finding> {
    let observed = Observed::of(one);
    let is_like = |it: &&&Finding| upright(it) == upright(one) && Observed::of(it) == observed;
    findings.iter().filter(is_like).copied().collect()
}

/// What was observed in one of some findings and in those like it, of a departure; `everything` was found of the backend.
fn titled(one: &Finding, findings: &[&Finding], departure: &[&Finding], everything: &Alike) -> String {
    // What is wrong with a whole answer says more of it than its shapes do.
    let of_answer: Vec<&Finding>;
    let elsewhere = if one.operands.is_empty() {
        of_answer = departure.iter().copied().filter(|it| it.witness.way.is_some()).collect();
        &of_answer
    } else {
        everything.like(one)
    };
    title::title(one, &like(one, findings), departure, elsewhere)
}

/// What was observed beside the example: each once, the worst first, and of its like the one that is seen most.
fn also(example: &Finding, findings: &[&Finding], everything: &Alike) -> Vec<String> {
    let mut others: Vec<(Observed, Vec<&Finding>)> = vec![(Observed::of(example), Vec::new())];
    for &finding in findings {
        let observed = Observed::of(finding);
        match others.iter_mut().find(|(known, _)| *known == observed) {
            Some((_, group)) => group.push(finding),
            None => others.push((observed, vec![finding])),
        }
    }
    let mut others: Vec<_> = others
        .into_iter()
        .skip(1)
        .filter_map(|(_, group)| {
            let one = *group.iter().min_by_key(|it| (it.severity, it.witness.shapes.elements()))?;
            let elements = group.iter().map(|it| it.elements).max();
            Some(((one.severity, std::cmp::Reverse(elements)), titled(one, &group, findings, everything)))
        })
        .collect();
    others.sort();
    others.dedup_by(|a, b| a.1 == b.1);
    others.into_iter().map(|(_, title)| title).collect()
}
