//! A child process and all that it starts: limited, told apart in its ending, and gone when it is dropped.
//!
//! On Unix it leads a process group of its own, so that a Ctrl-C at the terminal does not reach it and a kill reaches
//! what it has started; elsewhere there is only the child itself. On Linux what has left the group is reached too.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use opconform_protocol::Region;

use super::orphans::Marked;

/// A running child, killed when it is dropped.
pub(super) struct Process {
    marked: Marked,
    /// How it ended, once it has been waited for: its number may then be another's.
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts a child that may hold `memory` bytes of data, where the system can limit that, and that is to have a region of memory shared
    /// with it.
    pub(super) fn spawn(mut command: Command, memory: u64, shared: Option<&Region>) -> io::Result<Self> {
        #[cfg(unix)]
        {
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            // Before the child: what ends this process between the two leaves an orphan.
            super::reaper::start();
        }
        let mut spawn = || Marked::spawn(&mut command);
        let marked = match shared {
            Some(region) => region.inherited(spawn)?,
            None => spawn()?,
        };
        let process = Self { marked, ended: None };
        #[cfg(unix)]
        super::reaper::watch(process.marked.child.id());
        process.limit(memory)?;
        Ok(process)
    }

    /// The child, for its pipes.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.marked.child
    }

    /// Limits what the child may allocate from now on: its data, not its address space, of which some runtimes reserve
    /// far more than they use. And no core files: a thousand crashes are a thousand files.
    #[cfg(target_os = "linux")]
    fn limit(&self, memory: u64) -> io::Result<()> {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let pid = Pid::from_child(&self.marked.child);
        for (resource, limit) in [(Resource::Data, memory), (Resource::Core, 0)] {
            match prlimit(Some(pid), resource, Rlimit { current: Some(limit), maximum: Some(limit) }) {
                // It has ended already, or may be allowed less than that as it is.
                Ok(_) | Err(rustix::io::Errno::SRCH | rustix::io::Errno::PERM) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "only Linux limits another process")]
    fn limit(&self, _memory: u64) -> io::Result<()> {
        Ok(())
    }

    /// Waits until the child has ended, for as long as this; it is not reaped, so that its group keeps its name.
    #[cfg(unix)]
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let pid = WaitId::Pid(Pid::from_child(&self.marked.child));
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        poll(time, || !matches!(waitid(pid.clone(), look), Ok(None)))
    }

    #[cfg(not(unix))]
    pub(super) fn ends_within(&mut self, time: Duration) -> bool {
        poll(time, || !matches!(self.marked.child.try_wait(), Ok(None)))
    }

    /// Kills what is left of the child and of what it has started; how the child ended.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(ended) = self.ended {
            return Ok(ended);
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // No such group: everything in it has ended.
            let _ = kill_process_group(Pid::from_child(&self.marked.child), Signal::KILL);
        }
        let ended = self.marked.end()?;
        self.ended = Some(ended);
        Ok(ended)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Waiting fails only for a child that has been waited for.
        let _ = self.end();
        #[cfg(unix)]
        super::reaper::release(self.marked.child.id());
    }
}

/// Looks again and again, at first often.
fn poll(time: Duration, mut has_happened: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    let mut pause = Duration::from_micros(50);
    loop {
        if has_happened() {
            return true;
        }
        if began.elapsed() >= time {
            return false;
        }
        thread::sleep(pause.min(time.saturating_sub(began.elapsed())));
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// How a process ended, in words.
pub(super) fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = SIGNALS.iter().find(|(number, _)| *number == signal).map_or("a signal", |(_, name)| name);
        return format!("killed by {name} (signal {signal})");
    }
    status.code().map_or_else(|| "ended".to_owned(), |code| format!("exited with code {code}"))
}

/// The signals that a fault ends with, by numbers that are the same on every Unix but for SIGBUS.
#[cfg(unix)]
const SIGNALS: &[(i32, &str)] = &[
    (rustix::process::Signal::HUP.as_raw(), "SIGHUP"),
    (rustix::process::Signal::INT.as_raw(), "SIGINT"),
    (rustix::process::Signal::ILL.as_raw(), "SIGILL"),
    (rustix::process::Signal::TRAP.as_raw(), "SIGTRAP"),
    (rustix::process::Signal::ABORT.as_raw(), "SIGABRT"),
    (rustix::process::Signal::BUS.as_raw(), "SIGBUS"),
    (rustix::process::Signal::FPE.as_raw(), "SIGFPE"),
    (rustix::process::Signal::KILL.as_raw(), "SIGKILL"),
    (rustix::process::Signal::SEGV.as_raw(), "SIGSEGV"),
    (rustix::process::Signal::PIPE.as_raw(), "SIGPIPE"),
    (rustix::process::Signal::TERM.as_raw(), "SIGTERM"),
];
