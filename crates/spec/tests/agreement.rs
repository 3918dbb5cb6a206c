//! A profile's sets and its MUST clauses are written apart. Here they are held against each other: an outcome is outside
//! the sets of a profile exactly where one of its MUST clauses is violated.

mod common;

use std::time::Duration;

use common::{bits, case, tensor};
use opconform_spec::{
    Attribute, Attributes, Case, Facts, Level, Operator, Origin, Outcome, PROFILES, Profile, Scope, Trial, clauses,
    judge,
};
use opconform_tensor::{DType, Tensor, Value};

/// One operator set for each version of `Max`.
const OPSETS: [u32; 5] = [1, 6, 8, 12, 13];

/// The operands, two of each kind where the kind has two members that a clause could confuse.
const SPECIALS: &[&str] = &[
    "0.0",
    "-0.0",
    "min_subnormal",
    "-min_subnormal",
    "max_subnormal",
    "-max_subnormal",
    "min_normal",
    "-min_normal",
    "1.0",
    "-1.0",
    "1.5",
    "max_finite",
    "-max_finite",
    "inf",
    "-inf",
    "nan",
    "-nan",
    "nan1",
    "snan",
    "-snan",
];

/// Results that are no operand.
const FOREIGN: &[&str] = &["nan2", "2.0", "-2.0"];

/// The operands of triples.
const FEW: &[&str] = &["0.0", "-0.0", "min_subnormal", "-inf", "nan1", "snan"];

/// Counts the profiles and outcomes that speak of each other, and panics on the first that sets and clauses judge
/// differently.
fn compare(case: &Case, outcomes: &[Outcome]) -> usize {
    let facts = Facts::new(case);
    PROFILES.iter().map(|profile| outcomes.len() * usize::from(agree(profile, &facts, outcomes))).sum()
}

/// Whether the profile speaks of the case.
fn agree(profile: &'static Profile, facts: &Facts, outcomes: &[Outcome]) -> bool {
    let scope = Scope::of(facts, &[profile]);
    if scope.profiles().is_empty() {
        return false;
    }
    for outcome in outcomes {
        let trial = Trial::new(facts, outcome);
        let by_sets = profile.judge(&trial).is_violation();
        let decisions = judge(&trial, &scope);
        let violated = clauses()
            .zip(&decisions)
            .filter(|(clause, decision)| clause.level == Level::Must && decision.is_violation())
            .map(|(clause, _)| clause.id);
        let by_clauses = violated.clone().next().is_some();
        assert_eq!(
            by_sets,
            by_clauses,
            "{}: {} {:?} -> {outcome:?}: violated clauses {:?}",
            profile.name,
            facts.case.id(),
            facts.case.inputs,
            violated.collect::<Vec<_>>()
        );
    }
    true
}

/// Every profile, on every list of `count` operands out of `values`, answered with each of `results`.
fn compare_all(dtype: DType, count: u32, values: &[u64], results: &[u64]) -> usize {
    let one = |bits: u64| tensor(dtype, &[1], &[bits]);
    let outcomes: Vec<_> = results.iter().map(|&bits| Outcome::Output(vec![one(bits)])).collect();
    let mut compared = 0;
    for choice in 0..values.len().pow(count) {
        let operand = |place| one(values[choice / values.len().pow(place) % values.len()]);
        for opset in OPSETS {
            compared += compare(&case(opset, (0..count).map(operand).collect()), &outcomes);
        }
    }
    compared
}

fn on_special_values(dtype: DType) {
    let parse = |names: &[&str]| names.iter().map(|name| bits(dtype, name)).collect::<Vec<_>>();
    let operands = parse(SPECIALS);
    let results = [operands.as_slice(), &parse(FOREIGN), &[bits(dtype, "-snan") | bits(dtype, "nan")]].concat();
    let compared = [1, 2].map(|count| compare_all(dtype, count, &operands, &results));
    let triples = compare_all(dtype, 3, &parse(FEW), &[parse(FEW), parse(FOREIGN)].concat());
    // Of any number of operands speak ONNX at each operator set, and SONNX's drafts, the later not of bf16; of two also
    // .NET, by its page alone and with its code, and NumPy.
    let profiles = OPSETS.len() + if dtype == DType::Bf16 { 1 } else { 2 };
    assert_eq!(compared, [20 * 24 * profiles, 20 * 20 * 24 * (profiles + 3)]);
    assert_eq!(triples, 6 * 6 * 6 * 9 * profiles);
    println!("{dtype}: {} outcomes judged both ways", compared[0] + compared[1] + triples);
}

#[test]
fn on_special_bf16() {
    on_special_values(DType::Bf16);
}

#[test]
fn on_special_f16() {
    on_special_values(DType::F16);
}

#[test]
fn on_special_f32() {
    on_special_values(DType::F32);
}

#[test]
fn on_special_f64() {
    on_special_values(DType::F64);
}

#[test]
fn on_every_pair_of_integers() {
    for (dtype, operands) in [
        (DType::I8, [0x80, 0xff, 0, 1, 0x7f]),
        (DType::U8, [0, 1, 0x7f, 0x80, 0xff]),
        (DType::I64, [1 << 63, u64::MAX, 0, (1 << 53) + 1, u64::MAX >> 1]),
        (DType::U64, [0, (1 << 53) + 1, u64::MAX >> 1, 1 << 63, u64::MAX]),
    ] {
        let results = [operands.as_slice(), &[2]].concat();
        let compared: usize = (1..=3).map(|count| compare_all(dtype, count, &operands, &results)).sum();
        // ONNX lists no integers before 12: its profiles speak of them all the same, and leave them open.
        assert_eq!(compared, 6 * (5 * 7 + 25 * 10 + 125 * 7), "{dtype}");
    }
}

/// Every element between every two bounds, or without one: those of a version with attributes are floats of 32 bits.
fn on_limits(dtype: DType) -> usize {
    const ELEMENTS: &[&str] =
        &["0.0", "-0.0", "min_subnormal", "1.0", "-1.0", "max_finite", "-inf", "inf", "nan1", "snan"];
    const BOUNDS: &[&str] = &["0.0", "-0.0", "1.0", "-1.0", "2.0", "-max_finite", "inf", "-inf", "nan"];
    let clip = Operator::named("clip").expect("Clip");
    let parse = |names: &[&str]| names.iter().map(|name| bits(dtype, name)).collect::<Vec<_>>();
    let of_attributes = Value::new(DType::F32, 0x7f7f_ffff).exactly(dtype).map(Value::bits);
    let beyond = (dtype == DType::F64).then(|| 1e300_f64.to_bits());
    let elements: Vec<u64> = parse(ELEMENTS).into_iter().chain(beyond).collect();
    let more = ["-max_finite", "3.0", "2.0", "nan2"].map(|name| bits(dtype, name));
    let results: Vec<u64> = elements.iter().copied().chain(more).chain(of_attributes).collect();
    let outcomes: Vec<_> = results.iter().map(|&found| Outcome::Output(vec![tensor(dtype, &[1], &[found])])).collect();
    let names: Vec<Option<&str>> = [None].into_iter().chain(BOUNDS.iter().copied().map(Some)).collect();
    let mut compared = 0;
    for opset in [1, 6, 11, 12, 13] {
        for &element in &elements {
            for bounds in names.iter().flat_map(|min| names.iter().map(move |max| [*min, *max])) {
                let (mut inputs, mut attributes) = (vec![tensor(dtype, &[1], &[element])], Attributes::new());
                for (name, bound) in ["min", "max"].into_iter().zip(bounds) {
                    let Some(bound) = bound else { continue };
                    let value = if opset < 11 {
                        Attribute::Float { f32: bits(DType::F32, bound) as u32 }
                    } else {
                        inputs.push(tensor(dtype, &[], &[bits(dtype, bound)]));
                        Attribute::Input { input: inputs.len() - 1 }
                    };
                    attributes.insert(name.to_owned(), value);
                }
                let origin = Origin { source: "test".into(), seed: None };
                compared +=
                    compare(&Case::new(clip, opset, inputs, "test", origin).with_attributes(attributes), &outcomes);
            }
        }
    }
    compared
}

#[test]
fn on_elements_between_bounds() {
    // Each case under the one profile of its operator set.
    assert_eq!(on_limits(DType::F32), 5 * 10 * 100 * 15);
    assert_eq!(on_limits(DType::F16), 5 * 10 * 100 * 14);
    assert_eq!(on_limits(DType::F64), 5 * 11 * 100 * 16);
}

/// Outcomes that are wrong, right or nothing as a whole, on operands of an element type.
fn whole_outcomes(dtype: DType) -> Vec<Outcome> {
    let one = |dtype, shape: &[usize]| {
        let count = shape.iter().product();
        Outcome::Output(vec![tensor(dtype, shape, &vec![0; count])])
    };
    let shapes: &[&[usize]] = &[&[], &[0], &[1], &[2], &[3], &[6], &[2, 3], &[3, 2], &[1, 2, 3], &[2, 0]];
    let types = [dtype, DType::F64, DType::Bool].into_iter();
    let mut outcomes: Vec<_> = types.flat_map(|dtype| shapes.iter().map(move |shape| one(dtype, shape))).collect();
    outcomes.extend([
        Outcome::Output(Vec::new()),
        Outcome::Output(vec![tensor(DType::F32, &[2], &[0; 2]); 2]),
        Outcome::Rejected("no".to_owned()),
        Outcome::Unsupported("no".to_owned()),
        Outcome::Crashed("signal 11".to_owned().into()),
        Outcome::TimedOut(Duration::from_secs(1)),
        Outcome::Malformed("no".to_owned()),
    ]);
    outcomes
}

#[test]
fn on_answers_as_a_whole() {
    let zeros = |dtype, shape: &[usize]| tensor(dtype, shape, &vec![0; shape.iter().product()]);
    let operands: &[&[&[usize]]] = &[
        &[],
        &[&[2]],
        &[&[2], &[2]],
        &[&[2, 1], &[3]],
        &[&[3], &[2, 3], &[]],
        &[&[2], &[3]],
        &[&[0], &[1]],
        &[&[0], &[2]],
        &[&[2, 0], &[2, 0]],
        &[&[20_000, 1], &[1, 20_000]],
    ];
    let mut compared = 0;
    for dtype in DType::ALL {
        let outcomes = whole_outcomes(dtype);
        for shapes in operands {
            let same: Vec<Tensor> = shapes.iter().map(|shape| zeros(dtype, shape)).collect();
            let mut mixed = same.clone();
            if let Some(last) = mixed.last_mut() {
                *last = zeros(if dtype == DType::I16 { DType::F32 } else { DType::I16 }, last.shape());
            }
            for opset in [0, 1, 6, 7, 8, 12, 13, 21] {
                compared += compare(&case(opset, same.clone()), &outcomes);
                compared += compare(&case(opset, mixed.clone()), &outcomes);
            }
        }
    }
    println!("{compared} outcomes judged both ways");
    assert!(compared > 100_000, "{compared}");
}
