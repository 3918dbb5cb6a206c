//! How a backend stands to each family of specifications, or to the nearest of several functions of one.

use super::families;
use crate::counted::beyond_cases;
use crate::deed::Deed;
use crate::departure::Departure;
use crate::model::{Backend, Finding, Profile, ProfileCount, Report};
use crate::severity::Severity;

/// How a backend stands to one family of specifications.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Column<'a> {
    /// The specification, such as `ONNX`.
    pub(crate) family: &'a str,
    /// Where it defines several functions: the profile of the one that the backend is measured by, which is what it claims, or else the
    /// nearest.
    pub(crate) function: Option<&'a str>,
    /// Whether the backend claims it, or a version of it.
    pub(crate) is_claimed: bool,
    /// How many departures break a clause of it that binds; `None` where nothing was judged under it.
    pub(crate) departures: Option<usize>,
    /// Whether it is claimed, and forbids what came of counted pairs that no case shows.
    pub(crate) forbids_pairs: bool,
    /// What those departures are, each kind once and in a few words, the worst first.
    pub(crate) kinds: Vec<&'static str>,
    /// The cases that it leaves open.
    pub(super) open: u64,
    /// The cases that it speaks of, of those that the backend was asked.
    pub(super) judged: u64,
}

impl<'a> Column<'a> {
    /// The name of what the backend is measured by: of the function, where the specification defines several.
    pub(super) fn name(&self) -> &'a str {
        self.function.unwrap_or(self.family)
    }

    /// What stands in a table: a number, ✓ or –, in brackets where it is claimed.
    pub(crate) fn text(&self) -> String {
        let text = match self.departures {
            None => "–".to_owned(),
            Some(0) if self.forbids_pairs => "✗".to_owned(),
            Some(0) => "✓".to_owned(),
            Some(count) => count.to_string(),
        };
        if self.is_claimed { format!("[{text}]") } else { text }
    }

    /// What a page marks it as: what is not claimed is no fault.
    pub(crate) fn token(&self) -> &'static str {
        match self.departures {
            None => "none",
            Some(0) if !self.forbids_pairs => "ok",
            Some(_) if self.is_claimed => "must",
            Some(_) => "na",
        }
    }
}

/// How a backend with these departures stands to each family.
pub(crate) fn columns<'a>(report: &'a Report, backend: &'a Backend, departures: &[Departure]) -> Vec<Column<'a>> {
    let claims = |profile: &Profile| backend.claims.iter().any(|claim| claim.profiles.contains(&profile.name));
    let beyond = beyond_cases(report, backend);
    let unseen = || {
        report
            .clauses
            .iter()
            .filter(|it| beyond.as_ref().is_some_and(|beyond| beyond.clauses.contains(&it.id.as_str())))
    };
    let column = |family: &'a str| {
        let own = report.profiles.iter().enumerate().filter(|(_, profile)| profile.family == family);
        let own: Vec<MeasuredProfile> =
            own.map(|(at, profile)| MeasuredProfile { profile, count: backend.profiles.get(at) }).collect();
        let claimed: Vec<MeasuredProfile> = own.iter().copied().filter(|it| claims(it.profile)).collect();
        let is_claimed = !claimed.is_empty();
        let measures = if is_claimed {
            vec![claimed]
        } else if !own.iter().any(|it| it.profile.alternative) {
            vec![own]
        } else {
            own.into_iter().filter(MeasuredProfile::is_judged).map(|it| vec![it]).collect()
        };
        let by = |measure: Vec<MeasuredProfile<'a>>| (breaches(report, departures, &measure), measure);
        // Of several that are as near, the one that leaves the least open says the most.
        let nearest =
            measures.into_iter().map(by).min_by_key(|(breaches, measure)| (breaches.len(), open(report, measure)));
        let (breaches, measure) = nearest.unwrap_or_default();
        let function = match measure[..] {
            [MeasuredProfile { profile, .. }] if profile.alternative => Some(profile.name.as_str()),
            _ => None,
        };
        Column {
            family,
            function,
            is_claimed,
            forbids_pairs: is_claimed
                && unseen().any(|clause| measure.iter().any(|it| clause.profiles.contains(&it.profile.name))),
            departures: measure.iter().any(MeasuredProfile::is_judged).then_some(breaches.len()),
            kinds: {
                let mut kinds: Vec<_> = breaches.into_iter().map(|(_, kind)| kind).collect();
                kinds.dedup();
                kinds
            },
            open: open(report, &measure),
            judged: measure.iter().filter_map(|it| it.count).map(|count| count.judged).sum(),
        }
    };
    families(report).into_iter().map(column).collect()
}

/// A profile, and what was counted of a backend under it.
#[derive(Clone, Copy)]
struct MeasuredProfile<'a> {
    profile: &'a Profile,
    count: Option<&'a ProfileCount>,
}

impl MeasuredProfile<'_> {
    fn is_judged(&self) -> bool {
        self.count.is_some_and(|count| count.judged > 0)
    }
}

/// The cases of which profiles leave something open.
fn open(report: &Report, profiles: &[MeasuredProfile]) -> u64 {
    let is_own = |name: &String| profiles.iter().any(|it| it.profile.name == *name);
    report.gaps.iter().filter(|gap| is_own(&gap.profile)).map(|gap| gap.cases).sum()
}

/// What breaks a clause of one of these profiles that binds, the worst first: of each departure the worst of the findings that do.
fn breaches(report: &Report, departures: &[Departure], profiles: &[MeasuredProfile]) -> Vec<(Severity, &'static str)> {
    let is_own = |name: &String| profiles.iter().any(|it| it.profile.name == *name);
    let breach = |departure: &Departure| {
        let breaking = departure.findings.iter().filter(|it| report.binds(it) && it.profiles.iter().any(is_own));
        breaking.map(|it| (it.severity, kind(it))).min()
    };
    let mut breaches: Vec<_> = departures.iter().filter_map(breach).collect();
    breaches.sort_unstable();
    breaches
}

/// What a finding is, in a few words.
fn kind(finding: &Finding) -> &'static str {
    match finding.deed {
        Deed::KeptNan => "a NaN for a number",
        _ => finding.severity.kind(),
    }
}
