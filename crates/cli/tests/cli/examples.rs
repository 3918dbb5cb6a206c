//! The examples in the help of each command, run as they are printed, one after another in one folder.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{once, room};

/// The commands, in an order in which each finds what it needs.
const COMMANDS: &[&[&str]] = &[
    &["run"],
    &["report"],
    &["diff"],
    &["compare"],
    &["gate"],
    &["record"],
    &["atlas"],
    &["minimize"],
    &["replay"],
    &["fuzz"],
    &["backends"],
    &["backends", "check"],
    &["serve"],
    &["ask"],
    &["specs"],
    &["cases"],
    &["cases", "list"],
    &["cases", "show"],
    &["cases", "export"],
    &["seeds", "encode"],
    &["clauses"],
    &["explain"],
    &["exhaust"],
    &["merge"],
    &["init"],
    &["completions"],
    &["man"],
];

/// Commands whose examples are not run here, and why.
const NOT_RUN: &[(&[&str], &str)] = &[
    (&["setup"], "it needs the network"),
    (&["qualify"], "it takes minutes without optimisation: `.ci/qualify` runs it"),
    (&["evidence"], "it takes what `qualify` writes, in minutes: `.ci/documents` runs it"),
    (&["seeds"], "writing the seeds runs the whole suite: `.ci/fuzz` does it"),
    (&["seeds", "write"], "it runs the whole suite: `.ci/fuzz` does it"),
];

/// The lines under `Examples:` in the help of a command.
fn examples(command: &[&str]) -> Vec<String> {
    let help = once(&[command, &["--help"]].concat()).stdout;
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    lines.map_while(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

#[test]
fn every_command_has_examples_that_run() {
    let room = room();
    let folder = Path::new(env!("CARGO_BIN_EXE_opconform")).parent().expect("a folder");
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder.to_owned()].into_iter().chain(std::env::split_paths(&old)));
    let path = path.expect("a path");
    for command in COMMANDS {
        let examples = examples(command);
        assert!(!examples.is_empty(), "`opconform {} --help` has no examples", command.join(" "));
        for line in examples {
            assert!(line.contains("opconform "), "{line}");
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &line]).current_dir(room.path()).env("PATH", &path).stdin(Stdio::null());
            let output = shell.output().expect("a shell");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {:?}: {said}", output.status);
        }
    }
    for (command, reason) in NOT_RUN {
        assert!(!examples(command).is_empty(), "`opconform {} --help` has no examples", command.join(" "));
        println!("not run: {}: {reason}", command.join(" "));
    }
}
