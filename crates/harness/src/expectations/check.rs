//! A backend's findings held against its waivers.

use std::fmt;
use std::path::Path;

use opconform_report::{Backend, Departure, Finding, Report, departures, plural, visible};
use semver::Version;

use super::{Expectations, Waiver};

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
    /// No waiver matches what was observed.
    Unexpected(Departure<'a>),
    /// A waiver matches nothing.
    Unmatched { index: usize },
    /// A waiver matches more than it declares, or less.
    Count { index: usize, waiver: &'a Waiver, found: usize },
    /// The backend has another version than the waiver is for.
    Version { index: usize, waiver: &'a Waiver, found: usize },
    /// The waiver's time is over.
    Expired { waiver: &'a Waiver, found: usize },
}

impl Expectations {
    /// Holds the findings on the backend against its waivers; `today` as `2027-06-30`. `None` where the report has no such
    /// backend.
    pub fn check<'a>(&'a self, report: &'a Report, coverage: Coverage, today: &str) -> Option<Check<'a>> {
        let backend = report.backends.iter().find(|backend| backend.name == self.backend)?;
        let findings: Vec<&Finding> =
            report.findings.iter().filter(|finding| finding.backend == backend.name).collect();
        let mut found = vec![0; self.waivers.len()];
        let mut unexpected = Vec::new();
        for &finding in &findings {
            match self.index(finding) {
                Some(index) => found[index] += 1,
                None => unexpected.push(finding),
            }
        }
        let problem = |line, kind| Problem { path: &self.path, line, backend, kind };
        let mut problems = Vec::new();
        if backend.clauses.iter().all(|clause| clause.total.compared == 0) {
            problems.push(problem(1, Kind::NotJudged));
        }
        let end = self.text.lines().count() + 1;
        problems.extend(departures(report, &unexpected).into_iter().map(|it| problem(end, Kind::Unexpected(it))));
        for (index, waiver) in self.waivers.iter().enumerate() {
            let found = found[index];
            let lines = waiver.lines;
            if found == 0 {
                if coverage == Coverage::Whole {
                    problems.push(problem(lines.head, Kind::Unmatched { index }));
                }
            } else if !waiver.is_for(&backend.version) {
                problems.push(problem(lines.versions, Kind::Version { index, waiver, found }));
            } else if waiver.expires.as_deref().is_some_and(|date| date < today) {
                problems.push(problem(lines.expires, Kind::Expired { waiver, found }));
            } else if found > waiver.findings
                || coverage == Coverage::Whole && found < waiver.at_least.unwrap_or(waiver.findings)
            {
                problems.push(problem(lines.findings, Kind::Count { index, waiver, found }));
            }
        }
        Some(Check { findings: findings.len(), problems })
    }
}

impl Waiver {
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
                let level = if departure.must { "MUST" } else { "SHOULD" };
                let Departure { title, findings, example, operators, dtypes, clauses, .. } = departure;
                let clauses: Vec<&str> = clauses.iter().map(|&(id, _)| id).collect();
                write!(
                    f,
                    "unexpected departure of {backend} from a {level} clause: {} ({} of {}; {}; {}): fix it, or waive it \
                     here; `{}` shows it",
                    visible(title),
                    visible(&operators.join(", ")),
                    visible(&dtypes.join(" ")),
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
