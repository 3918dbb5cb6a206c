//! Every clause catches a planted fault, and stays silent on the right outcome of the same case.
//!
//! A plant names the clauses, of all profiles, that its fault violates: these and no others, so that faults are told apart.
//! It runs on every element type that it is a matter of.

mod common;
mod planted {
    mod clip;
    pub(crate) mod family;
    pub(crate) mod faults;
    mod mirrored;
    mod numpy;
    pub(crate) mod plants;
}

use std::collections::BTreeSet;

use common::{bits, case, tensor};
use opconform_spec::{
    Attribute, Case, Clause, Facts, Level, Observations, Operator, Oracle, Outcome, PROFILES, PairResults, Scope,
    Trial, clauses, judge,
};
use opconform_tensor::DType;
use planted::family::{Sown, sown};
use planted::faults::{self, right};
use planted::plants::{ALL, FLOATS, Fault, PLANTS, Plant, VALUES};

/// The ids of clauses.
type Ids = BTreeSet<&'static str>;

/// The clauses that an outcome violates, under every profile.
fn violated(case: &Case, outcome: &Outcome) -> Ids {
    let facts = Facts::new(case);
    let decisions = judge(&Trial::new(&facts, outcome), &Scope::of(&facts, PROFILES));
    clauses().zip(decisions).filter(|(_, decision)| decision.is_violation()).map(|(clause, _)| clause.id).collect()
}

/// Panics unless the fault violates these clauses alone, and the right outcome none.
fn check(case: &Case, fault: Fault, expected: &Ids, name: &str) {
    assert_eq!(&violated(case, &fault(case)), expected, "{name}: {} {:?}", case.id(), fault(case));
    assert_eq!(violated(case, &right(case)), Ids::new(), "the right outcome: {} {:?}", case.id(), right(case));
}

/// What a plant violates where its operands are of one type: its clauses, but for those that cannot speak of the type.
fn expected(plant: &Plant, dtype: DType) -> Ids {
    let speaks = |id: &&str| Clause::named(id).expect("a registered clause").silence(dtype).is_none();
    plant.violates.iter().copied().flatten().copied().filter(speaks).collect()
}

fn planted_case(plant: &Plant, dtype: DType) -> Case {
    let operand = |&(shape, names): &(&[usize], &[&str])| {
        tensor(dtype, shape, &names.iter().map(|name| bits(dtype, name)).collect::<Vec<_>>())
    };
    case(13, plant.operands.iter().map(operand).collect())
}

#[test]
fn each_plant_violates_its_clauses_and_no_others() {
    let mut runs = 0;
    for plant in PLANTS {
        for &dtype in plant.dtypes {
            check(&planted_case(plant, dtype), plant.fault, &expected(plant, dtype), plant.name);
            runs += 1;
        }
    }
    println!("{} plants, {runs} of plants and types", PLANTS.len());
}

/// Faults that take a case of another kind: an operator set without broadcasting, mixed types, no operand, a published
/// result.
fn of_other_cases() -> Vec<(&'static str, Case, Fault, Ids)> {
    let one = bits(DType::F32, "1.0");
    let three = tensor(DType::F32, &[3], &[0, one, 0]);
    let scalar = tensor(DType::F32, &[], &[one]);
    let ones = tensor(DType::F32, &[3], &[one; 3]);
    let short = tensor(DType::F64, &[2], &[0; 2]);
    let mixed_types = ["SONNX-GR3", "ONNX-MAX-TYPE"];
    let mixed = vec![three.clone(), tensor(DType::F64, &[3], &[0; 3])];
    let example = case(13, vec![three.clone(), ones.clone()]).with_published(ones);
    let published =
        VALUES.iter().copied().chain(["ONNX-MAX-EXAMPLE", "SONNX-MAX-P1", "SONNX-MAX-P1u", "SONNX-MAX-ORDER"]);
    vec![
        (
            "broadcasting at operator set 6",
            case(6, vec![three.clone(), scalar]),
            faults::first_operand,
            ["ONNX-MAX-1-SHAPE"].into(),
        ),
        (
            "refusal of one shape at operator set 6",
            case(6, vec![three.clone(), three.clone()]),
            faults::refused,
            ["ONNX-MAX-1-SHAPE", "ONNX-MAX-TYPES"].into(),
        ),
        ("mixed types are promoted", case(13, mixed), faults::promoted, mixed_types.into()),
        ("mixed types and shapes", case(13, vec![three.clone(), short]), faults::promoted, mixed_types.into()),
        ("no operand at all is answered", case(13, Vec::new()), faults::negative_infinity, ["ONNX-MAX-N"].into()),
        ("not the published output", example, faults::minimum, published.collect()),
    ]
}

#[test]
fn faults_of_other_cases() {
    for (name, case, fault, expected) in of_other_cases() {
        check(&case, fault, &expected, name);
    }
}

#[test]
fn faults_of_the_family() {
    let all = sown();
    for Sown { name, case, right, fault, violates, .. } in &all {
        assert_eq!(violated(case, fault), violates.iter().copied().collect(), "{name}: {} {fault:?}", case.id());
        assert_eq!(violated(case, right), Ids::new(), "the right outcome, {name}: {} {right:?}", case.id());
    }
    println!("{} faults of the family", all.len());
}

/// A case of the family, answered in every way that another case of it is: the sets and the MUST clauses agree.
#[test]
fn sets_and_clauses_agree_on_the_family() {
    let all = sown();
    let mut compared = 0;
    for Sown { case, dtype, .. } in &all {
        let facts = Facts::new(case);
        let alike = all.iter().filter(|other| other.dtype == *dtype);
        let outcomes = alike.flat_map(|other| [&other.right, &other.fault]);
        let others = [Outcome::Output(Vec::new()), Outcome::Crashed("signal 11".to_owned().into())];
        for outcome in outcomes.chain(&others) {
            let trial = Trial::new(&facts, outcome);
            for profile in PROFILES {
                let scope = Scope::of(&facts, &[profile]);
                if scope.profiles().is_empty() {
                    continue;
                }
                let by_sets = profile.judge(&trial).is_violation();
                let decisions = judge(&trial, &scope);
                let broken = clauses()
                    .zip(&decisions)
                    .filter(|(clause, decision)| clause.level == Level::Must && decision.is_violation());
                let ids: Ids = broken.map(|(clause, _)| clause.id).collect();
                assert_eq!(by_sets, !ids.is_empty(), "{} {}: {outcome:?} {ids:?}", profile.name, case.id());
                compared += 1;
            }
        }
    }
    println!("{compared} outcomes of the family judged both ways");
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn latitudes_are_no_faults() {
    for &dtype in FLOATS {
        let one = |name| tensor(dtype, &[1], &[bits(dtype, name)]);
        let quieted = tensor(dtype, &[1], &[bits(dtype, "snan") | bits(dtype, "nan")]);
        for operands in [["snan", "1.0"], ["1.0", "snan"], ["snan", "nan1"], ["snan", "snan"]] {
            let signalling = case(13, operands.map(one).into());
            assert_eq!(violated(&signalling, &Outcome::Output(vec![quieted.clone()])), Ids::new(), "{operands:?}");
        }
        for (operands, published) in [(["0.0", "-0.0"], "-0.0"), (["nan1", "1.0"], "nan")] {
            let example = case(13, operands.map(one).into()).with_published(one(published));
            assert_eq!(violated(&example, &right(&example)), Ids::new(), "published {published}");
        }
    }
}

/// A refusal says nothing of an empty list of axes where another attribute has no meaning, or is none of the operator's.
#[test]
fn a_refusal_for_another_reason_is_no_fault_of_empty_axes() {
    let reduce_max = Operator::named("ReduceMax").expect("ReduceMax");
    let refused = |attributes: &[(&str, i64)]| {
        let empty = ("axes".to_owned(), Attribute::Ints(Vec::new()));
        let others = attributes.iter().map(|&(name, value)| (name.to_owned(), Attribute::Int(value)));
        let mut case =
            case(13, vec![tensor(DType::I8, &[2], &[1, 2])]).with_attributes(others.chain([empty]).collect());
        case.operator = reduce_max;
        violated(&case, &Outcome::Rejected("not today".to_owned()))
    };
    assert_eq!(refused(&[("keepdims", 1)]), Ids::from(["ONNX-RMAX-EMPTY-AXES"]));
    for other in [("keepdims", 2), ("noop_with_empty_axes", 1), ("a~is", 0)] {
        assert_eq!(refused(&[other]), Ids::new(), "{other:?}");
    }
}

/// Notes one pair of operands, met at every element, with these results: how many elements were compared, and how many
/// conflict.
fn noted(
    known: &mut PairResults,
    number: usize,
    dtype: DType,
    operands: [&str; 2],
    results: &[&str],
) -> (u64, Option<u64>) {
    let parse = |names: &[&str]| names.iter().map(|name| bits(dtype, name)).collect::<Vec<_>>();
    let shape = [results.len()];
    let all = |name| tensor(dtype, &shape, &parse(&vec![name; results.len()]));
    let case = case(13, operands.map(all).into());
    let outcome = Outcome::Output(vec![tensor(dtype, &shape, &parse(results))]);
    let facts = Facts::new(&case);
    let observations = Observations::of(&Trial::new(&facts, &outcome), &Scope::of(&facts, PROFILES));
    let (compared, conflicts) = known.note(number, &observations);
    (compared, conflicts.first().map(|conflict| conflict.count))
}

#[test]
fn a_result_that_depends_on_the_lane_is_a_conflict() {
    for &dtype in FLOATS {
        for (operands, a, b) in [
            (["0.0", "-0.0"], "0.0", "-0.0"),
            (["-0.0", "0.0"], "0.0", "-0.0"),
            (["nan1", "nan2"], "nan1", "nan2"),
            (["nan1", "1.0"], "nan1", "1.0"),
        ] {
            let mut known = PairResults::default();
            // Within one tensor, then across two of other lengths; a result that stays the same is none.
            assert_eq!(noted(&mut known, 0, dtype, operands, &[a, a, a]), (2, None));
            assert_eq!(noted(&mut known, 1, dtype, operands, &[a, a, a, b, b]), (5, Some(2)));
            assert_eq!(noted(&mut known, 2, dtype, operands, &[a]), (1, None));
            assert_eq!(noted(&mut known, 3, dtype, operands, &[b]), (1, Some(1)));
            let mut fresh = PairResults::default();
            assert_eq!(noted(&mut fresh, 0, dtype, operands, &[b, b]), (1, None), "either may be the choice");
        }
        // Where every document has one right result, the clauses on values know which of two is wrong.
        let mut known = PairResults::default();
        let flushed = ["min_subnormal", "0.0", "0.0"];
        assert_eq!(noted(&mut known, 0, dtype, ["min_subnormal", "0.0"], &flushed), (0, None));
        // The operands in the other order are another question.
        let mut known = PairResults::default();
        assert_eq!(noted(&mut known, 0, dtype, ["0.0", "-0.0"], &["0.0"]), (0, None));
        assert_eq!(noted(&mut known, 1, dtype, ["-0.0", "0.0"], &["-0.0"]), (0, None));
    }
}

/// The clauses that are planted here: those of other documents than the sources are broken in `maxima.rs`.
fn of_the_sources() -> impl Iterator<Item = &'static Clause> {
    clauses().filter(|clause| clause.is_of_the_sources())
}

#[test]
fn every_clause_has_a_plant() {
    let across = clauses().filter(|clause| matches!(clause.oracle, Oracle::CrossCase)).map(|clause| clause.id);
    assert_eq!(across.collect::<Vec<_>>(), ["DET-LANE"], "a conflict of results, above");
    let planted: Ids = PLANTS
        .iter()
        .flat_map(|plant| plant.violates.iter().copied().flatten().copied())
        .chain(of_other_cases().into_iter().flat_map(|(.., violates)| violates))
        .chain(sown().into_iter().flat_map(|sown| sown.violates))
        .chain(["DET-LANE"])
        .collect();
    let of_one_case = |clause: &&Clause| !matches!(clause.oracle, Oracle::Metamorphic(_) | Oracle::Same(_));
    assert_eq!(planted, of_the_sources().filter(of_one_case).map(|clause| clause.id).collect());
}

#[test]
fn every_clause_has_a_plant_on_every_type_that_it_speaks_of() {
    let family = sown();
    let is_of_one_case = |clause: &&Clause| matches!(clause.oracle, Oracle::Each(_) | Oracle::Published(_));
    for clause in of_the_sources().filter(is_of_one_case) {
        // No case of bool alone is well-formed: the clauses that speak of it are planted on mixed types.
        for &dtype in ALL.iter().filter(|&&dtype| clause.silence(dtype).is_none()) {
            let planted =
                PLANTS.iter().any(|plant| plant.dtypes.contains(&dtype) && expected(plant, dtype).contains(clause.id));
            let other = of_other_cases().iter().any(|(.., violates)| violates.contains(clause.id));
            let of_family = family.iter().any(|sown| sown.dtype == dtype && sown.violates.contains(&clause.id));
            assert!(planted || other || of_family, "{} on {dtype}", clause.id);
        }
    }
}
