//! `numpy`: `maximum(x1, x2, out, where)`, `fmax`, `amax` and `nanmax` of NumPy as Mars documents them, and their minimum
//! twins. NaN propagates, or is ignored, as each says; which NaN that is, is a matter of bits alone. Which zero is returned
//! depends on NumPy's own vector path, so either conforms. Of the reductions and of `fmax` the document has
//! a line each: what they take besides one axis, or two operands of one shape, is NumPy's, and may be refused.

use opconform_tensor::{DType, Numpy};

use super::{OF_A_SOURCE, Profile, answer, says, shows};
use crate::case::Attribute;
use crate::choices::{Bits, Choices, Nan, Nans};
use crate::direction::NanRule;
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::family::Family;
use crate::form::Form;
use crate::gap;
use crate::invalid_case::InvalidCase;
use crate::operator::{max, numpy_amax, numpy_maximum};

pub(super) const PROFILE: Profile = Profile {
    name: "numpy",
    family: Family::Numpy,
    source: "mars.tensor.maximum (NumPy's maximum), Mars documentation",
    link: "https://github.com/mars-project/mars/blob/v0.10.0/mars/tensor/arithmetic/maximum.py",
    operators: &[
        &max::MAX,
        &max::MIN,
        &numpy_maximum::MAXIMUM,
        &numpy_maximum::MINIMUM,
        &numpy_maximum::FMAX,
        &numpy_maximum::FMIN,
        &numpy_amax::AMAX,
        &numpy_amax::AMIN,
        &numpy_amax::NANMAX,
        &numpy_amax::NANMIN,
    ],
    applies,
    expect,
    refusal,
    choices: Choices {
        value: "The maximum is equivalent to mt.where(x1 >= x2, x1, x2) when neither x1 nor x2 are nans",
        nan: says(Nan::Propagates, "The net effect is that NaNs are propagated."),
        ignoring: Some(says(Nan::Ignored, "Element-wise maximum of two tensors, ignores NaNs.")),
        nans: shows(Nans::First, "If both elements are NaNs then the first is returned."),
        bits: shows(
            Bits::KeptOrQuieted,
            "If one of the elements being compared is a NaN, then that element is returned.",
        ),
        many: Some("The maximum value of a tensor along a given axis, propagates NaNs."),
        ..OF_A_SOURCE
    },
};

/// Whether an element type is one that other packages add to NumPy.
fn is_added(dtype: DType) -> bool {
    matches!(dtype.numpy(), Numpy::Added(_))
}

fn applies(_: &Choices, facts: &Facts) -> Result<(), &'static str> {
    if facts.version != Some(facts.case.operator.newest()) {
        return Err("judged on the newest version of the operator alone");
    }
    if facts.case.operator.form.is_onnx() && facts.case.inputs.len() != 2 {
        return Err("defined on two operands");
    }
    match facts.dtype {
        None => Err("NumPy promotes mixed types by rules of its own"),
        Some(_) if !facts.type_is_listed() => Err("not one of the operator's types"),
        Some(_) => Ok(()),
    }
}

fn expect(facts: &Facts) -> Expectation {
    match facts.invalid() {
        Some(InvalidCase::Shapes(_)) => Expectation::MustReject("\"shapes that can be broadcast to a single shape\""),
        Some(InvalidCase::OutShape { .. }) if facts.case.operator.form.is_reduction() => {
            Expectation::Silent(gap::AMAX_ARGUMENTS)
        }
        Some(InvalidCase::OutShape { .. }) => {
            Expectation::MustReject("\"it must have a shape that the inputs broadcast to\"")
        }
        Some(InvalidCase::EmptyReduction) => Expectation::Silent(gap::AMAX_EMPTY),
        _ => answer(facts).unwrap_or(Expectation::Silent(gap::NO_MEANING)),
    }
}

/// An element type that is not NumPy's own, and an argument that Mars does not document of an operator, may be refused.
fn refusal(facts: &Facts) -> Option<&'static str> {
    let case = facts.case;
    if facts.dtype.is_some_and(is_added) {
        return Some(gap::ADDED_TYPES);
    }
    if case.operator.form == Form::UfuncReduction {
        let axes = case.attributes.get("axis").filter(|_| case.attributes.len() == 1);
        let is_one_axis =
            matches!(axes, Some(Attribute::Ints(axes)) if matches!(axes.as_slice(), [axis] if *axis >= 0));
        (!is_one_axis).then_some(gap::AMAX_ARGUMENTS)
    } else {
        let is_plain = facts.equal_shapes() && case.inputs.len() == case.operands().len();
        (case.operator.nan == NanRule::Ignored && !is_plain).then_some(gap::FMAX_ARGUMENTS)
    }
}
