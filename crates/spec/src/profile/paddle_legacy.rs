//! `paddle-legacy`: `paddle.tensor.maximum(x, y, axis=-1)` as Paddle documented it, and `minimum`. A NaN of `y` is the result
//! in a printed example; of a NaN of `x`, of the sign of zero and of errors there is no word.

use super::{OF_A_SOURCE, Profile, answer, never, says};
use crate::choices::{Choices, Nan};
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::gap;
use crate::invalid_case::InvalidCase;
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
    choices: Choices {
        value: "Out = max(X, Y)",
        nan: says(Nan::Open, "#[ 2. 4. nan]"),
        open: gap::PADDLE_NAN,
        ..OF_A_SOURCE
    },
};

fn applies(_: &Choices, facts: &Facts) -> Result<(), &'static str> {
    let listed = |dtype| (facts.case.operator.types)(facts.case.operator.newest()).contains(&dtype);
    if facts.case.inputs.iter().all(|input| listed(input.dtype())) {
        Ok(())
    } else {
        Err("not one of float32, float64, int32, int64")
    }
}

fn expect(facts: &Facts) -> Expectation {
    match facts.invalid() {
        Some(InvalidCase::NoSubSequence { .. }) => Expectation::Silent(gap::PADDLE_NEITHER_CASE),
        Some(InvalidCase::AxisFormula { .. }) => Expectation::Silent(gap::PADDLE_AXIS),
        _ => match (answer(facts), facts.case.inputs.first()) {
            (Some(answer), _) => answer,
            (None, Some(x)) if facts.dtype.is_none() => Expectation::OfType(x.dtype(), gap::PADDLE_MIXED),
            _ => Expectation::Silent(gap::NO_MEANING),
        },
    }
}
