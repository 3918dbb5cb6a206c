//! The profiles: named, versioned, complete answers to "what may the result be". One file each.

use crate::expectation::{ElementSet, Expectation};
use crate::facts::{Facts, Reference};
use crate::gap;

mod ieee754_2019;
mod numpy;
mod onnx;
mod sonnx;
mod sonnx_seed;

/// One reading of what a maximum may be.
#[derive(Debug)]
pub struct Profile {
    /// The name, such as `sonnx`.
    pub name: &'static str,
    /// The document and revision that it reads.
    pub source: &'static str,
    /// Whether it speaks of a case at all; the reason when not.
    pub(crate) applies: fn(&Facts) -> Result<(), &'static str>,
    /// What it expects of a case that it applies to.
    pub(crate) expect: fn(&Facts) -> Expectation,
    /// Why a case that it expects an answer to may be refused all the same; `None` where it may not.
    pub(crate) refusal: fn(&Facts) -> Option<&'static str>,
    /// What it accepts where these operands meet.
    pub(crate) element: fn(Operands) -> ElementSet,
}

/// The operands that meet at one element, as far as a profile needs to know them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operands {
    /// How many there are.
    pub(crate) count: usize,
    /// What they have in common.
    pub(crate) reference: Reference,
    /// Whether the greatest of them is a zero of a float type.
    pub(crate) greatest_is_zero: bool,
}

/// Every profile, in the order of reports.
pub const PROFILES: &[&Profile] = &[
    &sonnx_seed::PROFILE,
    &sonnx::PROFILE,
    &onnx::ONNX_1,
    &onnx::ONNX_6,
    &onnx::ONNX_8,
    &onnx::ONNX_12,
    &onnx::ONNX_13,
    &ieee754_2019::PROFILE,
    &numpy::PROFILE,
];

impl Profile {
    /// The profile of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name).copied()
    }

    /// What it expects of a case; the reason when it does not speak of it.
    pub fn expectation(&self, facts: &Facts) -> Result<Expectation, &'static str> {
        (self.applies)(facts)?;
        if facts.is_too_large() {
            return Ok(Expectation::Silent(gap::TOO_LARGE));
        }
        Ok((self.expect)(facts))
    }

    /// The results that it accepts at a row-major position of the answer; anything where there is no such element.
    pub fn element_set(&self, facts: &Facts, position: usize) -> ElementSet {
        if !facts.has_element(position) {
            return ElementSet::Anything(gap::NO_ELEMENT);
        }
        (self.element)(facts.operands(position))
    }
}

/// The `refusal` of a profile whose operator answers whatever is well formed.
fn never(_: &Facts) -> Option<&'static str> {
    None
}

/// The answer that broadcasting gives, for operands of one listed type whose shapes broadcast.
fn broadcast_answer(facts: &Facts) -> Option<Expectation> {
    Some(Expectation::Answer { dtype: facts.dtype?, shape: facts.shape.clone().ok()? })
}
