//! What an earlier call leaves behind: its case shows nothing alone, and the one before it is told with it.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_report::{Deed, Severity, cause_count};
use opconform_spec::{Case, Claim, Family, Outcome};
use opconform_tensor::Tensor;

use crate::backend::{Planted, is_nan, right};
use crate::{cases, plan, run};

const NAME: &str = "flag-sticky";

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.types().name() == "f32" && elements < 40 && case.origin.source == "edge"
}

/// The right result, with a NaN as its first element where the call before gave one.
fn flag_sticky() -> Planted {
    let flag = Mutex::new(None);
    let answer = move |case: &Case| {
        let mut flag = flag.lock().expect("the flag");
        let Outcome::Output(outputs) = right(case) else { return right(case) };
        let [result] = outputs.as_slice() else { return right(case) };
        let left =
            std::mem::replace(&mut *flag, result.to_bits().into_iter().find(|&bits| is_nan(result.dtype(), bits)));
        let Some(nan) = left.filter(|_| !result.is_empty()) else { return right(case) };
        let mut bits = result.to_bits();
        bits[0] = nan;
        Outcome::Output(vec![Tensor::from_bits(result.dtype(), result.shape(), &bits).expect("as many")])
    };
    Planted::each(NAME, answer).isolated(flag_sticky)
}

#[test]
fn what_a_call_leaves_behind_is_one_departure_with_both_calls() {
    let completed = run(&plan(cases(0, 0, small), vec![flag_sticky()]));
    let findings: Vec<_> = completed.report.findings.iter().collect();
    let mut departures = completed.report.all_departures();
    let carried = departures.find(|departure| departure.example.deed == Deed::Carried).expect("a departure");
    assert!(carried.title.contains("of an earlier call is still there"), "{}", carried.title);
    let wrong = || findings.iter().filter(|it| it.severity == Severity::WrongNumber);
    assert!(wrong().count() > 0 && wrong().all(|finding| finding.deed == Deed::Carried));
    let paired = findings.iter().filter_map(|finding| Some((finding, finding.witness.after.as_ref()?)));
    assert!(paired.clone().count() > 0);
    for (finding, after) in paired {
        assert!(finding.witness.replay.contains(&format!(" --after '{after}'")), "{}", finding.witness.replay);
    }
}

/// The right result, until it was asked as often as no case alone does: then the first operand.
fn worn_out() -> Planted {
    let calls = AtomicUsize::new(0);
    let answer = move |case: &Case| match case.inputs.as_slice() {
        [first, second] if calls.fetch_add(1, Ordering::Relaxed) > 200 && first.shape() == second.shape() => {
            Outcome::Output(vec![first.clone()])
        }
        _ => right(case),
    };
    Planted::each("worn-out", answer).isolated(worn_out)
}

#[test]
fn what_shows_after_other_calls_alone_counts_for_whoever_claims_any_clause_that_it_breaks() {
    for family in [Family::Sonnx, Family::Onnx, Family::Ieee754, Family::Numpy] {
        let mut plan = plan(cases(0, 0, |case| small(case) && case.operator.is_named("Max")), vec![worn_out()]);
        plan.against = vec![Claim::family(family, "a test")];
        let report = run(&plan).report;
        let counts = report.findings.iter().filter(|finding| report.counts(finding));
        assert!(counts.clone().any(|finding| finding.deed == Deed::Carried), "{family:?}: nothing counts");
    }
}

/// A backend that claims nothing is told what it satisfies by its findings: none may stand for the clauses of others.
#[test]
fn each_clause_that_an_earlier_call_breaks_has_a_finding() {
    let report = run(&plan(cases(0, 0, |case| small(case) && case.operator.is_named("Max")), vec![worn_out()])).report;
    let broken = report.backends[0].clauses.iter().filter(|clause| clause.total.violations > 0);
    let unfound: Vec<&str> = broken
        .clone()
        .map(|clause| clause.id.as_str())
        .filter(|id| report.findings.iter().all(|finding| finding.clause != *id))
        .collect();
    assert!(broken.count() > 3 && unfound.is_empty(), "{unfound:?}");
}

/// The right result, with the last element of the call before, or else 0, in a vector of two elements and more.
fn stale() -> Planted {
    let last = Mutex::new(0);
    let answer = move |case: &Case| {
        let mut last = last.lock().expect("the element");
        let Outcome::Output(outputs) = right(case) else { return right(case) };
        let [result] = outputs.as_slice() else { return right(case) };
        if result.len() < 2 {
            return right(case);
        }
        let mut bits = result.to_bits();
        let element = bits.last_mut().expect("an element");
        std::mem::swap(element, &mut last);
        Outcome::Output(vec![Tensor::from_bits(result.dtype(), result.shape(), &bits).expect("as many")])
    };
    Planted::each("stale", answer).isolated(stale)
}

/// A first call is wrong too, in another way: what is told of another element would be false.
#[test]
fn what_is_wrong_alone_in_another_way_is_left_behind_all_the_same() {
    let plan = plan(cases(0, 0, |case| small(case) && case.operator.is_named("Max")), vec![stale()]);
    // Of threads that ask one process, it depends on their turns what is left behind for whom.
    let report = opconform_harness::run_on_one_thread(&plan, &AtomicBool::new(false)).report;
    let departures: Vec<_> = report.all_departures().collect();
    let titles: Vec<&str> = departures.iter().map(|departure| departure.title.as_str()).collect();
    // What is asked first and again later differs too; and the 0 of a first call is wrong as it is.
    assert!(matches!(departures[0].example.deed, Deed::Carried | Deed::Unsteady), "{titles:?}");
    assert!(departures.len() <= 2, "{titles:?}");
}

/// The right result of the first operands of their shape, whatever the operands are that come in it later.
fn remembering() -> Planted {
    let known = Mutex::new(BTreeMap::new());
    let answer = move |case: &Case| {
        let shapes: Vec<Vec<usize>> = case.inputs.iter().map(|input| input.shape().to_vec()).collect();
        let key = (case.operator.qualified(), case.opset, format!("{:?}", case.attributes), case.types(), shapes);
        known.lock().expect("what is known").entry(key).or_insert_with(|| right(case)).clone()
    };
    Planted::each("remembering", answer).isolated(remembering)
}

/// The first call of a process is right, and of each other one the first operand is the result where it may be.
fn right_once() -> Planted {
    let calls = AtomicUsize::new(0);
    let answer = move |case: &Case| match (calls.fetch_add(1, Ordering::Relaxed), case.inputs.as_slice(), right(case)) {
        (1.., [first, _], Outcome::Output(outputs)) if outputs[0].shape() == first.shape() => {
            Outcome::Output(vec![first.clone()])
        }
        (_, _, right) => right,
    };
    Planted::each("right-once", answer).isolated(right_once)
}

/// Of the operators that leave something behind in all that is asked of new processes, the rest is left behind too.
#[test]
fn what_calls_leave_behind_is_one_departure_of_however_many_operators_and_clauses() {
    let of_onnx = |case: &Case| small(case) && case.operator.form.is_onnx();
    let report = run(&plan(cases(0, 0, of_onnx), vec![remembering(), right_once()])).report;
    for backend in &report.backends {
        let own: Vec<_> = report.findings.iter().filter(|finding| finding.backend == backend.name).cloned().collect();
        let titles: Vec<String> = report.all_departures().map(|departure| departure.title).collect();
        assert_eq!(cause_count(&own), 1, "{}: {titles:#?}", backend.name);
    }
}

/// A NaN is lost in a memory of an odd length.
fn lossy() -> Planted {
    let answer = |case: &Case| match right(case) {
        Outcome::Output(outputs) if outputs[0].len() % 2 == 1 => {
            let lost = |bits: u64| if is_nan(outputs[0].dtype(), bits) { 0 } else { bits };
            let bits: Vec<u64> = outputs[0].to_bits().into_iter().map(lost).collect();
            Outcome::Output(vec![Tensor::from_bits(outputs[0].dtype(), outputs[0].shape(), &bits).expect("as many")])
        }
        other => other,
    };
    Planted::each("lossy", answer).renewed(lossy)
}

/// Two cases may differ in what they make of the same operands without either having changed since the one before.
#[test]
fn what_depends_on_the_place_in_a_memory_is_not_what_an_earlier_call_leaves_behind() {
    let spans = |case: &Case| {
        let elements: usize = case.elements();
        case.operator.form.is_of_spans() && case.types().name() == "f32" && elements < 200 && case.origin.seed.is_none()
    };
    let report = run(&plan(cases(0, 0, spans), vec![lossy()])).report;
    let across = report.findings.iter().filter(|finding| finding.clause == "DET-LANE");
    assert!(across.count() > 0);
    let carried = report.findings.iter().filter(|finding| finding.deed == Deed::Carried);
    assert_eq!(carried.map(|finding| finding.witness.symptom.clone()).collect::<Vec<_>>(), Vec::<String>::new());
}
