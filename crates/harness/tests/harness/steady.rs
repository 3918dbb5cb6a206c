//! A runtime that compiles anew what it is asked much: when it does so is another time in every run, and the report is the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use opconform_report::{Diff, Finding, Severity};
use opconform_spec::{Case, Outcome};

use crate::backend::{Planted, elementwise, is_nan, maximum};
use crate::{cases, found, plan, run};

const NAME: &str = "compiled-anew";

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.types().name() == "f32" && elements < 40 && ["edge", "length", "variadic"].contains(&&*case.origin.source)
}

/// The first NaN, and from some call on the last; in a process that is asked for the first time, it is the first again.
fn compiled_after(calls: usize) -> Planted {
    let asked = AtomicUsize::new(0);
    let answer = move |case: &Case| {
        let is_cold = asked.fetch_add(1, Ordering::Relaxed) < calls;
        elementwise(case, |lane| {
            let last = lane.operands.iter().rev().find(|&&bits| is_nan(lane.dtype, bits)).filter(|_| !is_cold);
            last.copied().unwrap_or_else(|| maximum(lane.dtype, lane.operands))
        })
    };
    Planted::each(NAME, answer).isolated(move || compiled_after(calls))
}

#[test]
fn whenever_it_is_compiled_the_departures_are_the_same() {
    let asked = cases(0, 0, small);
    let late = asked.len();
    // In the middle of the suite, in what is asked first, and long after all was asked once.
    let reports: Vec<_> = [late / 2, 70, late / 4, late + late / 2]
        .map(|calls| run(&plan(asked.clone(), vec![compiled_after(calls)])))
        .into();
    for completed in &reports {
        let report = &completed.report;
        let steady: Vec<&Finding> = report.findings.iter().filter(|finding| !finding.comes_and_goes()).collect();
        assert!(!steady.is_empty() && steady.iter().all(|finding| finding.severity == Severity::NanBits));
        assert!(found(completed, NAME, "DET-LANE").is_empty() && found(completed, NAME, "DET-RUN").is_empty());
        let departures = report.departures_of(Finding::comes_and_goes);
        let [departure] = departures.as_slice() else { panic!("{departures:?}") };
        let words = format!(" after {} cases", opconform_report::thousands(asked.len() as u64));
        assert!(departure.title.contains(" at first, ") && departure.title.ends_with(&words), "{}", departure.title);
        for other in &reports {
            let diff = Diff::between(report, &other.report);
            assert!(diff.is_clean() && diff.fixed.is_empty() && !diff.unsteady.is_empty(), "{diff:?}");
        }
    }
}

/// The right result, and from some call on the first operand; in a process that is asked for the first time, it is right again.
fn wrong_after(calls: usize) -> Planted {
    let asked = AtomicUsize::new(0);
    let answer = move |case: &Case| {
        let is_cold = asked.fetch_add(1, Ordering::Relaxed) < calls;
        elementwise(case, |lane| if is_cold { maximum(lane.dtype, lane.operands) } else { lane.operands[0] })
    };
    Planted::each(NAME, answer).isolated(move || wrong_after(calls))
}

#[test]
fn what_is_wrong_from_some_call_on_is_one_departure_with_both_answers() {
    let asked = cases(0, 0, small);
    for calls in [70, asked.len() / 2, asked.len()] {
        let report = run(&plan(asked.clone(), vec![wrong_after(calls)])).report;
        let departures: Vec<_> = report.all_departures().collect();
        let [departure] = departures.as_slice() else { panic!("{calls}: {departures:?}") };
        assert!(departure.title.contains(" at first, "), "{}", departure.title);
    }
}

/// The second operand where the first is a NaN, and from some call on no answer.
fn hangs_after(calls: usize, silent: fn() -> Outcome) -> Planted {
    let asked = AtomicUsize::new(0);
    let answer = move |case: &Case| {
        let answers = asked.fetch_add(1, Ordering::Relaxed) < calls;
        let last = |operands: &[u64]| operands.last().copied().unwrap_or_default();
        if answers { elementwise(case, |lane| last(lane.operands)) } else { silent() }
    };
    Planted::each(NAME, answer).isolated(move || hangs_after(calls, silent))
}

#[test]
fn what_is_not_answered_again_stays_what_it_was() {
    let asked = cases(0, 0, small);
    let timed_out: fn() -> Outcome = || Outcome::TimedOut(Duration::from_secs(1));
    for silent in [timed_out, || Outcome::Unsupported("not run: given up".to_owned())] {
        let report = run(&plan(asked.clone(), vec![hangs_after(asked.len() / 2, silent)])).report;
        let backend = &report.backends[0];
        assert!(backend.unsteady.is_empty(), "{:?}", backend.unsteady);
        assert!(backend.outcomes.output > 0, "{:?}", backend.outcomes);
        // NaNs that were lost before it stopped to answer.
        assert!(
            report
                .findings
                .iter()
                .any(|it| it.operands.iter().any(|class| class.is_nan()) && it.witness.found.is_some())
        );
    }
}
