//! A right backend is found right, everywhere; and what was not looked at is said, with the reason.

use std::sync::LazyLock;

use opconform_harness::{Completed, Under};
use opconform_report::Unexercised;
use opconform_spec::{Case, Clause, Oracle, Outcome, Profile, clauses};
use opconform_tensor::{DType, Tensor, Types};

use crate::backend::{Planted, right};
use crate::{cases, plan, run};

/// Cases of every source and type, small enough to be judged without an optimiser.
fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    // A minimum is judged by the clauses of its maximum: one in a few is enough here.
    elements < 70 && (case.origin.source != "minimum" || elements < 8) || case.slug() == "length" && elements < 600
}

/// The right backend, one without f16, and one that refuses every f16, on cases of which some publish their result.
static RUN: LazyLock<Completed> =
    LazyLock::new(|| {
        let mut cases = cases(0, 200, small);
        for dtype in DType::ALL {
            let equal = |case: &&Case| {
                case.id().starts_with("max/") && case.slug() == "equal" && case.types().name() == dtype.name()
            };
            let Some(case) = cases.iter().find(equal).cloned() else { continue };
            if let Outcome::Output(outputs) = right(&case) {
                let plain = |input: &Tensor| Tensor::from_bits(dtype, input.shape(), &vec![1; input.len()]);
                let inputs = case.inputs.iter().map(|input| plain(input).expect("a tensor")).collect::<Vec<_>>();
                let published = inputs[0].clone();
                assert_eq!(outputs[0].shape(), published.shape());
                cases.push(case.with_inputs(inputs).with_published(published));
            }
        }
        let is_f16 = |case: &Case| case.inputs.iter().any(|input| input.dtype() == DType::F16);
        let without = Planted::each("without-f16", move |case| {
            if is_f16(case) { Outcome::Unsupported("no f16".to_owned()) } else { right(case) }
        });
        let refuses = Planted::each("refuses-f16", move |case| {
            if is_f16(case) { Outcome::Rejected("no f16".to_owned()) } else { right(case) }
        });
        run(&plan(cases, vec![Planted::right(), without, refuses]))
    });

fn unexercised(name: &str) -> impl Iterator<Item = &'static Unexercised> {
    RUN.report.backends.iter().filter(move |backend| backend.name == name).flat_map(|backend| &backend.unexercised)
}

#[test]
fn a_right_backend_violates_nothing() {
    assert_eq!(RUN.report.findings.iter().filter(|finding| finding.backend == "right").count(), 0);
    let backend = &RUN.report.backends[0];
    for count in &backend.clauses {
        assert_eq!((count.total.violations, count.total.violating_cases), (0, 0), "{}", count.id);
    }
    for (profile, count) in RUN.report.profiles.iter().zip(&backend.profiles) {
        assert!(count.violating == 0 && count.judged > 0, "{}: {count:?}", profile.name);
    }
    assert!(!RUN.report.partial && RUN.compared > 0);
}

#[test]
fn every_clause_is_exercised_on_every_type_that_it_can_speak_of() {
    let missing: Vec<_> = unexercised("right").filter(|entry| !entry.by_nature).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let counts = RUN.report.backends[0].clauses.iter().zip(clauses().filter(|it| it.is_of_the_sources()));
    for (count, clause) in counts {
        let by_nature = |dtype: &DType| {
            let of_clause = |entry: &&opconform_report::Unexercised| entry.by_nature && entry.clause == clause.id;
            unexercised("right").filter(of_clause).any(|entry| entry.dtypes.contains(&Types::One(*dtype)))
        };
        for dtype in DType::ALL.into_iter().filter(|dtype| clause.silence(*dtype).is_none() && !by_nature(dtype)) {
            assert!(count.by_dtype[&Types::One(dtype)].compared > 0, "{} on {dtype}", clause.id);
        }
    }
}

#[test]
fn a_type_that_is_not_supported_is_a_skip_with_its_reason() {
    let f16: Vec<_> =
        unexercised("without-f16").filter(|entry| entry.dtypes.contains(&Types::One(DType::F16))).collect();
    assert!(!f16.is_empty());
    for entry in f16.iter().filter(|entry| !entry.by_nature) {
        assert_eq!(entry.reason, "not supported: no f16", "{}", entry.clause);
    }
    let backend = &RUN.report.backends[1];
    let [skip] = backend.skips.as_slice() else { panic!("one reason, found {:?}", backend.skips) };
    assert_eq!((skip.reason.as_str(), skip.cases), ("no f16", backend.outcomes.unsupported));
    assert!(skip.example.contains("f16") || skip.example.contains("mixed"), "{}", skip.example);
    // It is neither a failure nor a pass.
    assert!(RUN.report.findings.iter().all(|finding| finding.backend != "without-f16"));
}

#[test]
fn a_type_that_is_refused_is_no_skip() {
    let backend = &RUN.report.backends[2];
    assert!(backend.skips.is_empty() && backend.outcomes.unsupported == 0);
    assert!(
        RUN.report
            .findings
            .iter()
            .any(|finding| finding.backend == "refuses-f16" && finding.dtype == Types::One(DType::F16))
    );
    let reasons = unexercised("refuses-f16").filter(|entry| !entry.by_nature).map(|entry| entry.reason.as_str());
    let reasons: Vec<&str> = reasons.collect();
    assert!(!reasons.is_empty());
    for reason in reasons {
        assert!(reason.starts_with("of its operators in this type, ") && reason.contains(" refused"), "{reason}");
    }
}

#[test]
fn a_profile_that_speaks_of_no_case_compares_nothing() {
    let newest = |case: &Case| case.opset == 13 && case.slug() == "equal";
    let mut plan = plan(cases(0, 0, newest), vec![Planted::right()]);
    plan.under = Under::Named(Profile::named("onnx-1").into_iter().collect());
    let completed = run(&plan);
    assert_eq!(completed.compared, 0);
    assert_eq!(completed.report.cases, plan.cases.len() as u64);
    let reasons = completed.report.backends[0].unexercised.iter().filter(|entry| !entry.by_nature);
    for entry in reasons {
        let expected = match Clause::named(&entry.clause) {
            Some(clause) if matches!(clause.oracle, Oracle::Published(_)) => {
                "no case with a published result of this type was run: give the node tests with --node-tests"
            }
            // Whether a case of the operators was run or none.
            _ if entry.reason == "no case of its operators in this type was run" => continue,
            _ => "of its operators in this type, ",
        };
        assert!(entry.reason.starts_with(expected), "{}: {}", entry.clause, entry.reason);
    }
}
