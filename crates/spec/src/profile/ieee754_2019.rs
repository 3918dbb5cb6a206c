//! `ieee754-2019`: the IEEE 754-2019 `maximum` as .NET's TensorPrimitives.Max documents it, read element by element on two
//! operands. NaN propagates, +0 is above −0.

use super::{Operands, Profile, broadcast_answer};
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;

pub(super) const PROFILE: Profile = Profile {
    name: "ieee754-2019",
    source: ".NET TensorPrimitives.Max (IEEE 754:2019 maximum), Microsoft Learn; element by element",
    applies,
    expect,
    refusal,
    element,
};

fn applies(facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("judged on the newest version of the operator alone");
    }
    if facts.case.inputs.len() != 2 {
        return Err("defined on two operands");
    }
    if facts.dtype.is_none() || !facts.type_is_listed() {
        return Err("defined on two operands of one number type");
    }
    if facts.shape.is_err() { Err("broadcasting is the operator's, not the element's") } else { Ok(()) }
}

fn expect(facts: &Facts) -> Expectation {
    broadcast_answer(facts).unwrap_or(Expectation::Silent("broadcasting is the operator's, not the element's"))
}

fn refusal(facts: &Facts) -> Option<&'static str> {
    (!facts.equal_shapes()).then_some("broadcasting is the operator's, not the element's")
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (None, Some(greatest)) => ElementSet::Only(greatest),
        _ => ElementSet::AnyNan,
    }
}
