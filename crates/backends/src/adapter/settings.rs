//! How an adapter is run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use opconform_reproduce::Implementation;
use opconform_spec::Claim;

use super::child::Child;
use crate::backend::Unavailable;
use crate::setting::Setting;

/// Bytes of data that a child may hold where nothing else is asked for.
pub(super) const MEMORY: u64 = 4 << 30;

/// How an adapter is run.
#[derive(Clone, Debug)]
pub struct AdapterSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What the program is told besides, so that the implementation runs other code.
    pub setting: Option<&'static Setting>,
    /// The backend's name; the one that the adapter gives itself when left out.
    pub name: Option<String>,
    /// The words on the command line that select it, for the lines that replay a finding.
    pub selection: String,
    /// What a program calls to do without this suite what the adapter does; `None` of an adapter that somebody else wrote.
    pub implementation: Option<Implementation>,
    /// What is known of what the implementation says it follows; what the adapter says where that is nothing.
    pub claims: &'static [Claim],
    /// Whether all of its code was compiled before it is run: then nothing is waited for until it is hot.
    pub is_compiled: bool,
    /// What helps where it does not start.
    pub remedy: &'static str,
    /// How long a child may take to get ready: some runtimes take long to load.
    pub start: Duration,
    /// How long a batch may take.
    pub deadline: Duration,
    /// Bytes of data that a child may hold, where the system can limit that.
    pub memory: u64,
    /// Whether a child is offered memory to be shared, where the system has such.
    pub shares: bool,
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
            setting: None,
            name: Some(name.to_owned()),
            selection: format!("--backend {name}"),
            implementation: None,
            claims: &[],
            is_compiled: false,
            // Whoever names a backend of this program has not written its adapter.
            remedy: "install what is behind it again or in another version, or leave the backend out",
            // Some runtimes take minutes to load on a busy machine.
            start: Duration::from_mins(5),
            deadline: Duration::from_secs(10),
            memory: MEMORY,
            shares: true,
            // Each has its own copy of a runtime in memory.
            children: cores.min(4),
            stop: Arc::default(),
        }
    }

    /// Starts a child, which has not been asked anything yet.
    pub(super) fn spawn(&self) -> Result<Child, Unavailable> {
        Child::spawn(self).map_err(|error| Unavailable {
            reason: format!("cannot start `{}`: {error}", self.command.join(" ")),
            remedy: "check the command".to_owned(),
        })
    }
}
