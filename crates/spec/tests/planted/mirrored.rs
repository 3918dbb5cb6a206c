//! The planted faults, turned over: the twin operator on the turned operands breaks the same clauses, and a minimum is told so
//! in the words of a minimum.

use opconform_spec::{
    Attribute, Case, Direction, Facts, OPERATORS, Operator, Outcome, PROFILES, Scope, Trial, Verdict, clauses, judge,
};
use opconform_tensor::{Format, Tensor};

use super::family::sown;
use super::plants::PLANTS;
use crate::common::tensor;
use crate::{of_other_cases, planted_case};

/// The words that are wrong of a fault of a minimum.
const OF_A_MAXIMUM: &[&str] = &["at least", "greater", "greatest", "largest", "maximum"];

fn twin(operator: &'static Operator) -> &'static Operator {
    let extrema: Vec<_> = OPERATORS.iter().copied().filter(|operator| operator.direction().is_some()).collect();
    let pair = extrema.chunks(2).find(|pair| pair.contains(&operator)).expect("a maximum, before its minimum");
    assert_ne!(pair[0].direction(), pair[1].direction());
    if pair[0] == operator { pair[1] } else { pair[0] }
}

/// A tensor whose elements stand in the order the other way round.
fn turned(input: &Tensor) -> Tensor {
    let dtype = input.dtype();
    let turn = |bits: u64| match dtype.format() {
        Format::Float(_) => bits ^ 1 << (dtype.bits() - 1),
        Format::Signed | Format::Unsigned => !bits & dtype.mask(),
        Format::Boolean => bits ^ 1,
    };
    tensor(dtype, input.shape(), &input.to_bits().into_iter().map(turn).collect::<Vec<_>>())
}

/// The case of the twin on turned operands: what says how they are compared stays as it is.
fn mirrored(case: &Case) -> Case {
    let mask = case.attributes.get("where");
    // Further inputs of ONNX's operators are axes, those of the others values, but for the mask.
    let is_value = |place: usize| {
        let is_mask = mask == Some(&Attribute::Int(place as i64));
        place < case.operands().len() || !case.operator.form.is_onnx() && !is_mask
    };
    let inputs = case.inputs.iter().enumerate();
    let inputs = inputs.map(|(place, input)| if is_value(place) { turned(input) } else { input.clone() });
    let mirrored = Case::new(twin(case.operator), case.opset, inputs.collect(), case.slug(), case.origin.clone())
        .with_attributes(case.attributes.clone());
    match &case.published {
        Some(published) => mirrored.with_published(turned(published)),
        None => mirrored,
    }
}

fn mirrored_outcome(outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::Output(outputs) => Outcome::Output(outputs.iter().map(turned).collect()),
        other => other.clone(),
    }
}

/// The clauses that an outcome violates, each with what is said of it.
fn told(case: &Case, outcome: &Outcome) -> Vec<(&'static str, String)> {
    let facts = Facts::new(case);
    let decisions = judge(&Trial::new(&facts, outcome), &Scope::of(&facts, PROFILES));
    let broken = clauses().zip(decisions).filter_map(|(clause, decision)| match decision.verdict {
        Verdict::Violates(witness) => Some((clause.id, witness.symptom.to_string())),
        _ => None,
    });
    broken.collect()
}

#[test]
fn a_minimum_breaks_what_its_maximum_breaks_and_is_told_so_in_its_own_words() {
    let planted = PLANTS.iter().flat_map(|plant| {
        plant.dtypes.iter().map(|&dtype| {
            let case = planted_case(plant, dtype);
            let fault = (plant.fault)(&case);
            (plant.name.to_owned(), case, fault)
        })
    });
    let others = of_other_cases().into_iter().map(|(name, case, fault, _)| {
        let fault = fault(&case);
        (name.to_owned(), case, fault)
    });
    let family = sown().into_iter().filter(|sown| sown.case.operator.direction().is_some());
    let family = family.map(|sown| (sown.name, sown.case, sown.fault));
    let (mut runs, mut turned) = (0, 0);
    for (name, case, fault) in planted.chain(others).chain(family) {
        let own = told(&case, &fault);
        let other = told(&mirrored(&case), &mirrored_outcome(&fault));
        let is_maximum = case.operator.direction() == Some(Direction::Max);
        let (of_maximum, of_minimum) = if is_maximum { (own, other) } else { (other, own) };
        let ids = |told: &[(&'static str, String)]| told.iter().map(|(id, _)| *id).collect::<Vec<_>>();
        assert_eq!(ids(&of_minimum), ids(&of_maximum), "{name}: {}", case.id());
        for ((id, maximum), (_, minimum)) in of_maximum.iter().zip(&of_minimum) {
            for word in OF_A_MAXIMUM {
                assert!(!minimum.contains(word), "{name}: {id} of a minimum: {minimum}");
                turned += u64::from(maximum.contains(word));
            }
        }
        runs += 1;
    }
    assert!(runs > 500 && turned > 50, "{runs} faults, of which {turned} are told by an end of the order");
}
