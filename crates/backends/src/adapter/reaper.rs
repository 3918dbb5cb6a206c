//! The reaper: a process that outlives this one by a moment, and ends what this one has started.
//!
//! Whatever ends this process, SIGKILL included, closes the pipe to the reaper, which then kills every process group that
//! it has been told of and not been told the end of. A flag on the child itself, as Linux has one, would not reach what
//! the child has started, and goes by the thread that started it.

use std::io::Write as _;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Its arguments are the variable of the mark and the number of this process. A line `+N` says that group N has started, `-N` that it has ended.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
groups=' '
while read -r line; do
  case $line in
    +*) groups="$groups${line#+} " ;;
    -*) groups="${groups%% "${line#-}" *} ${groups#* "${line#-}" }" ;;
  esac
done
case $groups in *[0-9]*) ;; *) exit ;; esac
for group in $groups; do kill -9 "-$group" 2>/dev/null; done
for environ in /proc/[0-9]*/environ; do
  if { tr '\0' '\n' <"$environ" | grep -q "^$1=$2\."; } 2>/dev/null; then
    pid=${environ#/proc/}
    kill -9 "${pid%/environ}" 2>/dev/null
  fi
done
"#;

/// The reaper's ear; `None` where there is no shell to be one.
fn reaper() -> &'static Mutex<Option<ChildStdin>> {
    static REAPER: OnceLock<Mutex<Option<ChildStdin>>> = OnceLock::new();
    REAPER.get_or_init(|| {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "reaper", super::orphans::MARK, &std::process::id().to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Out of the reach of a Ctrl-C.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let reaper = super::orphans::spawn_reaper(&mut command);
        Mutex::new(reaper.ok().and_then(|mut reaper| reaper.stdin.take()))
    })
}

/// Starts the reaper, if it has not been.
pub(super) fn start() {
    reaper();
}

/// Puts a process group, named by the process that leads it, in the care of the reaper.
pub(super) fn watch(group: u32) {
    tell('+', group);
}

/// Takes a process group that has ended from the reaper.
pub(super) fn release(group: u32) {
    tell('-', group);
}

fn tell(sign: char, group: u32) {
    let mut reaper = reaper().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(ear) = reaper.as_mut()
        && writeln!(ear, "{sign}{group}").is_err()
    {
        // It has been killed. The next child is not watched; it still sees the end of its standard input.
        *reaper = None;
    }
}
