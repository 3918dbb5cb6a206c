//! What counts is what is claimed, and what is asked of everyone.

use opconform_report::{Level, Report, Standing};
use opconform_spec::{Case, Claim, Clause, Family, Outcome, Specification};

use crate::backend::{Planted, elementwise, maximum};
use crate::faults::FAULTS;
use crate::{cases, plan, run};

/// A backend that ignores NaNs and crashes on one shape, judged by these claims.
fn judged(against: Vec<Claim>) -> Report {
    let fault = FAULTS.iter().find(|fault| fault.name == "nan-ignored").expect("a fault");
    let small = |case: &Case| case.operator.name == "Max" && case.types().name() == "f32" && case.inputs.len() == 2;
    let backend = Planted::each("it", move |case| match case.inputs[0].len() {
        7 => Outcome::Crashed("at seven elements".to_owned().into()),
        _ => elementwise(case, fault.element),
    });
    let mut plan = plan(cases(0, 0, small), vec![backend]);
    (plan.against, plan.strict) = (against, false);
    run(&plan).report
}

#[test]
fn a_clause_counts_where_its_specification_is_claimed_or_it_is_of_none() {
    for claimed in [Family::Sonnx, Family::Onnx, Family::Ieee754] {
        let report = judged(vec![Claim::family(claimed, "a test")]);
        let mut seen = Vec::new();
        for finding in &report.findings {
            let expected = match Clause::named(&finding.clause).expect("a clause").family() {
                // A clause of no source belongs to every profile, and to the one that is claimed where that speaks of the case.
                None if finding.profiles.iter().any(|name| claimed.profiles().any(|it| it.name == *name)) => {
                    Standing::Claimed
                }
                None => Standing::Universal,
                Some(family) if family == claimed => Standing::Claimed,
                Some(_) => Standing::Distance,
            };
            assert_eq!(finding.standing, expected, "{claimed:?}: {} {:?}", finding.clause, finding.profiles);
            assert_eq!(report.counts(finding), expected != Standing::Distance && finding.level == Level::Must);
            seen.push(expected);
        }
        assert!(seen.contains(&Standing::Claimed) && seen.contains(&Standing::Distance), "{claimed:?}");
        // Nobody objects to a NaN that ONNX does not name.
        let counting = report.findings.iter().filter(|finding| report.counts(finding) && !finding.operands.is_empty());
        assert_eq!(counting.count() == 0, claimed == Family::Onnx, "{claimed:?}");
    }
}

#[test]
fn of_who_claims_no_profile_nothing_counts_but_what_is_asked_of_everyone() {
    let report = judged(vec![Claim::document("C23", "a test")]);
    assert_eq!(report.backends[0].claims[0].profiles, [""; 0]);
    let counting: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| report.counts(finding))
        .map(|finding| finding.clause.as_str())
        .collect();
    assert!(!counting.is_empty() && counting.iter().all(|clause| *clause == "ROBUST-ANSWER"), "{counting:?}");
    assert!(
        report.findings.iter().any(|finding| finding.standing == Standing::Distance && finding.level == Level::Must)
    );
}

/// What is judged by is what `against` names, and in as many cases as if the backend claimed that itself.
#[test]
fn the_cases_of_a_verdict_are_those_that_what_it_is_judged_by_decides() {
    let report = |own: &[Claim], against: Vec<Claim>| {
        let small = |case: &Case| case.operator.name == "Max" && case.types().name() == "f32" && case.inputs.len() == 2;
        let fault = FAULTS.iter().find(|fault| fault.name == "nan-ignored").expect("a fault");
        let backend = Planted::each("it", move |case| elementwise(case, fault.element)).claiming(own);
        let mut plan = plan(cases(0, 0, small), vec![backend]);
        (plan.against, plan.strict) = (against, false);
        run(&plan).report
    };
    let claim = |family| vec![Claim::family(family, "a test")];
    for family in [Family::Onnx, Family::Ieee754] {
        let own = report(&claim(family), Vec::new()).backends[0].claimed_cases;
        let asked_for = report(&claim(Family::Sonnx), claim(family)).backends[0].claimed_cases;
        assert!(
            own > 0 && own == asked_for,
            "{family:?}: {own} where it claims that, {asked_for} where it is asked for"
        );
    }
    assert_eq!(report(&[], Vec::new()).backends[0].claimed_cases, 0);
}

#[test]
fn nobody_is_advised_to_repeat_what_a_claimed_document_leaves_to_chance() {
    let small = |case: &Case| case.operator.name == "Max" && case.types().name() == "f32" && case.inputs.len() == 2;
    let of = |name: &'static str| {
        // Every other element that is a NaN has another payload.
        let backend = Planted::each("by-place", |case| {
            elementwise(case, |lane| match maximum(lane.dtype, lane.operands) {
                nan if nan & 0x7fff_ffff > 0x7f80_0000 => 0x7fc0_0000 | (lane.position as u64 & 1),
                number => number,
            })
        });
        let claims = [Claim { specification: Specification::named(name), place: "a test".into() }];
        let report = run(&plan(cases(0, 0, small), vec![backend.claiming(&claims)])).report;
        report.findings.iter().filter(|finding| finding.clause.starts_with("DET-")).count()
    };
    assert_eq!((of("wasm-max"), of("llvm-maximum")), (0, 0));
    assert!(of("ieee754-2019") > 0);
}
