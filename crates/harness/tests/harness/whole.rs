//! Faults of whole answers: crashes, lost outcomes, wrong types and shapes, what should have been refused.

use std::sync::LazyLock;

use opconform_harness::Completed;
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor, Types};

use crate::backend::{Planted, right};
use crate::{cases, found, plan, run};

/// A fault: its name, the clause that it violates, the beginning of the symptom, and how many elements its operands take.
const FAULTS: &[(&str, &str, &str, usize)] = &[
    ("panics", "ROBUST-ANSWER", "crashed: panicked at", 2),
    ("panics-in-a-batch", "ROBUST-ANSWER", "crashed: panicked at", 6),
    ("too-few", "ROBUST-ANSWER", "an answer that cannot be used: 0 outcomes for 1 cases", 1),
    ("too-many", "ROBUST-ANSWER", "an answer that cannot be used: 2 outcomes for 1 cases", 1),
    ("no-output", "ROBUST-ANSWER", "0 outputs", 1),
    ("wrong-type", "SONNX-MAX-TYPE", "", 1),
    ("wrong-shape", "NET-MAX-SHAPE", "", 2),
    ("promotes", "ONNX-MAX-TYPE", "", 2),
    ("refuses-scalars", "ONNX-MAX-8-BROADCAST", "", 2),
];

/// Max of these outputs.
fn then(case: &Case, change: impl Fn(Tensor) -> Vec<Tensor>) -> Outcome {
    match right(case) {
        Outcome::Output(outputs) => Outcome::Output(outputs.into_iter().flat_map(change).collect()),
        other => other,
    }
}

fn zeros(dtype: DType, shape: &[usize]) -> Tensor {
    Tensor::from_bits(dtype, shape, &vec![0; shape.iter().product()]).expect("a tensor")
}

fn backends() -> Vec<Planted> {
    let answer = |cases: &[Case]| cases.iter().map(right).collect::<Vec<_>>();
    vec![
        Planted::each("panics", |case| {
            let refused = case.inputs.len() == 2 && case.types().name() == "i16";
            assert!(!refused, "i16 in case {}", case.inputs[0].len());
            right(case)
        }),
        Planted::batch("panics-in-a-batch", move |cases| {
            assert!(cases.len() < 3, "more than two");
            answer(cases)
        }),
        Planted::batch("too-few", move |cases| answer(&cases[1..])),
        Planted::batch("too-many", move |cases| answer(&[cases, &cases[..cases.len().min(1)]].concat())),
        Planted::each("no-output", |case| then(case, |_| Vec::new())),
        Planted::each("wrong-type", |case| {
            then(case, |output| {
                let other = if output.dtype() == DType::F32 { DType::F64 } else { DType::F32 };
                vec![zeros(other, output.shape())]
            })
        }),
        Planted::each("wrong-shape", |case| {
            then(case, |output| vec![output.clone().reshape(&[1, output.len()]).expect("as many elements")])
        }),
        Planted::each("promotes", |case| match right(case) {
            Outcome::Rejected(_) if case.types().name() == "mixed" => {
                Outcome::Output(vec![zeros(DType::F64, case.inputs[0].shape())])
            }
            other => other,
        }),
        Planted::each("refuses-scalars", |case| {
            let refused = case.inputs.len() > 1 && case.inputs.iter().any(|input| input.shape().is_empty());
            if refused { Outcome::Rejected("no scalars".to_owned()) } else { right(case) }
        }),
    ]
}

static RUN: LazyLock<Completed> = LazyLock::new(|| {
    let few = |case: &Case| {
        let elements: usize = case.elements();
        elements < 20
            && case.operator.name == "Max"
            && ["f32", "i16", "mixed"].contains(&case.types().name())
            && case.origin.source != "edge"
    };
    run(&plan(cases(0, 10, few), backends()))
});

#[test]
fn each_fault_is_found_and_shrunk() {
    for &(name, clause, symptom, elements) in FAULTS {
        let findings = found(&RUN, name, clause);
        assert!(!findings.is_empty(), "{name}: nothing under {clause}");
        for (finding, case) in findings {
            let taken: usize = case.elements();
            assert!(finding.witness.symptom.starts_with(symptom), "{name}: {}", finding.witness.symptom);
            assert!(taken <= elements, "{name}: {:?}", case.inputs);
            assert!(!finding.breaks.is_empty() || name.ends_with("batch"), "{name}");
        }
    }
}

#[test]
fn a_crash_is_never_a_skip() {
    for backend in &RUN.report.backends {
        let outcomes = backend.outcomes;
        let counts = [outcomes.output, outcomes.rejected, outcomes.crashed, outcomes.malformed];
        assert_eq!(counts.iter().sum::<u64>(), RUN.report.cases, "{}: {outcomes:?}", backend.name);
        assert_eq!((outcomes.unsupported, outcomes.timed_out), (0, 0), "{}", backend.name);
        assert_eq!(outcomes.crashed > 0, backend.name.starts_with("panics"), "{}", backend.name);
        assert_eq!(outcomes.malformed > 0, backend.name.starts_with("too-"), "{}", backend.name);
        assert!(backend.skips.is_empty(), "{}", backend.name);
    }
}

#[test]
fn a_panic_is_the_outcome_of_the_case_that_causes_it() {
    let backend = RUN.report.backends.iter().find(|backend| backend.name == "panics").expect("a backend");
    let robust = backend.clauses.iter().find(|count| count.id == "ROBUST-ANSWER").expect("a clause");
    assert_eq!(robust.by_dtype[&Types::One(DType::I16)].violating_cases, backend.outcomes.crashed);
    assert_eq!(robust.by_dtype[&Types::One(DType::F32)].violating_cases, 0);
    // Panics that differ in a number are one finding.
    assert_eq!(found(&RUN, "panics", "ROBUST-ANSWER").len(), 1);
}

#[test]
fn a_result_too_large_to_be_judged_is_not_asked_for() {
    let max = Operator::named("Max").expect("Max");
    let of = |shapes: [&[usize]; 2]| {
        let inputs = shapes.map(|shape| zeros(DType::U8, shape)).to_vec();
        Case::new(max, max.newest(), inputs, "test", Origin { source: "test".into(), seed: None })
    };
    let (small, large) = (of([&[2, 1], &[1, 2]]), of([&[65_536, 1], &[1, 65_536]]));
    // Many elements that are not there, and many that can be judged, are asked for.
    let (none, many) = (of([&[1_000_000_000, 0], &[0]]), of([&[1_000_000], &[1_000_000]]));
    let backend = Planted::each("asked", |case| {
        assert!(case.inputs.iter().all(|input| input.shape()[0] != 65_536), "asked for a result of 4 GiB");
        right(case)
    });
    let completed = run(&plan(vec![small, large.clone(), none, many, large], vec![backend]));
    let outcomes = completed.report.backends[0].outcomes;
    assert_eq!((outcomes.output, outcomes.unsupported), (3, 2), "{outcomes:?}");
    let [skip] = completed.report.backends[0].skips.as_slice() else { panic!("one reason") };
    assert_eq!((skip.reason.as_str(), skip.cases), ("not asked: the result has more elements than are judged", 2));
}
