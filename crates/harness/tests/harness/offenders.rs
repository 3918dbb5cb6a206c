//! Minimal offenders: for each MUST clause, in each element type, who answers one case wrong and every other right: by one bit of one
//! element where that breaks the clause, and otherwise by no more than it takes. Each has exactly one departure, and the clause is
//! in it.

use std::collections::{BTreeMap, BTreeSet};

use opconform_backends::{Backend, Description, Entry, InProcess};
use opconform_cases::thin;
use opconform_harness::{Plan, capricious};
use opconform_report::{Report, Weight};
use opconform_spec::{
    Case, Claim, Clause, Decision, Facts, Form, Layout, Level, Operator, Outcome, Profile, Scope, Trial, clauses,
    judge, profiles,
};
use opconform_tensor::{DType, Float, Tensor};
use rayon::prelude::*;

use crate::{cases, run};

/// Elements of the operands of a case that is tried.
const LARGEST: usize = 24;

/// Who answers one case wrong, and every other as a profile allows.
struct Offender {
    description: Description,
    right: Right,
    case: String,
    outcome: Outcome,
}

/// Who does what a profile allows: what our kernels do, or where the profile objects to that, anything else that it allows.
struct Right {
    kernels: Box<dyn Backend>,
    profile: &'static Profile,
}

impl Right {
    fn outcome(&self, case: &Case, of_kernels: Outcome) -> Option<Outcome> {
        let facts = Facts::new(case);
        let is_right = |outcome: &Outcome| objecting(self.profile, &facts, outcome).is_empty();
        Some(of_kernels).filter(is_right).or_else(|| capricious::outcome(self.profile, &facts).filter(is_right))
    }
}

impl InProcess for Offender {
    fn describe(&self) -> &Description {
        &self.description
    }
    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let of_kernels = self.right.kernels.run(cases);
        let answer = |(case, of_kernels): (&Case, Outcome)| {
            if case.id() == self.case {
                return self.outcome.clone();
            }
            self.right.outcome(case, of_kernels.clone()).unwrap_or(of_kernels)
        };
        cases.iter().zip(of_kernels).map(answer).collect()
    }
}

fn kernels() -> Box<dyn Backend> {
    Entry::named("portable").expect("our kernels").open().expect("they run everywhere")
}

/// What is wrong about an answer, from the least to the most.
fn offences(case: &Case, right: &Outcome) -> Vec<Outcome> {
    let mut all = Vec::new();
    if let Outcome::Output(outputs) = right
        && let [output] = &outputs[..]
    {
        let (dtype, bits) = (output.dtype(), output.to_bits());
        let width = 8 * dtype.size();
        // The bit that makes a NaN quiet.
        let quiet = dtype.float().and_then(Float::quiet_bit).map_or(0, |bit| bit.trailing_zeros() as usize);
        // The lowest bit and the highest ones: a neighbour, another exponent, a NaN that is none any more, the other sign.
        for position in [0, bits.len() / 2, bits.len().wrapping_sub(1)] {
            for bit in [0, width - 1, width - 2, width - 3, width / 2, quiet] {
                let mut bits = bits.clone();
                let Some(element) = bits.get_mut(position) else { continue };
                *element ^= 1 << bit;
                all.extend(Tensor::from_bits(dtype, output.shape(), &bits));
            }
        }
        // What no one bit gives: the other number of one magnitude, and a signalling NaN that nobody has.
        let other = |bits: u64| match dtype.float() {
            Some(float) => float.signalling_nan(0x15).unwrap_or(float.nan(0)),
            None => bits.wrapping_neg() & dtype.mask(),
        };
        if let Some((first, rest)) = bits.split_first() {
            let bits: Vec<u64> = std::iter::once(other(*first)).chain(rest.iter().copied()).collect();
            all.extend(Tensor::from_bits(dtype, output.shape(), &bits));
        }
        let longer = [output.shape(), &[1]].concat();
        all.extend(Tensor::from_bits(dtype, &longer, &bits));
        let other = if dtype == DType::F32 { DType::I32 } else { DType::F32 };
        all.extend(Tensor::from_bits(other, output.shape(), &vec![0; bits.len()]));
        let mut all: Vec<Outcome> = all.into_iter().map(|output| Outcome::Output(vec![output])).collect();
        all.push(Outcome::Rejected("it is refused".to_owned()));
        all.push(Outcome::Crashed("it crashed".to_owned().into()));
        return all;
    }
    let answer = case.inputs.first().cloned().map(|input| Outcome::Output(vec![input]));
    answer.into_iter().chain([Outcome::Crashed("it crashed".to_owned().into())]).collect()
}

/// The MUST clauses of a profile that object to an outcome, by their ids.
fn objecting(profile: &'static Profile, facts: &Facts, outcome: &Outcome) -> Vec<&'static str> {
    let decided = judge(&Trial::new(facts, outcome), &Scope::of(facts, &[profile]));
    let is_broken = |(clause, decision): &(&Clause, Decision)| clause.level == Level::Must && decision.is_violation();
    clauses().zip(decided).filter(is_broken).map(|(clause, _)| clause.id).collect()
}

/// An offence against a clause.
#[derive(Clone)]
struct Offence {
    profile: &'static Profile,
    case: Case,
    outcome: Outcome,
}

type Key = (&'static str, String);

/// Whether a clause speaks of an element type, in the newest version of one of its operators.
fn speaks_of(clause: &Clause, dtype: DType) -> bool {
    let has = |operator: &&Operator| (operator.types)(operator.newest()).contains(&dtype);
    clause.silence(dtype).is_none() && clause.operators.iter().any(has)
}

/// The MUST clauses of which no offence is known in some type that they speak of, and why.
const UNREACHED: [(&str, &str); 1] = [("SONNX-GR3", "its cases have no one type")];

/// Of each MUST clause the types that it speaks of in which no offence is known.
fn missing_pairs(known: &BTreeMap<Key, Offence>) -> Vec<(&'static Clause, DType)> {
    let must = clauses().filter(|clause| clause.level == Level::Must);
    let pairs = must.flat_map(|clause| DType::ALL.into_iter().map(move |dtype| (clause, dtype)));
    pairs
        .filter(|&(clause, dtype)| speaks_of(clause, dtype) && !known.contains_key(&(clause.id, dtype.to_string())))
        .collect()
}

/// The clauses of those.
fn missing(known: &BTreeMap<Key, Offence>) -> Vec<&'static str> {
    let mut ids: Vec<&str> = missing_pairs(known).into_iter().map(|(clause, _)| clause.id).collect();
    ids.dedup();
    ids
}

/// Offences in small cases that the sample leaves out, against clauses in types that have none in it.
fn beyond_the_sample(
    pairs: &[(&'static Clause, DType)],
    is_small: &(dyn Fn(&Case) -> bool + Sync),
) -> Vec<(Key, Offence)> {
    let all = cases(0, 0, is_small);
    let right = kernels();
    let of_pair = |&(clause, dtype): &(&'static Clause, DType)| {
        let key = (clause.id, dtype.to_string());
        let is_spoken_of = |case: &&Case| clause.operators.contains(&case.operator) && case.types().name() == key.1;
        all.iter().filter(is_spoken_of).find_map(|case| {
            let right = right.run(std::slice::from_ref(case)).pop()?;
            offending(case, &right).into_iter().find(|(known, _)| *known == key)
        })
    };
    pairs.par_iter().filter_map(of_pair).collect()
}

/// The first offence in each case against each clause in each type.
fn offending(case: &Case, of_kernels: &Outcome) -> Vec<(Key, Offence)> {
    let facts = Facts::new(case);
    let mut found: BTreeMap<Key, Offence> = BTreeMap::new();
    for profile in profiles().filter(|profile| profile.expectation(&facts).is_ok()) {
        let right = Right { kernels: kernels(), profile };
        let Some(right) = right.outcome(case, of_kernels.clone()) else { continue };
        for outcome in offences(case, &right) {
            for id in objecting(profile, &facts, &outcome) {
                let offence = || Offence { profile, case: case.clone(), outcome: outcome.clone() };
                found.entry((id, case.types().name().to_owned())).or_insert_with(offence);
            }
        }
    }
    found.into_iter().collect()
}

/// The report on who commits an offence, judged by the profile that has the clause.
fn report(offence: &Offence) -> Report {
    let Offence { profile, case, outcome } = offence.clone();
    let right = Right { kernels: kernels(), profile };
    let claims = vec![Claim::profile(profile.name, "https://example.org/claimed")];
    let about = right.kernels.describe().clone();
    let description =
        Description { name: "offender".to_owned(), claims, models: true, layouts: Layout::ALL.into(), ..about };
    let offender = Offender { description, right, case: case.id().to_owned(), outcome };
    run(&Plan::new(vec![case], vec![Box::new(offender)])).report
}

#[test]
fn who_breaks_a_clause_in_one_case_has_one_departure() {
    // Of spans, the memory between them counts; and between bounds stand all special values at once.
    let is_large = |form: Form| form.is_of_spans() || form == Form::OnnxLimits;
    let largest = move |case: &Case| if is_large(case.operator.form) { 4 * LARGEST } else { LARGEST };
    let is_small = move |case: &Case| case.elements() <= largest(case);
    let tried = thin(cases(0, 0, is_small), u64::MAX);
    let right = kernels();
    let offences: Vec<(Key, Offence)> = tried
        .par_chunks(64)
        .flat_map_iter(|cases| {
            let outcomes = right.run(cases);
            cases.iter().zip(outcomes).flat_map(|(case, right)| offending(case, &right)).collect::<Vec<_>>()
        })
        .collect();
    let mut first: BTreeMap<Key, Offence> = BTreeMap::new();
    for (key, offence) in offences {
        first.entry(key).or_insert(offence);
    }
    for (key, offence) in beyond_the_sample(&missing_pairs(&first), &is_small) {
        first.entry(key).or_insert(offence);
    }
    let told = |((id, dtype), offence): (&Key, &Offence)| {
        let report = report(offence);
        let counted: Vec<_> = report.all_departures().filter(|it| it.weight == Weight::Counts).collect();
        let names = |departure: &opconform_report::Departure| departure.clauses.iter().any(|(clause, _)| clause == id);
        let is_told = counted.len() == 1 && counted.iter().any(names);
        let titles: Vec<&str> = counted.iter().map(|departure| departure.title.as_str()).collect();
        (!is_told).then(|| format!("{id} of {dtype}, {}: {} in {titles:#?}", offence.case.id(), counted.len()))
    };
    let wrong: Vec<String> = first.par_iter().filter_map(told).collect();
    let must = clauses().filter(|clause| clause.level == Level::Must).map(|clause| clause.id).collect::<BTreeSet<_>>();
    let broken: BTreeSet<&str> = first.keys().map(|(id, _)| *id).collect();
    let unbroken: Vec<&&str> = must.difference(&broken).collect();
    assert!(
        wrong.is_empty(),
        "{} of {}, such as\n{}",
        wrong.len(),
        first.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    assert!(unbroken.is_empty(), "no offence breaks {unbroken:?}");
    assert_eq!(missing(&first), UNREACHED.map(|(id, _)| id), "not in every type that they speak of");
    assert!(first.len() > 400, "{} offences", first.len());
}
