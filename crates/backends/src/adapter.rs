//! A backend in a process of its own: an adapter that speaks the protocol, over a small pool of children.
//!
//! A batch that fails in any way is run again case by case. A case is charged with a failure only when it also fails
//! alone, in a child that has done nothing else: then that failure is its outcome, and no other case's is touched. Failures
//! cost time; a backend that has lost more of it than [`PATIENCE`] allows is given up. Of what it was asked when it was, a
//! failure is the outcome, too: that it would have answered alone can be asked no more, and a hang would leave no trace.

use std::path::PathBuf;
use std::slice;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use opconform_protocol::suite::{self, Exhausted, Ran};
use opconform_protocol::{FRAME_LIMIT, Started, TEXT_LIMIT};
use opconform_spec::{Case, Outcome, Way};
use opconform_tensor::{DType, Tensor};
use opconform_text::line;

use crate::backend::{Backend, HugeCall, PassingFault, Unavailable};
use crate::cache::Cache;
use crate::describe::Description;
use crate::entry::Entry;
use crate::made_of::MadeOf;
use crate::own;
use crate::plainest::plainest;
use crate::program_files::ProgramFiles;

mod beginning;
mod check;
mod child;
mod claimed;
mod heating;
mod huge;
mod identity;
mod loaded;
mod orphans;
mod passing;
mod pool;
mod process;
#[cfg(unix)]
mod reaper;
mod settings;
mod tail;

use beginning::{begin, describe, has_changed, not_started};
pub use check::conversation::{Launch, Peer};
pub use check::{Remark, check, converse};
pub use child::Fault;
use child::{Child, INTERRUPTED};
use passing::PassingFaults;
use pool::{NoChild, Pool};
pub use settings::AdapterSettings;

/// How many deadlines the failures of a backend may cost in all.
const PATIENCE: u32 = 30;
/// How often a child is started before it is said not to start.
const STARTS: u32 = 3;

/// An adapter, running.
pub struct Adapter {
    settings: AdapterSettings,
    description: Description,
    /// What the first child said of itself.
    started: Started,
    /// The libraries that the first child has loaded when it was ready.
    libraries: Vec<PathBuf>,
    /// What it is made of, as it was when that was first asked for: the files are large.
    files: OnceLock<ProgramFiles>,
    pool: Pool,
    /// Of the plainest case of each way, why it is not run, where it is not.
    ways: Cache<String, Option<String>>,
    /// What went by in its processes, and in those of who was made of it afresh.
    passing: Arc<PassingFaults>,
}

/// Why a batch has no outcomes.
enum Failure {
    /// Something went wrong while it ran; whether in a child that had run nothing before.
    Fault(Fault, bool),
    /// It does not fit into a frame.
    TooLong(String),
    /// It was not run.
    NotRun(NoChild),
}

impl Adapter {
    /// Starts a first child, and asks it what it is.
    pub fn open(settings: AdapterSettings) -> Result<Self, Unavailable> {
        let (child, started) = begin(&settings)?;
        let described = describe(&started, settings.name.as_deref());
        let mut description = described.map_err(|reason| not_started(&settings, &reason))?;
        if let Some(setting) = settings.setting {
            description.configuration.extend(setting.lines(has_changed(&settings, setting, &started)?));
        }
        // What an adapter says of itself is no reason to run it without itself, and no better than what is known of it.
        description.implementation = settings.implementation;
        if !settings.claims.is_empty() {
            description.claims = settings.claims.to_vec();
        }
        Ok(Self::of(settings, description, (child, started), Arc::default()))
    }

    /// An adapter, of which a first child has said what it is; what goes by is counted there.
    fn of(
        settings: AdapterSettings,
        description: Description,
        (mut child, started): (Child, Started),
        passing: Arc<PassingFaults>,
    ) -> Self {
        let libraries = child.libraries();
        let pool = Pool::new(child, settings.children, settings.deadline * PATIENCE);
        let (files, ways) = (OnceLock::new(), Cache::new());
        Self { settings, description, started, libraries, files, pool, ways, passing }
    }

    /// A child for a batch; a new one where `fresh` is asked for.
    fn take(&self, fresh: bool) -> Result<Child, Failure> {
        let refuses = || self.is_stopped().then(|| INTERRUPTED.to_owned());
        match self.pool.take(refuses).map_err(Failure::NotRun)? {
            Some(child) if !fresh => Ok(child),
            // A child that is not fresh ends here, for one that is.
            idle => {
                drop(idle);
                self.start()
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.settings.stop.load(Ordering::Relaxed)
    }

    /// A new child. The place in the pool that it takes is already its own.
    fn start(&self) -> Result<Child, Failure> {
        let mut last = String::new();
        for _ in 0..STARTS {
            if self.is_stopped() {
                break;
            }
            let started = self.settings.spawn().map_err(|error| error.reason).and_then(|mut child| {
                let introduction = child.start(self.settings.start).map_err(|fault| fault.to_string())?;
                Ok((child, identity::changed(&self.started, &introduction)))
            });
            match started {
                Ok((child, None)) => return Ok(child),
                Ok((_, Some(change))) => {
                    return Err(self.give_up(&format!("started again, the adapter is another: {change}")));
                }
                Err(error) => last = error,
            }
        }
        Err(self.give_up(&format!("the adapter does not start any more: {last}")))
    }

    /// Starts no child any more, for this reason.
    fn give_up(&self, reason: &str) -> Failure {
        let reason = format!("not run: {}", line(reason, TEXT_LIMIT));
        self.pool.give_up(&reason);
        Failure::NotRun(NoChild::Refused(reason))
    }

    /// Runs a batch in one child.
    fn attempt(&self, cases: &[Case], fresh: bool) -> Result<Vec<Result<Outcome, Exhausted>>, Failure> {
        let began = Instant::now();
        let mut child = self.take(fresh)?;
        let is_fresh = child.is_fresh();
        let seq = child.next();
        let request = match suite::run(seq, cases, child.shared()) {
            Ok(request) => request,
            Err(error) => {
                self.pool.put(child);
                return Err(Failure::TooLong(error.to_string()));
            }
        };
        let answer = child.exchange(request, self.settings.deadline);
        let ran = answer.and_then(|answer| Ok(suite::read_ran(&answer, seq, cases.len(), child.shared())?));
        orphans::tidy();
        match ran {
            Ok(Ran { outcomes, own }) => {
                // No call took longer than all of it, whatever an adapter says.
                own::add(own.unwrap_or_default().min(began.elapsed()));
                // A child that has used up what the machine gives it would refuse whatever comes next.
                if outcomes.iter().all(Result::is_ok) {
                    self.pool.put(child);
                } else {
                    drop(child);
                    self.pool.lose(Duration::ZERO);
                }
                Ok(outcomes)
            }
            Err(fault) => {
                drop(child);
                self.pool.lose(began.elapsed());
                Err(Failure::Fault(fault, is_fresh))
            }
        }
    }

    /// An outcome; where the implementation refuses the plainest case of the same way too, that the way is not supported. An adapter
    /// finds out by a plain model which errors are refusals, and so knows nothing of ways.
    fn of_way(&self, case: &Case, outcome: Outcome) -> Outcome {
        if case.way == Way::Plain || !matches!(outcome, Outcome::Rejected(_)) {
            return outcome;
        }
        let dtype = case.operands().first().map_or(DType::F32, Tensor::dtype);
        let plainest = plainest(case, dtype);
        // What the machine or a crash keeps from an answer says nothing of the way.
        let probe = || match self.alone(&plainest) {
            Outcome::Rejected(reason) => Some(reason),
            _ => None,
        };
        match self.ways.get_or_insert(plainest.id().to_owned(), probe) {
            None => outcome,
            Some(reason) => Outcome::Unsupported(format!(
                "{} {dtype} where {}: {reason}",
                case.operator.name,
                case.way.circumstance()
            )),
        }
    }

    /// Runs one case by itself.
    fn alone(&self, case: &Case) -> Outcome {
        self.alone_after(case, &mut None)
    }

    /// Runs one case by itself, of whose batch a fault may have been seen that nothing is charged with yet.
    fn alone_after(&self, case: &Case, uncharged: &mut Option<Fault>) -> Outcome {
        let case = slice::from_ref(case);
        let first = self.attempt(case, false);
        let mut passed = None;
        let answered = match first {
            // What an earlier case did to the child is not this one's fault.
            Err(Failure::Fault(fault, false)) => {
                passed = Some(fault.clone());
                *uncharged = Some(fault);
                self.attempt(case, true)
            }
            Ok(outcomes) if outcomes.iter().any(Result::is_err) => self.attempt(case, true),
            outcome => outcome,
        };
        match answered {
            Ok(mut outcomes) => {
                *uncharged = None;
                let outcome = outcomes.swap_remove(0).unwrap_or_else(Outcome::from);
                if let Some(fault) = passed {
                    self.passing.count(&fault, case, slice::from_ref(&outcome));
                }
                outcome
            }
            Err(Failure::Fault(fault, _)) => {
                *uncharged = None;
                fault.into()
            }
            Err(Failure::NotRun(NoChild::OutOfPatience(reason))) => {
                uncharged.take().map_or(Outcome::Unsupported(reason), Outcome::from)
            }
            Err(Failure::TooLong(reason) | Failure::NotRun(NoChild::Refused(reason))) => Outcome::Unsupported(reason),
        }
    }
}

impl Backend for Adapter {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn selection(&self) -> String {
        self.settings.selection.clone()
    }

    fn is_isolated(&self) -> bool {
        true
    }

    fn made_of(&self) -> MadeOf {
        let files = || ProgramFiles::of(&self.settings.command, &self.libraries);
        MadeOf::Files(self.files.get_or_init(files).clone())
    }

    fn huge(&self, call: &HugeCall<'_>) -> Option<(Vec<usize>, Outcome)> {
        self.started.huge.then(|| huge::placed(call, self.ask_huge(call)))
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        self.passing.listed()
    }

    fn on_one_thread(&self) -> Option<&str> {
        Entry::on_one_thread(&self.describe().name)
    }

    fn heat(&self, cases: &[Case]) {
        if !self.settings.is_compiled {
            heating::heat(self.settings.children, &|batch| self.attempt(batch, false).is_ok(), cases);
        }
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        let settings = AdapterSettings { children: 1, ..self.settings.clone() };
        let (child, started) = begin(&settings).ok()?;
        // What it says of itself is described already, and with it what a setting changed.
        let fresh = |begun| Self::of(settings, self.description.clone(), begun, Arc::clone(&self.passing));
        (started == self.started).then(|| -> Box<dyn Backend> { Box::new(fresh((child, started))) })
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        match cases {
            [] => Vec::new(),
            [case] => vec![self.of_way(case, self.alone(case))],
            cases => {
                let (together, fault) = match self.attempt(cases, false) {
                    Ok(outcomes) => (outcomes, None),
                    Err(Failure::Fault(fault, _)) => (Vec::new(), Some(fault)),
                    Err(Failure::TooLong(_) | Failure::NotRun(_)) => (Vec::new(), None),
                };
                let (mut uncharged, asked_alone) = (fault.clone(), Instant::now());
                let mut together = together.into_iter();
                let mut room = FRAME_LIMIT as usize;
                let mut outcome = |case| match together.next() {
                    // A tensor that is missing may be one that another case's answer has displaced.
                    Some(Ok(Outcome::Malformed(_)) | Err(_)) | None => {
                        within_room(self.alone_after(case, &mut uncharged), &mut room)
                    }
                    Some(Ok(outcome)) => within_room(outcome, &mut room),
                };
                let outcomes: Vec<Outcome> = cases.iter().map(|case| self.of_way(case, outcome(case))).collect();
                // A batch is not answered in time where its cases take as long one after the other: nothing has gone by.
                let is_slow = |fault: &Fault| {
                    matches!(fault, Fault::TimedOut(_)) && asked_alone.elapsed() > self.settings.deadline / 2
                };
                if let Some(fault) = fault.filter(|fault| self.pool.gives() && !is_slow(fault)) {
                    self.passing.count(&fault, cases, &outcomes);
                }
                outcomes
            }
        }
    }
}

/// An outcome, where there is room for its tensors. Those of a batch have as much as if they came in one frame.
fn within_room(outcome: Outcome, room: &mut usize) -> Outcome {
    let Outcome::Output(tensors) = &outcome else { return outcome };
    match room.checked_sub(tensors.iter().map(|tensor| tensor.bytes().len()).sum()) {
        Some(left) => {
            *room = left;
            outcome
        }
        None => Outcome::Unsupported(format!("not kept: the results of its batch have more than {FRAME_LIMIT} bytes")),
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        let is_stopped = self.is_stopped();
        let mut idle = self.pool.take_idle();
        if is_stopped {
            // Each is killed, instead of being given the time to leave.
            return;
        }
        idle.iter_mut().for_each(Child::tell_to_stop);
        for child in idle {
            // One that does not leave is killed.
            child.leave();
        }
    }
}
