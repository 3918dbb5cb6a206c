//! What an implementation did where it departs, by what it was asked and what came out.

use opconform_report::Deed;
use opconform_spec::{Case, Facts, NanRule, Oracle, Outcome, Witness};
use opconform_tensor::{Class, Tensor, Value};

/// Operands that one element has at most where they are said to show a departure alone.
const FEW: usize = 3;

/// What was done in a case, by the outcome and the witness of a clause that an oracle decides; `other` is the result in the case
/// that a clause compares this one with.
pub(crate) fn deed(facts: &Facts, outcome: &Outcome, witness: &Witness, other: Option<Value>, oracle: Oracle) -> Deed {
    match (outcome, witness.found, oracle) {
        (Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Malformed(_), ..) => Deed::NoAnswer,
        (Outcome::Rejected(_) | Outcome::Unsupported(_), ..) => Deed::Refused,
        (Outcome::Output(_), _, Oracle::Same(_)) => Deed::Unsteady,
        // Of a NaN and a number either may be wrong; what happened is that a NaN is lost somewhere.
        (Outcome::Output(_), Some(found), _) => match other {
            Some(number) if found.class().is_nan() && !number.class().is_nan() => {
                of_element(facts.case, &witness.operands, number)
            }
            _ => of_element(facts.case, &witness.operands, found),
        },
        (Outcome::Output(_), None, _) if facts.breach().is_some() => Deed::Answered,
        (Outcome::Output(_), None, _) => Deed::OtherShape,
    }
}

fn of_element(case: &Case, operands: &[Value], found: Value) -> Deed {
    let is = |class: fn(Class) -> bool| operands.iter().any(|operand| class(operand.class()));
    let is_operand = operands.contains(&found);
    let (is_nan, has_nan) = (found.class().is_nan(), is(Class::is_nan));
    if is_nan && has_nan {
        let ignores = case.operator.nan == NanRule::Ignored;
        let has_number = is(|class| !class.is_nan());
        return if ignores && has_number { Deed::KeptNan } else { Deed::OtherNan };
    }
    if !is_operand && is_beginning(case, found) {
        return Deed::LeakedIdentity;
    }
    if operands.is_empty() {
        return Deed::Empty;
    }
    let is_elsewhere = || case.operands().iter().any(|input| holds(input, found));
    match (is_operand, has_nan && !is_nan) {
        (false, _) if is_elsewhere() => Deed::ReadElsewhere,
        (_, true) => Deed::LostNan,
        _ if found.class().is_float_zero() && is(Class::is_float_zero) => Deed::OtherZero,
        (true, false) => Deed::PassedOver,
        (false, false) => Deed::Invented,
    }
}

/// Whether a reduction may begin with this, and little else gives it: the identity, or the finite number next to it.
fn is_beginning(case: &Case, found: Value) -> bool {
    let identity = case.operator.identity(found.dtype());
    let is_zero = identity == 0;
    !is_zero && (found.bits() == identity || (found.dtype().is_float() && found.bits() == identity - 1))
}

fn holds(input: &Tensor, value: Value) -> bool {
    input.dtype() == value.dtype() && input.to_bits().contains(&value.bits())
}

/// Whether the operands at fault show it alone: they are few, and nothing else is answered.
pub(crate) fn is_alone(facts: &Facts, witness: &Witness) -> bool {
    let answered: Option<usize> = facts.shape().map(|shape| shape.iter().product());
    witness.position.is_some() && witness.operands.len() <= FEW && answered == Some(1)
}
