//! The keeper: a process that outlives this one by a moment, and ends what this one has started.
//!
//! Whatever ends this process, SIGKILL included, closes the pipe to the keeper, which then kills every process group that
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

/// The keeper's ear; `None` where there is no shell to be one.
fn keeper() -> &'static Mutex<Option<ChildStdin>> {
    static KEEPER: OnceLock<Mutex<Option<ChildStdin>>> = OnceLock::new();
    KEEPER.get_or_init(|| {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "keeper", super::orphans::MARK, &std::process::id().to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Out of the reach of a Ctrl-C.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let keeper = super::orphans::spawn_keeper(&mut command);
        Mutex::new(keeper.ok().and_then(|mut keeper| keeper.stdin.take()))
    })
}

/// Starts the keeper, if it has not been.
pub(super) fn start() {
    keeper();
}

/// Puts a process group, named by the process that leads it, under the keeper.
pub(super) fn keep(group: u32) {
    tell('+', group);
}

/// Takes a process group that has ended from the keeper.
pub(super) fn release(group: u32) {
    tell('-', group);
}

fn tell(sign: char, group: u32) {
    let mut keeper = keeper().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(ear) = keeper.as_mut()
        && writeln!(ear, "{sign}{group}").is_err()
    {
        // It has been killed. The next child is not kept; it still sees the end of its standard input.
        *keeper = None;
    }
}
