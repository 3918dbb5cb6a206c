//! Nothing that a profile demands is held against who does anything that it allows.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use opconform_harness::capricious::{LARGEST, LONGEST, conformers};
use opconform_spec::{Case, OPERATORS, Way, clauses, profiles};

use crate::cases;

/// One case of the suite in so many is tried, and as many that are generated.
const SHARE: usize = 4;

fn is_small(case: &Case) -> bool {
    case.elements() <= LARGEST
}

/// Generated cases of these numbers.
fn generated(numbers: Range<u64>) -> impl Iterator<Item = Case> {
    numbers.map(|number| opconform_cases::random(OPERATORS, 11, number)).filter(is_small)
}

/// Holds every profile's capricious one against its MUST clauses in these cases; how many outcomes each had.
fn leave_in_peace(tried: &[Case]) -> Vec<u64> {
    let conformers = conformers(tried, &|_, _, _| {}, &AtomicBool::new(false)).expect("no interrupt");
    let id = |index: usize| clauses().nth(index).expect("a clause").id;
    let objections: Vec<String> = conformers
        .iter()
        .flat_map(|it| it.objections.iter().map(move |(clause, seen)| (it.profile.name, id(*clause), seen)))
        .map(|(profile, clause, seen)| format!("{clause} of {profile} to {} and more", tried[seen.first].id()))
        .collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    for conformer in &conformers {
        let outside = conformer.outside.map(|index| tried[index].id());
        assert_eq!(outside, None, "{}", conformer.profile.name);
    }
    conformers.iter().map(|conformer| conformer.cases).collect()
}

#[test]
fn nothing_that_a_profile_demands_is_held_against_who_does_anything_that_it_allows() {
    let mut tried: Vec<Case> = cases(0, 0, is_small).into_iter().step_by(SHARE).collect();
    tried.extend(generated(0..tried.len() as u64));
    let done = leave_in_peace(&tried);
    assert_eq!(done.len(), profiles().count());
    let least = done.iter().min();
    assert!(least > Some(&20) && done.iter().sum::<u64>() > 50_000, "{done:?} outcomes are too few to say anything");
}

/// One longer case of the suite in so many is tried.
const SHARE_OF_LONGER: usize = 100;

#[test]
fn of_longer_cases_one_conformer_each_is_left_in_peace() {
    let is_longer = |case: &Case| (LARGEST + 1..=LONGEST).contains(&case.elements());
    let tried: Vec<Case> = cases(0, 0, is_longer).into_iter().step_by(SHARE_OF_LONGER).collect();
    let done = leave_in_peace(&tried);
    let outcomes = done.iter().sum::<u64>() as usize;
    assert!((20..=tried.len()).contains(&outcomes), "{outcomes} outcomes of {} cases", tried.len());
    assert!(done.iter().filter(|&&own| own > 0).count() > 10, "{done:?}");
}

/// One suitable case of the suite in so many is put in each way of a model.
const SHARE_OF_WAYS: usize = 12;

#[test]
fn nor_where_a_model_has_more_outputs_or_operators_than_one() {
    let of_model = cases(0, 0, |case| is_small(case) && case.way == Way::Plain);
    let put = |way: Way| {
        let suitable = of_model.iter().filter(move |case| way.suits(case)).step_by(SHARE_OF_WAYS);
        suitable.map(move |case| case.clone().with_way(way))
    };
    let tried: Vec<Case> = Way::of_models().flat_map(put).collect();
    let done = leave_in_peace(&tried).iter().sum::<u64>();
    assert!(done > 50_000, "{done} outcomes are too few to say anything");
}
