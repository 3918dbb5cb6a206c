//! `numpy`: the `maximum(x1, x2)` of NumPy as Mars documents it. NaN propagates, and of two NaNs the first is returned.
//! Which zero is returned depends on NumPy's own vector path, so either conforms.

use super::{Operands, Profile, broadcast_answer, never};
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;

pub(super) const PROFILE: Profile = Profile {
    name: "numpy",
    source: "mars.tensor.maximum (NumPy's maximum), Mars documentation",
    applies,
    expect,
    refusal: never,
    element,
};

fn applies(facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("judged on the newest version of the operator alone");
    }
    if facts.case.inputs.len() != 2 {
        return Err("defined on two operands");
    }
    match facts.dtype {
        None => Err("NumPy promotes mixed types by rules of its own"),
        Some(_) if !facts.type_is_listed() => Err("not one of the operator's types"),
        Some(_) => Ok(()),
    }
}

fn expect(facts: &Facts) -> Expectation {
    broadcast_answer(facts).unwrap_or(Expectation::MustReject("\"shapes that can be broadcast to a single shape\""))
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (Some(nan), _) => ElementSet::NanQuieted(nan),
        (None, Some(_)) if operands.greatest_is_zero => ElementSet::AnyZero,
        (None, Some(greatest)) => ElementSet::Only(greatest),
        (None, None) => ElementSet::Anything("no operand"),
    }
}
