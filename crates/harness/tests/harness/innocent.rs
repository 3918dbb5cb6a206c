//! No witness is a case that our own kernels, or the reference, fail: it shows a fault of the backend and of nobody else.

use opconform_backends::Entry;
use opconform_harness::{Under, replay};
use opconform_spec::{Case, Direction, Facts, Outcome, PROFILES, Scope, Trial, Way, clauses, judge, reference};
use opconform_tensor::{NanPolicy, Policy, Tensor, ZeroPolicy, first_difference};

use crate::backend::{Planted, right};
use crate::{cases, found, plan, run};

/// The right outputs, changed.
fn spoilt(name: &str, change: fn(&Tensor) -> Tensor) -> Planted {
    Planted::each(name, move |case| match right(case) {
        Outcome::Output(outputs) => Outcome::Output(outputs.iter().map(change).collect()),
        other => other,
    })
}

fn faulty() -> Vec<Planted> {
    vec![
        spoilt("zeros", |output| {
            Tensor::from_bits(output.dtype(), output.shape(), &vec![0; output.len()]).expect("as many bits")
        }),
        spoilt("flattened", |output| output.clone().reshape(&[1, output.len()]).expect("as many elements")),
        Planted::each("refuses", |_| Outcome::Rejected("no".to_owned())),
        Planted::each("answers-all", |case| match right(case) {
            Outcome::Rejected(_) => Outcome::Output(case.inputs.iter().take(1).cloned().collect()),
            other => other,
        }),
    ]
}

#[test]
fn no_witness_is_failed_by_our_own_kernels_or_by_the_reference() {
    let small = |case: &Case| {
        let elements: usize = case.elements();
        let sources = ["printed", "reduce", "numpy", "paddle", "span", "types"];
        elements < 13
            && sources.contains(&&*case.origin.source)
            && ["f32", "i64", "mixed"].contains(&case.types().name())
    };
    let completed = run(&plan(cases(0, 0, small), faulty()));
    let portable = Entry::named("portable").expect("a backend").open().expect("it runs everywhere");
    let findings = completed.report.findings.iter().zip(&completed.witnesses);
    let mut checked = 0;
    for (finding, case) in findings {
        let ours = replay(portable.as_ref(), None, case, &Under::Named(PROFILES.to_vec()), &[]).decisions;
        let ours: Vec<_> = ours.into_iter().map(|(clause, _, decision)| (clause, decision)).collect();
        let (facts, outcome) = (Facts::new(case), reference(case));
        let by_reference = judge(&Trial::new(&facts, &outcome), &Scope::of(&facts, PROFILES));
        for decisions in [ours, clauses().zip(by_reference).collect()] {
            let failed = decisions.iter().any(|(clause, it)| clause.id == finding.clause && it.is_violation());
            assert!(!failed, "{} of {}: {}", finding.clause, finding.backend, case.id());
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn a_published_result_is_that_of_its_own_case() {
    let printed = |case: &Case| case.origin.source == "printed" && case.operator.name == "ReduceMax";
    let completed = run(&plan(cases(0, 0, printed), faulty()));
    let by_value = Policy { nan: NanPolicy::AnyNan, zero: ZeroPolicy::AnySign };
    let mut witnesses = 0;
    for (_, case) in found(&completed, "zeros", "ONNX-RMAX-EXAMPLE") {
        let published = case.published.as_ref().expect("a published result");
        let Outcome::Output(outputs) = reference(case) else { panic!("{} is well formed", case.id()) };
        assert_eq!(first_difference(published, &outputs[0], by_value), None, "{}", case.id());
        witnesses += 1;
    }
    assert!(witnesses > 0);
}

/// A minimum that gives its second operand, whatever the first is.
fn of_the_bound(element: &Tensor, bound: u64) -> Outcome {
    let bits = vec![bound; element.len()];
    Outcome::Output(vec![Tensor::from_bits(element.dtype(), element.shape(), &bits).expect("a tensor")])
}

#[test]
fn an_operator_is_not_charged_with_what_its_bound_does() {
    let is_bounded = |case: &Case| case.way == Way::Clip && case.types().name() == "f32" && !case.operator.is_minimum();
    let cases = cases(0, 0, is_bounded);
    assert!(cases.len() > 4, "{}", cases.len());
    let infinity = |case: &Case| Direction::Min.identity(case.inputs[0].dtype());
    let through_a_bound = move |case: &Case| match right(&case.clone().with_way(Way::Plain)) {
        Outcome::Output(outputs) => of_the_bound(&outputs[0], infinity(case)),
        other => other,
    };
    let of_minimum = Planted::each("of-minimum", move |case| match case.operator.is_minimum() {
        true => of_the_bound(&case.inputs[0], case.inputs[1].bits_at(0)),
        false if case.way == Way::Clip => through_a_bound(case),
        false => right(case),
    });
    let of_the_way = Planted::each("of-the-way", move |case| match case.way {
        Way::Clip => through_a_bound(case),
        _ => right(case),
    });
    for case in &cases {
        let replayed = replay(&of_minimum, None, case, &Under::Named(PROFILES.to_vec()), &[]);
        assert!(!replayed.decisions.iter().any(|(.., decision)| decision.is_violation()), "{}", case.id());
    }
    let report = run(&plan(cases, vec![of_minimum, of_the_way])).report;
    let departs = |name: &str| report.findings.iter().any(|finding| finding.backend == name);
    assert!(departs("of-the-way"), "what two operators give together, and neither of them alone");
    assert!(!departs("of-minimum"), "{:?}", report.findings.first().map(|it| &it.witness));
}

#[test]
fn what_an_operator_does_does_not_shrink_to_what_its_bound_does() {
    const FEW: usize = 2;
    let is_bounded = |case: &Case| case.way == Way::Clip && case.types().name() == "f32" && !case.operator.is_minimum();
    let infinity = |case: &Case| Direction::Min.identity(case.inputs[0].dtype());
    let of_both = Planted::each("of-both", move |case| {
        let plain = right(&case.clone().with_way(Way::Plain));
        match (case.operator.is_minimum(), plain) {
            (true, _) => of_the_bound(&case.inputs[0], case.inputs[1].bits_at(0)),
            (false, Outcome::Output(outputs)) if case.way == Way::Clip && outputs[0].len() > FEW => {
                of_the_bound(&outputs[0], 0)
            }
            (false, Outcome::Output(outputs)) if case.way == Way::Clip => of_the_bound(&outputs[0], infinity(case)),
            (false, other) => other,
        }
    });
    let report = run(&plan(cases(0, 0, is_bounded), vec![of_both])).report;
    let answered: Vec<Option<u64>> = report.findings.iter().map(|finding| finding.witness.answered).collect();
    let is_of_its_own = |answered: &Option<u64>| answered.is_some_and(|count| count > FEW as u64);
    assert!(!answered.is_empty() && answered.iter().all(is_of_its_own), "{answered:?}");
}
