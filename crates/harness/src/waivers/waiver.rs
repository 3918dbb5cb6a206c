//! One waiver: which findings it speaks of, and how much of them it accepts.

use opconform_report::{Finding, Waived};
use semver::VersionReq;

use super::extent::Extent;
use super::glob::Glob;

/// Findings that are known, and why they are accepted.
#[derive(Clone, Debug)]
pub struct Waiver {
    /// Why the findings are accepted.
    pub reason: String,
    /// Where more is said: an issue, a document.
    pub link: String,
    /// Who accepts them, where the file says so.
    pub(super) by: Option<String>,
    pub(super) clauses: Vec<Glob>,
    pub(super) cases: Vec<Glob>,
    pub(super) dtypes: Vec<Glob>,
    pub(super) operators: Vec<Glob>,
    pub(super) symptoms: Vec<Glob>,
    /// The bits of the operands of its findings on plain values.
    pub(super) operands: Vec<String>,
    /// The most elements and cases that its findings are seen in; nothing where the file does not say.
    pub(super) most: Extent,
    /// The most findings that it matches.
    pub(super) findings: usize,
    /// The fewest, where that depends on the machine.
    pub(super) at_least: Option<usize>,
    pub(super) versions: Option<VersionReq>,
    /// The last day on which it holds, as `2027-06-30`.
    pub(super) expires: Option<String>,
    pub(super) lines: Lines,
}

/// Where a waiver stands: line numbers from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) head: usize,
    pub(super) findings: usize,
    pub(super) most: usize,
    pub(super) operands: usize,
    pub(super) versions: usize,
    pub(super) expires: usize,
}

impl Waiver {
    /// Whether it speaks of a finding. A list that is left out speaks of everything.
    pub(super) fn matches(&self, finding: &Finding) -> bool {
        let fits = |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|glob| glob.matches(text));
        fits(&self.clauses, &finding.clause)
            && fits(&self.cases, &finding.witness.case)
            && fits(&self.dtypes, finding.dtype.name())
            && fits(&self.operators, &finding.operator)
            && fits(&self.symptoms, &finding.symptom())
    }

    /// Whether it names the operands of a finding, or need not.
    pub(super) fn names_operands(&self, finding: &Finding) -> bool {
        !is_of_plain_values(finding) || self.operands.contains(&finding.operand_bits())
    }

    /// What a report says of a finding that it accepts.
    pub(super) fn waived(&self) -> Waived {
        Waived { reason: self.reason.clone(), link: self.link.clone(), by: self.by.clone() }
    }
}

/// Whether the classes of the operands of a finding leave open which values are at fault.
pub(super) fn is_of_plain_values(finding: &Finding) -> bool {
    !finding.operands.is_empty() && finding.operands.iter().all(|class| class.is_plain())
}
