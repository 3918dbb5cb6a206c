//! `onnx-<opset>`: the definitions of ONNX `Max`, `Min`, `ReduceMax`, `ReduceMin` and `Clip` that came into force with an operator
//! set, as the Changelog has them today; and `onnx-seed-<opset>`: those of `ReduceMax` as the project was given them. No version
//! names a NaN, the sign of a zero or an error; types, broadcasting and axes change from version to version. The sentences on
//! rank 0 and on the maximum of nothing were added later, and not everywhere.

use opconform_tensor::Tensor;

use super::{OF_A_SOURCE, Profile, answer, says};
use crate::choices::{Choices, Crossed, Missing, Nothing};
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::form::Form;
use crate::gap;
use crate::invalid_case::InvalidCase;
use crate::operator::{clip, max, reduce_max};

/// What a reduction computes.
const REDUCTION: &str = "Computes the max of the input tensor's elements along the provided axes.";

/// A version that says what rank 0 and the maximum of nothing are.
const CURRENT: Profile = Profile {
    name: "",
    family: Family::Onnx,
    source: "",
    link: "https://github.com/onnx/onnx/blob/main/docs/Changelog.md",
    operators: &[&max::MAX, &max::MIN, &reduce_max::REDUCE_MAX, &reduce_max::REDUCE_MIN, &clip::CLIP],
    applies: |_, _| Ok(()),
    expect,
    refusal: open_bounds,
    choices: Choices {
        value: "Element-wise max of each of the input tensors",
        open: gap::ONNX_NAN,
        many: Some(REDUCTION),
        nothing: says(
            Nothing::Identity,
            "Reduction over an empty set of values yields minus infinity (if supported by the datatype) or the minimum value of the \
             data type otherwise.",
        ),
        ..OF_A_SOURCE
    },
};

/// What `Clip` says of bounds that are missing.
const DEFAULTS: &str = "They default to numeric_limits::lowest() and numeric_limits::max()";

/// A version whose `Clip` has attributes for bounds.
const OF_ATTRIBUTES: Profile =
    Profile { choices: Choices { missing: says(Missing::LastOfAttributes, DEFAULTS), ..CURRENT.choices }, ..CURRENT };

/// A version whose `Clip` says what becomes of an element where the bounds are crossed.
const OF_CROSSED: Profile = Profile {
    choices: Choices {
        crossed: says(
            Crossed::Upper,
            "When 'min' is greater than 'max', the clip operator sets all the 'input' values to the value of 'max'.",
        ),
        ..CURRENT.choices
    },
    ..CURRENT
};

/// A version that says neither.
const SILENT: Profile = Profile {
    refusal: unsaid,
    choices: Choices { nothing: super::unsaid(Nothing::Open), ..CURRENT.choices },
    ..CURRENT
};

/// A version of `Max` and `Min` alone.
const ELEMENTWISE: Profile =
    Profile {
        operators: max::MAX_MIN, choices: Choices { many: Some("Inputs (1 - ∞)"), ..SILENT.choices }, ..CURRENT
    };

/// A version of `Max`, `Min` and `Clip`.
const ELEMENTWISE_AND_CLIP: Profile = Profile {
    operators: &[&max::MAX, &max::MIN, &clip::CLIP],
    choices: Choices { missing: says(Missing::LastOfAttributes, DEFAULTS), ..ELEMENTWISE.choices },
    ..ELEMENTWISE
};

/// A version of the reductions alone.
const REDUCING: Profile =
    Profile { operators: reduce_max::REDUCE, choices: Choices { value: REDUCTION, ..CURRENT.choices }, ..CURRENT };

/// A version of the reductions and `Clip`.
const REDUCING_AND_CLIP: Profile =
    Profile { operators: &[&reduce_max::REDUCE_MAX, &reduce_max::REDUCE_MIN, &clip::CLIP], ..REDUCING };

/// A version of the text that the project was given: that of `ReduceMax`, which says neither. The minimum is read by duality.
const SEED: Profile = Profile {
    link: "https://onnx.ai/onnx/operators/onnx__ReduceMax.html",
    operators: reduce_max::REDUCE,
    choices: Choices { value: REDUCTION, ..SILENT.choices },
    ..SILENT
};

macro_rules! versions {
    ($($profile:ident = $name:literal, $text:ident, $version:literal, $source:literal;)*) => {$(
        pub(super) const $profile: Profile = Profile {
            name: $name,
            source: concat!("ONNX version ", $version, " of ", $source),
            applies: |_, facts| applies(facts, $version),
            ..$text
        };
    )*};
}
versions! {
    ONNX_1 = "onnx-1", OF_ATTRIBUTES, 1, "Max, Min, ReduceMax, ReduceMin, Clip, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_6 = "onnx-6", ELEMENTWISE_AND_CLIP, 6, "Max, Min, Clip, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_8 = "onnx-8", ELEMENTWISE, 8, "Max, Min, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_11 = "onnx-11", REDUCING_AND_CLIP, 11, "ReduceMax, ReduceMin, Clip, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_12 = "onnx-12", SILENT, 12, "Max, Min, ReduceMax, ReduceMin, Clip, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_13 = "onnx-13", OF_CROSSED, 13, "Max, Min, ReduceMax, ReduceMin, Clip, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_18 = "onnx-18", REDUCING, 18, "ReduceMax, ReduceMin, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_20 = "onnx-20", REDUCING, 20, "ReduceMax, ReduceMin, onnx/onnx docs/Changelog.md at 1.23.0";
    ONNX_SEED_1 = "onnx-seed-1", SEED, 1, "ReduceMax, the documentation's page of its versions 1 to 13";
    ONNX_SEED_11 = "onnx-seed-11", SEED, 11, "ReduceMax, the documentation's page of its versions 1 to 13";
    ONNX_SEED_12 = "onnx-seed-12", SEED, 12, "ReduceMax, the documentation's page of its versions 1 to 13";
    ONNX_SEED_13 = "onnx-seed-13", SEED, 13, "ReduceMax, the documentation's page of its versions 1 to 13";
}

fn applies(facts: &Facts, version: u32) -> Result<(), &'static str> {
    if facts.version == Some(version) { Ok(()) } else { Err("another version of the operator is in force") }
}

fn expect(facts: &Facts) -> Expectation {
    if facts.case.operator.form == Form::OnnxLimits {
        return expect_of_limits(facts);
    }
    match facts.invalid() {
        Some(InvalidCase::NoOperand) if facts.case.operator.form.is_reduction() => {
            Expectation::MustReject("\"data : T\"")
        }
        Some(InvalidCase::NoOperand) => Expectation::MustReject("\"Inputs (1 - ∞)\""),
        Some(InvalidCase::MixedTypes) => {
            Expectation::MustReject("\"All inputs and outputs must have the same data type\"")
        }
        _ if !facts.type_is_listed() => Expectation::Silent(gap::UNLISTED_TYPE),
        Some(InvalidCase::UnequalShapes) => {
            Expectation::MustReject("\"All inputs and outputs must have the same shape\"")
        }
        Some(InvalidCase::Shapes(_)) => Expectation::Silent(gap::NO_BROADCAST),
        Some(InvalidCase::AxisOutOfRange { .. }) if facts.version < Some(11) => Expectation::Silent(gap::NO_RANGE),
        Some(InvalidCase::AxisOutOfRange { .. }) => Expectation::Silent(gap::OUT_OF_RANGE),
        Some(InvalidCase::DuplicateAxis(_)) => Expectation::Silent(gap::DUPLICATE_AXIS),
        Some(InvalidCase::EmptyAxes) => Expectation::Silent(gap::EMPTY_AXES),
        Some(InvalidCase::NegativeAxis(_)) => Expectation::Silent(gap::NO_RANGE),
        _ => answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING)),
    }
}

fn expect_of_limits(facts: &Facts) -> Expectation {
    match facts.invalid() {
        Some(InvalidCase::MixedTypes) => Expectation::Silent(gap::MIXED_BOUNDS),
        _ if !facts.type_is_listed() => Expectation::Silent(gap::UNLISTED_TYPE),
        Some(InvalidCase::NoScalar(_)) => Expectation::MustReject("\"It must be a scalar(tensor of empty shape).\""),
        Some(InvalidCase::Inexact(_)) => Expectation::Silent(gap::INEXACT_BOUND),
        _ => answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING)),
    }
}

/// What a version without a word on it need not answer.
fn unsaid(facts: &Facts) -> Option<&'static str> {
    let is_reduction = facts.case.operator.form.is_reduction();
    let is_scalar = is_reduction && facts.case.operands().iter().all(|data| data.shape().is_empty());
    let has_no_elements = is_reduction && facts.case.operands().iter().all(Tensor::is_empty);
    let empty = facts.is_empty_reduction().then_some(gap::EMPTY_REDUCTION);
    let open = empty.or(is_scalar.then_some(gap::RANK_ZERO)).or(has_no_elements.then_some(gap::WITHOUT_ELEMENTS));
    open.or_else(|| open_bounds(facts))
}

/// Bounds of which the version does not say whether they are any.
fn open_bounds(facts: &Facts) -> Option<&'static str> {
    let is_crossed = facts.version < Some(13) && facts.has_crossed_bounds();
    if is_crossed { Some(gap::CROSSED) } else { facts.has_nan_bound().then_some(gap::ONNX_NAN) }
}
