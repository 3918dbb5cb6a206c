//! Files that are none, names that are too long, and limits that others set: an error, at once, and nothing left behind.

use std::fs;
use std::process::{Command, Stdio};

use crate::{FEW, call, done, names, opconform, room};

/// What each command says of a path that leads to no file, where it reads or writes one.
#[cfg(unix)]
#[test]
fn a_pipe_a_device_and_a_folder_are_no_files() {
    let room = room();
    let made = Command::new("mkfifo").arg(room.path().join("pipe")).status().expect("mkfifo");
    assert!(made.success());
    fs::create_dir(room.path().join("folder")).expect("a folder");
    let few = ["--only", FEW, "-b", "portable"];
    let calls: &[(&[&str], &[&str], &[&str])] = &[
        (&["run", "-q", "--journal"], &few, &["/dev/zero", "/dev/full", "pipe", "folder"]),
        (&["run", "-q", "--ledger"], &few, &["/dev/zero", "pipe", "folder"]),
        (&["record", "-q", "-o"], &few, &["/dev/full", "/dev/null", "pipe", "folder", "/"]),
        (&["exhaust", "--dtype", "i8", "-b", "portable", "--ledger"], &[], &["/dev/full", "pipe", "folder"]),
        (&["report"], &[], &["/dev/zero", "pipe"]),
        (&["diff", "pipe"], &[], &["/dev/zero"]),
        (&["gate", "--report"], &[], &["/dev/zero", "pipe"]),
        (&["replay", "-b", "portable"], &[], &["/dev/zero", "pipe", "folder"]),
        (&["seeds", "encode", "--from"], &[], &["/dev/zero"]),
    ];
    for &(before, after, paths) in calls {
        for path in paths {
            let done = call(room.path(), &[before, &[path], after].concat());
            assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{before:?} {path}: {}", done.stderr);
            let is_said = ["is a device", "is a pipe", "is a folder", "is no file"];
            let is_said = is_said.iter().any(|words| done.stderr.contains(words));
            assert!(is_said || before[0] == "seeds", "{before:?} {path}: {}", done.stderr);
        }
    }
    let mut left = names(room.path());
    // The folder that a report would have been in.
    left.retain(|name| name != "reports");
    assert_eq!(left, ["folder", "pipe"], "a failed call leaves nothing");
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error() {
    let room = room();
    for command in ["run -q -b ndarray-f32max --only f32/rank- -o latest", "record -q -b portable --only f32/ -o rec"] {
        let line = format!("ulimit -f 8; exec {} {command}", env!("CARGO_BIN_EXE_opconform"));
        let output = Command::new("/bin/sh").args(["-c", &line]).current_dir(room.path()).output();
        let done = done(output.expect("a shell"));
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{command}: {}", done.stderr);
        assert!(done.stderr.contains("File too large"), "{command}: {}", done.stderr);
    }
    assert!(names(room.path()).is_empty(), "{:?}", names(room.path()));
}

#[test]
fn numbers_of_threads_are_bounded_in_the_environment_too() {
    let room = room();
    for (value, code) in [("99999999", 2), ("many", 2), ("-1", 2), ("0", 0), ("2", 0), ("", 0)] {
        let mut command = opconform(room.path(), &["clauses"]);
        let done = done(command.env("RAYON_NUM_THREADS", value).output().expect("the binary runs"));
        assert_eq!(done.code, Some(code), "{value}: {}", done.stderr);
        let says = format!("error: RAYON_NUM_THREADS is `{value}`: expected a whole number from 0 to 1024");
        assert_eq!(done.stderr.starts_with(&says), code == 2, "{}", done.stderr);
    }
}

#[test]
fn names_are_short() {
    let room = room();
    let adapter = |name: &str| format!("{name}={} serve portable", env!("CARGO_BIN_EXE_opconform"));
    let run = |adapter: &str| call(room.path(), &["run", "-q", "--only", FEW, "-o", "latest", "--adapter", adapter]);
    assert_eq!(run(&adapter(&"n".repeat(64))).code, Some(0));
    let done = run(&adapter(&"n".repeat(65)));
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("an adapter has more than 64 characters"), "{}", done.stderr);
    assert_eq!(run(&adapter("runtime@1.2")).code, Some(0));
    assert!(crate::read(&room.path().join("latest/report.json")).contains("\"runtime@1.2\""));

    // What is wrong is said in a few words, whatever it is about.
    let text = "\x1b[31m".repeat(10_000);
    let done = call(room.path(), &["replay", &text, "-b", "portable"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.len() < 50_000 && !done.stderr.contains('\x1b'), "{} bytes", done.stderr.len());
}

#[test]
fn files_are_read_up_to_a_limit() {
    let room = room();
    for (name, size) in
        [("case.json", 65 << 20), ("report.json", 65 << 20), ("rec", 33 << 20), ("portable.toml", 2 << 20)]
    {
        // A file with a hole takes no room.
        fs::File::create(room.path().join(name)).and_then(|file| file.set_len(size)).expect("a file");
    }
    crate::small_run(room.path(), "latest");
    for arguments in [
        &["replay", "case.json", "-b", "portable"][..],
        &["report", "report.json"],
        &["replay", "case.json", "-b", "recorded:rec"],
        &["gate", "--report", "latest", "--expectations", "."],
    ] {
        let child = opconform(room.path(), arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).output();
        let done = done(child.expect("the binary runs"));
        assert_eq!(done.code, Some(2), "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.contains("the most that is read of such a file"), "{arguments:?}: {}", done.stderr);
    }
}
