//! The model of a report. Its JSON form is `report.json`; a change that a reader would notice raises [`SCHEMA`].

mod backend;
mod counted;
mod counts;
mod document;
mod family;
mod finding;
mod finding_group;
mod observed;
mod provenance;
mod witness;

use serde::{Deserialize, Serialize};

use crate::level::Level;

pub use backend::{Backend, Claim, PassingFault, Skip, Unavailable, Unexercised, Unsteady};
pub use counted::{CountedPairs, PairRow, SpecificationPairs};
pub use counts::{ClauseCount, Count, OutcomeCounts, ProfileCount};
pub use document::{Clause, Defect, Gap, Profile, Requirement, Turned};
pub use family::ToFamily;
pub use finding::{Allowance, Finding, Objection, Reproducer, Standing, Waived};
pub use finding_group::{FindingGroup, Weight};
pub use observed::{Behaviour, Fingerprint, Grid, LaneKind, Lanes};
pub use provenance::{Provenance, UsedFile};
pub use witness::{Element, Witness};

/// The version of the JSON form.
pub const SCHEMA: u32 = 13;

/// A judged run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`] at the time of writing.
    pub schema: u32,
    /// Whether the run was interrupted before all cases were judged.
    pub partial: bool,
    /// Whether departures from SHOULD clauses count as those from MUST clauses do.
    pub strict: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// Cases that were judged.
    pub cases: u64,
    /// Where the cases come from.
    pub sources: Vec<Source>,
    /// The profiles judged under, in order.
    pub profiles: Vec<Profile>,
    /// The clauses of the profiles judged under, in order.
    pub clauses: Vec<Clause>,
    /// The backends judged, in order.
    pub backends: Vec<Backend>,
    /// The backends that could not be judged here.
    pub unavailable: Vec<Unavailable>,
    /// Departures: of what is claimed, of what is asked of everyone, of what is not claimed; each the worst first.
    pub findings: Vec<Finding>,
    /// The departures that the findings belong to, of one backend after the other, the worst first. The JSON form has them by what each
    /// finding says of its own.
    #[serde(skip)]
    pub departures: Vec<FindingGroup>,
    /// How many more there were, that the report has no room for.
    #[serde(default)]
    pub left_out: u64,
    /// Where a source is silent or contradicts itself, with the cases that show it.
    pub gaps: Vec<Gap>,
    /// Every statement of the documents that were read sentence by sentence, by document.
    pub requirements: Vec<Requirement>,
    /// The known defects of the source documents.
    pub defects: Vec<Defect>,
    /// Every case, together with those that exercise the same clauses.
    pub groups: Vec<CaseGroup>,
    /// What may differ between two runs of the same suite, seed and backends; nothing else may.
    pub provenance: Provenance,
}

/// How many cases a source gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The case source, such as `edge`.
    pub name: String,
    /// How many of its cases were judged.
    pub cases: u64,
}

impl Report {
    /// Whether a finding counts: in the exit code, the verdict, the gate. What a backend does not claim never does, and SHOULD
    /// is advice unless it was asked to be more.
    pub fn counts(&self, finding: &Finding) -> bool {
        Weight::of(finding.standing, finding.level, self.strict) == Weight::Counts
    }

    /// Whether a finding is of a clause that binds whoever claims its specification.
    pub(crate) fn binds(&self, finding: &Finding) -> bool {
        self.strict || finding.level == Level::Must
    }

    /// Whether a finding [comes and goes](Finding::comes_and_goes), or is of what this run saw come and go.
    pub fn is_unsteady(&self, finding: &Finding) -> bool {
        let is_of = |unsteady: &Unsteady| {
            [&unsteady.clause, &unsteady.operator] == [&finding.clause, &finding.operator]
                && (unsteady.dtype, &unsteady.operands) == (finding.dtype, &finding.operands)
        };
        let of_backend = || self.backends.iter().filter(|backend| backend.name == finding.backend);
        finding.comes_and_goes() || of_backend().flat_map(|backend| &backend.unsteady).any(is_of)
    }
}

/// Cases of one source that exercise the same clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseGroup {
    /// The case source, such as `edge`.
    pub source: String,
    /// The operator.
    pub operator: String,
    /// Their element types.
    pub dtypes: Vec<String>,
    /// What they are about: the third part of their ids, with `N` for a number.
    pub subjects: Vec<String>,
    /// How many cases.
    pub cases: u64,
    /// The first of them.
    pub example: String,
    /// The clauses that made a comparison in them, on some backend.
    pub clauses: Vec<String>,
}

impl CaseGroup {
    /// What a case is about, by its slug: with `N` for each number, so that a position or a length is no subject of its own.
    pub fn subject(slug: &str) -> String {
        let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        slug.split('-').map(|word| if is_number(&word) { "N" } else { word }).collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::CaseGroup;

    #[test]
    fn numbers_of_a_slug_are_no_subject() {
        assert_eq!(CaseGroup::subject("3-nan-in-first-at-17"), "N-nan-in-first-at-N");
        assert_eq!(CaseGroup::subject("two-to-24-vs-zero"), "two-to-N-vs-zero");
        assert_eq!(CaseGroup::subject("f32-with-f64"), "f32-with-f64");
    }
}
