//! A backend's findings held against its waivers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use opconform_report::{Backend, Departure, Finding, Level, Report, Waived, Weight, plural, type_names, visible};
use semver::Version;

use super::extent::Extent;
use super::waiver::Waiver;
use super::waiver_file::{Match, WaiverFile};

/// How much of the suite a report is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All of it: a waiver that matches too little is a problem.
    Whole,
    /// Some cases or profiles: only what is unexpected is a problem.
    Part,
}

/// What came of a backend.
#[derive(Debug)]
pub struct Check<'a> {
    /// The findings on it.
    pub findings: usize,
    /// Those of them that come and go with the backend as it is: they need no waiver, and belong to none.
    pub unsteady: usize,
    /// The waivers that nothing matches, of which a part of the suite does not tell whether they are out of date.
    pub unseen: usize,
    /// Those that are accepted, by their index in the report, and why.
    pub waived: Vec<(usize, Waived)>,
    /// What is not as expected.
    pub problems: Vec<Problem<'a>>,
}

/// Something that is not as expected, and the place to change: one line of text.
#[derive(Debug)]
pub struct Problem<'a> {
    pub(super) path: &'a Path,
    pub(super) line: usize,
    pub(super) backend: &'a Backend,
    pub(super) kind: Kind<'a>,
}

#[derive(Debug)]
pub(super) enum Kind<'a> {
    /// Nothing was compared.
    NotJudged,
    /// No waiver matches what was observed, and it counts.
    Unexpected(Box<Departure<'a>>),
    /// A waiver matches nothing.
    Unmatched { index: usize },
    /// A waiver matches more than it declares, or less.
    Count { index: usize, waiver: &'a Waiver, found: usize },
    /// The findings of a waiver are seen in more than it declares.
    Most { index: usize, waiver: &'a Waiver, found: Extent },
    /// Findings on plain values whose operands the waiver that matches them does not name.
    Operands { index: usize, example: &'a Finding, bits: Vec<String> },
    /// The backend has another version than the waiver is for.
    Version { index: usize, waiver: &'a Waiver, found: usize },
    /// The waiver's time is over.
    Expired { waiver: &'a Waiver, found: usize },
}

impl WaiverFile {
    /// Holds the findings on the backend against its waivers; `today` as `2027-06-30`. `None` where the report has no such
    /// backend.
    pub fn check<'a>(&'a self, report: &'a Report, coverage: Coverage, today: &str) -> Option<Check<'a>> {
        let backend = report.backends.iter().find(|backend| backend.name == self.backend)?;
        let all = || report.findings.iter().enumerate().filter(|(_, finding)| finding.backend == backend.name);
        let findings = || all().filter(|(_, finding)| !report.is_unsteady(finding));
        let mut found = vec![MatchedFindings::default(); self.waivers.len()];
        let (mut unexpected, mut unnamed) = (BTreeSet::new(), Vec::new());
        for (place, finding) in findings() {
            match self.matching(finding) {
                Some(Match { index, is_named }) => {
                    found[index].count += 1;
                    found[index].extent.add(finding);
                    if is_named {
                        found[index].named.push(place);
                    } else {
                        unnamed.push((index, finding));
                    }
                }
                None => {
                    unexpected.insert(finding.id.as_str());
                }
            }
        }
        let problem = |line, kind| Problem { path: &self.path, line, backend, kind };
        let mut problems = Vec::new();
        if backend.clauses.iter().all(|clause| clause.total.compared == 0) {
            problems.push(problem(1, Kind::NotJudged));
        }
        let end = self.text.lines().count() + 1;
        let unexpected = report.departures_of(|it| it.backend == backend.name && unexpected.contains(it.id.as_str()));
        let unexpected = unexpected.into_iter().filter(|it| it.weight == Weight::Counts);
        problems.extend(unexpected.map(|it| problem(end, Kind::Unexpected(Box::new(it)))));
        let mut waived = Vec::new();
        for (index, (waiver, found)) in self.waivers.iter().zip(&found).enumerate() {
            let faults = waiver.faults(index, found, &backend.version, coverage, today);
            if faults.iter().all(|(_, kind)| matches!(kind, Kind::Count { found, .. } if *found < waiver.findings)) {
                waived.extend(found.named.iter().map(|&place| (place, waiver.waived())));
            }
            problems.extend(faults.into_iter().map(|(line, kind)| problem(line, kind)));
            let own = unnamed.iter().filter(|(of, _)| *of == index).map(|(_, finding)| *finding);
            // Several clauses see the same operands.
            let own: BTreeMap<String, &Finding> = own.map(|finding| (finding.operand_bits(), finding)).collect();
            if let Some(&example) = own.values().next() {
                let bits = own.into_keys().collect();
                problems.push(problem(waiver.lines.operands, Kind::Operands { index, example, bits }));
            }
        }
        let count = findings().count();
        let unseen = found.iter().filter(|it| it.count == 0 && coverage == Coverage::Part).count();
        Some(Check { findings: count, unsteady: all().count() - count, unseen, waived, problems })
    }
}

/// The findings that belong to a waiver.
#[derive(Clone, Debug, Default)]
struct MatchedFindings {
    count: usize,
    extent: Extent,
    /// By their index in the report, those whose operands it names where it has to.
    named: Vec<usize>,
}

impl Waiver {
    /// What is not as it says of the findings that belong to it, each with the line to change.
    fn faults(
        &self,
        index: usize,
        found: &MatchedFindings,
        version: &str,
        coverage: Coverage,
        today: &str,
    ) -> Vec<(usize, Kind<'_>)> {
        let (lines, count) = (self.lines, found.count);
        if count == 0 {
            let is_stale = coverage == Coverage::Whole;
            return is_stale.then_some((lines.head, Kind::Unmatched { index })).into_iter().collect();
        }
        let mut faults = Vec::new();
        if !self.is_for(version) {
            faults.push((lines.versions, Kind::Version { index, waiver: self, found: count }));
        } else if self.expires.as_deref().is_some_and(|date| date < today) {
            faults.push((lines.expires, Kind::Expired { waiver: self, found: count }));
        } else if count > self.findings || coverage == Coverage::Whole && count < self.at_least.unwrap_or(self.findings)
        {
            faults.push((lines.findings, Kind::Count { index, waiver: self, found: count }));
        }
        if found.extent.exceeds(self.most) {
            faults.push((lines.most, Kind::Most { index, waiver: self, found: found.extent }));
        }
        faults
    }

    /// Whether a version is in its range. A version that cannot be compared is in none.
    fn is_for(&self, version: &str) -> bool {
        self.versions.as_ref().is_none_or(|range| comparable(version).is_some_and(|version| range.matches(&version)))
    }
}

/// The numbers that a version begins with, filled up to three: `2.36` is 2.36.0, and `2.1.0+cpu` is 2.1.0.
pub(super) fn comparable(version: &str) -> Option<Version> {
    let start = version.find(|c: char| c.is_ascii_digit())?;
    let numbers = version[start..].split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
    let mut numbers = numbers.split('.').map(|number| number.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    Some(Version::new(next(), next(), next()))
}

impl Problem<'_> {
    /// Whether it is a departure that no waiver is of.
    pub fn is_unexpected(&self) -> bool {
        matches!(self.kind, Kind::Unexpected(_))
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = visible(&self.path.display().to_string());
        let backend = visible(&self.backend.name);
        write!(f, "{place}:{}: ", self.line)?;
        match &self.kind {
            Kind::NotJudged => {
                let cases = self.backend.outcomes.unsupported;
                write!(
                    f,
                    "nothing was judged of {backend}, which does not support {cases} cases: see why with `opconform run`"
                )
            }
            Kind::Unexpected(departure) => {
                let level = Level::of(departure.must);
                let Departure { title, findings, example, operators, dtypes, clauses, .. } = departure.as_ref();
                let clauses: Vec<&str> = clauses.iter().map(|&(id, _)| id).collect();
                write!(
                    f,
                    "unexpected departure of {backend} from a {level} clause: {} ({} of {}; {}; {}): fix it, or waive it \
                     here; `{}` shows it",
                    visible(title),
                    visible(&operators.join(", ")),
                    type_names(dtypes).join(" "),
                    visible(&clauses.join(", ")),
                    count(findings.len()),
                    visible(&example.witness.replay),
                )
            }
            Kind::Unmatched { .. } => write!(f, "no finding on {backend} matches this waiver any more: delete it"),
            Kind::Count { waiver, found, .. } if *found > waiver.findings => write!(
                f,
                "{} on {backend} match this waiver, which declares {}: look at those that are new, then write \
                 `findings = {found}`",
                count(*found),
                waiver.findings
            ),
            Kind::Count { waiver, found, .. } => {
                let (key, declared) =
                    waiver.at_least.map_or(("findings", waiver.findings), |least| ("at_least", least));
                write!(
                    f,
                    "only {} on {backend} match this waiver, which declares {declared}: the others pass now; write \
                     `{key} = {found}`",
                    count(*found)
                )
            }
            Kind::Most { waiver, found, .. } => {
                let declared = match waiver.most {
                    Extent { elements: 0, cases: 0 } => "does not say how much they may cover".to_owned(),
                    most => format!("declares {most} at most"),
                };
                let Extent { elements, cases } = found.ceiling();
                write!(
                    f,
                    "the findings on {backend} that match this waiver cover {found}, and it {declared}: look at what is \
                     new, then write `most = {{ elements = {elements}, cases = {cases} }}`"
                )
            }
            Kind::Operands { example, bits, .. } => {
                let bits: Vec<String> = bits.iter().map(|bits| format!("\"{}\"", visible(bits))).collect();
                write!(
                    f,
                    "{} on {backend} is of plain values, and this waiver does not name them: look at `{}`, then write \
                     `{}` into `operands`",
                    visible(&example.symptom()),
                    visible(&example.witness.replay),
                    bits.join(", ")
                )
            }
            Kind::Version { waiver, found, .. } => write!(
                f,
                "{backend} is {}, and this waiver is for versions {}: look at its {} again, then change `versions`",
                visible(&self.backend.version),
                waiver.versions.as_ref().map(ToString::to_string).unwrap_or_default(),
                count(*found)
            ),
            Kind::Expired { waiver, found } => write!(
                f,
                "this waiver expired on {}, and {} on {backend} still match it: fix them, or agree on another date",
                waiver.expires.as_deref().unwrap_or_default(),
                count(*found)
            ),
        }
    }
}

fn count(findings: usize) -> String {
    plural(findings as u64, "finding")
}
