//! What a process answers before anything else, and what it answers when it has been asked everything.
//!
//! A just-in-time compiler compiles anew what is called often, beside a suite that runs, and some results are others from then on.
//! So a few cases of every kind are asked first of all, and again at the end.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use opconform_backends::Backend;
use opconform_spec::{Case, Circumstance, Decision, Facts, How, Outcome, Profile, Scope, Trial, same_in};
use rayon::prelude::*;

use crate::answer::answers;
use crate::answer::{BATCH, same_output};
use crate::panel::Panels;

/// What some backends answered first.
pub(crate) struct Warmth<'a> {
    /// Cases of every kind, with their indices.
    asked: Vec<(usize, &'a Case)>,
    /// By the backend: the outcomes of those; fewer after an interrupt.
    first: Vec<Vec<Outcome>>,
}

/// What a clause says of a first outcome, now that there is another.
pub(crate) struct Warmed {
    /// The index of the case.
    pub(crate) case: usize,
    /// What was answered first.
    pub(crate) first: Outcome,
    /// What the clause of this index decides.
    pub(crate) decision: (usize, Decision),
    /// Whether it is another result from now on: it differs, and is the same when it is asked for twice.
    pub(crate) has_settled: bool,
}

impl<'a> Warmth<'a> {
    /// Asks the backends, of which each is new, for those of the cases that are asked first of all.
    pub(crate) fn cold(cases: &'a [Case], first: &[usize], backends: &[&dyn Backend], stop: &AtomicBool) -> Self {
        let asked: Vec<(usize, &Case)> = first.iter().map(|&index| (index, &cases[index])).collect();
        let first = ask(&asked, backends, stop);
        Self { asked, first }
    }

    /// Has the backends asked for what may be answered otherwise later, until it is: what is judged then is what comes out from now on.
    /// Of each, `is_hot` says when that is done.
    pub(crate) fn heat(cases: &[Case], backends: &[&dyn Backend], is_hot: &[AtomicBool]) {
        let heat = |(backend, is_hot): (&dyn Backend, &AtomicBool)| {
            backend.heat(&offered(backend, cases).cloned().collect::<Vec<_>>());
            is_hot.store(true, Ordering::Relaxed);
        };
        // All at once, each waits for its compiler no longer than one alone.
        thread::scope(|scope| {
            for (&backend, is_hot) in backends.iter().zip(is_hot) {
                let beside = thread::Builder::new().spawn_scoped(scope, move || heat((backend, is_hot)));
                // Where the system refuses a thread, they wait one after the other.
                if beside.is_err() {
                    heat((backend, is_hot));
                }
            }
        });
    }

    /// By the backend, what the clause of warmth says once they have been asked for all of these cases.
    pub(crate) fn warm(
        &self,
        cases: &[Case],
        backends: &[&dyn Backend],
        panels: &Panels,
        stop: &AtomicBool,
    ) -> Vec<Vec<Warmed>> {
        let how: Vec<How> = backends.par_iter().map(|&backend| once_asked(backend, cases)).collect();
        let [now, again] = [(); 2].map(|()| ask(&self.asked, backends, stop));
        let judge = |backend: usize, asked: usize, first: &Outcome| {
            let (case, now) = (self.asked[asked], now[backend].get(asked)?);
            let decision = decide(case.1, first, now, panels.set(backend), how[backend])?;
            let has_settled =
                decision.1.is_violation() && again[backend].get(asked).is_some_and(|again| same_output(now, again));
            Some(Warmed { case: case.0, first: first.clone(), decision, has_settled })
        };
        let of_backend = |(backend, first): (usize, &Vec<Outcome>)| {
            first.iter().enumerate().filter_map(|(asked, first)| judge(backend, asked, first)).collect()
        };
        self.first.iter().enumerate().map(of_backend).collect()
    }

    /// Replaces what is said of the first outcomes in these element types by what is said of those of new processes, one for each
    /// operator and type: what a process is asked first warms it too, and whether that is enough is not the same in every run.
    pub(crate) fn anew(&self, after: &Hot, warmed: &mut Vec<Warmed>) {
        let mut kinds: BTreeMap<(Cow<str>, &str), Asked> = BTreeMap::new();
        for &(index, case) in self.asked.iter().filter(|(_, case)| after.dtypes.contains(case.types().name())) {
            let asked = kinds.entry((case.operator.qualified(), case.types().name())).or_default();
            if asked.len() < BATCH && after.backend.describe().lacks(case).is_none() {
                asked.push((index, case.clone()));
            }
        }
        let how = once_asked(after.backend, after.cases);
        for asked in kinds.into_values().filter(|asked| !asked.is_empty()) {
            let (indices, cases): (Vec<usize>, Vec<Case>) = asked.into_iter().unzip();
            let Some(fresh) = after.backend.fresh() else { return };
            let (first, now) = (answers(fresh.as_ref(), &cases), answers(after.backend, &cases));
            warmed.retain(|warmed| !indices.contains(&warmed.case));
            for ((index, case), (first, now)) in indices.iter().zip(&cases).zip(first.into_iter().zip(now)) {
                let decision = decide(case, &first, &now, after.profiles, how);
                warmed.extend(decision.map(|decision| Warmed { case: *index, first, decision, has_settled: true }));
            }
        }
        warmed.sort_by_key(|warmed| warmed.case);
    }
}

/// Cases with their places in the plan.
type Asked = Vec<(usize, Case)>;

/// Those of some cases that a backend is asked for.
fn offered<'a>(backend: &dyn Backend, cases: &'a [Case]) -> impl Iterator<Item = &'a Case> {
    cases.iter().filter(|case| backend.describe().lacks(case).is_none())
}

/// When a backend is asked again that was asked for all that it offers of these.
fn once_asked(backend: &dyn Backend, cases: &[Case]) -> How {
    How::After(offered(backend, cases).count() as u64)
}

/// A backend that was asked for all of these cases, of which something was not steady in these element types.
pub(crate) struct Hot<'a> {
    pub(crate) backend: &'a dyn Backend,
    pub(crate) profiles: &'a [&'static Profile],
    pub(crate) cases: &'a [Case],
    pub(crate) dtypes: BTreeSet<&'static str>,
}

fn decide(
    case: &Case,
    first: &Outcome,
    now: &Outcome,
    profiles: &[&'static Profile],
    how: How,
) -> Option<(usize, Decision)> {
    let facts = Facts::new(case);
    same_in(Circumstance::Warmth, &Trial::new(&facts, first), &Scope::of(&facts, profiles), now, how)
}

/// Cases that are asked for at a time: few, so that a backend that never answers has not spent the time that it may lose before it is
/// judged.
const AT_A_TIME: usize = 8;

/// Asks every backend for all of these, a few at a time, until `stop` is set or an answer is waited for in vain.
fn ask(asked: &[(usize, &Case)], backends: &[&dyn Backend], stop: &AtomicBool) -> Vec<Vec<Outcome>> {
    let cases: Vec<Case> = asked.iter().map(|&(_, case)| case.clone()).collect();
    let goes_on = || !stop.load(Ordering::Relaxed);
    let ask = |&backend: &&dyn Backend| {
        let batches = cases.chunks(AT_A_TIME).map_while(|batch| goes_on().then(|| answers(backend, batch)));
        let mut all = Vec::with_capacity(cases.len());
        // What a process says while it is interrupted is no answer.
        for batch in batches.take_while(|_| goes_on()) {
            let is_last = batch.iter().any(|outcome| matches!(outcome, Outcome::TimedOut(_)));
            all.extend(batch);
            if is_last {
                break;
            }
        }
        all
    };
    backends.par_iter().map(ask).collect()
}
