//! What an atlas is made of: reports, in parts that are of one version of one runtime each.

use crate::model::{Backend, Report};

/// A report, to become part of an atlas.
#[derive(Clone, Debug)]
pub struct JudgedReport {
    /// The report. Its backends are named as their runtimes are, so that the versions of one have one name.
    pub report: Report,
    /// How much of the suite it was asked; `None` where that is not known.
    pub coverage: Option<SuiteCoverage>,
    /// The words that have `opconform run` ask it again, such as `--backend numpy@1.26.4`; `None` where they are not known.
    pub selection: Option<String>,
}

/// How much of the suite a backend was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteCoverage {
    /// The cases that it answered.
    pub asked: u64,
    /// The cases of the suite that are of operators and types which it offers.
    pub offered: u64,
}

/// A version of a runtime, and what was judged of it.
#[derive(Debug)]
pub(super) struct Entry {
    /// A report that is of one backend.
    pub(super) report: Report,
    pub(super) coverage: Option<SuiteCoverage>,
    pub(super) selection: Option<String>,
}

impl Entry {
    /// The one backend of its report.
    pub(super) fn backend(&self) -> &Backend {
        &self.report.backends[0]
    }
}

/// A report in parts that are of one backend each.
pub(super) fn entries(judged: JudgedReport) -> Vec<Entry> {
    let JudgedReport { mut report, coverage, selection } = judged;
    let (backends, findings) = (std::mem::take(&mut report.backends), std::mem::take(&mut report.findings));
    report.departures.clear();
    let entry = |backend: Backend| {
        let findings = findings.iter().filter(|finding| finding.backend == backend.name).cloned().collect();
        let unavailable = Vec::new();
        let mut report = Report { backends: vec![backend], findings, unavailable, ..report.clone() };
        report.hold_departures();
        Entry { report, coverage, selection: selection.clone() }
    };
    backends.into_iter().map(entry).collect()
}
