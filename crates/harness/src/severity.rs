//! How bad a violation is, by what the backend did and how far that is from what is right.

use opconform_report::Severity;
use opconform_spec::{Clause, ElementSet, Facts, Oracle, Outcome, Profile, Witness};
use opconform_tensor::{Class, Value};

/// The severity of a violation of a clause; `other` is the result in the case that a clause compares this one with.
pub(crate) fn severity(
    profiles: &[&'static Profile],
    facts: &Facts,
    outcome: &Outcome,
    witness: &Witness,
    other: Option<Value>,
    clause: &Clause,
) -> Severity {
    match (outcome, witness.found, clause.oracle) {
        (Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Malformed(_), ..) => Severity::NoAnswer,
        (Outcome::Rejected(_) | Outcome::Unsupported(_), ..) => Severity::WrongRefusal,
        (Outcome::Output(_), Some(found), _) => {
            if let Some(other) = other {
                return apart(found.class(), other.class());
            }
            let of_clause = profiles.iter().filter(|profile| clause.profiles.contains(&profile.name));
            let sets = of_clause.filter_map(|profile| Some(profile.element_set(facts, witness.position?)));
            let objecting = sets.filter(|set| !set.contains(found.dtype(), found.bits()));
            let worst = objecting.filter_map(|set| between(found, set)).min();
            worst.unwrap_or_else(|| among(&witness.operands, found))
        }
        (Outcome::Output(_), None, _) if facts.invalid().is_some() => Severity::WrongRefusal,
        // Published results are compared by value, and zeros and NaNs of either sign are one.
        (Outcome::Output(_), None, Oracle::Published(_)) => Severity::WrongNumber,
        (Outcome::Output(_), None, _) => Severity::WrongShape,
    }
}

/// What lies between a result and the set that it is not in; `None` where everything is in it.
fn between(found: Value, set: ElementSet) -> Option<Severity> {
    let right = match set {
        ElementSet::Only(bits) | ElementSet::NumberOrZero(bits) | ElementSet::FlushedOnTheWay(bits) => {
            Class::of(found.dtype(), bits)
        }
        // Neither a NaN nor what is left of the numbers: wrong under every reading.
        ElementSet::NanOrNumber(..) | ElementSet::OneOf { .. } => return Some(Severity::WrongNumber),
        ElementSet::AnyZero => Class::PositiveZero,
        ElementSet::AnyNan | ElementSet::QuietNan | ElementSet::CanonicalNan | ElementSet::QuietNanOr(_) => {
            Class::QuietNan
        }
        ElementSet::Anything(_) => return None,
    };
    let is_nan_for_a_number = found.class().is_nan() && !right.is_nan();
    Some(if is_nan_for_a_number { Severity::WrongNumber } else { apart(found.class(), right) })
}

/// What lies between two results that are to be one, of which nobody knows which is right.
fn apart(one: Class, other: Class) -> Severity {
    match (one.is_nan(), other.is_nan()) {
        (true, true) => Severity::NanBits,
        (true, false) | (false, true) => Severity::LostNan,
        (false, false) if one.is_float_zero() && other.is_float_zero() => Severity::ZeroSign,
        (false, false) => Severity::WrongNumber,
    }
}

/// What the operands say of a result that no profile's set objects to, as of a clause that only recommends.
fn among(operands: &[Value], found: Value) -> Severity {
    let any = |is: fn(Class) -> bool| operands.iter().any(|operand| is(operand.class()));
    match found.class() {
        class if class.is_nan() && any(Class::is_nan) => Severity::NanBits,
        class if !class.is_nan() && any(Class::is_nan) => Severity::LostNan,
        class if class.is_float_zero() && any(Class::is_float_zero) => Severity::ZeroSign,
        _ => Severity::WrongNumber,
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Case, Operator, Origin, PROFILES, Scope, Trial, Verdict, judge};
    use opconform_tensor::{DType, Tensor};

    use super::*;

    const NAN: u64 = 0x7fc0_0000;
    const ONE: u64 = 0x3f80_0000;
    const TWO: u64 = 0x4000_0000;
    const MINUS_ZERO: u64 = 0x8000_0000;

    fn row(bits: &[u64]) -> Tensor {
        Tensor::from_bits(DType::F32, &[bits.len()], bits).expect("a tensor")
    }

    fn case(operator: &str, operands: &[u64]) -> Case {
        let inputs = operands.iter().map(|&bits| row(&[bits])).collect();
        let origin = Origin { source: "test".into(), seed: None };
        Case::new(Operator::named(operator).expect("an operator"), 13, inputs, "severity", origin)
    }

    /// The severities of all violations of one answer, the worst first.
    fn severities(case: &Case, outcome: &Outcome) -> Vec<Severity> {
        let facts = Facts::new(case);
        let judgement = judge(&Trial::new(&facts, outcome), &Scope::of(&facts, PROFILES));
        let violated = opconform_spec::clauses().zip(judgement);
        let mut all: Vec<Severity> = violated
            .filter_map(|(clause, decision)| match decision.verdict {
                Verdict::Violates(witness) => Some(severity(PROFILES, &facts, outcome, &witness, None, clause)),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn of_result(operator: &str, operands: &[u64], result: u64) -> Vec<Severity> {
        severities(&case(operator, operands), &Outcome::Output(vec![row(&[result])]))
    }

    #[test]
    fn an_element_is_as_bad_as_it_is_far_from_what_is_right() {
        assert_eq!(of_result("max", &[ONE, TWO], TWO), []);
        assert_eq!(of_result("max", &[ONE, TWO], ONE), [Severity::WrongNumber]);
        assert_eq!(of_result("max", &[ONE, TWO], NAN), [Severity::WrongNumber]);
        assert_eq!(of_result("max", &[NAN, ONE], ONE), [Severity::LostNan]);
        assert_eq!(of_result("max", &[0, MINUS_ZERO], MINUS_ZERO), [Severity::ZeroSign]);
    }

    #[test]
    fn where_a_number_is_right_a_nan_is_a_wrong_number() {
        assert_eq!(of_result("numpy.fmax", &[NAN, ONE], ONE), []);
        assert_eq!(of_result("numpy.fmax", &[NAN, ONE], NAN), [Severity::WrongNumber]);
        assert_eq!(of_result("numpy.maximum", &[NAN, ONE], NAN | 1), [Severity::NanBits]);
    }

    #[test]
    fn of_two_results_that_differ_either_may_be_the_wrong_one() {
        let value = |bits| Value::new(DType::F32, bits);
        let between = |one: u64, other: u64| apart(value(one).class(), value(other).class());
        assert_eq!([between(NAN, ONE), between(ONE, NAN)], [Severity::LostNan; 2]);
        assert_eq!(between(NAN, NAN | 1), Severity::NanBits);
        assert_eq!(between(0, MINUS_ZERO), Severity::ZeroSign);
        assert_eq!([between(ONE, TWO), between(0, ONE)], [Severity::WrongNumber; 2]);
    }

    #[test]
    fn a_whole_answer_is_as_bad_as_what_came_instead_of_it() {
        let sound = case("max", &[ONE, TWO]);
        assert_eq!(severities(&sound, &Outcome::Output(vec![row(&[TWO, TWO])])), [Severity::WrongShape]);
        assert_eq!(severities(&sound, &Outcome::Rejected("no".to_owned())), [Severity::WrongRefusal]);
        assert_eq!(severities(&sound, &Outcome::Crashed("bang".to_owned().into())), [Severity::NoAnswer]);
        let clashing = sound.with_inputs(vec![row(&[ONE, ONE]), row(&[ONE, ONE, ONE])]);
        assert_eq!(severities(&clashing, &Outcome::Output(vec![row(&[ONE, ONE, ONE])])), [Severity::WrongRefusal]);
    }
}
