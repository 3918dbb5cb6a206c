//! What a profile expects, in words.

use opconform_spec::{Expectation, Facts, Profile};
use opconform_tensor::shape_text;

/// What a profile expects, at an element of the output that the facts are of or of the whole answer, in words.
pub(crate) fn expected(profile: &Profile, facts: &Facts, position: Option<usize>) -> String {
    match (profile.expectation(facts), facts.output_type(), position) {
        (Ok(Expectation::Answer), Some(dtype), Some(position)) => profile.element_set(facts, position).describe(dtype),
        (Ok(Expectation::Answer), ..) => facts.outputs().filter_map(form).collect::<Vec<_>>().join(" and "),
        (Ok(Expectation::MustReject(rule)), ..) => format!("a refusal: {rule}"),
        (Ok(Expectation::OfType(dtype, gap)), ..) => format!("anything of {dtype} ({gap})"),
        (Ok(Expectation::Silent(gap)), ..) => format!("anything ({gap})"),
        (Err(reason), ..) => reason.to_owned(),
    }
}

/// The element type and the shape of an output, in words.
fn form(facts: &Facts) -> Option<String> {
    Some(format!("{} of shape {}", facts.output_type()?, shape_text(facts.shape()?)))
}
