//! The same plan gives the same report, another seed the same findings, and an interrupt the part that was done.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_harness::{Completed, Plan, Stage};
use opconform_report::{Format, Provenance, View};
use opconform_spec::Case;

use crate::backend::Planted;
use crate::faults::FAULTS;
use crate::{cases, plan, run};

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.operator.name == "Max" && case.types().name() == "f32" && elements < 80
}

fn faulty(seed: u64) -> Plan {
    let names = ["nan-ignored", "zero-is-second", "subnormals-flushed", "nan-lost-in-the-tail", "zero-by-lane"];
    let faults = FAULTS.iter().filter(|fault| names.contains(&fault.name));
    let backends = faults.map(|fault| Planted::elementwise(fault.name, fault.element)).collect();
    Plan { seed, ..plan(cases(seed, 400, small), backends) }
}

/// The report without what may differ.
fn json(mut completed: Completed) -> String {
    completed.report.provenance = Provenance::default();
    Format::Json.render(&completed.report, &View::default())
}

/// The ids of the findings, each with the case that shows it.
fn findings(completed: &Completed) -> Vec<(&str, &str)> {
    completed.report.findings.iter().map(|finding| (finding.id.as_str(), finding.witness.case.as_str())).collect()
}

#[test]
fn the_same_plan_gives_the_same_report_and_another_seed_the_same_findings() {
    let first = run(&faulty(0));
    let other = run(&faulty(77));
    assert_eq!(findings(&first), findings(&other));
    assert_eq!(json(first), json(run(&faulty(0))));
}

#[test]
fn an_interrupt_leaves_the_part_that_was_done() {
    let plan = plan(cases(0, 0, |case| case.inputs.iter().all(|input| input.len() < 9)), vec![Planted::right()]);
    let total = plan.cases.len();
    assert!(total > 2048, "{total} cases are too few to stop in the middle");
    let (stop, calls) = (AtomicBool::new(false), AtomicUsize::new(0));
    let progress = |done: usize, all: usize, stage: Stage| {
        assert_eq!(all, if stage == Stage::Judging { total } else { 0 });
        assert!(done <= all);
        calls.fetch_add(1, Ordering::Relaxed);
        stop.fetch_or(done >= 2048, Ordering::Relaxed);
    };
    let completed = opconform_harness::run(&plan, &progress, &stop);
    let report = &completed.report;
    assert!(report.partial && 0 < report.cases && report.cases < total as u64, "{} of {total}", report.cases);
    assert_eq!(report.sources.iter().map(|source| source.cases).sum::<u64>(), report.cases);
    assert_eq!(report.backends[0].outcomes.output + report.backends[0].outcomes.rejected, report.cases);
    // The start, every batch until then, what other threads were at, and that nothing is shrunk.
    let (calls, threads) = (calls.into_inner(), std::thread::available_parallelism().expect("a number").get());
    assert!(completed.compared > 0 && (2 + 2048 / 64..2 + 2048 / 64 + threads).contains(&calls), "{calls}");
}

#[test]
fn an_interrupt_before_the_start_leaves_an_empty_report() {
    let plan = faulty(0);
    let completed = opconform_harness::run(&plan, &|_, _, _| {}, &AtomicBool::new(true));
    assert!(completed.report.partial && completed.report.cases == 0 && completed.compared == 0);
    assert!(completed.report.findings.is_empty());
}

#[test]
fn an_interrupt_while_shrinking_keeps_every_finding() {
    let plan = faulty(0);
    let stop = AtomicBool::new(false);
    let progress = |_: usize, _: usize, stage: Stage| stop.store(stage == Stage::Shrinking, Ordering::Relaxed);
    let completed = opconform_harness::run(&plan, &progress, &stop);
    assert!(completed.report.partial && completed.report.cases == plan.cases.len() as u64);
    assert_eq!(completed.report.findings.len(), completed.witnesses.len());
    for finding in &completed.report.findings {
        assert_eq!(finding.witness.case, finding.witness.shrunk_from, "{} is left as large as it was", finding.id);
        assert!(!finding.witness.smallest);
    }
    for (backend, name) in completed.report.backends.iter().map(|backend| (backend, &backend.name)) {
        let violates = backend.clauses.iter().any(|count| count.total.violations > 0);
        assert!(violates && completed.report.findings.iter().any(|finding| &finding.backend == name), "{name}");
    }
}
