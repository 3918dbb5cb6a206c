//! Which findings have one cause, as far as what was done says it.
//!
//! What the operands at fault show alone is told apart by what becomes of them: a NaN lost, a zero's sign, a number, of integers or
//! of floats. Where they show it in company alone, what they are does not matter to whoever loses an element, reads another, or
//! takes another path for some: such a finding goes with what the same operator does wrong with the same operands alone, or
//! else with the numbers that are lost in company.

use std::collections::BTreeSet;

use super::observed::Observed;
use super::upright;
use crate::deed::Deed;
use crate::model::Finding;

/// What findings of one departure have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause<'a> {
    /// What a reduction begins with comes out of it.
    Beginning,
    /// The result of no elements.
    Empty,
    /// Which number is the greater.
    Number { of_floats: bool },
    /// Which element is read, whatever it is.
    Place,
    /// What a NaN does to a result.
    Nan,
    /// Which NaN is the result.
    NanBits,
    /// Which zero is the result.
    Zero,
    /// Whether the same question has the same answer.
    Unsteady,
    /// An error of this suite.
    Doubt(&'a str),
    /// The whole answer.
    Answer { deed: Deed, of: Vec<&'a str> },
}

/// The cause of each finding, in their order.
pub(super) fn causes<'a>(findings: &[&'a Finding]) -> Vec<Cause<'a>> {
    let direct: Vec<Cause> = findings.iter().map(|finding| direct(finding)).collect();
    let alone = || findings.iter().zip(&direct).filter(|(finding, _)| finding.alone);
    let by_operator: BTreeSet<(&str, &Cause)> = alone().map(|(it, cause)| (upright(it), cause)).collect();
    let by_operands: Vec<(Observed, &Cause)> = alone().map(|(it, cause)| (Observed::of(it), cause)).collect();
    let is_shown_alone = |finding: &Finding, cause: &Cause| {
        by_operator.contains(&(upright(finding), cause)) || by_operands.contains(&(Observed::of(finding), cause))
    };
    let of_place = |finding: &Finding, cause: &Cause| match cause {
        Cause::Place => true,
        Cause::Number { .. } => !finding.alone && !is_shown_alone(finding, cause),
        _ => false,
    };
    // The operators that lose elements of floats.
    let misplaced: BTreeSet<&str> = findings
        .iter()
        .zip(&direct)
        .filter(|(finding, cause)| is_of_floats(finding) && of_place(finding, cause))
        .map(|(finding, _)| upright(finding))
        .collect();
    let settled = |(finding, cause): (&&Finding, &Cause<'a>)| match cause {
        Cause::Place | Cause::Number { .. } if of_place(finding, cause) => Cause::Place,
        Cause::Nan | Cause::NanBits | Cause::Zero
            if !finding.alone && misplaced.contains(upright(finding)) && !is_shown_alone(finding, cause) =>
        {
            Cause::Place
        }
        cause => cause.clone(),
    };
    findings.iter().zip(&direct).map(settled).collect()
}

/// The cause of a finding that is looked at by itself.
fn direct(finding: &Finding) -> Cause<'_> {
    if let Some(doubt) = &finding.doubt {
        return Cause::Doubt(doubt);
    }
    match finding.deed {
        Deed::LeakedIdentity => Cause::Beginning,
        Deed::Empty => Cause::Empty,
        Deed::PassedOver | Deed::Invented => Cause::Number { of_floats: is_of_floats(finding) },
        Deed::ReadElsewhere => Cause::Place,
        Deed::LostNan | Deed::KeptNan => Cause::Nan,
        Deed::OtherNan => Cause::NanBits,
        Deed::OtherZero => Cause::Zero,
        Deed::Unsteady => Cause::Unsteady,
        deed => Cause::Answer { deed, of: asked(finding) },
    }
}

/// What an answer was wrong to.
fn asked(finding: &Finding) -> Vec<&str> {
    // Numbers and names of types differ from case to case.
    finding.witness.symptom.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2).collect()
}

fn is_of_floats(finding: &Finding) -> bool {
    matches!(finding.dtype.as_str(), "bf16" | "f16" | "f32" | "f64")
}
