//! Capricious conformers: for each profile, whoever does anything that it allows, in a share of the suite's cases.

use std::sync::atomic::AtomicBool;

use opconform_harness::Progress;
use opconform_harness::capricious::{Conformer, LARGEST, conformers};
use opconform_report::{Conformers, SparedConformer};
use opconform_spec::Case;

use super::kills;

/// One case in so many is tried: each profile's conformer is another, and has every element to choose.
const SHARE: usize = 4;

/// What objects to each; `None` where that was interrupted.
pub(super) fn tried(cases: &[Case], progress: &Progress, stop: &AtomicBool) -> Option<Conformers> {
    let some: Vec<Case> = cases.iter().step_by(SHARE).cloned().collect();
    let spared = |it: Conformer| SparedConformer {
        profile: it.profile.name.to_owned(),
        cases: it.cases,
        inside: it.outside.is_none(),
        killed_by: kills(&some, &it.objections),
    };
    let profiles = conformers(&some, progress, stop)?.into_iter().map(spared).collect();
    Some(Conformers { share: SHARE as u64, largest: LARGEST as u64, profiles })
}
