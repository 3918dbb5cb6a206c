//! `record`, and the recording as a backend.

use std::fs;

use crate::{FEW, call, names, read, room};

/// What a report says of its backend, without its name and description.
fn verdicts(report: &str) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    report["provenance"].take();
    for backend in report["backends"].as_array_mut().expect("backends") {
        backend["name"].take();
        backend["description"].take();
    }
    for finding in report["findings"].as_array_mut().expect("findings") {
        finding["backend"].take();
        finding["id"].take();
        finding["departure"].take();
        // A program names the backend; in which language it is, does not depend on who answers.
        for program in finding["reproducers"].as_array_mut().expect("programs") {
            program["text"].take();
        }
        finding["witness"]["file"].take();
        finding["witness"]["replay"].take();
    }
    report
}

#[test]
fn a_recording_is_judged_as_its_backend_is() {
    let room = room();
    let few = ["--only", "f32/rank-"];
    let run = |backend: &str, output: &str| {
        let arguments = [&["run", "-q", "-b", backend, "-o", output], &few[..]].concat();
        let done = call(room.path(), &arguments);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{backend}");
        verdicts(&read(&room.path().join(output).join("report.json")))
    };
    let done = call(room.path(), &[&["record", "-b", "ndarray-f32max", "-o", "rec"], &few[..]].concat());
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), ""), "{}", done.stderr);
    assert!(done.stderr.starts_with("rec: ") && done.stderr.contains("of the suite"), "{}", done.stderr);
    assert_eq!(names(room.path()), ["rec"], "nothing unfinished is left");
    assert_eq!(run("ndarray-f32max", "live"), run("recorded:rec", "replayed"));
    let summary = call(room.path(), &[&["run", "-v", "-b", "recorded:rec"], &few[..]].concat()).stdout;
    assert!(summary.contains("a recording of ndarray-f32max by the suite"), "{summary}");
}

#[test]
fn a_case_of_a_recording_is_replayed_and_another_is_not_recorded() {
    let room = room();
    let done = call(room.path(), &["record", "-q", "-b", "portable", "-o", "rec", "--only", FEW]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let id = |text: &str| call(room.path(), &["cases", "list", text]).stdout.lines().next().expect("a case").to_owned();
    let known = call(room.path(), &["replay", &id(FEW), "-b", "recorded:rec"]);
    assert_eq!((known.code, known.stderr.as_str()), (Some(0), ""));
    let other = call(room.path(), &["replay", &id("f32/rank-scalar"), "-b", "recorded:rec"]);
    assert_eq!(other.code, Some(4), "{}", other.stdout);
    assert!(other.stdout.contains("recorded:rec: unsupported: not recorded"), "{}", other.stdout);
}

#[test]
fn what_cannot_be_recorded_or_read_says_why() {
    let room = room();
    fs::write(room.path().join("text"), "no recording").expect("a file");
    fs::create_dir(room.path().join("folder")).expect("a folder");
    let few = ["--only", FEW];
    let fails = |arguments: &[&str], words: &[&str]| {
        let done = call(room.path(), &[arguments, &few[..]].concat());
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", done.stderr);
        for word in words {
            assert!(done.stderr.contains(word), "{arguments:?}: `{word}` is not in: {}", done.stderr);
        }
    };
    fails(&["run", "-b", "recorded:absent"], &["no recording: name a file", "cannot read absent"]);
    fails(&["run", "-b", "recorded:"], &["`recorded:` names no file"]);
    fails(&["run", "-b", "recorded:text"], &["cannot use text", "`opconform record`", "not a recording"]);
    fails(&["record", "-b", "nope", "-o", "rec"], &["unknown backend `nope`", "recorded:FILE"]);
    fails(&["record", "-b", "portable", "-o", "absent/rec"], &["cannot write absent/rec", "--output"]);
    fails(&["record", "-q", "-b", "portable", "-o", "folder"], &["folder is a folder", "--output"]);
    assert_eq!(names(room.path()), ["folder", "text"], "a failed call leaves nothing");
}
