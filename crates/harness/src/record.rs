//! A run that is recorded: every case that a backend is asked, those that shrinking tries among them, with its outcome.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use opconform_backends::{Backend, Description, MadeOf, PassingFault, Provenance, Recording};
use opconform_spec::{Case, Outcome};

use crate::answer::answers;
use crate::execute::run_closely;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::provenance;
use crate::repeats::Repeats;
use crate::report::Completed;

/// Runs a plan as [`run`] does, and keeps what its backends answer: one recording each, in their order.
///
/// A recording that is run under the same plan in its backend's place gives the same verdicts and the same witnesses.
pub fn record(plan: Plan, progress: &Progress, stop: &AtomicBool) -> (Completed, Vec<Recording>) {
    let repeats = Repeats::of(&plan.cases, plan.shared_cache.as_deref());
    taped(plan, &repeats, progress, stop)
}

/// Runs a plan, looks at these of its cases more than once, and keeps what its backends answer.
pub(crate) fn taped(
    mut plan: Plan,
    repeats: &Repeats,
    progress: &Progress,
    stop: &AtomicBool,
) -> (Completed, Vec<Recording>) {
    let gathered = provenance::gather(&plan, SystemTime::now(), 0.0);
    let new = |backend: &dyn Backend| {
        Recording::new(Provenance {
            backend: backend.describe().clone(),
            suite: gathered.suite.clone(),
            commit: gathered.commit.clone(),
            seed: plan.seed,
            cases: plan.cases.len() as u64,
            recorded: gathered.started.clone(),
            platform: gathered.platform.clone(),
            cpu: gathered.cpu.clone(),
            part: None,
            passing_faults: Vec::new(),
        })
    };
    let tapes: Vec<Tape> = plan.backends.iter().map(|backend| Arc::new(Mutex::new(new(backend.as_ref())))).collect();
    let both = plan.backends.into_iter().zip(&tapes);
    plan.backends =
        both.map(|(backend, tape)| Box::new(Taped { backend, tape: Arc::clone(tape) }) as Box<dyn Backend>).collect();
    let completed = run_closely(&plan, repeats, progress, stop);
    for (backend, tape) in plan.backends.iter().zip(&tapes) {
        let mut tape = tape.lock().unwrap_or_else(PoisonError::into_inner);
        tape.provenance.passing_faults = backend.passing_faults();
    }
    drop(plan);
    let recordings = tapes.into_iter().filter_map(Arc::into_inner);
    (completed, recordings.map(|tape| tape.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

type Tape = Arc<Mutex<Recording>>;

/// A backend, and what is kept of it.
struct Taped {
    backend: Box<dyn Backend>,
    tape: Tape,
}

impl Backend for Taped {
    fn describe(&self) -> &Description {
        self.backend.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.backend.made_of()
    }

    fn heat(&self, cases: &[Case]) {
        self.backend.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        // A recording has no other process that could be asked, and what is asked here is what will be asked of it.
        None
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.backend.on_one_thread()
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        self.backend.passing_faults()
    }

    fn is_isolated(&self) -> bool {
        self.backend.is_isolated()
    }

    fn selection(&self) -> String {
        self.backend.selection()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        // Asked as the harness asks: what a backend does that it should not is an outcome, and is kept too.
        let outcomes = answers(self.backend.as_ref(), cases);
        let mut tape = self.tape.lock().unwrap_or_else(PoisonError::into_inner);
        for (case, outcome) in cases.iter().zip(&outcomes) {
            tape.note(case, outcome);
        }
        outcomes
    }
}
