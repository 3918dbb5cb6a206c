//! Backends in other processes: judged as in this one, checked in plain words, gone when the run is.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{FEW, assert_snapshot, call, opconform, read, room};

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_opconform");
/// How long anything may take on a busy machine before it is a hang.
const DEADLINE: Duration = Duration::from_mins(5);

/// A report without what may differ from run to run, and without the place of the report in the lines that replay it.
pub(crate) fn report(folder: &Path, output: &str) -> String {
    let text = read(&folder.join(output).join("report.json"));
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    json["provenance"] = serde_json::Value::Null;
    serde_json::to_string_pretty(&json).expect("JSON").replace(&format!(" --report {output}"), "")
}

/// The findings of a report.
fn findings(report: &str) -> Vec<serde_json::Value> {
    let mut report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    std::mem::take(report["findings"].as_array_mut().expect("findings"))
}

/// Of each finding, the programs that show it, and why there is none.
fn programs(report: &str) -> Vec<(String, serde_json::Value)> {
    let of = |finding: &serde_json::Value| (finding["reproducers"].to_string(), finding["no_reproducer"].clone());
    findings(report).iter().map(of).collect()
}

fn without_programs(report: &str) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    for finding in report["findings"].as_array_mut().expect("findings") {
        (finding["reproducers"], finding["no_reproducer"]) = Default::default();
    }
    report
}

#[test]
fn a_backend_in_a_child_is_judged_as_in_this_process() {
    let room = room();
    let run = |arguments: &[&str], output: &str| {
        let done = call(room.path(), &[&["run", "-q", "--only", "f32/rank-", "-o", output], arguments].concat());
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
        report(room.path(), output)
    };
    let adapter = format!("ndarray-compare={BINARY} serve ndarray-compare");
    let inside = run(&["-b", "ndarray-compare"], "inside");
    let outside = run(&["--adapter", &adapter], "outside");
    let outside = outside.replace(&format!("--adapter '{adapter}'"), "--backend ndarray-compare");
    // How an adapter that somebody else wrote is called without it, nobody knows.
    let (with, without) = (programs(&inside), programs(&outside));
    assert!(with.iter().any(|(programs, why)| programs.contains("ndarray") && why.is_null()), "{with:?}");
    assert!(without.iter().all(|(programs, _)| programs == "[]"), "{without:?}");
    assert!(without.iter().any(|(_, why)| why.as_str().is_some_and(|why| why.contains("ndarray-compare"))));
    assert_eq!(without_programs(&outside), without_programs(&inside));
    assert_eq!(run(&["-b", "tract"], "child"), run(&["-b", "tract", "--in-process"], "process"));
}

#[test]
fn the_line_that_replays_a_finding_of_an_adapter_replays_it() {
    let room = room();
    let adapter = format!("it's={BINARY} serve ndarray-f32max");
    let done = call(room.path(), &["run", "-q", "--only", "f32/rank-", "-o", "latest", "--adapter", &adapter]);
    // `it's` is no name: all of it is the command.
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("ends within a quotation"), "{}", done.stderr);
    let adapter = format!("a.b-c=\"{BINARY}\" 'serve' ndarray-f32max");
    let arguments = ["run", "-q", "--only", "f32/rank-", "-o", "reports/latest", "--adapter", &adapter];
    assert_eq!(call(room.path(), &arguments).code, Some(0));
    let report: serde_json::Value =
        serde_json::from_str(&read(&room.path().join("reports/latest/report.json"))).expect("JSON");
    let finding = &report["findings"][0];
    assert_eq!(finding["backend"], "a.b-c");
    let line = finding["witness"]["replay"].as_str().expect("a line").replacen("opconform", BINARY, 1);
    let done = Command::new("/bin/sh").args(["-c", &line]).current_dir(room.path()).output().expect("a shell");
    // It claims nothing that this breaks, as the run says, too.
    assert_eq!(done.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stdout).contains("VIOLATED"));
}

/// A `python3` that says it has every library there is.
#[cfg(unix)]
#[test]
fn the_libraries_of_the_paths_python_are_not_taken_unasked() {
    use std::os::unix::fs::PermissionsExt as _;

    let room = room();
    let python = room.path().join("bin/python3");
    fs::create_dir(room.path().join("bin")).expect("a folder");
    fs::write(&python, "#!/bin/sh\necho numpy onnx onnxruntime openvino jax torch tensorflow paddle mars\n")
        .expect("a file");
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).expect("a program");
    let old = std::env::var_os("PATH").expect("a path");
    let path = std::env::join_paths([room.path().join("bin")].into_iter().chain(std::env::split_paths(&old)));
    let path = path.expect("a path");
    let run = |arguments: &[&str], chosen: &Path| {
        let mut command = opconform(room.path(), &[&["run", "-q", "--only", FEW], arguments].concat());
        command.env("PATH", &path).env("OPCONFORM_PYTHON", chosen).env("OPCONFORM_CACHE", room.path());
        let status = command.output().expect("the binary runs").status;
        assert!(matches!(status.code(), Some(0 | 1)), "{status}");
        let report: serde_json::Value =
            serde_json::from_str(&read(&room.path().join("reports/latest/report.json"))).expect("JSON");
        let unavailable = report["unavailable"].as_array().expect("a list").iter();
        unavailable.filter(|it| it["name"] == "jax").map(|it| it["reason"].to_string()).collect::<String>()
    };
    let jax = run(&[], Path::new(""));
    assert!(jax.contains("not taken unasked; `--backend jax`, or `opconform setup python`"), "{jax}");
    // Each of these does start it, which fails, since it is no adapter.
    for (arguments, chosen) in [(&["-b", "all"][..], Path::new("")), (&[], &python)] {
        let jax = run(arguments, chosen);
        assert!(jax.contains("did not start as an adapter"), "{arguments:?}: {jax}");
    }
}

/// A .NET SDK that can build nothing, and writes down what it was asked.
#[cfg(unix)]
#[test]
fn nothing_is_fetched_that_nobody_has_named() {
    use std::os::unix::fs::PermissionsExt as _;

    let room = room();
    let sdk = room.path().join("bin/dotnet");
    fs::create_dir(room.path().join("bin")).expect("a folder");
    let asked = room.path().join("asked");
    let script = format!("#!/bin/sh\necho \"$1\" >>{}\ntest \"$1\" = --version && echo 8.0.100\n", asked.display());
    fs::write(&sdk, script).expect("a file");
    fs::set_permissions(&sdk, fs::Permissions::from_mode(0o755)).expect("a program");
    let called = |arguments: &[&str]| {
        let mut command = opconform(room.path(), arguments);
        command.env("PATH", room.path().join("bin")).env("OPCONFORM_CACHE", room.path());
        crate::done(command.output().expect("the binary runs"))
    };
    let listed = called(&["backends"]);
    assert!(listed.stdout.contains("when it is first named; `--backend dotnet`"), "{}", listed.stdout);
    for which in [&[][..], &["-b", "all"]] {
        let ran = called(&[&["run", "-q", "--only", FEW], which].concat());
        assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.stderr);
    }
    assert!(read(&asked).lines().all(|line| line == "--version"), "{}", read(&asked));
    let named = called(&["run", "-q", "--only", FEW, "-b", "dotnet"]);
    assert!(named.code == Some(2) && named.stderr.contains("cannot build the adapter"), "{}", named.stderr);
    assert!(read(&asked).contains("restore"));
}

#[test]
fn a_share_of_the_suite_is_judged() {
    let room = room();
    let cases = |share: &[&str]| {
        let arguments = [&["run", "-q", "-b", "portable", "--only", "max/f32/", "-o", "out"], share].concat();
        assert_eq!(call(room.path(), &arguments).code, Some(0));
        let report: serde_json::Value =
            serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
        report["cases"].as_u64().expect("a number")
    };
    let (whole, part) = (cases(&[]), cases(&["--share", "8"]));
    assert!(0 < part && part < whole / 2, "{part} of {whole}");
    assert_eq!(call(room.path(), &["run", "--share", "0"]).code, Some(2));
}

#[test]
fn adapters_that_cannot_be_run_say_why() {
    let room = room();
    let nowhere = room.path().join("nowhere").display().to_string();
    for (adapter, words) in [
        ("", "the adapter's command is empty"),
        ("name=", "the adapter's command is empty"),
        ("'a", "ends within a quotation"),
        (&nowhere, "No such file or directory"),
        ("a b=/bin/true", "(if `a b` is meant for its name: a name has letters, digits, `.`, `_`, `-` and `@`)"),
        ("/bin/true", "exited with code 0"),
        ("/bin/cat", "expected the message `started`: unknown variant `start`"),
        ("/bin/echo hello, adapter", "these bytes begin with the text `hello, a`"),
        ("/bin/echo hi", "these bytes begin with the text `hi\\n`"),
    ] {
        let done = call(room.path(), &["run", "--only", FEW, "-o", "latest", "--adapter", adapter]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{adapter}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{adapter}: `{words}` is not in: {}", done.stderr);
    }
    let adapter = format!("portable={BINARY} serve portable");
    let done = call(room.path(), &["run", "--only", FEW, "-b", "portable", "--adapter", &adapter]);
    assert!(done.code == Some(2) && done.stderr.contains("backend `portable` is named twice"), "{}", done.stderr);
}

#[test]
fn a_check_says_in_plain_words_what_is_wrong() {
    let room = room();
    let check = |command: &str| {
        let done = call(room.path(), &["backends", "check", command]);
        (done.code, done.stdout.replace(BINARY, "opconform").replace(env!("CARGO_PKG_VERSION"), "[version]"))
    };
    let (code, text) = check(&format!("{BINARY} serve portable"));
    assert_eq!(code, Some(0), "{text}");
    assert_snapshot("backends-check", &text);
    let (code, text) = check("/bin/cat");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("WRONG  start: expected the message `started`"), "{text}");
    assert_eq!(check("./nope").0, Some(2));
    assert_eq!(check("'").0, Some(2));
}

#[test]
fn an_adapter_that_does_not_flush_is_told_so_in_the_time_that_is_given() {
    let room = room();
    let began = Instant::now();
    for arguments in [&["backends", "check", "sleep 1000"][..], &["run", "--only", FEW, "--adapter", "sleep 1000"]] {
        let done = call(room.path(), &[arguments, &["--timeout", "1"]].concat());
        let text = format!("{}{}", done.stdout, done.stderr);
        let words =
            "no answer after 1 s, though it runs on: does it flush its standard output after every answer (rule 5 of";
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
    assert!(began.elapsed() < DEADLINE);
}

/// The programs of the protocol's page, by the language of their blocks and their names.
pub(crate) fn tutorial(language: &str) -> Vec<(String, String)> {
    let page = include_str!("../../../protocol/PROTOCOL.md");
    let begin = format!("```{language}\n");
    let blocks = page.split(&begin).skip(1).filter_map(|rest| rest.split("```").next());
    let named = blocks.map(|text| {
        let first = text.lines().next().unwrap_or_default();
        (first.trim_start_matches(['#', '/', ' ']).to_owned(), text.to_owned())
    });
    named.collect()
}

/// Checks and runs an adapter of the page: nothing is wrong with how it talks, and the suite sees what it does.
fn is_judged(folder: &Path, command: &str, breaks: &str) {
    let done = call(folder, &["backends", "check", command]);
    assert_eq!(done.code, Some(0), "{command}: {}{}", done.stdout, done.stderr);
    let done = call(folder, &["run", "-q", "--only", "max/f64/nan", "-o", "latest", "--adapter", command]);
    // It claims nothing, and so departs from nothing.
    assert_eq!(done.code, Some(0), "{command}: {}", done.stderr);
    let report = report(folder, "latest");
    assert!(report.contains(breaks), "{command}: no `{breaks}` in {report}");
    for kind in ["crashed", "timed_out", "malformed"] {
        assert!(report.contains(&format!("\"{kind}\": 0")), "{command}: {kind}");
    }
}

#[test]
fn the_pages_adapters_are_sound() {
    let room = room();
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    for (name, text) in tutorial("python").into_iter().chain(tutorial("c")) {
        fs::write(room.path().join(name), text).expect("a file");
    }
    if is_there("python3") {
        let done = call(room.path(), &["backends", "check", "python3 hello.py"]);
        assert_eq!(done.code, Some(0), "{}", done.stdout);
        is_judged(room.path(), "python3 adapter.py", "SONNX-MAX-NAN");
    } else {
        println!("skipped: there is no python3 here");
    }
    if is_there("cc") {
        let arguments = ["-O2", "-Wall", "-Wextra", "-Werror", "-o", "adapter", "adapter.c", "-lm"];
        let compiled = Command::new("cc").args(arguments).current_dir(room.path()).output().expect("a compiler");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        is_judged(room.path(), "./adapter", "SONNX-MAX-NAN");
    } else {
        println!("skipped: there is no C compiler here");
    }
}

/// Waits for something.
pub(crate) fn wait_for(what: &str, mut has_happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !has_happened() {
        assert!(began.elapsed() < DEADLINE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process is there and has not ended.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_of_an_adapter_is_left_when_the_run_is_gone() {
    for signal in ["-KILL", "-INT"] {
        let room = room();
        // A wrapper that starts something in its own group and something in another session, and an adapter behind it that
        // hears `start` and half of the first batch.
        let script = format!(
            "sleep 1000 & echo $$ $! >>pids; setsid sleep 1000 & echo $! >>pids; (head -c 200; sleep 1000) | {BINARY} serve \
             portable"
        );
        let adapter = format!("sleepy=/bin/sh -c \"{}\"", script.replace('$', "\\$"));
        let mut command =
            opconform(room.path(), &["run", "-q", "--timeout", "600", "-o", "latest", "--adapter", &adapter]);
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        let pids = || fs::read_to_string(room.path().join("pids")).unwrap_or_default();
        wait_for("the adapter", || !pids().trim().is_empty());
        assert!(pids().split_whitespace().all(is_alive), "{}", pids());
        let pid = run.id().to_string();
        wait_for("the end of the run", || {
            // The first interrupt asks the run to stop, and the second ends it.
            // The shell's own: a small system has no other.
            let _ = Command::new("sh").args(["-c", &format!("kill {signal} {pid}")]).status();
            run.try_wait().expect("a child").is_some()
        });
        wait_for("the end of the adapter", || !pids().split_whitespace().any(is_alive));
    }
}

/// What a backend in a process of its own is made of is on record, whether or not the run says how far it is, is kept, or is
/// recorded.
#[test]
fn the_files_of_a_backend_are_on_record_however_it_is_run() {
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler here");
        return;
    }
    let room = room();
    let files = |arguments: &[&str]| {
        let run = ["run", "-b", "glibc-fmaximum", "--only", "max/f32/zero", "-o", "out"];
        let done = call(room.path(), &[&run[..], arguments].concat());
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
        let report: serde_json::Value =
            serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
        report["provenance"]["files"].as_array().expect("a list").len()
    };
    let quiet = files(&["-q"]);
    assert!(quiet > 0, "the program itself is one");
    assert_eq!(files(&[]), quiet);
    assert_eq!(files(&["--journal", "journal"]), quiet);
    assert_eq!(files(&["-q", "--journal", "journal"]), quiet);
}
