//! What changed from one report to another.
//!
//! Findings are compared by what they are of (backend, operator, element type, clause, classes of the operands), and not by
//! how often they were seen, so that two runs with different seeds can be compared. What was compared before and is not
//! any more is *lost*: it is neither fixed nor as it was.

use std::collections::BTreeMap;

use opconform_tensor::{Class, Types};

use crate::model::{Backend, CaseGroup, Finding, Report, Witness};

/// What changed from an older report to a newer one, in the order of the reports.
#[derive(Debug)]
pub struct Diff<'a> {
    /// Findings that the older report does not have.
    pub new: Vec<&'a Finding>,
    /// Findings that the newer report does not have, though it made the comparisons.
    pub fixed: Vec<&'a Finding>,
    /// Findings of the same operands with another result, level or objection: the older, then the newer.
    pub changed: Vec<(&'a Finding, &'a Finding)>,
    /// Findings that the newer report does not have, and has no case like those that showed them.
    pub unasked: Vec<&'a Finding>,
    /// The backends of the newer report that the older one does not have: their findings are compared with nothing.
    pub unknown: Vec<&'a str>,
    /// What the newer report does not compare any more.
    pub lost: Vec<Lost<'a>>,
    /// Findings that are as they were.
    pub same: usize,
    /// Findings of what comes and goes with one and the same backend: of either report, and compared with nothing.
    pub unsteady: Vec<&'a Finding>,
}

/// What was compared before and is not any more.
#[derive(Debug, PartialEq, Eq)]
pub enum Lost<'a> {
    /// A whole backend, with the reason where the newer report gives one.
    Backend {
        /// Its name.
        backend: &'a str,
        /// Why it could not be judged.
        reason: Option<&'a str>,
    },
    /// A clause on a backend.
    Clause {
        /// The name of the backend.
        backend: &'a str,
        /// The id of the clause.
        clause: &'a str,
        /// The element types that it compared before.
        dtypes: Vec<Types>,
    },
}

impl<'a> Diff<'a> {
    /// Compares two reports.
    pub fn between(old: &'a Report, new: &'a Report) -> Self {
        let (mut gone, mut changed, mut same) = (Vec::new(), Vec::new(), 0);
        let is_unsteady = |finding: &&Finding| old.is_unsteady(finding) || new.is_unsteady(finding);
        let divided = |report: &'a Report| report.findings.iter().partition::<Vec<&Finding>, _>(is_unsteady);
        let ((mut unsteady, earlier), (more, mut added)) = (divided(old), divided(new));
        let is_known = |name: &str| old.backends.iter().any(|backend| backend.name == name);
        let unknown = new.backends.iter().map(|it| it.name.as_str()).filter(|name| !is_known(name)).collect();
        added.retain(|it| is_known(&it.backend));
        unsteady.extend(more.into_iter().filter(|it| old.findings.iter().all(|before| before.id != it.id)));
        for before in earlier {
            match added.iter().position(|after| after.id == before.id) {
                Some(index) => match added.remove(index) {
                    after if differs(before, after) => changed.push((before, after)),
                    _ => same += 1,
                },
                None => gone.push(before),
            }
        }
        gone.retain(|before| match added.iter().position(|after| place(after) == place(before)) {
            Some(index) => {
                match added.remove(index) {
                    // Of one place, and told apart by nothing that is shown.
                    after if after.shown() == before.shown() => same += 1,
                    after => changed.push((before, after)),
                }
                false
            }
            None => true,
        });
        gone.retain(|before| is_compared(new, before));
        let (fixed, unasked) = gone.into_iter().partition(|before| !is_asked(old, before) || is_asked(new, before));
        Self { new: added, fixed, unasked, unknown, changed, lost: lost(old, new), same, unsteady }
    }

    /// Whether nothing is new, changed, lost or not asked again.
    pub fn is_clean(&self) -> bool {
        self.new.is_empty() && self.changed.is_empty() && self.unasked.is_empty() && self.lost.is_empty()
    }
}

/// What a finding is of, whatever came out.
fn place(finding: &Finding) -> ([&str; 3], Types, &[Class]) {
    ([&finding.backend, &finding.operator, &finding.clause], finding.dtype, &finding.operands)
}

/// Whether the same operands gave something else, or are seen otherwise: then what is [shown](Finding::shown) differs too.
/// Witnesses of different cases are not compared.
fn differs<'a>(before: &'a Finding, after: &'a Finding) -> bool {
    let (a, b) = (&before.witness, &after.witness);
    let profiles = |finding: &'a Finding| finding.breaks.iter().map(|it| it.profile.as_str());
    let objections_differ = || !profiles(before).eq(profiles(after));
    let elsewhere = |witness: &'a Witness| witness.differs_from.as_ref().map(|(_, element)| &element.hex);
    before.level != after.level
        || a.case == b.case && (a.found != b.found || elsewhere(a) != elsewhere(b) || objections_differ())
}

/// Whether a report compares what a finding of another is of.
pub(crate) fn is_compared(report: &Report, finding: &Finding) -> bool {
    let backend = report.backends.iter().find(|backend| backend.name == finding.backend);
    backend.is_some_and(|backend| {
        compared(backend).get(finding.clause.as_str()).is_some_and(|it| it.contains(&finding.dtype))
    })
}

/// Whether a report has a case like the one that showed a finding: of its operator and type, and about the same.
fn is_asked(report: &Report, finding: &Finding) -> bool {
    let Some(slug) = finding.witness.shrunk_from.split('/').nth(2) else { return true };
    let subject = CaseGroup::subject(slug);
    let has = |names: &[String], name: &str| names.iter().any(|it| it == name);
    let is_like = |group: &CaseGroup| {
        group.operator == finding.operator && has(&group.dtypes, finding.dtype.name()) && has(&group.subjects, &subject)
    };
    report.groups.iter().any(is_like)
}

/// The element types that each clause compared something of.
fn compared(backend: &Backend) -> BTreeMap<&str, Vec<Types>> {
    backend
        .clauses
        .iter()
        .map(|clause| {
            let some = clause.by_dtype.iter().filter(|(_, count)| count.compared > 0);
            (clause.id.as_str(), some.map(|(dtype, _)| *dtype).collect())
        })
        .collect()
}

fn lost<'a>(old: &'a Report, new: &'a Report) -> Vec<Lost<'a>> {
    let mut lost = Vec::new();
    for before in &old.backends {
        let backend = before.name.as_str();
        let Some(after) = new.backends.iter().find(|after| after.name == backend) else {
            let reason = new.unavailable.iter().find(|it| it.name == backend).map(|it| it.reason.as_str());
            lost.push(Lost::Backend { backend, reason });
            continue;
        };
        let now = compared(after);
        for (clause, mut dtypes) in compared(before) {
            dtypes.retain(|dtype| now.get(clause).is_none_or(|now| !now.contains(dtype)));
            if !dtypes.is_empty() {
                lost.push(Lost::Clause { backend, clause, dtypes });
            }
        }
    }
    lost
}
