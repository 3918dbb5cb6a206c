//! `sonnx`: the SONNX `Max` of 2026-02-13. NaN is absorbing, 0 > −0, eleven types, no implicit conversion, and `E1` for
//! shapes that do not broadcast. `Min`, which it does not have yet, is read by duality.

use opconform_tensor::DType;

use super::{OF_A_SOURCE, Profile, answer, never, says};
use crate::choices::{Choices, Nan, Nans, Zeros};
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::gap;
use crate::operator::max;

/// What becomes of NaNs.
const ABSORBING: &str = "NaN is an absorbing element for **Max**.";
/// The order of all other values.
const ORDER: &str = "Inf > any positive number > 0 > -0 > any negative number > -Inf.";

pub(super) const PROFILE: Profile = Profile {
    name: "sonnx",
    family: Family::Sonnx,
    source: "SONNX Max and Broadcast of 2026-02-13, onnx/working-groups@9bed1da (pull request 119)",
    link: "https://github.com/onnx/working-groups/pull/119",
    operators: &[&max::MAX, &max::MIN],
    applies,
    expect,
    refusal: never,
    choices: Choices {
        value: ORDER,
        nan: says(Nan::Propagates, ABSORBING),
        nans: says(Nans::Any, ABSORBING),
        zeros: says(Zeros::Ordered, ORDER),
        many: Some("`N` is an integer between 1 and 2147483647"),
        ..OF_A_SOURCE
    },
};

fn applies(_: &Choices, facts: &Facts) -> Result<(), &'static str> {
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
        return Expectation::Silent(gap::ZERO_BY_E1);
    }
    answer(facts).unwrap_or(Expectation::MustReject("E1: the shapes do not broadcast"))
}
