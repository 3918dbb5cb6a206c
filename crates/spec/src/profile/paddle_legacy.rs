//! `paddle-legacy`: `paddle.tensor.maximum(x, y, axis=-1)` as Paddle documented it, and `minimum`. A NaN of `y` is the result
//! in a printed example; of a NaN of `x`, of the sign of zero and of errors there is no word.

use super::{Operands, Profile, answer, never};
use crate::breach::Breach;
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::gap;
use crate::operator::paddle_maximum;

pub(super) const PROFILE: Profile = Profile {
    name: "paddle-legacy",
    source: "paddle.tensor.maximum(x, y, axis=-1), Paddle documentation in Chinese",
    link: "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/maximum_cn.html",
    operators: &[&paddle_maximum::MAXIMUM, &paddle_maximum::MINIMUM],
    applies,
    expect,
    refusal: never,
    element,
};

fn applies(facts: &Facts) -> Result<(), &'static str> {
    match facts.dtype {
        Some(_) if !facts.type_is_listed() => Err("not one of float32, float64, int32, int64"),
        _ => Ok(()),
    }
}

fn expect(facts: &Facts) -> Expectation {
    match facts.breach() {
        Some(Breach::NoSubSequence { .. }) => {
            Expectation::MustReject("the shape of Y is no contiguous sub-sequence of that of X at axis")
        }
        Some(Breach::AxisFormula { .. }) => Expectation::Silent(gap::PADDLE_AXIS),
        Some(Breach::MixedTypes) => Expectation::Silent(gap::MIXED_TYPES),
        _ => answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING)),
    }
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (None, Some(_)) if operands.reference.greatest_is_zero => ElementSet::AnyZero,
        (None, Some(greatest)) => ElementSet::Only(greatest),
        _ => ElementSet::Anything(gap::PADDLE_NAN),
    }
}
