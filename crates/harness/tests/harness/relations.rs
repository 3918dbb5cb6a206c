//! Relations, and determinism: a fault that they see is a finding of theirs, which is shrunk and replays.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_backends::Backend as _;
use opconform_harness::{Under, replay};
use opconform_spec::{Case, Clause, Outcome, PROFILES};
use opconform_tensor::{Class, DType, Tensor, Types};

use crate::backend::{Lane, Planted, elementwise, maximum};
use crate::{cases, found, plan, run};

const ZERO: u64 = 0;
const MINUS_ZERO: u64 = 0x8000_0000;

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.types().name() == "f32" && elements < 40 && ["edge", "shape", "variadic"].contains(&&*case.origin.source)
}

/// The right result but where zeros of both signs meet: there, this zero.
fn with_zero(lane: &Lane, zero: u64) -> u64 {
    let has = |bits| lane.operands.contains(&bits);
    let result = maximum(lane.dtype, lane.operands);
    if result == ZERO && has(MINUS_ZERO) { zero } else { result }
}

/// Violated clauses of a case, by their ids.
fn violated(backend: &Planted, one: Option<&Planted>, case: &Case) -> Vec<&'static str> {
    let one = one.map(|one| one as &dyn opconform_backends::Backend);
    let decisions = replay(backend, one, case, &Under::Named(PROFILES.to_vec()), &[]).decisions;
    decisions.into_iter().filter(|(.., decision)| decision.is_violation()).map(|(clause, ..)| clause.id).collect()
}

#[test]
fn an_order_that_matters_is_found_and_shrunk_to_two_scalars_that_replay() {
    let first = || {
        Planted::elementwise("first", |lane| match *lane.operands {
            [first, _] => first,
            _ => maximum(lane.dtype, lane.operands),
        })
    };
    let completed = run(&plan(cases(0, 0, small), vec![first()]));
    let findings = found(&completed, "first", "REL-COMMUTES");
    assert!(!findings.is_empty());
    for (finding, case) in findings {
        assert!(case.inputs.iter().all(|input| input.shape().is_empty()), "{}", case.id());
        assert!(finding.witness.symptom.starts_with("with its operands in reverse"), "{}", finding.witness.symptom);
        assert!(violated(&first(), None, case).contains(&"REL-COMMUTES"), "{}", case.id());
    }
    let count = completed.report.backends[0].clauses.iter().find(|count| count.id == "REL-COMMUTES").expect("a count");
    assert!(count.total.compared > 0 && count.total.violations > 0 && count.total.violating_cases > 0);
}

#[test]
fn operands_that_do_not_nest_need_three_of_them() {
    let last_ignored =
        Planted::elementwise("last", |lane| maximum(lane.dtype, &lane.operands[..lane.operands.len().min(2)]));
    let completed = run(&plan(cases(0, 0, small), vec![last_ignored]));
    let findings = found(&completed, "last", "REL-ASSOCIATES");
    assert!(!findings.is_empty());
    for (_, case) in findings {
        assert_eq!(case.inputs.len(), 3, "{}", case.id());
    }
}

/// A zero that changes sign from one question to the next: judged of single elements, so that no two are asked at once.
#[test]
fn an_answer_that_changes_when_asked_again_is_found() {
    let last = AtomicBool::new(false);
    let fickle = Planted::each("fickle", move |case| {
        let zero = if last.fetch_xor(true, Ordering::Relaxed) { ZERO } else { MINUS_ZERO };
        elementwise(case, |lane| with_zero(lane, zero))
    });
    let zeros = |case: &Case| small(case) && case.slug() == "zero-vs-negative-zero" && case.opset == 13;
    let completed = run(&plan(cases(0, 0, zeros), vec![fickle]));
    let findings = found(&completed, "fickle", "DET-RUN");
    assert!(!findings.is_empty());
    for (finding, _) in findings {
        assert!(finding.witness.symptom.starts_with("asked again: "), "{}", finding.witness.symptom);
    }
}

#[test]
fn a_result_that_depends_on_threads_is_found_where_the_one_thread_was_run_too() {
    let one = || Planted::elementwise("onnxruntime", |lane| maximum(lane.dtype, lane.operands));
    let many = || {
        Planted::elementwise("onnxruntime-threads", |lane| {
            with_zero(lane, if lane.length > 6 { MINUS_ZERO } else { ZERO })
        })
    };
    assert_eq!(many().on_one_thread(), Some("onnxruntime"));
    let completed = run(&plan(cases(0, 0, small), vec![one(), many()]));
    assert!(found(&completed, "onnxruntime", "DET-THREADS").is_empty());
    let findings = found(&completed, "onnxruntime-threads", "DET-THREADS");
    assert!(!findings.is_empty());
    for (finding, case) in findings {
        assert!(finding.witness.shapes.0.iter().all(|shape| matches!(shape.as_slice(), [] | [1 | 7])), "{}", case.id());
        assert!(violated(&many(), Some(&one()), case).contains(&"DET-THREADS"));
        assert!(!violated(&many(), None, case).contains(&"DET-THREADS"));
    }
    let reason = |backend: usize, completed: &opconform_harness::Completed| {
        let entries = &completed.report.backends[backend].unexercised;
        entries.iter().find(|entry| entry.clause == "DET-THREADS").map(|entry| (entry.by_nature, entry.reason.clone()))
    };
    let nothing_to_compare = "it is on one number of threads, and compared with none".to_owned();
    assert_eq!(reason(0, &completed), Some((true, nothing_to_compare)));
    let alone = run(&plan(cases(0, 0, small), vec![many()]));
    assert_eq!(reason(0, &alone), Some((false, "onnxruntime was not run beside it".to_owned())));
}

/// The sample does not grow with the suite, and has every relation on every type that a small suite has cases for.
#[test]
fn a_sample_is_judged_of_every_relation() {
    let few = |case: &Case| small(case) && case.opset == 13;
    let completed = run(&plan(cases(0, 0, few), vec![Planted::right()]));
    let compared = |id: &str| {
        let count = completed.report.backends[0].clauses.iter().find(|count| count.id == id).expect("a count");
        count.by_dtype.get(&Types::One(DType::F32)).map_or(0, |count| count.compared)
    };
    for id in ["REL-COMMUTES", "REL-ASSOCIATES", "REL-IDEMPOTENT", "REL-MONOTONE", "REL-BROADCAST", "DET-RUN"] {
        assert!(Clause::named(id).is_some() && (1..2000).contains(&compared(id)), "{id}: {}", compared(id));
    }
}

/// What a just-in-time compiler does: a zero of another sign from some call on, however often it is asked again.
#[test]
fn an_answer_that_changes_once_much_was_asked_is_one_departure() {
    // In the middle of the suite: what is asked first is no more than there is in all.
    let (asked, calls) = (cases(0, 0, small), AtomicUsize::new(0));
    let late = asked.len();
    let compiled_anew = Planted::each("compiled-anew", move |case| {
        let cold = calls.fetch_add(1, Ordering::Relaxed) < late;
        let zero = if cold { ZERO } else { MINUS_ZERO };
        elementwise(case, |lane| with_zero(lane, zero))
    });
    let completed = run(&plan(asked, vec![compiled_anew]));
    let findings = found(&completed, "compiled-anew", "DET-WARM");
    assert!(!findings.is_empty());
    for (finding, case) in findings {
        assert_eq!(finding.witness.symptom, format!("asked again after {late} cases: -0.0"), "{}", case.id());
        assert_eq!(finding.witness.found.as_ref().map(|found| found.class), Some(Class::PositiveZero), "{}", case.id());
    }
    // The suite is judged by what comes out from then on: nothing else changes any more.
    assert!(found(&completed, "compiled-anew", "DET-RUN").is_empty());
    assert_eq!(completed.report.cases, completed.report.sources.iter().map(|source| source.cases).sum::<u64>());
}

/// Of a case that has no result, DET-RUN compares two answers all the same: what was seen of operands does not become that.
#[test]
fn what_changes_from_call_to_call_is_shrunk_to_operands_that_meet() {
    let asked = Mutex::new(HashMap::<String, usize>::new());
    let answer = move |case: &Case| {
        let times = *asked.lock().expect("no panic").entry(case.id().to_owned()).and_modify(|it| *it += 1).or_default();
        let bits = if times.is_multiple_of(2) { 0x3F80_0000 } else { 0x4000_0000 };
        Outcome::Output(vec![with_bits(&case.inputs[0], bits)])
    };
    let of_bounds = |case: &Case| case.operator.name == "Clip" && case.types().name() == "f32" && case.elements() < 80;
    let completed = run(&plan(cases(0, 0, of_bounds), vec![Planted::each("unsteady", answer)]));
    let all = found(&completed, "unsteady", "DET-RUN");
    let (of_elements, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(finding, _)| !finding.operands.is_empty());
    assert!(!of_elements.is_empty());
    for (finding, case) in of_elements {
        assert_eq!(finding.witness.answered, Some(1), "{}", case.id());
    }
    // The element of a case that is ill-formed has no operands, and is seen in such a case.
    assert!(others.iter().all(|(finding, _)| finding.witness.found.is_none() || finding.witness.answered.is_none()));
}

/// A tensor of this one's form, with these bits in every place.
fn with_bits(tensor: &Tensor, bits: u64) -> Tensor {
    Tensor::from_bits(tensor.dtype(), tensor.shape(), &vec![bits; tensor.len()]).expect("a tensor")
}
