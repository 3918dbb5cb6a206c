//! Capricious conformers: for each profile, whoever does anything that it allows, in the cases of the suite that are not long.

use std::sync::atomic::AtomicBool;

use opconform_harness::Progress;
use opconform_harness::capricious::{Conformer, LARGEST, LONGEST, conformers};
use opconform_report::{Conformers, SparedConformer};
use opconform_spec::Case;

use super::kills;

/// What objects to each; `None` where that was interrupted.
pub(super) fn tried(cases: &[Case], progress: &Progress, stop: &AtomicBool) -> Option<Conformers> {
    let spared = |it: Conformer| SparedConformer {
        profile: it.profile.name.to_owned(),
        cases: it.cases,
        inside: it.outside.is_none(),
        killed_by: kills(cases, &it.objections),
    };
    let profiles = conformers(cases, progress, stop)?.into_iter().map(spared).collect();
    Some(Conformers { largest: LARGEST as u64, longest: LONGEST as u64, profiles })
}
