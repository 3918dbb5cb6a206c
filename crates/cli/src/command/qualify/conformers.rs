//! Capricious conformers: for each profile, whoever does anything that it allows, in the cases of the suite that are not long, or in cases
//! that are drawn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use opconform_cases::file::to_json;
use opconform_cases::fuzz::TARGETS;
use opconform_cases::random;
use opconform_harness::Progress;
use opconform_harness::capricious::{Conformer, LARGEST, LONGEST, conformers};
use opconform_report::{Conformers, SparedConformer, plural};
use opconform_spec::{Case, Operator, clauses};

use super::kills;
use crate::exit::Exit;
use crate::watch::Watch;
use crate::{interrupt, output};

/// The cases that are drawn at a time.
const DRAWN: u64 = 1 << 12;

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

/// For so many seconds, tries them in the cases that a seed draws, as `opconform fuzz` does: nothing may object.
pub(super) fn drawn(seconds: u64, seed: u64, quiet: bool) -> anyhow::Result<Exit> {
    let operators: Vec<&'static Operator> = TARGETS.iter().flat_map(|it| it.operators().iter().copied()).collect();
    let stop = interrupt::flag()?;
    let watch = Watch::new(quiet);
    watch.tries("capricious conformers");
    let (clock, limit) = (Instant::now(), Duration::from_secs(seconds));
    let (mut number, mut trials, mut objections) = (0, 0, BTreeMap::new());
    while clock.elapsed() < limit {
        watch.seconds(clock.elapsed().as_secs() as usize, seconds as usize);
        let cases: Vec<Case> = (number..number + DRAWN).map(|number| random(&operators, seed, number)).collect();
        // What was found before an interrupt is told.
        let Some(tried) = conformers(&cases, &|_, _, _| {}, &stop) else { break };
        for it in &tried {
            trials += it.cases;
            let of_clauses =
                it.objections.iter().filter_map(|(&clause, it)| Some((clauses().nth(clause)?.id, it.first)));
            for (who, first) in of_clauses.chain(it.outside.map(|first| ("the profile itself", first))) {
                objections.entry((it.profile.name, who)).or_insert(number + first as u64);
            }
        }
        number += DRAWN;
    }
    drop(watch);
    let objection = |(&(profile, who), &first): (_, &u64)| {
        format!(
            "{who} objects to the conformer of {profile} in case {first} of those that seed {seed} draws:\n{}\n",
            to_json(&random(&operators, seed, first))
        )
    };
    let told: String = objections.iter().map(objection).collect();
    let told = told
        + &format!(
            "{} of capricious conformers in {}: {}\n",
            plural(trials, "trial"),
            plural(number, "drawn case"),
            plural(objections.len() as u64, "objection")
        );
    if !quiet || !objections.is_empty() {
        output::print(&told)?;
    }
    Ok(match (stop.load(Ordering::Relaxed), objections.is_empty(), trials) {
        (true, ..) => Exit::Interrupted,
        (false, false, _) => Exit::Violations,
        (false, true, 0) => Exit::NothingJudged,
        (false, true, _) => Exit::AsExpected,
    })
}
