//! A backend in a process of its own: an adapter that speaks the protocol, over a small pool of children.
//!
//! A batch that fails in any way is run again case by case. A case is charged with a failure only when it also fails
//! alone, in a child that has done nothing else: then that failure is its outcome, and no other case's is touched. Failures
//! cost time; a backend that has lost more of it than [`PATIENCE`] allows is given up.

use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use opconform_protocol::{Introduction, Started, suite};
use opconform_spec::{Case, Outcome};
use opconform_tensor::DType;

use crate::backend::{Backend, Unavailable};
use crate::describe::Description;

mod check;
mod child;
#[cfg(unix)]
mod keeper;
mod process;
mod tail;

pub use check::{Remark, check};
use child::{Child, Fault, INTERRUPTED};

/// How many deadlines the failures of a backend may cost in all.
const PATIENCE: u32 = 30;
/// How often a child is started before it is said not to start.
const STARTS: u32 = 3;

/// How an adapter is run.
#[derive(Clone, Debug)]
pub struct AdapterSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The backend's name; the one that the adapter gives itself when left out.
    pub name: Option<String>,
    /// The words on the command line that select it, for the lines that replay a finding.
    pub selection: String,
    /// How long a child may take to get ready: some runtimes take long to load.
    pub start: Duration,
    /// How long a batch may take.
    pub deadline: Duration,
    /// Bytes of data that a child may hold, where the system can limit that.
    pub memory: u64,
    /// Children at a time; at least one is run.
    pub children: usize,
    /// Once it is set, no child is waited for, and none is asked: every outcome from then on is to be thrown away.
    pub stop: Arc<AtomicBool>,
}

impl AdapterSettings {
    /// How the adapter of a backend of this name is run, unless something else is asked for.
    pub fn of(name: &str, command: Vec<String>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            command,
            name: Some(name.to_owned()),
            selection: format!("--backend {name}"),
            // Some runtimes take minutes to load on a busy machine.
            start: Duration::from_mins(5),
            deadline: Duration::from_secs(10),
            memory: 4 << 30,
            // Each has its own copy of a runtime in memory.
            children: cores.min(4),
            stop: Arc::default(),
        }
    }
}

/// An adapter, running.
pub struct Adapter {
    settings: AdapterSettings,
    description: Description,
    claims: Option<String>,
    pool: Mutex<Pool>,
    returned: Condvar,
}

/// The children that are not at work, and what there is to know of the rest.
struct Pool {
    idle: Vec<Child>,
    /// Children that may still be started.
    free: usize,
    lost: Duration,
    /// Why no child is started any more.
    given_up: Option<String>,
}

/// Why a batch has no outcomes.
enum Failure {
    /// Something went wrong while it ran; whether in a child that had run nothing before.
    Fault(Fault, bool),
    /// It does not fit into a frame.
    TooLong(String),
    /// It was not run.
    GivenUp(String),
}

impl Adapter {
    /// Starts a first child, and asks it what it is.
    pub fn open(settings: AdapterSettings) -> Result<Self, Unavailable> {
        let shown = settings.command.join(" ");
        let mut child = Child::spawn(&settings).map_err(|error| Unavailable {
            reason: format!("cannot start `{shown}`: {error}"),
            remedy: "check the command".to_owned(),
        })?;
        let failed = |reason: String| Unavailable {
            reason: format!("`{shown}` did not start as an adapter: {reason}"),
            remedy: "`opconform backends check` says what it gets wrong".to_owned(),
        };
        let started = match child.start(settings.start).map_err(|fault| failed(fault.to_string()))? {
            Introduction::Started(started) => started,
            Introduction::Unavailable { reason, remedy } => return Err(Unavailable { reason, remedy }),
        };
        let description = describe(&started, settings.name.as_deref()).map_err(failed)?;
        let claims = started.profile.map(|profile| suite::plain(&profile));
        let free = settings.children.saturating_sub(1);
        let pool = Pool { idle: vec![child], free, lost: Duration::ZERO, given_up: None };
        Ok(Self { settings, description, claims, pool: Mutex::new(pool), returned: Condvar::new() })
    }

    /// A child for a batch; a new one where `fresh` is asked for.
    fn take(&self, fresh: bool) -> Result<Child, Failure> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = loop {
            if self.is_stopped() {
                return Err(Failure::GivenUp(INTERRUPTED.to_owned()));
            }
            if let Some(reason) = &pool.given_up {
                return Err(Failure::GivenUp(reason.clone()));
            }
            if let Some(child) = pool.idle.pop() {
                break Some(child);
            }
            if pool.free > 0 {
                pool.free -= 1;
                break None;
            }
            pool = self.returned.wait(pool).unwrap_or_else(PoisonError::into_inner);
        };
        drop(pool);
        match idle {
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
            let started = Child::spawn(&self.settings).map_err(|error| error.to_string()).and_then(|mut child| {
                match child.start(self.settings.start) {
                    Ok(Introduction::Started(_)) => Ok(child),
                    Ok(Introduction::Unavailable { reason, .. }) => Err(reason),
                    Err(fault) => Err(fault.to_string()),
                }
            });
            match started {
                Ok(child) => return Ok(child),
                Err(error) => last = error,
            }
        }
        let reason = format!("not run: the adapter does not start any more: {}", suite::plain(&last));
        self.put(None, Duration::ZERO, Some(reason.clone()));
        Err(Failure::GivenUp(reason))
    }

    /// Gives a child back, or the place of one that is gone, with the time that was lost on it.
    fn put(&self, child: Option<Child>, lost: Duration, given_up: Option<String>) {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        match child {
            Some(child) => pool.idle.push(child),
            None => pool.free += 1,
        }
        pool.lost += lost;
        if pool.lost > self.settings.deadline * PATIENCE && pool.given_up.is_none() {
            let seconds = (self.settings.deadline * PATIENCE).as_secs_f64();
            pool.given_up = Some(format!("not run: given up after {seconds} s were lost on failures of the adapter"));
        }
        pool.given_up = pool.given_up.take().or(given_up);
        drop(pool);
        self.returned.notify_all();
    }

    /// Runs a batch in one child.
    fn attempt(&self, cases: &[Case], fresh: bool) -> Result<Vec<Outcome>, Failure> {
        let began = Instant::now();
        let mut child = self.take(fresh)?;
        let is_fresh = child.is_fresh();
        let seq = child.next();
        let request = match suite::run(seq, cases) {
            Ok(request) => request,
            Err(error) => {
                self.put(Some(child), Duration::ZERO, None);
                return Err(Failure::TooLong(error.to_string()));
            }
        };
        let outcomes = child.exchange(request, self.settings.deadline).and_then(|answer| {
            suite::read_ran(&answer, seq, cases.len()).map_err(|error| Fault::Malformed(error.to_string()))
        });
        match outcomes {
            Ok(outcomes) => {
                self.put(Some(child), Duration::ZERO, None);
                Ok(outcomes)
            }
            Err(fault) => {
                drop(child);
                self.put(None, began.elapsed(), None);
                Err(Failure::Fault(fault, is_fresh))
            }
        }
    }

    /// Runs one case by itself.
    fn alone(&self, case: &Case) -> Outcome {
        let case = slice::from_ref(case);
        let failure = match self.attempt(case, false) {
            // What an earlier case did to the child is not this one's fault.
            Err(Failure::Fault(_, false)) => self.attempt(case, true),
            outcome => outcome,
        };
        match failure {
            Ok(mut outcomes) => outcomes.swap_remove(0),
            Err(Failure::Fault(fault, _)) => fault.into(),
            Err(Failure::TooLong(reason) | Failure::GivenUp(reason)) => Outcome::Unsupported(reason),
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

    fn claims(&self) -> Option<&str> {
        self.claims.as_deref()
    }

    fn is_isolated(&self) -> bool {
        true
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        match cases {
            [] => Vec::new(),
            [case] => vec![self.alone(case)],
            cases => match self.attempt(cases, false) {
                Ok(outcomes) => {
                    let retry = |(outcome, case): (Outcome, &Case)| match outcome {
                        // A tensor that is missing may be one that another case's answer has displaced.
                        Outcome::Malformed(_) => self.alone(case),
                        outcome => outcome,
                    };
                    outcomes.into_iter().zip(cases).map(retry).collect()
                }
                Err(_) => cases.iter().map(|case| self.alone(case)).collect(),
            },
        }
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        let is_stopped = self.is_stopped();
        let pool = self.pool.get_mut().unwrap_or_else(PoisonError::into_inner);
        if is_stopped {
            // Each is killed, instead of being given the time to leave.
            return pool.idle.clear();
        }
        pool.idle.iter_mut().for_each(Child::tell_to_stop);
        for child in pool.idle.drain(..) {
            // One that does not leave is killed.
            child.leave();
        }
    }
}

/// What an adapter says of itself, as the suite says it of a backend.
fn describe(started: &Started, name: Option<&str>) -> Result<Description, String> {
    let plain = |texts: &[String]| texts.iter().map(|text| suite::plain(text)).collect::<Vec<_>>();
    let dtypes = started.dtypes.iter().map(|name| name.parse::<DType>());
    let mut configuration = plain(&started.configuration);
    configuration.extend(started.profile.iter().map(|profile| format!("claims to follow {}", suite::plain(profile))));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let name = name.unwrap_or(&started.name).replace(|c| !is_plain(c), "-");
    if name.is_empty() {
        return Err("it has no name".to_owned());
    }
    Ok(Description {
        name,
        version: suite::plain(&started.version),
        language: suite::plain(&started.language),
        configuration,
        cpu_features: plain(&started.cpu_features),
        dtypes: dtypes.collect::<Result<_, _>>().map_err(|error| error.to_string())?,
        operators: started.operators.iter().map(|operator| suite::plain(&operator.qualified())).collect(),
    })
}
