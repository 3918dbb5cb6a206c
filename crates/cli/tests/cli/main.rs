//! The binary as its users meet it: what it prints, what it writes, how it ends, and that it never panics.

mod adapter;
mod ask;
mod atlas;
mod bisect;
mod chosen;
mod claims;
mod cold;
mod compare;
mod defects;
mod diff;
mod errors;
mod evidence;
mod examples;
mod exhaust;
mod exhaust_page;
mod explain;
mod export;
mod files;
mod fuzz;
mod gate;
mod habits;
#[cfg(unix)]
mod interrupt;
mod journal;
mod node_tests;
#[cfg(target_os = "linux")]
mod own;
#[cfg(unix)]
mod planted;
mod record;
mod replay;
mod report;
mod resume;
mod shards;
#[cfg(target_os = "linux")]
mod shared_memory;
mod specs;
mod terminal;
mod texts;
mod threads;
mod unexercised;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use opconform_report::{Format, View};
use opconform_spec::OPERATORS;
use opconform_tensor::DType;
use tempfile::TempDir;

/// Cases of a few elements that no right backend fails on.
const FEW: &str = "f32/rank-equal";

/// What a line about how far a command is begins with.
const PROGRESS: [&str; 7] = [
    "starting ",
    "waiting for ",
    "judging: ",
    "shrinking: ",
    "planted faults, ",
    "capricious conformers, ",
    "faults of other documents, ",
];

/// What one call of the binary left behind, but for lines about how far it was.
struct Done {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// The binary, to be called in a folder.
fn opconform(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_opconform"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    // What is installed on this machine is not what these tests are about.
    command.env("OPCONFORM_HOME", folder.join("nothing-is-installed"));
    command
}

/// Calls the binary in a folder. It does not panic, whatever it is asked.
fn call(folder: &Path, arguments: &[&str]) -> Done {
    done(opconform(folder, arguments).output().expect("the binary runs"))
}

fn done(output: Output) -> Done {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    // On a busy machine anything may take long enough to be spoken of.
    let is_progress = |line: &&str| PROGRESS.iter().any(|word| line.starts_with(word));
    let stderr: String = text(output.stderr).split_inclusive('\n').filter(|line| !is_progress(line)).collect();
    let done = Done { code: output.status.code(), stdout: text(output.stdout), stderr };
    assert!(!done.stderr.contains("panicked"), "{}", done.stderr);
    done
}

/// A fresh folder, and a call in it.
fn once(arguments: &[&str]) -> Done {
    call(room().path(), arguments)
}

fn room() -> TempDir {
    TempDir::new().expect("a folder")
}

/// Runs the portable backend on a few cases into a folder, and returns the report.
fn small_run(folder: &Path, output: &str) -> String {
    let done = call(folder, &["run", "-q", "-b", "portable", "--only", FEW, "-o", output]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    read(&folder.join(output).join("report.json"))
}

/// A report of these fields, as it would have been written.
fn sealed(report: &str) -> String {
    let report: opconform_report::Report = serde_json::from_str(report).expect("a report");
    Format::Json.render(&report, &View::default())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What is in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The one file of a folder.
fn only_file(folder: &Path) -> PathBuf {
    let names = names(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    folder.join(&names[0])
}

/// Compares with the snapshot of this name, in the workspace's own folder of snapshots.
fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../../snapshots/cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, stable(text)));
}

/// A text without what depends on the machine, the moment and the version: CPU features, times, version numbers; and lists of all that there
/// is as such, which grow.
fn stable(text: &str) -> String {
    let line = |line: &str| match (line.split_once("  available: "), line.strip_prefix("opconform ")) {
        (Some(("", about)), _) => format!("  available: [version] {}", about.split_once(' ').unwrap_or_default().1),
        (_, Some(summary)) => match summary.split(" · ").collect::<Vec<_>>().as_slice() {
            [_, parts @ .., _] => format!("opconform [version] · {} · [time]", parts.join(" · ")),
            _ => line.to_owned(),
        },
        _ => line.to_owned(),
    };
    let kept = text.lines().filter(|line| !line.starts_with("  may use: "));
    let text = kept.map(line).collect::<Vec<_>>().join("\n");
    let types =
        |is_of: fn(&DType) -> bool| DType::ALL.into_iter().filter(is_of).map(DType::name).collect::<Vec<_>>().join(" ");
    let operators: Vec<_> = OPERATORS.iter().map(|operator| operator.qualified()).collect();
    text.replace(&format!("types: {}\n", types(|_| true)), "types: [all]\n")
        .replace(&format!("operators: {}\n", operators.join(" ")), "operators: [all]\n")
        .replace(&format!("says nothing of {}:", types(|it| it.is_float8())), "says nothing of [floats of 8 bits]:")
}
