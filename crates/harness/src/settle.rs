//! A run on backends whose answers change while they are asked: it is judged again until nothing changes any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use opconform_report::Unsteady;
use rayon::prelude::*;

use crate::panel::Panels;
use crate::plan::Plan;
use crate::steady::{Again, unsteady};
use crate::tally::{BackendTally, Tally};
use crate::violation_group::Likeness;
use crate::warmth::{Hot, Warmed, Warmth};

/// How often all cases are judged again at most.
const AGAIN: usize = 3;

/// What changes in a run, and how often it was looked for.
pub(crate) struct Settling<'a> {
    plan: &'a Plan,
    panels: &'a Panels,
    warmth: &'a Warmth<'a>,
    looked: usize,
    backends: Vec<Changing>,
}

/// What changes of one backend.
#[derive(Default)]
struct Changing {
    /// What is said of what it answered first.
    warmed: Vec<Warmed>,
    /// The element types of which an answer was not steady.
    dtypes: BTreeSet<&'static str>,
    /// Of what was judged last: what does not show any more.
    fleeting: Vec<Likeness>,
    /// Of all that was judged: what did not show any more.
    listed: BTreeMap<Likeness, Unsteady>,
}

impl<'a> Settling<'a> {
    pub(crate) fn new(plan: &'a Plan, panels: &'a Panels, warmth: &'a Warmth<'a>, warmed: Vec<Vec<Warmed>>) -> Self {
        let dtype = |warmed: &Warmed| plan.cases[warmed.case].types().name();
        let changing = |warmed: Vec<Warmed>| Changing {
            dtypes: warmed.iter().filter(|warmed| warmed.has_settled).map(dtype).collect(),
            warmed,
            ..Changing::default()
        };
        Self { plan, panels, warmth, looked: 0, backends: warmed.into_iter().map(changing).collect() }
    }

    /// Has all cases judged again until nothing changes any more: what came out while results were changing is not what comes out from
    /// now on. That is counted, and the change is told once. Returns what was counted last, and of how many cases.
    pub(crate) fn settle(
        mut self,
        (mut tally, mut done): (Tally<'a>, usize),
        again: impl Fn() -> (Tally<'a>, usize),
        stop: &AtomicBool,
    ) -> (Tally<'a>, usize) {
        while self.is_changing(&mut tally, stop) {
            (tally, done) = again();
        }
        self.end(&mut tally, done, stop);
        (tally, done)
    }

    /// Whether something of what was judged is otherwise by now, so that all is to be judged again.
    fn is_changing(&mut self, tally: &mut Tally, stop: &AtomicBool) -> bool {
        let (plan, panels, is_first) = (self.plan, self.panels, self.looked == 0);
        self.looked += 1;
        let look = |(index, (changing, tally)): (usize, (&mut Changing, &mut BackendTally))| {
            let backend = plan.backends[index].as_ref();
            let has_settled = is_first && !changing.dtypes.is_empty();
            // Code in this process was compiled before it was asked.
            if backend.is_isolated() || !changing.dtypes.is_empty() {
                let again = Again { cases: &plan.cases, profiles: panels.set(index), backend };
                changing.fleeting = again.fleeting(&mut tally.groups, stop);
            }
            for key in &changing.fleeting {
                let Some(group) = tally.groups.0.get(key) else { continue };
                changing.dtypes.insert(plan.cases[group.case].types().name());
                changing.listed.insert(key.clone(), unsteady(&plan.cases, key, group));
            }
            has_settled || !changing.fleeting.is_empty()
        };
        let backends = self.backends.par_iter_mut().zip(&mut tally.backends).enumerate();
        let has_changed = backends.map(look).reduce(|| false, |one, other| one || other);
        has_changed && self.looked <= AGAIN && !stop.load(Ordering::Relaxed)
    }

    /// Leaves out of the counts what was not steady, and adds what is said of the first answers.
    fn end(self, tally: &mut Tally, done: usize, stop: &AtomicBool) {
        let Self { plan, panels, warmth, backends, .. } = self;
        let mut warmed = Vec::new();
        for (index, (mut changing, tally)) in backends.into_iter().zip(&mut tally.backends).enumerate() {
            tally.forget(&plan.cases, &changing.fleeting);
            changing.listed.retain(|key, _| !tally.groups.0.contains_key(key));
            tally.unsteady = changing.listed.into_values().collect();
            if !changing.dtypes.is_empty() && !stop.load(Ordering::Relaxed) {
                let (backend, dtypes) = (plan.backends[index].as_ref(), changing.dtypes);
                let hot = Hot { backend, profiles: panels.set(index), cases: &plan.cases[..done], dtypes };
                warmth.anew(&hot, &mut changing.warmed);
            }
            warmed.push(changing.warmed);
        }
        tally.add_warmed(&warmed);
    }
}
