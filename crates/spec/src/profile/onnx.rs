//! `onnx-<opset>`: the definitions of ONNX `Max`, `Min`, `ReduceMax` and `ReduceMin` that came into force with an operator
//! set. No version names a NaN, the sign of a zero or an error; types, broadcasting and axes change from version to version.

use super::{Operands, Profile, answer, never};
use crate::breach::Breach;
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::gap;
use crate::operator::{max, reduce_max};

macro_rules! versions {
    ($($profile:ident = $name:literal, $version:literal;)*) => {$(
        pub(super) const $profile: Profile = Profile {
            name: $name,
            source: concat!("ONNX version ", $version, " of Max, Min, ReduceMax, ReduceMin, onnx/onnx docs/Changelog.md at 1.23.0"),
            link: "https://github.com/onnx/onnx/blob/main/docs/Changelog.md",
            operators: &[&max::MAX, &max::MIN, &reduce_max::REDUCE_MAX, &reduce_max::REDUCE_MIN],
            applies: |facts| applies(facts, $version),
            expect,
            refusal: never,
            element,
        };
    )*};
}
versions! {
    ONNX_1 = "onnx-1", 1;
    ONNX_6 = "onnx-6", 6;
    ONNX_8 = "onnx-8", 8;
    ONNX_11 = "onnx-11", 11;
    ONNX_12 = "onnx-12", 12;
    ONNX_13 = "onnx-13", 13;
    ONNX_18 = "onnx-18", 18;
    ONNX_20 = "onnx-20", 20;
}

fn applies(facts: &Facts, version: u32) -> Result<(), &'static str> {
    if facts.version == Some(version) { Ok(()) } else { Err("another version of the operator is in force") }
}

fn expect(facts: &Facts) -> Expectation {
    match facts.breach() {
        Some(Breach::NoOperand) => Expectation::MustReject("\"Inputs (1 - ∞)\""),
        Some(Breach::MixedTypes) => Expectation::MustReject("\"All inputs and outputs must have the same data type\""),
        _ if !facts.type_is_listed() => Expectation::Silent(gap::UNLISTED_TYPE),
        Some(Breach::UnequalShapes) => Expectation::MustReject("\"All inputs and outputs must have the same shape\""),
        Some(Breach::Shapes(_)) => Expectation::MustReject("the shapes do not broadcast"),
        Some(Breach::AxisOutOfRange { .. }) => Expectation::MustReject("\"Accepted range is [-r, r-1]\""),
        Some(Breach::DuplicateAxis(_)) => Expectation::Silent(gap::DUPLICATE_AXIS),
        Some(Breach::EmptyAxes) => Expectation::Silent(gap::EMPTY_AXES),
        Some(Breach::NegativeAxis(_)) => Expectation::Silent(gap::NEGATIVE_AXIS),
        _ => answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING)),
    }
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (None, Some(_)) if operands.reference.greatest_is_zero => ElementSet::AnyZero,
        (None, Some(greatest)) => ElementSet::Only(greatest),
        _ => ElementSet::Anything(gap::ONNX_NAN),
    }
}
