//! The trials: what each adapter is tried with, and what must come of it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

use crate::kinds::{PROMPT, SLOW, SOUND_BUT_ONE};

/// Kibibytes of data that the program may hold, whatever it is sent.
const MEMORY: &str = "655360";
/// How long one call may take on a busy machine before it is a hang.
const DEADLINE: Duration = Duration::from_mins(5);
/// Bytes that a call may print.
const PRINTED: usize = 256 << 10;

/// A case of two scalars, as a file.
const CASE: &str = include_str!("../../../../corpus/seeds/max-f32-equal-2-scalar-e4bcfe05.json");

/// Kinds that do harm when they are told to stop.
const AT_STOP: &[&str] = &[
    "exit-3",
    "abort",
    "segfault",
    "killed",
    "panic",
    "closes-stdout",
    "hostile-stderr",
    "text",
    "truncated",
    "huge-frame",
    "not-json",
    "hang",
    "stopped",
    "drip",
    "endless-stderr",
    "leaves-a-child-behind",
];

/// Kinds of the start alone.
const AT_START: &[&str] = &[
    "start-exit",
    "start-text",
    "start-ran",
    "start-protocol-2",
    "start-dtype",
    "start-no-name",
    "start-unavailable",
    "start-hostile-name",
    "start-long-name",
    "start-many-dtypes",
    "start-many-operators",
    "start-silent",
    "start-unflushed",
];

/// An adapter of the table.
#[derive(Clone)]
struct Hostile {
    /// `KIND@STAGE`.
    kind: String,
    /// Whether a check must find something wrong.
    is_wrong: bool,
    /// Seconds that it is waited for.
    timeout: &'static str,
}

/// The adapters: every kind at the first batch, and in turn at a later one or at the start.
fn table() -> Vec<Hostile> {
    let patient =
        |kind: &str, stage: &str, is_wrong| Hostile { kind: format!("{kind}@{stage}"), is_wrong, timeout: "30" };
    let hasty = |kind: &str, stage: &str| Hostile { timeout: "1", ..patient(kind, stage, true) };
    let mut table = Vec::new();
    for (index, kind) in PROMPT.iter().enumerate() {
        table.push(patient(kind, "first", true));
        table.push(patient(kind, if index % 2 == 0 { "later" } else { "start" }, true));
    }
    table.extend(SOUND_BUT_ONE.iter().map(|kind| patient(kind, "first", false)));
    table.extend(SLOW.iter().flat_map(|kind| [hasty(kind, "first"), hasty(kind, "start")]));
    table.extend(AT_STOP.iter().map(|kind| patient(kind, "stop", false)));
    table.extend(AT_START.iter().map(|kind| hasty(kind, "first")).map(|it| Hostile { is_wrong: false, ..it }));
    table
}

pub(crate) fn run() {
    let table = table();
    assert!(table.len() >= 100, "{} adapters", table.len());
    let mut trials: Vec<Trial> = Vec::new();
    for adapter in &table {
        // Those that are waited for, and those of other stages, take minutes: `-- --include-ignored` tries them all.
        let takes_long =
            adapter.timeout == "1" || !adapter.kind.ends_with("@first") || adapter.kind.starts_with("large-");
        let checked = adapter.clone();
        let trial = Trial::test(format!("check {}", adapter.kind), move || check(&checked));
        trials.push(trial.with_ignored_flag(takes_long));
        // A case alone meets the first batch, and what comes before it.
        if adapter.kind.ends_with("@first") || adapter.kind.ends_with("@start") {
            let replayed = adapter.clone();
            let trial = Trial::test(format!("replay {}", adapter.kind), move || replay(&replayed));
            trials.push(trial.with_ignored_flag(true));
        }
    }
    let is_run = |adapter: &&Hostile| adapter.kind.ends_with("@first") && adapter.timeout == "30";
    let runnable: Vec<Hostile> = table.iter().filter(is_run).cloned().collect();
    // Its answers are large, and so each has the memory to itself.
    let (large, runnable): (Vec<_>, Vec<_>) =
        runnable.into_iter().partition(|adapter| adapter.kind.starts_with("large-"));
    for adapter in large {
        trials.push(Trial::test(format!("run {}", adapter.kind), move || judge(&[adapter])).with_ignored_flag(true));
    }
    for (number, group) in runnable.chunks(10).map(<[_]>::to_vec).enumerate() {
        trials.push(Trial::test(format!("run group {number}"), move || judge(&group)));
    }
    for kind in SLOW {
        let adapter = Hostile { kind: format!("{kind}@first"), is_wrong: true, timeout: "1" };
        trials.push(Trial::test(format!("run {kind}@first"), move || judge(&[adapter])).with_ignored_flag(true));
    }
    #[cfg(target_os = "linux")]
    for kind in ["daemon", "daemon-of-its-own"] {
        trials.push(Trial::test(format!("nothing is left of {kind}"), move || nothing_is_left(kind)));
    }
    // Most of a trial is waiting for an adapter that does nothing.
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(8);
    libtest_mimic::run(&arguments, trials).exit();
}

/// What a call has printed, and its exit code.
struct Done {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Calls the program under its limits. What it prints is short, and acts on no terminal.
fn call(folder: &Path, arguments: &[&str]) -> Result<Done, Failed> {
    let began = Instant::now();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "ulimit -d \"$0\" && exec \"$@\"", MEMORY, env!("CARGO_BIN_EXE_opconform")]);
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output()?;
    let done = Done {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    };
    let printed = format!("{}{}", done.stdout, done.stderr);
    let is_harmful = |c: char| c != '\n' && opconform_text::is_hidden(c);
    for (is_bad, what) in [
        (!matches!(done.code, Some(0 | 1 | 2 | 4)), "an exit code that is not documented"),
        (done.stderr.lines().any(|line| line.starts_with("thread '")), "a panic"),
        (printed.contains(is_harmful), "a character that acts on a terminal"),
        (printed.contains("\nerror: forged"), "a line of the adapter's own"),
        (printed.len() > PRINTED, "too much is printed"),
        (began.elapsed() > DEADLINE, "too long"),
    ] {
        if is_bad {
            let shown: String = printed.chars().take(4000).collect();
            return Err(format!("{what}: {arguments:?}: {:?}: {}", done.code, shown.escape_debug()).into());
        }
    }
    Ok(done)
}

/// The command of an adapter, whose notes are in the folder.
fn command(kind: &str, folder: &Path) -> String {
    let program = std::env::current_exe().expect("this program");
    let quoted = |path: &Path| format!("'{}'", path.display());
    format!("{} adapter {kind} {}", quoted(&program), quoted(&folder.join("note")))
}

fn check(adapter: &Hostile) -> Result<(), Failed> {
    let room = TempDir::new()?;
    let command = command(&adapter.kind, room.path());
    let limits = ["--timeout", adapter.timeout, "--memory", "256"];
    let done = call(room.path(), &[&["backends", "check", &command], &limits[..]].concat())?;
    let wrong = done.stdout.lines().filter(|line| line.starts_with("WRONG  ")).count();
    match done.code {
        Some(1) if wrong > 0 => Ok(()),
        Some(0) if wrong == 0 && !adapter.is_wrong => Ok(()),
        code => Err(format!("{code:?} with {wrong} remarks: {}{}", done.stdout, done.stderr).into()),
    }
}

fn replay(adapter: &Hostile) -> Result<(), Failed> {
    let room = TempDir::new()?;
    fs::write(room.path().join("case.json"), CASE)?;
    let command = format!("it={}", command(&adapter.kind, room.path()));
    let limits = ["--timeout", adapter.timeout, "--memory", "256"];
    let done = call(room.path(), &[&["replay", "case.json", "--adapter", &command], &limits[..]].concat())?;
    let has_started = done.stdout.contains("\nit: ");
    match done.code {
        Some(2) if !has_started && done.stderr.starts_with("error: the adapter ") => Ok(()),
        Some(0 | 1 | 4) if has_started => Ok(()),
        code => Err(format!("{code:?}: {}{}", done.stdout, done.stderr).into()),
    }
}

/// A short run of several adapters at once.
fn judge(adapters: &[Hostile]) -> Result<(), Failed> {
    let room = TempDir::new()?;
    let mut arguments = vec!["run", "--only", "max/f32/rank-scalar/2+scalar#", "--memory", "256", "--timeout"];
    arguments.push(adapters[0].timeout);
    let named: Vec<String> = adapters
        .iter()
        .map(|adapter| {
            let (kind, _) = adapter.kind.split_once('@').expect("a stage");
            format!("{kind}={}", command(&adapter.kind, room.path()))
        })
        .collect();
    arguments.extend(named.iter().flat_map(|adapter| ["--adapter", adapter.as_str()]));
    let done = call(room.path(), &arguments)?;
    let report = fs::read_to_string(room.path().join("reports/latest/report.json"))?;
    let report: serde_json::Value = serde_json::from_str(&report)?;
    let judged = report["backends"].as_array().map_or(0, Vec::len);
    match done.code {
        Some(0 | 1 | 4) if judged == adapters.len() => Ok(()),
        code => Err(format!("{code:?}, {judged} judged: {}{}", done.stdout, done.stderr).into()),
    }
}

/// A process in a session of its own, whose parent has ended, ends with the call all the same.
#[cfg(target_os = "linux")]
fn nothing_is_left(kind: &str) -> Result<(), Failed> {
    let room = TempDir::new()?;
    let sound = Hostile { kind: format!("{kind}@first"), is_wrong: false, timeout: "30" };
    fs::write(room.path().join("case.json"), CASE)?;
    let command = format!("it={}", command(&sound.kind, room.path()));
    call(room.path(), &["replay", "case.json", "--adapter", &command])?;
    let pids = fs::read_to_string(room.path().join("note"))?;
    if pids.trim().is_empty() {
        return Err("no daemon was started".into());
    }
    for pid in pids.lines() {
        let began = Instant::now();
        while is_alive(pid) {
            if began.elapsed() > Duration::from_secs(20) {
                return Err(format!("{pid} is left").into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}
