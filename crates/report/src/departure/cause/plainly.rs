//! What the plain way of being asked says of what goes wrong in others.

use std::collections::BTreeSet;

use super::CauseKey;
use super::beside::is_as_before;
use crate::cause::Cause;
use crate::departure::upright;
use crate::model::{Finding, Witness};

/// What shows in the plain way, and explains what shows in others.
pub(super) struct Plainly<'a> {
    /// The operators that leave elements which they are to write.
    writing: BTreeSet<&'a str>,
    /// Whether the bits of a NaN depend on the place.
    wavers: bool,
}

impl<'a> Plainly<'a> {
    pub(super) fn of(plain: impl Iterator<Item = (&'a Finding, Cause)> + Clone) -> Self {
        let writing = plain.clone().filter(|(_, cause)| *cause == Cause::Written).map(|(it, _)| upright(it)).collect();
        Self { writing, wavers: plain.map(|(it, _)| it).any(is_of_nans) }
    }

    /// The cause of a finding in another way, where it is known from the plain one.
    pub(super) fn cause(&self, finding: &Finding) -> Option<CauseKey> {
        let as_before = is_as_before(&finding.witness) && self.writing.contains(upright(finding));
        let wavers = (self.wavers && is_of_nans(finding)).then_some(Cause::NanBits);
        let cause = as_before.then_some(Cause::Written).or(wavers)?;
        Some(CauseKey { in_a_way: false, cause, lead: 0 })
    }
}

/// Whether a finding is that one NaN is given in one circumstance, and another in another.
fn is_of_nans(Finding { witness: Witness { found, plainly, differs_from, .. }, .. }: &Finding) -> bool {
    let elsewhere = differs_from.as_ref().map(|(_, element)| element).or(plainly.as_ref());
    found.as_ref().zip(elsewhere).is_some_and(|(here, there)| here.class.is_nan() && there.class.is_nan())
}
