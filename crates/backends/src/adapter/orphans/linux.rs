//! What a child has started and left behind, on Linux: found wherever it has hidden, and ended.
//!
//! A process that leaves the child's process group is not reached by the group's signal, and one whose parent ends goes to
//! the nearest ancestor that takes orphans: this process does, from the first child on. An orphan belongs to the child
//! whose mark is in its environment. One without a mark is ended when no child is left that it could be of use to.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpgrp, getpid, kill_process, set_child_subreaper, waitid,
    waitpid,
};

use super::MARK;

/// How often orphans are looked for again, where the end of one makes others.
const ROUNDS: u32 = 100;
/// How many looks in a row find no orphan where there is none: the system leaves a process out of its list while another one of it ends, or
/// the thread that it belongs to.
const LOOKS: u32 = 3;
/// The time between two of them: what is left out now may be so for as long as it takes to end a process.
const LOOK: Duration = Duration::from_micros(200);
/// How long a process whose environment is empty is taken for one that is just being given another program.
const EXEC: Duration = Duration::from_secs(1);
/// The time between two looks for orphans that have ended by themselves.
const TIDY: Duration = Duration::from_secs(1);

/// The children of this process that are no orphans.
struct Known {
    /// Those of the adapters that run.
    leaders: HashSet<Pid>,
    /// The reaper, and what was there before: a program that is replaced by this one leaves its children to it.
    others: HashSet<Pid>,
    tidied: Instant,
}

/// Locked while a child is started and while one is ended, so that no child is taken for an orphan in between.
fn known() -> MutexGuard<'static, Known> {
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    let first = || {
        // Without it, orphans go to the system's first process, as they do elsewhere.
        let _ = set_child_subreaper(Some(getpid()));
        let others = kin().iter().map(|it| it.pid).collect();
        Mutex::new(Known { leaders: HashSet::new(), others, tidied: Instant::now() })
    };
    KNOWN.get_or_init(first).lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the reaper.
pub(in crate::adapter) fn spawn_reaper(command: &mut Command) -> io::Result<Child> {
    let mut known = known();
    let reaper = command.spawn()?;
    known.others.insert(Pid::from_child(&reaper));
    Ok(reaper)
}

/// A child, and the mark of all that it starts.
pub(in crate::adapter) struct Marked {
    pub(in crate::adapter) child: Child,
    mark: Vec<u8>,
}

impl Marked {
    /// Starts a child that leads a process group.
    pub(in crate::adapter) fn spawn(command: &mut Command) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}.{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.env(MARK, &mark);
        let mut known = known();
        let child = command.spawn()?;
        known.leaders.insert(Pid::from_child(&child));
        Ok(Self { child, mark: format!("{MARK}={mark}").into_bytes() })
    }

    /// Waits for the child, whose group has been killed, and ends what it has left behind.
    pub(in crate::adapter) fn end(&mut self) -> io::Result<ExitStatus> {
        let mut known = known();
        let leader = Pid::from_child(&self.child);
        // Not reaped yet, so that the group keeps its name while those that are left in it are looked for.
        let _ = waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        known.end_orphans(|it| match it.pid == leader {
            true => Some(false),
            false if it.group == leader => Some(true),
            false => it.is_marked(&self.mark),
        });
        let status = self.child.wait();
        known.leaders.remove(&leader);
        if known.leaders.is_empty() {
            known.end_orphans(|_| Some(true));
        }
        status
    }
}

/// Forgets orphans that have ended by themselves, now and then: each keeps its place in the system's table until then.
pub(in crate::adapter) fn tidy() {
    let mut known = known();
    if known.tidied.elapsed() >= TIDY {
        known.end_orphans(|_| Some(false));
        known.tidied = Instant::now();
    }
}

impl Known {
    /// Kills such orphans, and waits for them and for those that have ended. An orphan of which nothing can be said yet is looked at again for
    /// a while.
    fn end_orphans(&self, is_meant: impl Fn(&Kin) -> Option<bool>) {
        let own = getpgrp();
        // What this process has started otherwise is in its own group.
        let is_orphan = |it: &Kin| it.group != own && !self.leaders.contains(&it.pid) && !self.others.contains(&it.pid);
        let began = Instant::now();
        let mut in_vain = 0;
        for _ in 0..ROUNDS {
            let orphans = kin().into_iter().filter(&is_orphan);
            let verdict = |it: Kin| (if it.has_ended { Some(true) } else { is_meant(&it) }, it);
            let (meant, rest): (Vec<_>, Vec<_>) =
                orphans.map(verdict).partition(|(is_meant, _)| *is_meant == Some(true));
            in_vain = if meant.is_empty() { in_vain + 1 } else { 0 };
            for (_, it) in meant {
                // It stays a child of this process, whatever becomes of it, until it is waited for.
                let _ = kill_process(it.pid, Signal::KILL);
                let _ = waitpid(Some(it.pid), WaitOptions::empty());
            }
            if rest.iter().any(|(is_meant, _)| is_meant.is_none()) && began.elapsed() < EXEC {
                thread::sleep(EXEC / ROUNDS);
            } else if in_vain >= LOOKS {
                return;
            } else if in_vain > 0 {
                thread::sleep(LOOK);
            }
        }
    }
}

/// A process whose parent is this one.
struct Kin {
    pid: Pid,
    group: Pid,
    has_ended: bool,
}

impl Kin {
    fn read(pid: &str) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program is in brackets, and may have any others in it.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        let (state, _parent, group) = (fields.next()?, fields.next()?, fields.next()?);
        let number = |text: &str| Pid::from_raw(text.parse().ok()?);
        Some(Self { pid: number(pid)?, group: number(group)?, has_ended: matches!(state, "Z" | "X") })
    }

    /// Whether the process has the mark; `None` where its environment is empty, as it is for a moment after the process was given another
    /// program.
    fn is_marked(&self, mark: &[u8]) -> Option<bool> {
        let environment = fs::read(format!("/proc/{}/environ", self.pid.as_raw_pid())).unwrap_or_default();
        (!environment.is_empty()).then(|| environment.split(|&byte| byte == 0).any(|variable| variable == mark))
    }
}

/// The children of every thread of this process. None where the system does not list them.
fn kin() -> Vec<Kin> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(Kin::read).collect::<Vec<_>>()).collect()
}
