//! `paddle-legacy`: `paddle.tensor.maximum(x, y, axis=-1)` as Paddle documented it, and `minimum`. A NaN of `y` is the result
//! in a printed example; of a NaN of `x`, of the sign of zero and of errors there is no word.

use super::{Element, Operands, Profile, answer, never, open};
use crate::breach::Breach;
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::family::Family;
use crate::gap;
use crate::operator::paddle_maximum;

pub(super) const PROFILE: Profile = Profile {
    name: "paddle-legacy",
    family: Family::Paddle,
    source: "paddle.tensor.maximum(x, y, axis=-1), Paddle documentation in Chinese",
    link: "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/maximum_cn.html",
    operators: &[&paddle_maximum::MAXIMUM, &paddle_maximum::MINIMUM],
    applies,
    expect,
    refusal: never,
    element: Element::By(element),
};

fn applies(facts: &Facts) -> Result<(), &'static str> {
    let listed = |dtype| (facts.case.operator.types)(facts.case.operator.newest()).contains(&dtype);
    if facts.case.inputs.iter().all(|input| listed(input.dtype())) {
        Ok(())
    } else {
        Err("not one of float32, float64, int32, int64")
    }
}

fn expect(facts: &Facts) -> Expectation {
    match facts.breach() {
        Some(Breach::NoSubSequence { .. }) => Expectation::Silent(gap::PADDLE_NEITHER_CASE),
        Some(Breach::AxisFormula { .. }) => Expectation::Silent(gap::PADDLE_AXIS),
        _ => match (answer(facts), facts.case.inputs.first()) {
            (Some(answer), _) => answer,
            (None, Some(x)) if facts.dtype.is_none() => Expectation::OfType(x.dtype(), gap::PADDLE_MIXED),
            _ => Expectation::Silent(gap::NO_MEANING),
        },
    }
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (None, Some(_)) if operands.reference.greatest_is_zero => ElementSet::AnyZero,
        (None, Some(greatest)) => ElementSet::Only(greatest),
        _ => open(operands, gap::PADDLE_NAN),
    }
}
