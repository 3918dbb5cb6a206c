//! What an implementation did where it departs, by what it was asked and what came out.

use opconform_report::Deed;
use opconform_spec::{Case, Facts, Form, How, Limit, Oracle, Outcome, Symptom, Witness};
use opconform_tensor::{Class, DType, Tensor, Value};

use crate::due::Due;

/// Operands that one element has at most where they are said to show a departure alone.
const FEW: usize = 3;

/// What was done in a case, by the outcome and the witness of a clause that an oracle decides; `other` is the result in the case
/// that a clause compares this one with, and `due` what is due where an element is wrong.
pub(crate) fn deed(
    facts: &Facts,
    outcome: &Outcome,
    witness: &Witness,
    other: Option<Value>,
    oracle: Oracle,
    due: Due,
) -> Deed {
    match (outcome, witness.found, oracle) {
        (Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Malformed(_), ..) => Deed::NoAnswer,
        (Outcome::Rejected(_) | Outcome::Unsupported(_), ..) => Deed::Refused,
        (Outcome::Output(_), _, Oracle::Same(_)) => Deed::Unsteady,
        (Outcome::Output(_), Some(_), _) if matches!(witness.symptom, Symptom::Otherwise(How::Plainly, _)) => {
            Deed::Unsteady
        }
        (Outcome::Output(_), Some(_), _) if witness.position.is_some_and(|position| facts.is_untouched(position)) => {
            Deed::Overwrote
        }
        (Outcome::Output(_), Some(_), _) if other.is_some_and(is_unwritten) => Deed::Unwritten,
        (Outcome::Output(_), Some(found), _)
            if witness.position.is_some_and(|position| is_left_out(facts, position, &witness.operands, found)) =>
        {
            Deed::Unselected
        }
        (Outcome::Output(_), Some(found), _) => match other {
            // Of a NaN and a number either may be wrong; what happened is that a NaN is lost somewhere.
            Some(number) if found.class().is_nan() && !number.class().is_nan() => {
                of_element(facts, &witness.operands, number, due, None)
            }
            _ => match facts.selected(&witness.operands, found) {
                Some(found) => of_element(facts, &witness.operands, found, due, before(facts, witness.position)),
                None => Deed::Invented,
            },
        },
        (Outcome::Output(_), None, _) if facts.invalid().is_some() => Deed::Answered,
        (Outcome::Output(_), None, _)
            if facts.given(outcome).is_some_and(|output| Some(output.dtype()) != facts.output_type()) =>
        {
            Deed::OtherType
        }
        (Outcome::Output(_), None, _) => Deed::OtherShape,
    }
}

/// What was done where these operands meet, if that has another result than is due; `before` is what stood in its place before the call.
fn of_element(facts: &Facts, operands: &[Value], found: Value, due: Due, before: Option<Value>) -> Deed {
    let Facts { case, .. } = facts;
    if operands.is_empty() {
        return Deed::Empty;
    }
    let is_operand = operands.contains(&found);
    let has_nan = operands.iter().any(|operand| operand.class().is_nan());
    let (ignores, greatest) = match due {
        Due::Nan => (false, case.operator.preferred(operands)),
        Due::Number(greatest) => (true, greatest),
    };
    if found.class().is_nan() && has_nan {
        return if ignores && greatest.is_some() { Deed::KeptNan } else { Deed::OtherNan };
    }
    let (is_lost, elsewhere) = (has_nan && !found.class().is_nan(), is_elsewhere(facts, found));
    if !is_operand && elsewhere == Elsewhere::Nowhere && is_unwritten(found) {
        return Deed::Unwritten;
    }
    match greatest {
        // What comes of passing over every NaN there is.
        None if Some(found.bits()) == case.operator.identity(found.dtype()) => return Deed::LostNan,
        Some(greatest) if is_flushed(operands, greatest, found) => {
            return if is_lost && !ignores { Deed::LostNan } else { Deed::FlushedSubnormal };
        }
        _ => {}
    }
    if !is_operand && before == Some(found) {
        return Deed::AsBefore;
    }
    if !is_operand && elsewhere == Elsewhere::InAnotherResult {
        return Deed::ReadElsewhere;
    }
    if !is_operand && is_fold(case) && is_beginning(case, found) {
        return Deed::LeakedIdentity;
    }
    let is_zero = |value: Value| value.class().is_float_zero();
    let limit = facts.limit_of(operands, found);
    match (is_operand, is_lost) {
        (false, _) if elsewhere == Elsewhere::InTheSame => Deed::ReadElsewhere,
        // Who ignores NaNs loses none where the number that is left is changed.
        (false, true) if ignores => Deed::Invented,
        (_, true) => Deed::LostNan,
        _ if is_zero(found) && greatest.is_some_and(is_zero) => Deed::OtherZero,
        (true, false) if limit.is_some() => match limit {
            Some(Limit::Lower) => Deed::LowerLimit,
            Some(Limit::Upper) => Deed::UpperLimit,
            _ => Deed::Unlimited,
        },
        (true, false) if greatest.is_some_and(|due| is_beyond(case, found, due)) => Deed::LesserMagnitude,
        (true, false) => Deed::PassedOver,
        (false, false) => Deed::Invented,
    }
}

/// What stands at a row-major position of an input that the result is written over, where there is such an input.
pub(crate) fn before(facts: &Facts, position: Option<usize>) -> Option<Value> {
    let (position, destination) = (position?, facts.case.destination()?);
    (position < destination.len()).then(|| destination.value(position))
}

/// Whether a mask keeps a result from standing among the elements that meet at a row-major position.
fn is_left_out(facts: &Facts, position: usize, operands: &[Value], found: Value) -> bool {
    let meets = |case: Case| Facts::new(&case).values_at(position).contains(&found);
    !operands.contains(&found) && facts.case.with_all_selected().is_some_and(meets)
}

/// Whether a result has the bits of a destination that was never written.
fn is_unwritten(found: Value) -> bool {
    found == Value::unwritten(found.dtype())
}

/// Whether a number is preferred by value to the one that is due: then values are not what is compared.
fn is_beyond(case: &Case, found: Value, due: Value) -> bool {
    found != due && case.operator.preferred(&[due, found]) == Some(found)
}

/// Whether a subnormal was flushed to zero, or compared as one: of two numbers that are zero or subnormal the wrong one was given, and one
/// of them is subnormal; or a zero was, with the sign of a subnormal operand.
fn is_flushed(operands: &[Value], greatest: Value, found: Value) -> bool {
    let is_small = |class: Class| class.is_float_zero() || class.is_subnormal();
    let [due, given] = [greatest, found].map(Value::class);
    let is_operand = operands.contains(&found);
    let is_its_zero = |operand: &Value| {
        operand.class().is_subnormal()
            && operand.dtype().float().is_some_and(|it| operand.bits() & it.sign() == found.bits())
    };
    (is_operand || given.is_float_zero())
        && greatest != found
        && is_small(due)
        && is_small(given)
        && (due.is_subnormal() || given.is_subnormal() || !is_operand && operands.iter().any(is_its_zero))
}

/// Whether an operator begins with something and takes one operand after the other.
fn is_fold(case: &Case) -> bool {
    case.operator.form == Form::OnnxVariadic || case.operator.form.is_reduction()
}

/// Whether a reduction may begin with this, and little else gives it: the identity, or the finite number next to it.
fn is_beginning(case: &Case, found: Value) -> bool {
    let Some(identity) = case.operator.identity(found.dtype()) else { return false };
    let is_telling = identity != 0 && found.dtype() != DType::Bool;
    let is_infinite = found.dtype().float().is_some_and(|float| float.infinity().is_some());
    is_telling && (found.bits() == identity || (is_infinite && found.bits() == identity - 1))
}

/// Where in a case a result stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elsewhere {
    Nowhere,
    /// Among inputs that have but one result.
    InTheSame,
    /// Among those of which there are several results, so that it may be another's.
    InAnotherResult,
}

fn is_elsewhere(facts: &Facts, found: Value) -> Elsewhere {
    let results = facts.elements().unwrap_or(0);
    match facts.case.operands().iter().any(|input| holds(input, found)) {
        false => Elsewhere::Nowhere,
        true if results > 1 => Elsewhere::InAnotherResult,
        true => Elsewhere::InTheSame,
    }
}

fn holds(input: &Tensor, value: Value) -> bool {
    input.dtype() == value.dtype() && input.to_bits().contains(&value.bits())
}

/// Whether the operands at fault show it alone: they are few, and nothing else is answered.
pub(crate) fn is_alone(facts: &Facts, witness: &Witness) -> bool {
    let answered = facts.elements();
    witness.position.is_some() && witness.operands.len() <= FEW && answered == Some(1)
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Attribute, Operator, Origin};

    use super::*;

    fn origin() -> Origin {
        Origin { source: "test".into(), seed: None }
    }

    fn values(dtype: DType, names: &[&str]) -> Vec<Value> {
        let value = |name: &&str| match *name {
            "nan" => Value::nan(dtype).expect("a float type"),
            name => Value::parse(dtype, name).expect("a value"),
        };
        names.iter().map(value).collect()
    }

    fn tensor(dtype: DType, shape: &[usize], names: &[&str]) -> Tensor {
        let bits: Vec<u64> = values(dtype, names).into_iter().map(Value::bits).collect();
        Tensor::from_bits(dtype, shape, &bits).expect("a tensor")
    }

    /// What is done where a case of an operator has this result for these operands.
    fn done(operator: &str, inputs: Vec<Tensor>, operands: &[&str], found: &str) -> Deed {
        let operator = Operator::named(operator).expect("an operator");
        let dtype = inputs[0].dtype();
        let origin = Origin { source: "test".into(), seed: None };
        let case = Case::new(operator, operator.newest(), inputs, "deed", origin);
        let (facts, operands) = (Facts::new(&case), values(dtype, operands));
        of_element(&facts, &operands, values(dtype, &[found])[0], Due::of_operator(&facts, &operands), None)
    }

    /// The same of a row that is reduced, or of scalars that are compared.
    fn of_f32(operator: &str, operands: &[&str], found: &str) -> Deed {
        let inputs = if Operator::named(operator).expect("an operator").form.is_reduction() {
            vec![tensor(DType::F32, &[operands.len()], operands)]
        } else {
            operands.iter().map(|operand| tensor(DType::F32, &[], &[operand])).collect()
        };
        done(operator, inputs, operands, found)
    }

    #[test]
    fn of_an_element_and_its_bounds_another_may_be_given() {
        let limited = |bounds: &[&str], operands: &[&str], found: &str| {
            let clip = Operator::named("Clip").expect("an operator");
            let inputs: Vec<Tensor> = operands.iter().map(|operand| tensor(DType::F32, &[], &[operand])).collect();
            let named = bounds.iter().zip(1..).map(|(name, input)| ((*name).to_owned(), Attribute::Input { input }));
            let case = Case::new(clip, 13, inputs, "deed", Origin { source: "test".into(), seed: None });
            let (case, operands) = (case.with_attributes(named.collect()), values(DType::F32, operands));
            let facts = Facts::new(&case);
            of_element(&facts, &operands, values(DType::F32, &[found])[0], Due::of_operator(&facts, &operands), None)
        };
        assert_eq!(limited(&["min"], &["1.0", "2.0"], "1.0"), Deed::Unlimited);
        assert_eq!(limited(&["min"], &["2.0", "1.0"], "1.0"), Deed::LowerLimit);
        assert_eq!(limited(&["max"], &["1.0", "2.0"], "2.0"), Deed::UpperLimit);
        assert_eq!(limited(&["min", "max"], &["0.0", "2.0", "1.0"], "2.0"), Deed::LowerLimit);
        assert_eq!(limited(&["min", "max"], &["0.0", "2.0", "1.0"], "0.0"), Deed::Unlimited);
        assert_eq!(limited(&["min", "max"], &["0.0", "2.0", "1.0"], "3.0"), Deed::Invented);
    }

    #[test]
    fn what_a_mask_leaves_out_is_told_from_what_stands_elsewhere() {
        let operator = Operator::named("numpy.amax").expect("an operator");
        let mask = Tensor::from_bits(DType::Bool, &[2, 2], &[1, 0, 1, 1]).expect("a tensor");
        let data = tensor(DType::F32, &[2, 2], &["1.0", "3.0", "2.0", "5.0"]);
        let case = Case::new(operator, 1, vec![data, tensor(DType::F32, &[], &["0.0"]), mask], "deed", origin());
        let named = [("axis", Attribute::Ints(vec![1])), ("initial", Attribute::Int(1)), ("where", Attribute::Int(2))];
        let case = case.with_attributes(named.map(|(name, value)| (name.to_owned(), value)).into());
        let facts = Facts::new(&case);
        let left_out = |found: &str| is_left_out(&facts, 0, &facts.values_at(0), values(DType::F32, &[found])[0]);
        assert_eq!(facts.values_at(0), values(DType::F32, &["0.0", "1.0"]));
        assert_eq!(["3.0", "1.0", "5.0"].map(left_out), [true, false, false]);
    }

    #[test]
    fn what_stands_elsewhere_is_no_identity() {
        let square = || vec![tensor(DType::F32, &[2, 2], &["1.0", "-inf", "2.0", "3.0"])];
        assert_eq!(done("Max", square(), &["1.0"], "-inf"), Deed::ReadElsewhere);
        let other = vec![tensor(DType::F32, &[2, 2], &["1.0", "0.0", "2.0", "3.0"])];
        assert_eq!(done("Max", other, &["1.0"], "-inf"), Deed::LeakedIdentity);
        assert_eq!(of_f32("ReduceMax", &["1.0"], "-inf"), Deed::LeakedIdentity);
        assert_eq!(of_f32("ReduceMax", &["-inf"], "-max_finite"), Deed::LeakedIdentity);
        // An operation on two begins with nothing.
        assert_eq!(of_f32("numpy.maximum", &["1.0", "2.0"], "-inf"), Deed::Invented);
        let truth = vec![tensor(DType::Bool, &[1], &["false"])];
        assert_eq!(done("ReduceMin", truth, &["false"], "true"), Deed::Invented);
    }

    #[test]
    fn what_a_destination_was_filled_with_is_no_number_that_was_invented() {
        for operands in [&["1.0", "2.0"][..], &["nan", "1.0"], &["0.0"]] {
            assert_eq!(of_f32("Max", operands, "0xa5a5a5a5"), Deed::Unwritten, "{operands:?}");
        }
        assert_eq!(of_f32("Max", &["0xa5a5a5a5", "1.0"], "0xa5a5a5a5"), Deed::PassedOver);
        assert_eq!(of_f32("Max", &["1.0", "2.0"], "0xa5a5a5a4"), Deed::Invented);
    }

    #[test]
    fn what_stood_in_its_place_before_the_call_may_be_the_result() {
        let spans = [("x", 0, 1), ("y", 1, 1), ("destination", 2, 1)];
        let spans = spans.map(|(name, start, length)| (name.to_owned(), Attribute::Ints(vec![start, length])));
        let operator = Operator::named("dotnet.SpanMax").expect("an operator");
        let memory = vec![tensor(DType::F32, &[3], &["1.0", "2.0", "3.0"])];
        let case = Case::new(operator, 1, memory, "deed", Origin { source: "test".into(), seed: None });
        let case = case.with_attributes(spans.into());
        let (facts, operands) = (Facts::new(&case), values(DType::F32, &["1.0", "2.0"]));
        let done = |found: &str| {
            let due = Due::of_operator(&facts, &operands);
            of_element(&facts, &operands, values(DType::F32, &[found])[0], due, before(&facts, Some(2)))
        };
        assert_eq!((done("3.0"), done("1.0"), done("4.0")), (Deed::AsBefore, Deed::PassedOver, Deed::Invented));
        // A whole answer stands in the place of no element.
        assert_eq!(before(&facts, None), None);
    }

    #[test]
    fn of_nans_alone_the_identity_is_a_lost_nan() {
        assert_eq!(of_f32("ReduceMax", &["nan", "nan"], "-inf"), Deed::LostNan);
        let rows = vec![tensor(DType::F32, &[2, 2], &["nan", "nan", "-inf", "1.0"])];
        assert_eq!(done("ReduceMax", rows, &["nan", "nan"], "-inf"), Deed::LostNan);
        assert_eq!(of_f32("ReduceMax", &["nan", "1.0"], "1.0"), Deed::LostNan);
        assert_eq!(of_f32("ReduceMax", &["nan"], "-max_finite"), Deed::LeakedIdentity);
        assert_eq!(of_f32("numpy.fmax", &["nan", "inf"], "2.0"), Deed::Invented);
        assert_eq!(of_f32("numpy.fmax", &["nan", "1.0"], "nan"), Deed::KeptNan);
    }

    #[test]
    fn what_is_due_says_what_a_nan_or_a_number_in_its_place_is() {
        let of_two = |names: [&str; 2], found: &str, due: Due| {
            let inputs: Vec<Tensor> = names.iter().map(|name| tensor(DType::F32, &[], &[name])).collect();
            let operator = Operator::named("Max").expect("an operator");
            let case = Case::new(operator, 13, inputs, "deed", Origin { source: "test".into(), seed: None });
            of_element(&Facts::new(&case), &values(DType::F32, &names), values(DType::F32, &[found])[0], due, None)
        };
        let number = |name: &str| Due::Number(Some(values(DType::F32, &[name])[0]));
        assert_eq!(of_two(["nan", "1.0"], "nan", number("1.0")), Deed::KeptNan);
        assert_eq!(of_two(["nan", "1.0"], "nan", Due::Nan), Deed::OtherNan);
        assert_eq!(of_two(["nan", "1.0"], "1.0", Due::Nan), Deed::LostNan);
        assert_eq!(of_two(["nan", "1.0"], "3.0", number("1.0")), Deed::Invented);
        // The greater by absolute value is the lesser by value.
        assert_eq!(of_two(["-2.0", "min_subnormal"], "min_subnormal", number("-2.0")), Deed::LesserMagnitude);
        assert_eq!(of_two(["-2.0", "1.0"], "1.0", number("-2.0")), Deed::LesserMagnitude);
        // Of one magnitude, and of two where the greater is the greater by value too.
        assert_eq!(of_two(["-2.0", "2.0"], "-2.0", number("2.0")), Deed::PassedOver);
        assert_eq!(of_two(["1.0", "2.0"], "1.0", number("2.0")), Deed::PassedOver);
    }

    #[test]
    fn a_zero_is_the_other_one_where_a_zero_is_right() {
        assert_eq!(of_f32("Max", &["0.0", "-0.0"], "-0.0"), Deed::OtherZero);
        assert_eq!(of_f32("Min", &["0.0", "1.0"], "-0.0"), Deed::OtherZero);
        assert_eq!(of_f32("Max", &["0.0", "1.0"], "0.0"), Deed::PassedOver);
    }

    #[test]
    fn a_subnormal_that_is_taken_for_a_zero_is_flushed() {
        for operands in [&["0.0", "min_subnormal"][..], &["min_subnormal"], &["min_subnormal", "min_subnormal"]] {
            assert_eq!(of_f32("Max", operands, "0.0"), Deed::FlushedSubnormal, "{operands:?}");
        }
        assert_eq!(of_f32("Min", &["1.0", "min_subnormal"], "0.0"), Deed::FlushedSubnormal);
        // The zero of a subnormal that is below zero is taken, though the other stands in another result's place too.
        let rows = vec![tensor(DType::F32, &[2, 2], &["0.0", "-min_subnormal", "-0.0", "1.0"])];
        assert_eq!(done("ReduceMax", rows, &["0.0", "-min_subnormal"], "-0.0"), Deed::FlushedSubnormal);
        assert_eq!(of_f32("Max", &["0.0", "-1.0"], "-0.0"), Deed::OtherZero);
        assert_eq!(of_f32("Min", &["min_subnormal", "0.0"], "min_subnormal"), Deed::FlushedSubnormal);
        assert_eq!(of_f32("numpy.fmax", &["min_subnormal", "nan"], "0.0"), Deed::FlushedSubnormal);
        // Of a NaN that is lost it does not matter what becomes of the number beside it.
        assert_eq!(of_f32("Max", &["min_subnormal", "nan"], "0.0"), Deed::LostNan);
        assert_eq!(of_f32("Max", &["min_subnormal", "1.0"], "0.0"), Deed::Invented);
    }

    #[test]
    fn of_no_elements_whatever_is_wrong_is_one() {
        for found in ["0.0", "-max_finite", "nan"] {
            assert_eq!(of_f32("ReduceMax", &[], found), Deed::Empty, "{found}");
        }
    }
}
