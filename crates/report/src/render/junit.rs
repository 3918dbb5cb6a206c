//! JUnit XML: one suite per backend, one test per clause, for whatever shows the tests of a CI.
//!
//! A clause that compared nothing is skipped with its reason, and a backend on which nothing was judged has an error: no
//! run is green for want of evidence.

use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use crate::digest::{self, Mark};
use crate::model::{Backend, Clause, Finding, Report};
use crate::text::{thousands, visible};
use crate::trace::reasons;

pub(super) fn render(report: &Report) -> String {
    let mut document = quick_junit::Report::new("opconform");
    let seconds = report.provenance.seconds;
    if let Ok(time) = Duration::try_from_secs_f64(seconds) {
        document.set_time(time);
    }
    for backend in &report.backends {
        let mut suite = TestSuite::new(visible(&backend.name));
        suite.add_property(("description", visible(&backend.description).as_str()));
        suite.add_property(("seed", report.seed.to_string().as_str()));
        suite.add_property(("suite", visible(&report.provenance.suite).as_str()));
        suite.add_test_case(judged(report, backend));
        for clause in &report.clauses {
            suite.add_test_case(test(report, backend, clause));
        }
        document.add_test_suite(suite);
    }
    let mut text = document.to_string().expect("a report is text, and text can be written");
    text.push('\n');
    text
}

/// Whether there is anything to go by.
fn judged(report: &Report, backend: &Backend) -> TestCase {
    let fault = match (digest::compared(backend), report.partial) {
        (0, _) => Some("nothing was judged: no element was compared"),
        (_, true) => Some("the run was interrupted, and speaks only of the cases judged until then"),
        _ => None,
    };
    let status = fault.map_or_else(TestCaseStatus::success, |fault| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(fault);
        status
    });
    named("the run", backend, status)
}

fn test(report: &Report, backend: &Backend, clause: &Clause) -> TestCase {
    let digest::Cell { mark, count } = digest::cell(backend, clause);
    let status = match mark {
        Mark::Conforms => TestCaseStatus::success(),
        Mark::Violates => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let (violations, compared) = (thousands(count.violations), thousands(count.compared));
            status.set_type(visible(&clause.level));
            status.set_message(format!("{violations} of {compared} elements break it: {}", visible(&clause.title)));
            status.set_description(findings(report, backend, clause));
            status
        }
        Mark::GapOnly | Mark::NotExercised | Mark::NotApplicable => {
            let mut status = TestCaseStatus::skipped();
            let why = reasons(backend, clause).join(" ");
            status.set_message(visible(&why));
            status
        }
    };
    named(&clause.id, backend, status)
}

fn named(name: &str, backend: &Backend, status: TestCaseStatus) -> TestCase {
    let mut test = TestCase::new(visible(name), status);
    test.set_classname(visible(&backend.name));
    test
}

/// The witnesses against a clause, a line each.
fn findings(report: &Report, backend: &Backend, clause: &Clause) -> String {
    let line = |finding: &Finding| {
        let classes = finding.operands.join(", ");
        let result = finding.result.as_deref().map_or_else(String::new, |result| format!(" → {result}"));
        format!(
            "{} {classes}{result}: {}\n  {}\n",
            finding.dtype,
            visible(&finding.witness.symptom),
            visible(&finding.witness.replay)
        )
    };
    report.findings.iter().filter(|it| it.backend == backend.name && it.clause == clause.id).map(line).collect()
}
