//! The recordings of an atlas, judged side by side.
//!
//! What one comes to depends on no other: those that are judged together share what is known of the cases, and come out in the order in
//! which they were given.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::bail;
use opconform_backends::{Backend as _, Key, Recorded, Recording};
use opconform_cases::{Settings, all as all_cases};
use opconform_harness::enumerate::KeptCounts;
use opconform_harness::{Plan, SharedCache, Under};
use opconform_report::{JudgedReport, SuiteCoverage, visible};
use opconform_spec::{Case, Way};

use crate::watch::Watch;

/// How many are judged at a time at most: each has the cases that it answers in memory.
const AT_ONCE: usize = 8;

/// The cases of the suite of a seed.
struct Suite {
    /// Each with the key that recordings know it by.
    cases: Vec<(Key, Case)>,
    shared_cache: Arc<SharedCache>,
}

impl Suite {
    fn of(seed: u64) -> Self {
        let with_key = |case: Case| {
            // Every clone has the id, where it is known.
            case.id();
            (Key::of(&case), case)
        };
        let cases = all_cases(&Settings { seed, ..Settings::default() }).into_iter().map(with_key).collect();
        Self { cases, shared_cache: Arc::default() }
    }
}

/// What the recordings come to, with what was counted of all pairs, in their order, as far as they were judged before `stop` was set.
pub(super) fn all(
    recordings: Vec<Recording>,
    counted: &[KeptCounts],
    watch: &Watch,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<JudgedReport>> {
    let mut suites: BTreeMap<u64, Suite> = BTreeMap::new();
    for recording in &recordings {
        let seed = recording.provenance.seed;
        suites.entry(seed).or_insert_with(|| Suite::of(seed));
    }
    let number = recordings.len();
    let mut waiting: Vec<(usize, Recording)> = recordings.into_iter().enumerate().collect();
    // Those that are judged by the same profiles follow each other: what is made of their answers is kept that long.
    waiting.sort_by_cached_key(|(_, recording)| {
        let profiles = Under::Claims.of(&recording.provenance.backend.claims);
        profiles.into_iter().map(|profile| profile.name).collect::<Vec<_>>()
    });
    let waiting = Mutex::new(waiting.into_iter());
    let judged: Mutex<Vec<(usize, anyhow::Result<JudgedReport>)>> = Mutex::default();
    let (done, fails) = (AtomicUsize::new(0), AtomicBool::new(false));
    watch.recordings(0, number);
    let one_after_the_other = || {
        while !stop.load(Ordering::Relaxed) && !fails.load(Ordering::Relaxed) {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((place, recording)) = next else { return };
            let Some(suite) = suites.get(&recording.provenance.seed) else { return };
            let result = judge(recording, suite, counted, stop);
            fails.fetch_or(result.is_err(), Ordering::Relaxed);
            judged.lock().unwrap_or_else(PoisonError::into_inner).push((place, result));
            watch.recordings(done.fetch_add(1, Ordering::Relaxed) + 1, number);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(AT_ONCE).min(number);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(one_after_the_other);
        }
    });
    let mut judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    judged.sort_by_key(|(place, _)| *place);
    judged.into_iter().map(|(_, result)| result).collect()
}

/// Judges a recording as `opconform run` does, by those cases of the suite that it answers.
fn judge(
    recording: Recording,
    suite: &Suite,
    counted: &[KeptCounts],
    stop: &AtomicBool,
) -> anyhow::Result<JudgedReport> {
    // What a backend does not offer is not asked of it, and is in no recording.
    let lacks = |case: &Case| recording.provenance.backend.lacks(case).is_some();
    let (mut cases, mut asked, mut lacking) = (Vec::new(), 0, 0);
    for (key, case) in &suite.cases {
        if lacks(case) {
            lacking += 1;
            // Who runs no models is not short of ways.
            if case.way != Way::Plain {
                continue;
            }
        } else if recording.covers(key) {
            asked += 1;
        } else {
            continue;
        }
        cases.push(case.clone());
    }
    if asked == 0 {
        let name = visible(&recording.provenance.backend.name);
        bail!("the recording of {name} answers no case of this suite: record it again with `opconform record`");
    }
    let counted = counted.iter().filter(|it| it.is_of(&recording.provenance.backend)).cloned().collect();
    let coverage = SuiteCoverage { asked, offered: suite.cases.len() as u64 - lacking };
    let seed = recording.provenance.seed;
    let backend = Recorded::as_runtime(recording);
    let selection = Some(backend.selection());
    let plan = Plan {
        seed,
        counted,
        commit: option_env!("OPCONFORM_COMMIT"),
        program: opconform_harness::program(),
        shared_cache: Some(Arc::clone(&suite.shared_cache)),
        ..Plan::new(cases, vec![Box::new(backend)])
    };
    let mut report = opconform_harness::run_on_one_thread(&plan, stop).report;
    report.fit();
    Ok(JudgedReport { report, coverage: Some(coverage), selection })
}
