//! What a run leaves on disk, and the exit code that goes with it.

use crate::{FEW, call, names, read, room, small_run};

/// The files of a report without findings.
pub(crate) const FILES: [&str; 5] = ["index.html", "report.json", "report.md", "traceability.csv", "traceability.md"];

#[test]
fn a_report_is_complete_and_says_what_the_exit_code_says() {
    let room = room();
    // Who claims nothing that is judged departs from nothing, and what was seen of it is all there.
    let calls: &[(&str, &str, i32, bool)] = &[
        ("portable", FEW, 0, false),
        ("ndarray-f32max", "f32/rank-", 0, true),
        ("tract", "mixed/f32-with-f64", 1, true),
    ];
    for &(backend, only, code, departs) in calls {
        let done = call(room.path(), &["run", "-b", backend, "--only", only, "-o", backend]);
        assert_eq!(done.code, Some(code), "{backend}: {}", done.stderr);
        let folder = room.path().join(backend);
        let report = read(&folder.join("report.json"));
        assert!(report.contains("\"partial\": false"), "{backend}");
        assert!(read(&folder.join("report.md")).contains(backend), "{backend}");
        let witnesses = folder.join("witnesses");
        assert_eq!(witnesses.exists(), departs, "{backend}");
        if departs {
            for name in names(&witnesses) {
                assert!(report.contains(&format!("witnesses/{name}")), "{backend}: {name}");
            }
        }
    }
}

#[test]
fn the_same_run_twice_differs_in_its_provenance_alone() {
    let room = room();
    // Provenance is the last field.
    let compared = |report: String| report.split_once("\"provenance\"").expect("a provenance").0.to_owned();
    let first = compared(small_run(room.path(), "first"));
    assert_eq!(first, compared(small_run(room.path(), "second")));
    assert!(first.contains("\"cases\""));
}

#[test]
fn an_older_report_is_replaced_whole() {
    let room = room();
    let arguments = ["run", "-q", "-b", "ndarray-f32max", "--only", "f32/rank-", "-o", "latest"];
    assert_eq!(call(room.path(), &arguments).code, Some(0));
    assert!(room.path().join("latest/witnesses").exists());
    small_run(room.path(), "latest");
    assert_eq!(names(&room.path().join("latest")), FILES);
    assert_eq!(names(room.path()), ["latest"]);
}

#[test]
fn a_report_is_shown_again_in_every_format() {
    let room = room();
    let done = call(room.path(), &["run", "-q", "-b", "ndarray-f32max", "--only", "f32/nan-vs-", "-o", "latest"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let latest = room.path().join("latest");
    for (format, file) in [
        ("markdown", "report.md"),
        ("json", "report.json"),
        ("html", "index.html"),
        ("trace", "traceability.md"),
        ("trace-csv", "traceability.csv"),
    ] {
        let again = call(room.path(), &["report", "latest", "--format", format]);
        assert_eq!((again.code, again.stdout), (Some(0), read(&latest.join(file))), "{format}");
    }
    for (format, start) in [("junit", "<?xml"), ("sarif", "{\n"), ("badge", "{\"")] {
        let out = format!("{format}.out");
        let again = call(room.path(), &["report", "latest/report.json", "--format", format, "-o", &out]);
        assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""), "{}", again.stderr);
        assert!(read(&room.path().join(&out)).starts_with(start), "{format}");
    }
    let terminal = call(room.path(), &["report", "latest"]);
    assert!(terminal.stdout.contains("Fingerprints") && terminal.stdout.contains("latest/report.md"));
    assert_eq!(names(room.path()), ["badge.out", "junit.out", "latest", "sarif.out"]);
}

#[test]
fn what_is_no_report_is_said_and_no_file_is_written() {
    let room = room();
    std::fs::write(room.path().join("other.json"), "{\"schema\": 1}").expect("a file");
    std::fs::create_dir(room.path().join("empty")).expect("a folder");
    for (arguments, words) in [
        (&["report", "empty", "-o", "out"][..], "opconform run --output"),
        (&["report", "other.json", "-o", "out"], "version 1 of the schema"),
        (&["run", "-b", "portable", "--only", "max/f32/zero", "--ledger", "absent"], "no ledger: give another file"),
        (&["report", "--place", "maximum.c:12"], "--place and --category are of SARIF: add --format sarif"),
        (&["report", "--format", "html", "--category", "mine"], "--place and --category are of SARIF"),
        (&["report", "--format", "pdf"], "possible values: terminal, summary, markdown, json, html, trace"),
    ] {
        let done = call(room.path(), arguments);
        assert_eq!(done.code, Some(2), "{arguments:?}");
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
    assert_eq!(names(room.path()), ["empty", "other.json"]);
}
