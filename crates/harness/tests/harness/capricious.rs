//! Capricious conformers: for each profile, whoever does at every element, and wherever there is a choice of refusing or answering,
//! anything that the profile allows. Nothing that the profile demands may be held against them.

use std::ops::Range;
use std::time::{Duration, Instant};

use opconform_spec::{
    Case, ElementSet, Expectation, Facts, Level, OPERATORS, Outcome, Profile, Scope, Trial, Verdict, clauses,
    decisions, profiles,
};
use opconform_tensor::{DType, Tensor, Value};
use rayon::prelude::*;

use crate::cases;

/// Elements that a case may have, in its operands and in its result: a caprice at each is looked for among many values.
const LARGEST: usize = 300;
/// One case of the suite in so many is tried, and as many that are generated.
const SHARE: usize = 4;

/// A number that nobody foresees, and that is the same every time.
fn caprice(case: &Case, profile: &Profile, place: usize) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let place = (place as u64).to_le_bytes();
    for byte in case.id().bytes().chain(profile.name.bytes()).chain(place) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash >> 17) as usize
}

/// Whether a profile has nothing against an outcome, by its sets alone.
fn allows(profile: &Profile, facts: &Facts, outcome: &Outcome) -> bool {
    !matches!(profile.judge(&Trial::new(facts, outcome)), Verdict::Violates(_))
}

/// What may stand at an element: the operands there, NaNs of every kind, zeros and extremes; as many as the profile allows.
fn element(profile: &Profile, facts: &Facts, dtype: DType, position: usize) -> u64 {
    let set = profile.element_set(facts, position);
    let named = Value::named(dtype).map(|(_, value)| value.bits());
    let only = if let ElementSet::Only(only) = set { Some(only) } else { None };
    let operands = facts.values_at(position).into_iter().map(Value::bits).chain(only);
    let infinity = Value::parse(dtype, "inf").map_or(0, Value::bits);
    let quiet = Value::nan(dtype).map_or(0, Value::bits);
    let sign = 1 << (dtype.bits() - 1);
    let nans = [1, 3, 0x2a].map(|payload| [infinity | payload, quiet | payload, quiet | sign | payload]);
    let nans = nans.into_iter().flatten().chain([quiet, quiet | sign]).filter(|_| dtype.is_float());
    let allowed: Vec<u64> = operands.chain(named).chain(nans).filter(|&bits| set.contains(dtype, bits)).collect();
    assert!(!allowed.is_empty(), "{}: {} at {position}: {set:?}", profile.name, facts.case.id());
    allowed[caprice(facts.case, profile, position) % allowed.len()]
}

/// An answer of anything that is allowed; `None` where the profile says what it is to be in no element.
fn answer(profile: &Profile, facts: &Facts) -> Option<Outcome> {
    let (dtype, shape) = match profile.expectation(facts) {
        Ok(Expectation::Answer { dtype, shape }) => (dtype, shape),
        Ok(Expectation::OfType(dtype, _)) => (dtype, vec![2]),
        Ok(Expectation::Silent(_)) => (DType::I16, vec![3, 1]),
        Ok(Expectation::MustReject(_)) | Err(_) => return None,
    };
    let is_known = matches!(profile.expectation(facts), Ok(Expectation::Answer { .. }));
    let bits = |position| if is_known { element(profile, facts, dtype, position) } else { 1 };
    let elements: Vec<u64> = (0..shape.iter().product()).map(bits).collect();
    Some(Outcome::Output(vec![Tensor::from_bits(dtype, &shape, &elements).ok()?]))
}

/// What the capricious one of a profile does with a case: a refusal, or an answer, where both are allowed the one or the other.
pub(crate) fn outcome(profile: &Profile, facts: &Facts) -> Option<Outcome> {
    let refusal = Outcome::Rejected("as it pleases".to_owned());
    let refuses = allows(profile, facts, &refusal).then_some(refusal);
    let mut may: Vec<Outcome> = refuses.into_iter().chain(answer(profile, facts)).collect();
    (!may.is_empty()).then(|| may.swap_remove(caprice(facts.case, profile, usize::MAX) % may.len()))
}

/// The MUST clauses of a profile that object to its capricious one, in words; and whether there was anything to do.
fn objections(profile: &'static Profile, facts: &Facts) -> (bool, Vec<String>) {
    if profile.expectation(facts).is_err() {
        return (false, Vec::new());
    }
    let Some(outcome) = outcome(profile, facts) else { return (false, Vec::new()) };
    assert!(allows(profile, facts, &outcome), "{}: {}", profile.name, facts.case.id());
    let (trial, scope) = (Trial::new(facts, &outcome), Scope::of(facts, &[profile]));
    let objects = |(index, decision): (usize, opconform_spec::Decision)| {
        let clause = clauses().nth(index)?;
        let Verdict::Violates(witness) = decision.verdict else { return None };
        (clause.level == Level::Must)
            .then(|| format!("{} of {} to {}: {}", clause.id, profile.name, facts.case.id(), witness.symptom))
    };
    (true, decisions(&trial, &scope).filter_map(objects).collect())
}

fn is_small(case: &Case) -> bool {
    case.inputs.iter().map(Tensor::len).sum::<usize>() <= LARGEST
}

/// Generated cases of these numbers.
fn generated(numbers: Range<u64>) -> impl Iterator<Item = Case> {
    numbers.map(|number| opconform_cases::random(OPERATORS, 11, number)).filter(is_small)
}

/// Holds every profile's capricious one against its MUST clauses in these cases; how many outcomes there were.
fn leave_in_peace(tried: &[Case]) -> usize {
    let objections = |case: &Case| {
        let facts = Facts::new(case);
        let is_small = facts.shape().is_none_or(|shape| shape.iter().product::<usize>() <= LARGEST);
        let of = |profile| if is_small { objections(profile, &facts) } else { (false, Vec::new()) };
        let said: Vec<(bool, Vec<String>)> = profiles().map(of).collect();
        (said.iter().filter(|(did, _)| *did).count(), said.into_iter().flat_map(|(_, objections)| objections))
    };
    let (done, objections): (Vec<usize>, Vec<Vec<String>>) =
        tried.par_iter().map(objections).map(|(done, objections)| (done, objections.collect::<Vec<_>>())).unzip();
    let (done, objections): (usize, Vec<String>) = (done.into_iter().sum(), objections.concat());
    assert!(
        objections.is_empty(),
        "{} objections, such as\n{}",
        objections.len(),
        objections[..objections.len().min(20)].join("\n")
    );
    done
}

#[test]
fn nothing_that_a_profile_demands_is_held_against_who_does_anything_that_it_allows() {
    let mut tried: Vec<Case> = cases(0, 0, is_small).into_iter().step_by(SHARE).collect();
    tried.extend(generated(0..tried.len() as u64));
    let done = leave_in_peace(&tried);
    assert!(done > 50_000, "{done} outcomes are too few to say anything");
}

/// `cargo test --release -p opconform-harness --test harness -- --ignored ten_minutes --nocapture`
#[test]
#[ignore = "ten minutes of every core"]
fn nor_in_ten_minutes_of_generated_cases() {
    const AT_A_TIME: u64 = 20_000;
    let (begin, mut done, mut number) = (Instant::now(), 0, 1 << 32);
    while begin.elapsed() < Duration::from_mins(10) {
        done += leave_in_peace(&generated(number..number + AT_A_TIME).collect::<Vec<_>>());
        number += AT_A_TIME;
    }
    println!("{done} outcomes of {} generated cases, and no objection", number - (1 << 32));
    assert!(done > 1_000_000, "{done} outcomes are too few to say anything");
}
