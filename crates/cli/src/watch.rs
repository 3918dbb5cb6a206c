//! What a command that takes long is at: a bar on a terminal, and a line now and then where standard error is none.

use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use opconform_backends::{Backend, Description, HugeCall, MadeOf, PassingFault};
use opconform_harness::Stage;
use opconform_spec::{Case, Outcome};

use crate::output;

mod state;

use state::{Doing, Snapshot, State};

/// How often the bar is drawn, and it is looked whether a line is due.
const TICK: Duration = Duration::from_millis(100);

/// Someone who watches a command, and says how far it is, until dropped.
pub(crate) struct Watch {
    /// `None` where nothing is to be said.
    shared: Option<Arc<Shared>>,
    teller: Option<JoinHandle<()>>,
}

/// What the command and the one who tells of it have in common.
struct Shared {
    state: Mutex<State>,
    ended: Mutex<bool>,
    end: Condvar,
}

impl Watch {
    /// Someone who tells, unless `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet {
            return Self { shared: None, teller: None };
        }
        let state = Mutex::new(State::new(Instant::now()));
        let shared = Arc::new(Shared { state, ended: Mutex::new(false), end: Condvar::new() });
        let telling = Arc::clone(&shared);
        Self { shared: Some(shared), teller: Some(thread::spawn(move || tell(&telling))) }
    }

    /// So much of so much is done.
    pub(crate) fn at(&self, done: usize, all: usize, stage: Stage) {
        if let Some(shared) = &self.shared {
            shared.state().at(done, all, Doing::Run(stage));
        }
    }

    /// So many recordings of so many are judged.
    pub(crate) fn recordings(&self, done: usize, all: usize) {
        if let Some(shared) = &self.shared {
            shared.state().at(done, all, Doing::Recordings);
        }
    }

    /// The faults of so many documents of so many are tried.
    pub(crate) fn documents(&self, done: usize, all: usize) {
        if let Some(shared) = &self.shared {
            shared.state().at(done, all, Doing::Documents);
        }
    }

    /// So many seconds of so many are over.
    pub(crate) fn seconds(&self, done: usize, all: usize) {
        if let Some(shared) = &self.shared {
            shared.state().at(done, all, Doing::Seconds);
        }
    }

    /// From here on this is tried, of several kinds of things that a command tries one after the other.
    pub(crate) fn tries(&self, what: &'static str) {
        if let Some(shared) = &self.shared {
            shared.state().tries(what);
        }
    }

    /// Opens a backend, which may take a while.
    pub(crate) fn opening<E>(
        &self,
        name: &str,
        open: impl FnOnce() -> Result<Box<dyn Backend>, E>,
    ) -> Result<Box<dyn Backend>, E> {
        let Some(shared) = &self.shared else { return open() };
        let began = Instant::now();
        shared.state().starts(name, began);
        let opened = open();
        shared.state().started(began);
        opened.map(|backend| Box::new(Watched { backend, shared: Arc::clone(shared) }) as Box<dyn Backend>)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let Some((shared, teller)) = self.shared.take().zip(self.teller.take()) else { return };
        *shared.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        shared.end.notify_all();
        // A teller that panicked has nothing more to say.
        let _ = teller.join();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells of a command until it has ended.
fn tell(shared: &Shared) {
    let bar = io::stderr().is_terminal().then(bar);
    let mut ended = shared.ended.lock().unwrap_or_else(PoisonError::into_inner);
    while !*ended {
        let now = Instant::now();
        match &bar {
            Some(bar) => draw(bar, &shared.state().snapshot(now)),
            None => {
                let due = shared.state().due(now);
                if let Some(line) = due {
                    output::remark(&line);
                }
            }
        }
        (ended, _) = shared.end.wait_timeout(ended, TICK).unwrap_or_else(PoisonError::into_inner);
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:30} {human_pos}/{human_len} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

fn draw(bar: &ProgressBar, snapshot: &Snapshot) {
    bar.set_length(snapshot.all as u64);
    bar.set_position(snapshot.done as u64);
    bar.set_prefix(snapshot.stage.clone());
    bar.set_message(snapshot.waits.clone().unwrap_or_default());
    bar.tick();
}

/// A backend of which it is known whether it is being waited for.
struct Watched {
    backend: Box<dyn Backend>,
    shared: Arc<Shared>,
}

impl Watched {
    /// Waits for what answers so many cases.
    fn watched<T>(&self, cases: usize, answer: impl FnOnce() -> T) -> T {
        let name = &self.describe().name;
        let asked = Instant::now();
        self.shared.state().asks(name, asked);
        let answered = answer();
        self.shared.state().answers(name, asked, cases, Instant::now());
        answered
    }
}

impl Backend for Watched {
    fn describe(&self) -> &Description {
        self.backend.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.backend.made_of()
    }

    fn selection(&self) -> String {
        self.backend.selection()
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        self.backend.passing_faults()
    }

    fn is_isolated(&self) -> bool {
        self.backend.is_isolated()
    }

    fn heat(&self, cases: &[Case]) {
        self.backend.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        self.backend.fresh()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        self.watched(cases.len(), || self.backend.run(cases))
    }

    fn huge(&self, call: &HugeCall<'_>) -> Option<(Vec<usize>, Outcome)> {
        self.watched(1, || self.backend.huge(call))
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.backend.on_one_thread()
    }
}
