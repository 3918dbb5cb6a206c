//! What a profile expects, in words.

use opconform_spec::{Expectation, Facts, Profile};
use opconform_tensor::shape_text;

/// What a profile expects, at an element or of the whole answer, in words.
pub(crate) fn expected(profile: &Profile, facts: &Facts, position: Option<usize>) -> String {
    match (profile.expectation(facts), facts.dtype, position) {
        (Ok(Expectation::Answer { .. }), Some(dtype), Some(position)) => {
            profile.element_set(facts, position).describe(dtype)
        }
        (Ok(Expectation::Answer { dtype, shape }), ..) => format!("{dtype} of shape {}", shape_text(&shape)),
        (Ok(Expectation::MustReject(rule)), ..) => format!("a refusal: {rule}"),
        (Ok(Expectation::OfType(dtype, gap)), ..) => format!("anything of {dtype} ({gap})"),
        (Ok(Expectation::Silent(gap)), ..) => format!("anything ({gap})"),
        (Err(reason), ..) => reason.to_owned(),
    }
}
