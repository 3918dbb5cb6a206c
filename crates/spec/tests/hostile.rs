//! No case and no outcome makes the judgement panic, or take memory that the case does not have.

mod common;

use std::iter;
use std::time::Duration;

use common::{bits, case, tensor};
use opconform_spec::{
    Attribute, Attributes, Case, ElementSet, Expectation, Facts, InvalidCase, OPERATORS, Observations, Origin, Outcome,
    PROFILES, PairResults, Scope, Trial, Verdict, clauses, judge,
};
use opconform_tensor::{DType, Tensor, element_count};

/// A tensor whose elements differ, and run through all bit patterns of a byte.
fn counting(dtype: DType, shape: &[usize]) -> Tensor {
    let count = if shape.contains(&0) { 0 } else { shape.iter().product() };
    let elements: Vec<u64> = (0..count as u64).map(|i| i.wrapping_mul(0x0101_0101_0101_0107) & dtype.mask()).collect();
    tensor(dtype, shape, &elements)
}

/// Shapes that have hurt someone: no rank, no elements, many of either, and products that overflow.
const SHAPES: &[&[usize]] = &[
    &[],
    &[0],
    &[1],
    &[2],
    &[3],
    &[2, 3],
    &[3, 1],
    &[1, 0, 1],
    &[0, 2],
    &[5, 0, 1, 1],
    &[1; 12],
    &[2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3],
    &[257],
    &[usize::MAX, 0],
    &[0, usize::MAX, 2],
    &[0, usize::MAX, usize::MAX],
];

fn outcomes(case: &Case) -> Vec<Outcome> {
    let mut outcomes = vec![
        Outcome::Output(Vec::new()),
        Outcome::Rejected(String::new()),
        Outcome::Unsupported(String::new()),
        Outcome::Crashed(String::new().into()),
        Outcome::TimedOut(Duration::MAX),
        Outcome::Malformed(String::new()),
        Outcome::Output(case.inputs.clone()),
    ];
    for dtype in [DType::Bool, DType::F32, DType::I64] {
        outcomes.extend(SHAPES.iter().map(|shape| Outcome::Output(vec![counting(dtype, shape)])));
    }
    let facts = Facts::new(case);
    if let Some(shape) = facts.shape().filter(|shape| element_count(shape).is_some_and(|count| count < 1000)) {
        outcomes.extend(DType::ALL.map(|dtype| Outcome::Output(vec![counting(dtype, shape)])));
    }
    outcomes
}

/// Judges every outcome of a case in every way there is; returns how many there were.
fn survive(case: &Case) -> usize {
    let facts = Facts::new(case);
    let scope = Scope::of(&facts, PROFILES);
    let outcomes = outcomes(case);
    for (number, outcome) in outcomes.iter().enumerate() {
        let trial = Trial::new(&facts, outcome);
        assert_eq!(judge(&trial, &scope).len(), clauses().count());
        PairResults::default().note(number, &Observations::of(&trial, &scope));
        for profile in PROFILES {
            if let Verdict::Violates(witness) = profile.judge(&trial) {
                assert!(witness.count > 0 && !witness.symptom.to_string().is_empty());
                assert_eq!(witness.position.is_some(), witness.found.is_some());
            }
        }
    }
    outcomes.len()
}

#[test]
fn every_pair_of_shapes_and_types() {
    let types = [DType::F32, DType::Bool];
    let mut judged = 0;
    for first in SHAPES {
        for second in SHAPES {
            for dtype in types {
                judged += survive(&case(13, vec![counting(dtype, first), counting(dtype, second)]));
            }
            judged += survive(&case(6, vec![counting(DType::F32, first), counting(DType::F32, second)]));
            judged += survive(&case(13, vec![counting(DType::F32, first), counting(DType::F64, second)]));
        }
    }
    println!("{judged} outcomes judged");
}

#[test]
fn every_operator_set_and_number_of_operands() {
    for opset in [0, 1, 5, 6, 7, 8, 12, 13, 14, u32::MAX] {
        for dtype in DType::ALL {
            for count in [0, 1, 2, 3, 64] {
                survive(&case(opset, vec![counting(dtype, &[3]); count]));
            }
        }
    }
}

#[test]
fn a_thousand_operands() {
    let inputs: Vec<Tensor> = (0..1000).map(|i| counting(DType::F16, if i % 2 == 0 { &[3] } else { &[1] })).collect();
    survive(&case(13, inputs));
}

#[test]
fn attributes_that_no_version_has() {
    let attributes = [("axis", Attribute::Int(i64::MIN)), ("consumed_inputs", Attribute::Ints(Vec::new()))];
    let attributes = Attributes::from(attributes.map(|(name, value)| (name.to_owned(), value)));
    survive(&case(1, vec![counting(DType::F32, &[2])]).with_attributes(attributes));

    let attributes = Attributes::from([("a~is".to_owned(), Attribute::Int(0))]);
    for operator in OPERATORS {
        for &version in operator.versions {
            let origin = Origin { source: "test".into(), seed: None };
            let inputs = vec![counting(DType::F32, &[]); operator.form.operands().min(2)];
            let case = Case::new(operator, version, inputs, "hostile", origin).with_attributes(attributes.clone());
            assert_eq!(Facts::new(&case).invalid(), Some(&InvalidCase::UnknownAttribute("a~is".to_owned())));
            survive(&case);
        }
    }
}

#[test]
fn published_results_of_another_type_or_shape() {
    let inputs = vec![counting(DType::F32, &[2]); 2];
    for shape in SHAPES {
        for dtype in [DType::F32, DType::Bool] {
            survive(&case(13, inputs.clone()).with_published(counting(dtype, shape)));
        }
    }
}

#[test]
fn an_operator_set_before_the_first_is_in_no_scope() {
    let case = case(0, vec![counting(DType::F32, &[2])]);
    let facts = Facts::new(&case);
    assert_eq!(facts.version, None);
    assert!(Scope::of(&facts, PROFILES).profiles().is_empty());
}

#[test]
fn a_byte_that_is_no_truth_value_is_kept() {
    let case = case(13, vec![tensor(DType::Bool, &[1], &[bits(DType::Bool, "0x07")]), tensor(DType::Bool, &[1], &[1])]);
    assert_eq!(Facts::new(&case).values_at(0).iter().map(|value| value.bits()).collect::<Vec<_>>(), [7, 1]);
}

/// Operands of a few elements each that broadcast to more than can be worked out, or even counted.
fn too_large() -> Vec<Vec<Tensor>> {
    let row = |axis: usize, rank: usize, dim: usize| {
        let mut shape = vec![1; rank];
        shape[axis] = dim;
        tensor(DType::U8, &shape, &vec![1; dim])
    };
    vec![
        vec![row(0, 2, 100_000), row(1, 2, 100_000)],
        (0..5).map(|axis| row(axis, 5, 10_000)).collect(),
        // 2^15 elements are few, and a thousand operands at each of them are not.
        iter::once(row(0, 1, 1 << 15)).chain(iter::repeat_n(row(0, 1, 1), 999)).collect(),
    ]
}

#[test]
fn results_too_large_to_hold_are_not_judged_and_say_so() {
    for inputs in too_large() {
        let case = case(13, inputs);
        let facts = Facts::new(&case);
        assert_eq!(facts.invalid(), Some(&InvalidCase::TooLarge));
        for profile in PROFILES {
            if let Ok(expectation) = profile.expectation(&facts) {
                let limit = "not judged: the operands broadcast to too many elements";
                assert_eq!(expectation, Expectation::Silent(limit), "{}", profile.name);
            }
        }
        survive(&case);
    }
}

#[test]
fn elements_that_are_not_there() {
    let known = case(13, vec![counting(DType::F32, &[2])]);
    let unknown = too_large().into_iter().map(|inputs| case(13, inputs)).chain([case(13, Vec::new())]);
    for (case, position) in unknown.map(|case| (case, 0)).chain([(known.clone(), 2), (known, usize::MAX)]) {
        let facts = Facts::new(&case);
        assert!(facts.values_at(position).is_empty());
        for profile in PROFILES {
            assert_eq!(profile.element_set(&facts, position), ElementSet::Anything("no such element of the result"));
        }
    }
}
