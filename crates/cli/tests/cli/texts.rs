//! What the commands print, kept in `snapshots/cli`.

use crate::{FEW, assert_snapshot, call, once, room};

#[test]
fn help_of_every_command() {
    let commands: &[&[&str]] = &[
        &[],
        &["run"],
        &["gate"],
        &["diff"],
        &["record"],
        &["ask"],
        &["specs"],
        &["compare"],
        &["exhaust"],
        &["merge"],
        &["replay"],
        &["report"],
        &["atlas"],
        &["setup"],
        &["minimize"],
        &["fuzz"],
        &["seeds"],
        &["seeds", "write"],
        &["seeds", "encode"],
        &["backends"],
        &["clauses"],
        &["explain"],
        &["qualify"],
        &["evidence"],
        &["init"],
        &["completions"],
        &["man"],
        &["cases"],
        &["cases", "list"],
        &["cases", "show"],
        &["cases", "export"],
    ];
    for command in commands {
        let done = once(&[command, &["--help"][..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{command:?}");
        assert_snapshot(&[&["help"], *command].concat().join("-"), &done.stdout);
    }
    let listed = once(&["--help"]).stdout;
    for command in commands.iter().filter_map(|command| command.first()) {
        assert!(listed.contains(&format!("\n  {command} ")), "{command} is not listed");
    }
}

#[test]
fn what_there_is_to_know_without_a_run() {
    let texts: &[(&str, &[&str])] = &[
        ("specs", &["specs"]),
        ("specs-compare", &["specs", "ieee754-2019", "c-fmax"]),
        ("clauses", &["clauses"]),
        ("clauses-paddle", &["clauses", "paddle"]),
        ("clauses-statements", &["clauses", "--statements", "sonnx-max-zero"]),
        ("clauses-defects", &["clauses", "--defects", "paddle"]),
        ("explain", &["explain", "SONNX-MAX-P1"]),
        ("cases-list", &["cases", "list", "f32/rank-"]),
        ("cases-show", &["cases", "show", "max/f32/rank-scalar/2+scalar#"]),
    ];
    for &(name, arguments) in texts {
        let mut arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        // An id of the suite is what the list says it is.
        if let Some(last) = arguments.last_mut().filter(|last| last.ends_with('#')) {
            *last = once(&["cases", "list", last]).stdout.trim_end().to_owned();
        }
        let done = once(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{name}");
        assert_snapshot(name, &done.stdout);
    }
}

#[test]
fn backends_are_listed_available_or_not() {
    let done = once(&["backends"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    // What this machine cannot run says why; the rest is the same on every machine.
    let entries: Vec<&str> = done.stdout.split_inclusive('\n').collect();
    let own = ["portable", "ndarray-f32max", "ndarray-compare", "tract", "tract-optimized"];
    let (mut common, mut skipping) = (String::new(), false);
    for line in entries {
        if !line.starts_with(' ') {
            skipping = !own.iter().any(|name| line.starts_with(&format!("{name}:")));
        }
        if skipping && line.starts_with("  ") {
            assert!(!line.starts_with("  unavailable") || line.contains("; "), "no remedy: {line}");
        } else {
            common.push_str(line);
        }
    }
    assert_snapshot("backends", &common);
}

#[test]
fn a_summary_is_plain_when_piped_coloured_on_demand_and_absent_when_quiet() {
    let room = room();
    let run = |more: &[&str]| call(room.path(), &[&["run", "-b", "portable", "--only", FEW][..], more].concat());
    let plain = run(&[]);
    assert_eq!((plain.code, plain.stderr.as_str()), (Some(0), ""));
    assert!(!plain.stdout.contains('\x1b'), "escapes in a pipe");
    assert_snapshot("run", &plain.stdout);
    assert!(plain.stdout.lines().count() <= 40, "{}", plain.stdout);
    let verbose = run(&["--verbose"]);
    assert_eq!(verbose.stdout, call(room.path(), &["report"]).stdout);
    assert!(verbose.stdout.contains("Clauses: element comparisons by backend") && !plain.stdout.contains("Clauses:"));
    let coloured = run(&["--color", "always"]);
    assert!(coloured.stdout.contains("\x1b["), "no colour");
    assert!(!run(&["--color", "never"]).stdout.contains('\x1b'));
    let quiet = run(&["--quiet"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(0), "", ""));
}
