//! The suite tried on implementations that are known: who objects, to which case first, and under which profiles.

use std::sync::atomic::AtomicBool;

use opconform_backends::Backend;
use opconform_harness::{Subject, Tried, qualify};
use opconform_spec::{Case, PROFILES, Profile, clauses};

use crate::backend::{Planted, is_nan, maximum, maximum_number};
use crate::cases;

fn subject(backend: Planted, profiles: &[&'static Profile]) -> Subject {
    Subject { backend: Box::new(backend) as Box<dyn Backend>, profiles: profiles.to_vec() }
}

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).expect("a profile")
}

fn few() -> Vec<Case> {
    cases(0, 0, |case| {
        let small = case.inputs.iter().all(|input| input.len() < 40);
        case.operator.name == "Max" && case.types().name() == "f32" && small && case.origin.source == "edge"
    })
}

fn objecting(found: &Tried) -> Vec<&'static str> {
    found.clauses.keys().filter_map(|&index| clauses().nth(index)).map(|clause| clause.id).collect()
}

#[test]
fn each_objection_is_counted_from_the_first_case_that_shows_it() {
    let cases = few();
    let ignores = || Planted::elementwise("ignores", |lane| maximum_number(lane.dtype, lane.operands));
    let subjects = [
        subject(Planted::right(), PROFILES),
        subject(ignores(), PROFILES),
        // The same answers where the source contradicts itself, and where it does not.
        subject(ignores(), &[profile("sonnx-seed")]),
        subject(ignores(), &[profile("sonnx")]),
    ];
    let found = qualify(&cases, &subjects, &|_, _, _| {}, &AtomicBool::new(false)).expect("no interrupt");
    assert!(objecting(&found[0]).is_empty() && found[0].differs == 0 && found[0].profiles.is_empty());
    assert!(found[0].compared.values().all(|&count| count > 0) && !found[0].compared.is_empty());
    assert!(objecting(&found[1]).contains(&"SONNX-MAX-NAN") && objecting(&found[1]).contains(&"MARS-MAX-NAN"));
    assert!(objecting(&found[2]).is_empty() && found[2].profiles.is_empty());
    assert_eq!((objecting(&found[3]), found[3].profiles.len()), (vec!["SONNX-MAX-NAN", "REL-NEGATION"], 1));
    let nan = clauses().position(|clause| clause.id == "SONNX-MAX-NAN").expect("a clause");
    let one_nan = |case: &Case| {
        let [a, b] = [0, 1].map(|k| case.inputs[k % case.inputs.len()].to_bits());
        a.iter().zip(&b).any(|(&a, &b)| is_nan(case.inputs[0].dtype(), a) != is_nan(case.inputs[0].dtype(), b))
    };
    let first = cases.iter().position(one_nan).expect("a case with one NaN");
    assert_eq!(found[3].clauses[&nan].first, first);
    // A clause need not speak of every case that differs.
    assert!(found[3].differs >= found[3].clauses[&nan].cases && found[3].clauses[&nan].cases > 1);
}

#[test]
fn relations_are_judged_where_the_outcome_differs() {
    let first = Planted::elementwise("first", |lane| match *lane.operands {
        [first, second] if is_nan(lane.dtype, first) || is_nan(lane.dtype, second) => first,
        _ => maximum(lane.dtype, lane.operands),
    });
    let subjects = [subject(Planted::right(), PROFILES), subject(first, PROFILES)];
    let nans: Vec<Case> = few().into_iter().filter(|case| case.slug().starts_with("finite-vs-nan")).collect();
    let found = qualify(&nans, &subjects, &|_, _, _| {}, &AtomicBool::new(false)).expect("no interrupt");
    assert!(objecting(&found[0]).is_empty());
    assert!(objecting(&found[1]).contains(&"REL-COMMUTES"), "{:?}", objecting(&found[1]));
}

#[test]
fn an_interrupt_leaves_no_table() {
    let subjects = [subject(Planted::right(), PROFILES)];
    assert!(qualify(&few(), &subjects, &|_, _, _| {}, &AtomicBool::new(true)).is_none());
}
