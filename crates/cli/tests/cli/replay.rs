//! A case again: from a file, by its id in the suite, by the id of a witness.

use std::fs;
use std::path::Path;

use crate::{assert_snapshot, call, names, once, only_file, read, room};

#[test]
fn an_exported_case_replays_as_it_does_by_its_id() {
    let room = room();
    let id = once(&["cases", "list", "f32/rank-scalar/2+scalar#"]).stdout.trim_end().to_owned();
    let exported = call(room.path(), &["cases", "export", &id, "-o", "cases"]);
    assert_eq!((exported.code, exported.stderr.as_str()), (Some(0), "1 cases written to cases\n"));
    let file = only_file(&room.path().join("cases"));
    let from_file = call(room.path(), &["replay", &file.display().to_string(), "-b", "portable"]);
    let by_id = call(room.path(), &["replay", &id, "-b", "portable"]);
    assert_eq!((from_file.code, by_id.code), (Some(0), Some(0)), "{}{}", from_file.stderr, by_id.stderr);
    assert_eq!(from_file.stdout, by_id.stdout);
    assert_snapshot("replay", &from_file.stdout);
}

#[test]
fn every_witness_of_a_report_replays_to_its_violation() {
    let room = room();
    for folder in ["reports/latest", "elsewhere"] {
        every_witness_replays(room.path(), folder);
    }
}

/// The lines of a report say how to replay from where it was written.
fn every_witness_replays(room: &Path, folder: &str) {
    let arguments = ["run", "-q", "-b", "tract-optimized", "--only", "f32/rank-alternating", "-o", folder];
    assert!(matches!(call(room, &arguments).code, Some(0 | 1)));
    let report = read(&room.join(folder).join("report.json"));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let findings = report["findings"].as_array().expect("a list");
    assert!(findings.iter().any(|finding| finding["clause"] == "DET-LANE"), "{findings:?}");
    for finding in findings {
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let (clause, replay) = (text(&finding["clause"]), text(&finding["witness"]["replay"]));
        let counts = finding["level"] == "MUST" && finding["standing"] != "distance";
        let words: Vec<&str> = replay.split(' ').map(|word| word.trim_matches('\'')).collect();
        let done = call(room, &words[1..]);
        assert_eq!(done.code, Some(i32::from(counts)), "{replay}: {}{}", done.stdout, done.stderr);
        let line = done.stdout.lines().find(|line| line.trim_start().starts_with(&format!("{clause} ")));
        assert!(line.is_some_and(|line| line.contains("VIOLATED")), "{clause} in {replay}: {}", done.stdout);
    }
}

#[test]
fn a_file_that_is_no_case_says_what_is_wrong_with_it() {
    let room = room();
    let export = ["cases", "export", "f32/rank-scalar/2+scalar#", "-o", "cases"];
    assert_eq!(call(room.path(), &export).code, Some(0));
    let whole = read(&only_file(&room.path().join("cases")));
    let damaged = [
        ("empty", String::new(), "EOF"),
        ("truncated", whole[..whole.len() / 2].to_owned(), "EOF"),
        ("another", "{\"name\": 1}".to_owned(), "missing field"),
        ("newer", whole.replacen("\"format\": 1", "\"format\": 999", 1), "999"),
        ("operator", whole.replacen("\"Max\"", "\"Mox\"", 1), "unknown operator `Mox`"),
        ("edited", whole.replacen("\"opset\": 13", "\"opset\": 12", 1), "if the edit is meant"),
        ("type", whole.replacen("\"f32\"", "\"f33\"", 1), "f33"),
    ];
    for (name, text, words) in damaged {
        assert_ne!(text, whole, "{name}");
        fs::write(room.path().join(name), text).expect("a file");
        let done = call(room.path(), &["replay", name, "-b", "portable"]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{name}: {}", done.stderr);
        assert!(done.stderr.starts_with(&format!("error: {name} is no case: ")), "{name}: {}", done.stderr);
        assert!(done.stderr.contains(words) && done.stderr.contains("export"), "{name}: {}", done.stderr);
    }
    fs::write(room.path().join("bytes"), [0xff, 0xfe, 0]).expect("a file");
    assert_eq!(call(room.path(), &["replay", "bytes", "-b", "portable"]).code, Some(2));
    assert!(names(room.path()).contains(&"cases".to_owned()));
}

#[test]
fn what_shows_after_another_case_alone_replays_with_that_one() {
    let room = room();
    let done = call(room.path(), &["run", "-q", "-b", "nan-flag-sticky", "--only", "max/f32/zero-vs"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let report = read(&room.path().join("reports/latest/report.json"));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let carried = report["findings"].as_array().expect("findings").iter().filter(|it| it["deed"] == "carried");
    let text = |value: &serde_json::Value| value.as_str().map(ToOwned::to_owned);
    let pairs: Vec<(String, String, String)> = carried
        .filter_map(|it| Some((text(&it["clause"])?, text(&it["witness"]["replay"])?, text(&it["witness"]["after"])?)))
        .collect();
    assert!(!pairs.is_empty(), "{report}");
    for (clause, replay, after) in pairs {
        let (alone, earlier) = replay.split_once(" --after ").expect("the case before it");
        assert_eq!(earlier, format!("'{after}'"));
        let words = |line: &str| line.split(' ').skip(1).map(|word| word.trim_matches('\'').to_owned()).collect();
        let [alone, after]: [Vec<String>; 2] = [words(alone), words(&replay)];
        let verdict = |words: &[String]| {
            let done = call(room.path(), &words.iter().map(String::as_str).collect::<Vec<_>>());
            let line = done.stdout.lines().find(|line| line.trim_start().starts_with(&format!("{clause} ")));
            line.is_some_and(|line| line.contains("VIOLATED"))
        };
        assert!(verdict(&after) && !verdict(&alone), "{clause}: {replay}");
    }
    let unknown = ["replay", "max/f32/zero-vs-zero", "-b", "nan-flag-sticky", "--after", "no/such/case"];
    assert_eq!(call(room.path(), &unknown).code, Some(2));
}
