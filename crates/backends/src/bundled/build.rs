//! Programs that are built of sources that this binary carries, when they are first needed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use opconform_text::line;

use super::files;
use crate::backend::Unavailable;

/// The most characters of what a tool said that are shown.
const SHOWN: usize = 1200;

/// One command of a build, and what helps where it fails.
pub(super) struct Stage {
    pub(super) command: Command,
    pub(super) remedy: &'static str,
}

/// Builds a file or a folder, once: `stages` are given the path to build at.
///
/// Several processes may build at a time; what is built appears under its name when it is complete.
pub(super) fn built(target: &Path, stages: impl FnOnce(&Path) -> Vec<Stage>) -> Result<(), Unavailable> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    // Backends that are opened side by side need the same: the first builds it.
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if target.exists() {
        return Ok(());
    }
    let unfinished = files::beside(target);
    let built = stages(&unfinished).into_iter().try_for_each(run).and_then(|()| put(&unfinished, target));
    // It is gone where it was given its name; else what is left to say is why there is no program.
    let _ = fs::remove_file(&unfinished).or_else(|_| fs::remove_dir_all(&unfinished));
    built
}

/// Gives what is built its name, unless another process has been faster.
fn put(unfinished: &Path, target: &Path) -> Result<(), Unavailable> {
    fs::rename(unfinished, target).or_else(|error| if target.exists() { Ok(()) } else { Err(error) }).map_err(|error| {
        Unavailable {
            reason: format!("cannot write {}: {error}", target.display()),
            remedy: "let OPCONFORM_CACHE name a folder that can be written".to_owned(),
        }
    })
}

fn run(Stage { mut command, remedy }: Stage) -> Result<(), Unavailable> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let unavailable = |reason: String| Unavailable { reason, remedy: remedy.to_owned() };
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| unavailable(format!("cannot start `{tool}`: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let printed = printed(&[output.stderr, output.stdout].concat());
    Err(unavailable(format!("`{tool}` cannot build the adapter: {printed}")))
}

/// What a tool said, in a line: each of its lines once, the beginning and the end.
pub(super) fn printed(bytes: &[u8]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for said in String::from_utf8_lossy(bytes).lines().map(|it| line(it, SHOWN)) {
        if !said.is_empty() && !lines.contains(&said) {
            lines.push(said);
        }
    }
    if lines.is_empty() { "it said nothing".to_owned() } else { line(&lines.join(" / "), SHOWN) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Stage {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        Stage { command, remedy: "do something" }
    }

    #[test]
    fn each_line_is_said_once_and_of_many_the_first_and_the_last() {
        assert_eq!(printed(b""), "it said nothing");
        assert_eq!(printed(b"a\n\nb\x1b[1m\na\nc\xFF"), "a / b\\u{1b}[1m / c\u{FFFD}");
        let long = (0..500).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
        let shown = printed(long.as_bytes());
        assert!(shown.starts_with("line 0 / line 1 /") && shown.ends_with("/ line 498 / line 499"), "{shown}");
        assert_eq!(shown.chars().count(), SHOWN);
    }

    #[test]
    #[cfg(unix)]
    fn a_build_that_fails_leaves_nothing_and_says_why() {
        let room = tempfile::tempdir().expect("a folder");
        let target = room.path().join("built");
        let stages = |path: &Path| vec![shell(&format!("mkdir {}", path.display())), shell("echo words >&2; exit 3")];
        let unavailable = built(&target, stages).expect_err("it fails");
        assert_eq!(unavailable.to_string(), "`/bin/sh` cannot build the adapter: words; do something");
        assert_eq!(fs::read_dir(&room).expect("the folder").count(), 0);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_built_is_not_built_again_by_who_needs_it_at_the_same_time() {
        let room = tempfile::tempdir().expect("a folder");
        let target = room.path().join("built");
        let log = room.path().join("log");
        let script = |path: &Path| format!("echo built >>{}; sleep 0.1; mkdir {}", log.display(), path.display());
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| built(&target, |path| vec![shell(&script(path))]).expect("it is built"));
            }
        });
        assert_eq!(fs::read_to_string(log).expect("a log"), "built\n");
    }
}
