//! Two reports compared.

use std::fs;

use crate::{assert_snapshot, call, read, room, sealed, small_run};

#[test]
fn what_is_new_fixed_changed_and_lost_is_listed() {
    let room = room();
    let run = |backends: &str, only: &str, output: &str| {
        let done = call(room.path(), &["run", "-q", "-b", backends, "--only", only, "-o", output]);
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    };
    run("portable,ndarray-compare", "f32/rank-alternating", "old");
    run("portable,ndarray-compare", "f32/rank-alternating", "new");
    let diff = |old: &str, new: &str| {
        let done = call(room.path(), &["diff", old, new]);
        assert_eq!(done.stderr, "", "{old} {new}");
        (done.code, done.stdout)
    };
    let (code, same) = diff("old", "new/report.json");
    assert_eq!(code, Some(0), "{same}");
    let versions = "compared:\n  portable 0.1.0\n  ndarray-compare 0.17.2\n";
    assert!(same.starts_with(&format!("{versions}0 new, 0 fixed, 0 changed, 0 judged no more, ")), "{same}");
    // Another version of a backend is named with that before it.
    let json = read(&room.path().join("old/report.json"));
    let later = json.replacen("\"version\": \"0.17.2\"", "\"version\": \"0.18.0\"", 1);
    fs::write(room.path().join("later.json"), sealed(&later)).expect("a file");
    let (_, later) = diff("old", "later.json");
    assert!(later.contains("\n  ndarray-compare 0.18.0, before 0.17.2\n0 new, "), "{later}");
    // A backend that is better, and one that is worse.
    let start = json.find("\"findings\": [").expect("findings") + "\"findings\": [".len();
    let end = json.find("\n  ],\n  \"left_out\"").expect("their end");
    fs::write(room.path().join("better.json"), sealed(&format!("{}{}", &json[..start], &json[end..]))).expect("a file");
    let (code, fixed) = diff("old", "better.json");
    assert_eq!(code, Some(0), "{fixed}");
    assert_snapshot("diff-fixed", &fixed);
    let (code, new) = diff("better.json", "old");
    assert_eq!(code, Some(1), "{new}");
    assert_snapshot("diff-new", &new);
    run("portable,ndarray-f32max", "f32/rank-", "other");
    let (code, other) = diff("old", "other");
    assert_eq!(code, Some(1), "{other}");
    assert!(other.contains("judged no more:\n  ndarray-compare: it is not in the newer report\n"), "{other}");
}

#[test]
fn reports_that_cannot_be_compared_say_why() {
    let room = room();
    let text = small_run(room.path(), "one");
    let partial = text.replacen("\"partial\": false", "\"partial\": true", 1);
    fs::write(room.path().join("partial.json"), sealed(&partial)).expect("a file");
    fs::write(room.path().join("half.json"), &text[..text.len() / 2]).expect("a file");
    let calls: &[(&str, &str, i32, &str)] = &[
        (
            "one",
            "absent",
            2,
            "name the folder that `opconform run --output` wrote, or its report.json: cannot read absent",
        ),
        ("half.json", "one", 2, "half.json is no report that can be used: no JSON, or cut short"),
        ("one", "partial.json", 2, "partial.json is of an interrupted run"),
    ];
    for &(old, new, code, words) in calls {
        let done = call(room.path(), &["diff", old, new]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(code), ""), "{old} {new}");
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
    let renamed = text.replace("\"portable\"", "\"another\"");
    fs::write(room.path().join("renamed.json"), sealed(&renamed)).expect("a file");
    let done = call(room.path(), &["diff", "one", "renamed.json"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(4), ""), "{}", done.stderr);
}
