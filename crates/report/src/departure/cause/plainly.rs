//! What the plain way of being asked says of what goes wrong in others.

use std::collections::BTreeSet;

use opconform_tensor::Types;

use super::beside::{is_as_before, is_of_nans};
use super::{CauseKey, FaultOf, fault_of};
use crate::cause::Cause;
use crate::departure::observed::Observed;
use crate::departure::upright;
use crate::model::Finding;
use crate::operands::Shapes;
use crate::severity::Severity;

/// What shows in the plain way, and explains what shows in others.
pub(super) struct Plainly<'a> {
    /// The operators that leave elements which they are to write.
    writing: BTreeSet<&'a str>,
    /// The operators by which the bits of a NaN depend on the place. Of another operator, it is what stands in the way that alters them.
    wavering: BTreeSet<&'a str>,
    /// What each operator shows.
    shown: Vec<(Shown<'a>, CauseKey)>,
}

/// What is wrong in one way, and would be the same in another.
#[derive(PartialEq, Eq)]
enum Shown<'a> {
    /// At an element: what was observed there.
    Element(&'a str, Observed<'a>),
    /// Of a whole answer: what is wrong with it.
    Fault(&'a str, FaultOf<'a>),
    /// Of a whole answer: to what it is given. Who gives no shape that is right has nothing that is right to hand on.
    Question(&'a str, Types, &'a Shapes, Option<&'a str>, Option<u32>),
}

impl<'a> Shown<'a> {
    /// What a finding of this cause shows.
    fn of(finding: &'a Finding, cause: Cause) -> Vec<Self> {
        let Finding { witness, dtype, severity, .. } = finding;
        let by = upright(finding);
        match Observed::of(finding) {
            Observed::Answer { .. } if cause != Cause::Answer => Vec::new(),
            Observed::Answer { .. } => {
                let question =
                    Self::Question(by, *dtype, &witness.shapes, witness.attributes.as_deref(), witness.opset);
                let question = (*severity != Severity::NoAnswer).then_some(question);
                fault_of(finding).map(|fault| Self::Fault(by, fault)).into_iter().chain(question).collect()
            }
            observed => vec![Self::Element(by, observed)],
        }
    }
}

impl<'a> Plainly<'a> {
    pub(super) fn of(plain: impl Iterator<Item = (&'a Finding, CauseKey)> + Clone) -> Self {
        let by = |is_it: &dyn Fn(&(&Finding, CauseKey)) -> bool| {
            plain.clone().filter(is_it).map(|(finding, _)| upright(finding)).collect()
        };
        Self {
            writing: by(&|(_, key)| key.cause == Cause::Written),
            wavering: by(&|(finding, _)| is_of_nans(finding)),
            shown: plain.flat_map(|(it, key)| Shown::of(it, key.cause).into_iter().map(move |it| (it, key))).collect(),
        }
    }

    /// The cause of a finding in another way, where it is known from the plain one.
    pub(super) fn cause(&self, finding: &Finding, direct: Cause) -> Option<CauseKey> {
        let name = upright(finding);
        let as_before = is_as_before(&finding.witness) && self.writing.contains(name);
        let wavers = (self.wavering.contains(name) && is_of_nans(finding)).then_some(Cause::NanBits);
        let known = as_before.then_some(Cause::Written).or(wavers);
        known.map(|cause| CauseKey { in_a_way: false, cause, lead: 0 }).or_else(|| {
            let shown = Shown::of(finding, direct);
            self.shown.iter().find(|(known, _)| shown.contains(known)).map(|(_, key)| *key)
        })
    }
}
