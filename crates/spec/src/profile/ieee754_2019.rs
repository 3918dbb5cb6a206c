//! `ieee754-2019`: the IEEE 754-2019 `maximum` as .NET's TensorPrimitives.Max documents it: its overloads on spans, and read
//! element by element on two operands of ONNX's `Max`. NaN propagates, +0 is above −0. `Min` is its twin.

use opconform_tensor::DType;

use super::{OF_A_SOURCE, Profile, answer, says, shows};
use crate::choices::{Bits, Choices, Nan, Nans, Nothing, Zeros};
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::form::Form;
use crate::gap;
use crate::invalid_case::InvalidCase;
use crate::operator::{max, span_max};

/// What becomes of NaNs.
const NAN_WORDS: &str = "The determination of the maximum element matches the IEEE 754:2019 `maximum` function. If either value is equal to \
    NaN, that value is stored as the result.";

pub(super) const PROFILE: Profile = Profile {
    name: "ieee754-2019",
    family: Family::Ieee754,
    source: ".NET TensorPrimitives.Max (IEEE 754:2019 maximum), Microsoft Learn; element by element",
    link: "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.max",
    operators: &[
        &max::MAX,
        &max::MIN,
        &span_max::SPAN_MAX,
        &span_max::SPAN_MIN,
        &span_max::SPAN_MAX_SCALAR,
        &span_max::SPAN_MIN_SCALAR,
        &span_max::SPAN_MAX_REDUCE,
        &span_max::SPAN_MIN_REDUCE,
    ],
    applies,
    expect,
    refusal,
    choices: Choices {
        value: "Computes the element-wise maximum of the numbers in the specified tensors.",
        nan: says(Nan::Propagates, NAN_WORDS),
        nans: says(Nans::Any, NAN_WORDS),
        bits: shows(Bits::KeptOrQuieted, "If either value is equal to NaN, that value is stored as the result."),
        zeros: says(Zeros::Ordered, "Positive 0 is considered greater than negative 0."),
        many: Some("Searches for the largest number in the specified tensor."),
        nothing: says(Nothing::Error, "Length of x must be greater than zero."),
        ..OF_A_SOURCE
    },
};

/// The page as the project was given it: of spans that differ in length, of a short destination, and of an x that overlaps it where
/// there is a y, it says nothing.
pub(super) const SEED: Profile = Profile {
    name: "ieee754-seed",
    source: ".NET TensorPrimitives.Max (IEEE 754:2019 maximum), the page alone, without the comments in its code",
    expect: expect_of_the_page,
    ..PROFILE
};

const NO_BF16: &str = "bf16 is no number type of .NET 8 to 10";
const BROADCASTING: &str = "broadcasting is the operator's, not the element's";

fn applies(_: &Choices, facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("judged on the newest version of the operator alone");
    }
    if facts.dtype.is_none() || !facts.type_is_listed() {
        return Err("defined on operands of one number type");
    }
    if !facts.case.operator.form.is_onnx() {
        return Ok(());
    }
    if facts.case.inputs.len() != 2 {
        return Err("defined on two operands");
    }
    if facts.shapes_clash() { Err(BROADCASTING) } else { Ok(()) }
}

fn expect(facts: &Facts) -> Expectation {
    match facts.invalid() {
        Some(InvalidCase::Lengths { .. }) => Expectation::MustReject("\"Length of x must be same as length of y.\""),
        Some(InvalidCase::ShortDestination { .. }) => Expectation::MustReject("\"Destination is too short.\""),
        Some(InvalidCase::Overlap(_)) => {
            Expectation::MustReject("\"reference overlapping memory locations and do not begin at the same location.\"")
        }
        Some(InvalidCase::EmptyReduction) => Expectation::MustReject("\"Length of x must be greater than zero.\""),
        _ => answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING)),
    }
}

fn expect_of_the_page(facts: &Facts) -> Expectation {
    let has_two_spans = facts.case.operator.form == Form::Spans;
    match facts.invalid() {
        Some(InvalidCase::Lengths { .. } | InvalidCase::ShortDestination { .. }) => {
            Expectation::Silent(gap::IN_THE_CODE)
        }
        Some(InvalidCase::Overlap("x")) if has_two_spans => Expectation::Silent(gap::IN_THE_CODE),
        _ => expect(facts),
    }
}

fn refusal(facts: &Facts) -> Option<&'static str> {
    if facts.dtype == Some(DType::Bf16) {
        return Some(NO_BF16);
    }
    (facts.case.operator.form.is_onnx() && !facts.equal_shapes()).then_some(BROADCASTING)
}
