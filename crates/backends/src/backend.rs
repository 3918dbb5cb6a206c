//! What a backend is: an implementation that is tried, whatever it is made of.

use opconform_spec::{Case, Outcome};
use serde::{Deserialize, Serialize};

use crate::describe::Description;
use crate::made_of::MadeOf;

/// An implementation that is tried.
///
/// [`run`](Self::run) never panics: what the implementation panics with becomes [`Outcome::Crashed`], see
/// [`run_each`](crate::run_each). It is called from several threads at once.
///
/// A wrapper answers as the backend in it does, but for what it is there for. What nobody would notice where a wrapper forgot it has no
/// default.
pub trait Backend: Send + Sync {
    /// What it is.
    fn describe(&self) -> &Description;

    /// The words on the command line of `opconform` that select it.
    fn selection(&self) -> String {
        format!("--backend {}", self.describe().name)
    }

    /// Whether it runs in another process: then what it answers takes time to ask for again.
    fn is_isolated(&self) -> bool {
        false
    }

    /// What it is made of.
    fn made_of(&self) -> MadeOf;

    /// What it does with each case, in their order.
    fn run(&self, cases: &[Case]) -> Vec<Outcome>;

    /// What it does with a call of more elements than a process is sent, and the places of the result that the outcome has elements of;
    /// `None` where it is not asked for such a call, as in this process, where [`run`](Self::run) takes operands of any length.
    fn huge(&self, _: &HugeCall<'_>) -> Option<(Vec<usize>, Outcome)> {
        None
    }

    /// Asks each process of it for these again and again, until what a compiler makes anew of what is called often has been made; what
    /// is answered is nobody's. Nothing, where all of its code was compiled before.
    fn heat(&self, cases: &[Case]);

    /// The same implementation, of which nothing has been asked yet; `None` where there is no other to be had.
    fn fresh(&self) -> Option<Box<dyn Backend>>;

    /// The faults that it had in calls which it answered when they were made again, so far: of none of its cases are they the outcome.
    /// Who shares what it runs with no process has none: its faults are outcomes.
    fn passing_faults(&self) -> Vec<PassingFault> {
        Vec::new()
    }

    /// The name of the backend that is the same implementation on one thread, where this one has more.
    fn on_one_thread(&self) -> Option<&str>;
}

/// A call of more elements than a process is sent.
#[derive(Clone, Copy, Debug)]
pub struct HugeCall<'a> {
    /// The call, whose first operand stands for a larger one of a single axis: its first element stands everywhere in that but at
    /// `places`, and the others there.
    pub case: &'a Case,
    /// The elements of the operand.
    pub length: usize,
    /// The places that stand out, ascending.
    pub places: &'a [usize],
    /// The bytes that may be taken for it.
    pub memory: u64,
}

/// Faults of one kind in calls for one case or several, each of which was answered when it was asked for by itself, of a new process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassingFault {
    /// What became of the first such call: how the process ended, what it did not keep to, or for how long nothing came.
    pub what: String,
    /// How many calls.
    pub calls: u64,
    /// How many cases the first of the calls was for.
    pub cases: usize,
    /// The id of the first of these cases.
    pub first: String,
}

impl PassingFault {
    /// How many calls all of these are of.
    pub fn calls_of(faults: &[Self]) -> u64 {
        faults.iter().map(|it| it.calls).fold(0, u64::saturating_add)
    }

    /// Those that there were before, with those that came later: of one kind, by what became of the calls, there are as many calls as of
    /// both, and the first is the earlier one.
    pub fn with(mut before: Vec<Self>, later: Vec<Self>) -> Vec<Self> {
        for fault in later {
            match before.iter_mut().find(|it| it.what == fault.what) {
                Some(known) => known.calls = known.calls.saturating_add(fault.calls),
                None => before.push(fault),
            }
        }
        before
    }
}

/// Why a backend cannot run here, and what would change that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}; {remedy}")]
pub struct Unavailable {
    /// What is missing.
    pub reason: String,
    /// What would make it available.
    pub remedy: String,
}
