//! `sonnx`: the SONNX `Max` of 2026-02-13. NaN is absorbing, 0 > −0, eleven types, no implicit conversion, and `E1` for
//! shapes that do not broadcast. `Min`, which it does not have yet, is read by duality.

use opconform_tensor::DType;

use super::{Element, Operands, Profile, answer, never};
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::family::Family;
use crate::gap;
use crate::operator::max;

pub(super) const PROFILE: Profile = Profile {
    name: "sonnx",
    family: Family::Sonnx,
    source: "SONNX Max and Broadcast of 2026-02-13, onnx/working-groups@9bed1da (pull request 119)",
    link: "https://github.com/onnx/working-groups/pull/119",
    operators: &[&max::MAX, &max::MIN],
    applies,
    expect,
    refusal: never,
    element: Element::By(element),
};

fn applies(facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("\"Based on ONNX documentation Max version 13\"");
    }
    match facts.dtype {
        Some(DType::Bf16) => Err("bf16 is no longer listed"),
        Some(_) if !facts.type_is_listed() => Err("not one of the eleven types"),
        _ => Ok(()),
    }
}

fn expect(facts: &Facts) -> Expectation {
    if facts.dtype.is_none() {
        return if facts.case.inputs.is_empty() {
            Expectation::Silent(gap::NO_OPERAND)
        } else {
            Expectation::MustReject("[GR3] no implicit data type conversion")
        };
    }
    if facts.zero_meets_one() {
        return Expectation::Silent(gap::ZERO_MEETS_ONE);
    }
    answer(facts).unwrap_or(Expectation::MustReject("E1: the shapes do not broadcast"))
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (None, Some(greatest)) => ElementSet::Only(greatest),
        _ => ElementSet::AnyNan,
    }
}
