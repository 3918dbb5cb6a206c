//! What goes wrong ends with a message that says what to do, and with the code for it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{FEW, call, done, names, once, opconform, room, small_run};

/// Runs what must fail: code 2, nothing on standard output, one message in lower case that holds these words.
fn fails(folder: &Path, arguments: &[&str], words: &[&str]) {
    let done = call(folder, arguments);
    assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", done.stderr);
    let message = done.stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{arguments:?}: {}", done.stderr));
    assert!(!message.starts_with(char::is_uppercase), "{message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: `{word}` is not in: {message}");
    }
}

#[test]
fn names_of_specifications_that_are_empty_or_break_off() {
    let room = room();
    let empty = "the name of a specification is empty: expected sonnx-seed, ";
    fails(room.path(), &["run", "-p", ""], &[empty]);
    let begun = "unknown specification `onnx-seed`: did you mean `onnx-seed-1`?";
    fails(room.path(), &["run", "-p", "onnx-seed"], &[begun]);
}

/// An argument may be of any length: what is wrong with it stands in a few lines.
#[test]
fn what_is_not_known_is_not_repeated_without_end() {
    let room = room();
    let long = "a".repeat(100_000);
    let condition = format!("type({long})");
    for arguments in [["run", "-E", &long], ["run", "-E", &condition], ["run", "-p", &long], ["run", "-b", &long]] {
        let done = call(room.path(), &arguments);
        assert_eq!(done.code, Some(2), "{}", done.stderr);
        assert!(done.stderr.len() < 10_000 && done.stderr.contains(" … "), "{}: {}", arguments[1], done.stderr.len());
    }
}

#[test]
fn names_that_there_are_not() {
    let room = room();
    let unknown: &[(&[&str], &[&str])] = &[
        (&["run", "-b", "nope"], &["unknown backend `nope`: `opconform backends` lists them; all, recorded:FILE and"]),
        (&["run", "--only", ""], &["'--only <TEXT>'", "none was supplied"]),
        (&["run", "-b", "recorded:"], &["`recorded:` names no file", "recorded:runtime.ocr"]),
        (&["backends", "nope"], &["unknown backend `nope`: `opconform backends` lists them"]),
        (&["exhaust", "-d", "u8", "--rows", "200..300"], &["--rows 200..300 of u8: expected an end of at most 256"]),
        (
            &["exhaust", "-d", "u8", "-b", "ndarray-compare", "--rows", "0..999"],
            &["--rows 0..999 of u8: expected an end of at most 256"],
        ),
        (&["run", "-b", ""], &["the name of a backend is empty: `opconform backends` lists them"]),
        (&["run", "-b", "portable@1"], &["backend `portable` is had as it is here", "dotnet"]),
        (&["run", "-b", "dotnet@newest"], &["backend `dotnet`: expected a version such as 1.20.1, found `newest`"]),
        (&["run", "-b", "numpy@0.0.1"], &["numpy 0.0.1 is not set up; `opconform setup numpy@0.0.1`"]),
        (&["setup", "numpy"], &["nothing is installed for `numpy` by itself", "the environments are python"]),
        (&["setup", "dotnet@9.0.23"], &["nothing is installed for `dotnet@9.0.23` by itself"]),
        (&["run", "-b", "portable,portable"], &["backend `portable` is named twice"]),
        (&["run", "-p", "nope"], &["unknown specification `nope`: expected sonnx-seed, ", "numpy"]),
        (&["run", "-p", "sonnx,numpy,sonnx"], &["profile `sonnx` is named twice"]),
        (&["run", "--only", "nope"], &["no case of the suite has `nope`", "`opconform cases list` shows them all"]),
        (&["run", "--output", ""], &["a value is required for '--output <DIR>'", "--help"]),
        (&["run", "--seed", "minus"], &["invalid value 'minus' for '--seed <SEED>'", "--help"]),
        (&["run", "--color", "blue"], &["invalid value 'blue'", "auto, always, never"]),
        (
            &["replay", "max/f32/nope/3#00000000", "-b", "nope"],
            &["unknown backend `nope`: `opconform backends` lists them"],
        ),
        (&["replay", "max/f32/nope/3#00000000"], &["no case `max/f32/nope/3#00000000`", "--seed", "--report"]),
        (&["replay", "nope.json"], &["nope.json is no file", "`opconform cases list`"]),
        (&["replay", "."], &[". is no file", "name a case file"]),
        (&["replay", "nope.json", "--target", "nope"], &["unknown target `nope`", "max"]),
        (&["minimize", "nope.json", "-b", "portable"], &["nope.json is no file"]),
        (&["minimize", "nope.json"], &["name one backend, with --backend NAME"]),
        (&["minimize", "nope.json", "-b", "portable", "--clause", "NOPE"], &["unknown clause `NOPE`"]),
        (&["fuzz", "-b", "nope"], &["unknown backend `nope`: `opconform backends` lists them"]),
        (&["fuzz", "--target", "nope", "-b", "portable"], &["unknown target `nope`", "max"]),
        (&["explain", "NOPE"], &["unknown clause `NOPE`: `opconform clauses` lists them all"]),
        (&["cases", "show", "nope"], &["no case `nope` in the suite: `opconform cases list` shows them all"]),
        (&["cases", "list", "nope"], &["no case of the suite has `nope`"]),
        (&["cases", "export", "nope"], &["--output <DIR>"]),
        (&["cases", "export", "-o", "x", "--format", "nope"], &["'nope'", "onnx-node-tests, vectors"]),
        (&["cases", "export", "dotnet.spanmax/", "-o", "x", "--format", "onnx-node-tests"], &["none of the", "ONNX"]),
        (&["seeds", "encode", "--from", "nope"], &["no case file in", "`opconform seeds write`"]),
        (&["run", "-b", "onnxruntme"], &["unknown backend `onnxruntme`: did you mean `onnxruntime`?"]),
        (&["run", "-b", "zero-by-lnae"], &["did you mean `zero-by-lane`?"]),
        (&["run", "-b", "numpy-basline"], &["unknown backend `numpy-basline`: did you mean `numpy-baseline`?"]),
        (
            &["run", "-b", "numpy-sparc"],
            &["unknown backend `numpy-sparc`: in settings there are numpy-baseline, numpy-no"],
        ),
        (&["run", "-b", "torch-avx2x@2.15.0"], &["did you mean `torch-avx2`?"]),
        (
            &["run", "-b", "portable-baseline"],
            &["unknown backend `portable-baseline`: `opconform backends` lists them"],
        ),
        (&["run", "-b", "onnxruntme-nod@1.20.0"], &["did you mean `onnxruntime-node`?"]),
        (
            &["run", "-b", "onnxruntme@1.18.1"],
            &[
                "unknown backend `onnxruntme`: in versions there are onnxruntime-python, onnxruntime-node, onnxruntime-web",
            ],
        ),
        (&["run", "-b", "java-nan-ignred"], &["did you mean `java-nan-ignored`?"]),
        (&["run", "-p", "onnx-99"], &["no profile `onnx-99`: the versions of `onnx` are onnx-1, onnx-6, "]),
        (&["ask", "max f32 (1, 2) = 2", "-a", "ieee754-2020"], &["are ieee754-2019, ieee754-2008"]),
        (&["run", "-p", "onxn"], &["unknown specification `onxn`: did you mean `onnx`?"]),
        (&["run", "-p", "onnx,onnx-13"], &["profile `onnx-13` is named twice"]),
        (&["explain", "SONNX-MAX-ZEOR"], &["unknown clause `SONNX-MAX-ZEOR`: did you mean `SONNX-MAX-ZERO`?"]),
        (&["replay", "max/f32/rank-equal/2*2#00000000"], &["did you mean `max/f32/rank-equal/2*2#"]),
        (&["cases", "show", "max/f32/rank-equal/2*2#00000000"], &["did you mean `max/f32/rank-equal/2*2#"]),
        (&["fuzz", "--target", "reduce-max", "-b", "portable"], &["did you mean `reduce_max`?"]),
        (&["fuzz", "--expectations", "absent", "-b", "portable"], &["absent is no folder", "--no-expectations"]),
        (&["merge"], &["<DIR-OR-FILE>"]),
        (&["merge", "no-such-file.json"], &["no result", "no-such-file.json"]),
        (&["run", "--seed", "-1"], &["invalid value '-1' for '--seed <SEED>': expected a whole number from 0 to 1844"]),
        (&["run", "--random", "100001"], &["'--random <N>': expected a whole number from 0 to 100000"]),
        (&["rnu"], &["a similar subcommand exists: 'run'"]),
        (&["nope"], &["unrecognized subcommand 'nope'", "--help"]),
        (&["run", "--node-tests", "absent"], &["absent", "check that it exists"]),
    ];
    for (arguments, words) in unknown {
        fails(room.path(), arguments, words);
    }
    assert!(names(room.path()).is_empty(), "a failed call left {:?}", names(room.path()));
    assert_eq!(once(&[]).code, Some(2), "no command is wrong usage");
}

#[test]
fn what_cannot_be_enumerated() {
    let room = room();
    let wrong: &[(&[&str], &[&str])] = &[
        (&["exhaust", "-b", "portabel"], &["unknown backend `portabel`: did you mean `portable`?"]),
        (
            &["exhaust", "-b", "ndarray-compare", "--shard", "3/2"],
            &["'--shard <K/N>'", "expected K/N with K from 1 to N"],
        ),
        (&["exhaust", "-b", "portable", "--shard", "1/2"], &["kernels of ours are not cut into shards"]),
        (
            &["exhaust", "-b", "ndarray-compare", "-d", "i32"],
            &["i32 has no rung: expected f32, f64, or a type of 8 or 16 bits but bool"],
        ),
        (&["exhaust", "-b", "ndarray-compare", "--rung", "same"], &["f16 has no rung same: expected all-pairs"]),
        (&["exhaust", "-b", "ndarray-compare", "--rung", "some"], &["'--rung <NAME>'", "expected one of all-pairs, "]),
        (
            &["exhaust", "-b", "ndarray-compare", "-d", "f32", "--layout", "scalar-first"],
            &["the pairs of same have no operand in common", "expected two-vectors, or all-pairs or specials"],
        ),
        (
            &["exhaust", "-b", "ndarray-compare", "-d", "i8", "--length", "300"],
            &["longer than a row of i8: expected 1 to 256"],
        ),
        (
            &["exhaust", "-b", "portable", "--layout", "rows"],
            &["leave out --rung, --layout, --length and --cold, or the kernels"],
        ),
        (
            &["exhaust", "-b", "ndarray-compare", "--shift", "3"],
            &["--shift and --threads are of kernels of ours", "-b portable"],
        ),
        (&["exhaust", "-b", "ndarray-compare", "--threads", "1"], &["--shift and --threads are of kernels of ours"]),
        (&["exhaust", "-b", "ndarray-compare", "--rows", "0..100"], &["no whole blocks: expected multiples of 256"]),
        (&["exhaust", "-b", "ndarray-compare", "--against", "c-fmaximum-mag"], &["absolute values"]),
        (&["exhaust", "-d", "f61"], &["invalid value 'f61' for '--dtype <TYPE>': did you mean `f16`?"]),
        (&["exhaust", "--rows", "0..65537"], &["'--rows <RANGE>'", "END at most 65536"]),
    ];
    for (arguments, words) in wrong {
        fails(room.path(), arguments, words);
    }
    assert!(names(room.path()).is_empty(), "a failed call left {:?}", names(room.path()));
}

#[test]
fn a_backend_that_cannot_run_here_says_why() {
    let foreign = if cfg!(target_arch = "aarch64") { "avx2" } else { "neon" };
    let why = format!("backend `{foreign}` cannot run here: ");
    fails(room().path(), &["run", "-b", foreign], &[&why, "; run on "]);
}

#[test]
fn folders_that_cannot_take_a_report() {
    let room = room();
    let at = |name: &str| room.path().join(name);
    fs::write(at("file"), "").expect("a file");
    fs::create_dir(at("data")).expect("a folder");
    fs::write(at("data/thesis.tex"), "years of work").expect("a file");
    let bad: &[(&str, &[&str])] = &[
        ("file", &["file` is a file where a directory is expected", "name another directory"]),
        ("file/report", &["cannot write to `file", "name another directory"]),
        ("data", &["data` holds files, but no report.json of opconform", "is left alone"]),
        (".", &["`.` cannot be replaced by a report", "name a directory inside it"]),
        ("/proc/report", &["cannot write to `/proc`", "name another directory"]),
    ];
    for (output, words) in bad {
        let words = [&["cannot write the report: "], *words].concat();
        fails(room.path(), &["run", "-b", "portable", "--only", FEW, "-o", output], &words);
    }
    fails(room.path(), &["cases", "export", FEW, "-o", "file/cases"], &["file is no folder", "--output"]);
    assert_eq!(names(room.path()), ["data", "file"]);
    assert_eq!(names(&at("data")), ["thesis.tex"]);
}

#[test]
fn a_full_disk_leaves_the_older_report() {
    let disk = room();
    let mount = |command: &str, arguments: &[&str]| {
        Command::new(command).args(arguments).arg(disk.path()).output().is_ok_and(|output| output.status.success())
    };
    if !mount("mount", &["-t", "tmpfs", "-o", "size=2m", "tmpfs"]) {
        println!("skipped: this user may not mount a small disk");
        return;
    }
    let checked = std::panic::catch_unwind(|| {
        let older = small_run(disk.path(), "latest");
        fs::write(disk.path().join("ballast"), vec![0; 2 << 20]).expect_err("a full disk");
        let arguments = ["run", "-b", "portable", "--only", FEW, "-o", "latest"];
        fails(disk.path(), &arguments, &["cannot write the report: ", "free some space", "os error 28"]);
        assert_eq!(crate::read(&disk.path().join("latest/report.json")), older);
        assert_eq!(names(disk.path()), ["ballast", "latest"]);
        fails(disk.path(), &["cases", "export", FEW, "-o", "latest"], &["cannot write latest/", "--output"]);
    });
    assert!(mount("umount", &[]));
    checked.expect("the checks hold");
}

#[test]
fn nothing_judged_is_no_pass() {
    let room = room();
    let done = call(room.path(), &["run", "-q", "-b", "portable", "-p", "onnx-1", "--only", FEW]);
    assert_eq!(done.code, Some(4), "{}", done.stderr);
    assert!(done.stderr.contains("nothing was judged"), "{}", done.stderr);
    // C's `fmax` is of floating numbers.
    let other = call(room.path(), &["run", "-q", "-b", "portable", "--against", "c-fmax", "--only", "max/u8/"]);
    assert_eq!(other.code, Some(4), "{}", other.stderr);
    assert!(other.stderr.contains("nothing was judged of what is claimed"), "{}", other.stderr);
}

#[test]
fn a_reader_who_goes_away_changes_no_exit_code() {
    let room = room();
    let calls: &[(&[&str], i32)] = &[
        (&["cases", "list"], 0),
        (&["clauses"], 0),
        (&["--help"], 0),
        (&["run", "-b", "portable", "--only", FEW], 0),
        (&["run", "-b", "ndarray-f32max", "--only", "f32/rank-"], 0),
    ];
    for &(arguments, code) in calls {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let child = opconform(room.path(), arguments).stdout(writer).stderr(Stdio::piped()).output();
        let done = done(child.expect("the binary runs"));
        assert_eq!((done.code, done.stderr.as_str()), (Some(code), ""), "{arguments:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else {
        println!("skipped: this system has no /dev/full");
        return;
    };
    let child = opconform(room().path(), &["clauses"]).stdout(full).stderr(Stdio::piped()).output();
    let done = done(child.expect("the binary runs"));
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.starts_with("error: cannot write to standard output: "), "{}", done.stderr);
}
