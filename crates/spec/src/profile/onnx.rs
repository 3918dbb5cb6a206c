//! `onnx-<opset>`: ONNX `Max` as of operator set 1, 6, 8, 12 and 13. No version names a NaN, the sign of a zero or an
//! error; types and broadcasting change from version to version.

use super::{Operands, Profile, broadcast_answer, never};
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::gap;

macro_rules! versions {
    ($($profile:ident = $name:literal, $version:literal;)*) => {$(
        pub(super) const $profile: Profile = Profile {
            name: $name,
            source: concat!("ONNX Max-", $version, ", onnx/onnx docs/Changelog.md at 1.23.0"),
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
    ONNX_12 = "onnx-12", 12;
    ONNX_13 = "onnx-13", 13;
}

fn applies(facts: &Facts, version: u32) -> Result<(), &'static str> {
    if facts.version == Some(version) { Ok(()) } else { Err("another version of the operator is in force") }
}

fn expect(facts: &Facts) -> Expectation {
    if facts.dtype.is_none() {
        return Expectation::MustReject(if facts.case.inputs.is_empty() {
            "\"Inputs (1 - ∞)\""
        } else {
            "\"All inputs and outputs must have the same data type\""
        });
    }
    if !facts.type_is_listed() {
        return Expectation::Silent(gap::UNLISTED_TYPE);
    }
    if !facts.broadcasts_allowed() && !facts.equal_shapes() {
        return Expectation::MustReject("\"All inputs and outputs must have the same shape\"");
    }
    broadcast_answer(facts).unwrap_or(Expectation::MustReject("the shapes do not broadcast"))
}

fn element(operands: Operands) -> ElementSet {
    match (operands.reference.first_nan, operands.reference.greatest) {
        (None, Some(_)) if operands.greatest_is_zero => ElementSet::AnyZero,
        (None, Some(greatest)) => ElementSet::Only(greatest),
        _ => ElementSet::Anything(gap::ONNX_NAN),
    }
}
