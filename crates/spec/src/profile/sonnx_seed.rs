//! `sonnx-seed`: the SONNX `Max` as drafted on 2025-11-07. It names no NaN and no sign of zero, and its two properties
//! cannot both hold with a NaN operand. `Min`, which it does not have, is read by duality.

use super::{OF_A_SOURCE, Profile, answer, never};
use crate::choices::Choices;
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::gap;
use crate::operator::max;

pub(super) const PROFILE: Profile = Profile {
    name: "sonnx-seed",
    family: Family::Sonnx,
    source: "SONNX Max, draft of 2025-11-07, onnx/working-groups@32912e1",
    link: "https://github.com/onnx/working-groups/tree/32912e1",
    operators: &[&max::MAX, &max::MIN],
    applies,
    expect,
    refusal: never,
    choices: Choices {
        value: r"The maximum shall comply with the mathematical definition of the function denoted $\max$.",
        open: gap::NAN_UNSATISFIABLE,
        many: Some("`N` is an integer between 1 and 2147483647"),
        ..OF_A_SOURCE
    },
};

fn applies(_: &Choices, facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("read against Max-13, whose twelve types it lists");
    }
    if facts.dtype.is_some() && !facts.type_is_listed() { Err("not one of the twelve types") } else { Ok(()) }
}

fn expect(facts: &Facts) -> Expectation {
    if facts.dtype.is_none() {
        return Expectation::Silent(if facts.case.inputs.is_empty() { gap::NO_OPERAND } else { gap::MIXED_TYPES });
    }
    if facts.zero_meets_one() {
        return Expectation::Silent(gap::ZERO_MEETS_ONE);
    }
    answer(facts).unwrap_or(Expectation::Silent(gap::NO_ERROR_SECTION))
}
