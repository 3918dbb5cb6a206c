//! What a backend claims, and what follows from it.

use serde_json::Value;

use crate::adapter::BINARY;
use crate::{call, read, room};

const COMPARE: &[&str] = &["run", "-q", "-b", "ndarray-compare", "--only", "f32/rank-alternating", "-o", "out"];

#[test]
fn the_exit_code_follows_what_is_claimed_or_what_is_asked_for_instead() {
    let room = room();
    for (more, code) in [
        (&[][..], 0),
        (&["--against", "sonnx"], 1),
        (&["--against", "onnx-13,ieee754"], 1),
        // It promises nothing of several documents at once, and the order of its operands decides all the same.
        (&["--strict"], 1),
        // Paddle says nothing of an operator that it offers.
        (&["--against", "paddle"], 4),
        (&["--against", "nobody"], 2),
    ] {
        let done = call(room.path(), &[COMPARE, more].concat());
        assert_eq!(done.code, Some(code), "{more:?}: {}", done.stderr);
    }
    let done = call(room.path(), &[COMPARE, &["--against", "onx"]].concat());
    assert!(done.stderr.contains("did you mean `onnx`?"), "{}", done.stderr);
}

/// Every version of an operator has its own document, and a witness at a newer one would be of another.
#[test]
fn who_claims_one_version_is_judged_by_it() {
    let room = room();
    for (fault, version, cases) in [
        ("f64-narrowed", "onnx-8", "id(max-8/f64/)"),
        ("i64-narrowed", "onnx-11", "id(reducemax-11/i64/)"),
        // The cases of other versions stand beside those of the one.
        ("i64-narrowed", "onnx-12", "operator(Max) & type(i64)"),
        ("unsigned-as-signed", "onnx-18", "id(reducemax-18/u8/)"),
    ] {
        let arguments = ["run", "-b", fault, "--against", version, "-E", cases, "-o", "out"];
        let done = call(room.path(), &arguments);
        assert_eq!(done.code, Some(1), "{fault} against {version}: {}{}", done.stdout, done.stderr);
        let report: serde_json::Value =
            serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
        let findings = report["findings"].as_array().expect("a list").iter();
        let claimed: Vec<_> = findings.filter(|it| it["standing"] == "claimed" && it["level"] == "MUST").collect();
        assert!(!claimed.is_empty(), "{fault} against {version}");
        for finding in claimed {
            let profiles = finding["profiles"].as_array().expect("a list");
            assert!(profiles.iter().any(|profile| *profile == version), "{fault} against {version}: {profiles:?}");
        }
    }
    // Of cases of another version alone, nothing is judged that is claimed.
    let other = ["run", "-b", "i64-narrowed", "--against", "onnx-12", "--only", "max/i64/", "-o", "out"];
    let done = call(room.path(), &other);
    assert_eq!(done.code, Some(4), "{}{}", done.stdout, done.stderr);
}

#[test]
fn an_adapter_says_what_it_claims() {
    let room = room();
    let claims = |arguments: &[&str]| -> Value {
        let done =
            call(room.path(), &[&["run", "-q", "--only", "f32/rank-alternating", "-o", "out"], arguments].concat());
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
        let report: Value = serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
        report["backends"][0]["claims"].clone()
    };
    let names = |claims: &Value| -> Vec<String> {
        let of = |claim: &Value| claim["specification"].as_str().expect("a text").to_owned();
        claims.as_array().expect("a list").iter().map(of).collect()
    };
    let serve = |name: &str| format!("it={BINARY} serve {name}");
    let known = claims(&["-b", "tract"]);
    assert_eq!(names(&known), ["ONNX"]);
    assert!(known[0]["place"].as_str().is_some_and(|place| place.starts_with("https://")), "{known}");
    let said = claims(&["--adapter", &serve("tract")]);
    assert_eq!((&said[0]["profiles"], &said[0]["place"]), (&known[0]["profiles"], &"the adapter says so".into()));
    assert_eq!(names(&claims(&["--adapter", &serve("portable")])).len(), 5);
    assert_eq!(claims(&["--adapter", &serve("ndarray-f32max")])[0]["profiles"], serde_json::json!(["rust"]));
    assert_eq!(names(&claims(&["-b", "tract", "--against", "numpy"])), ["numpy"]);
}

#[test]
fn who_claims_another_document_is_judged_by_it_and_no_one_else_is() {
    let room = room();
    let arguments = ["run", "-v", "-b", "ndarray-f32max", "-b", "portable", "--only", "f32/rank-", "-o", "out"];
    let done = call(room.path(), &arguments);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let said = done.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("✓ conforms to rust"), "{}", done.stdout);
    assert!(said.contains("not claimed: satisfies "), "{}", done.stdout);
    let report: Value = serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
    let column = report["profiles"].as_array().expect("a list").iter().position(|profile| profile["name"] == "rust");
    let judged = |backend: usize| report["backends"][backend]["profiles"][column.expect("a column")]["judged"].as_u64();
    assert!(judged(0) > Some(0) && judged(1) == Some(0), "{:?} {:?}", judged(0), judged(1));
    // One that gives a NaN beside a number keeps nothing of what Rust says.
    let done =
        call(room.path(), &["run", "-q", "-b", "portable", "--against", "rust", "--only", "f32/nan", "-o", "out"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
}

#[test]
fn of_a_specification_of_several_functions_the_nearest_is_asked_for() {
    let room = room();
    for (backend, family, nearest) in [("portable", "c", "c-fmaximum"), ("ndarray-compare", "x86", "x86-maxps")] {
        let done = call(
            room.path(),
            &["run", "-b", backend, "--against", family, "--only", "max/f32/nan", "-o", "out", "--color", "never"],
        );
        assert_eq!(done.code, Some(0), "{backend}: {}{}", done.stdout, done.stderr);
        let report: Value = serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
        let claims = &report["backends"][0]["claims"];
        assert_eq!(claims[0]["specification"], nearest, "{claims}");
        assert!(claims[0]["place"].as_str().is_some_and(|it| it.starts_with("--against: the nearest of ")), "{claims}");
    }
}

#[test]
fn who_claims_nothing_is_told_whose_rules_it_follows() {
    let room = room();
    let arguments = ["run", "-b", "ndarray-compare,portable", "--only", "max/f32/", "-o", "out", "--color", "never"];
    let done = call(room.path(), &arguments);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let line = |name: &str| done.stdout.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default();
    assert!(line("ndarray-compare").ends_with("– behaves as x86-maxps"), "{}", done.stdout);
    // Who claims something is told how it stands to that.
    assert!(line("portable").ends_with("✓ conforms in 4,097 cases"), "{}", done.stdout);
    let report: Value = serde_json::from_str(&read(&room.path().join("out/report.json"))).expect("JSON");
    let prints = report["backends"][0]["fingerprints"].as_array().expect("a list");
    assert!(!prints.is_empty() && prints.iter().all(|print| print["function"] == "x86-maxps"), "{prints:?}");
}

/// The operator propagates NaNs, and the document that is claimed ignores them: what was done follows from what was due.
#[test]
fn a_headline_follows_from_what_the_claimed_document_asks_for() {
    let room = room();
    let arguments = ["run", "-b", "portable", "--against", "dotnet-maxnumber", "--only", "max/f32/nan", "-o", "out"];
    let done = call(room.path(), &arguments);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(done.stdout.contains("a NaN is returned where a number is right"), "{}", done.stdout);
    assert!(!done.stdout.contains("another NaN"), "{}", done.stdout);
}

#[test]
fn a_first_answer_that_what_is_claimed_forbids_counts_though_the_next_is_right() {
    let room = room();
    let done = call(room.path(), &["run", "-b", "first-call-unwritten", "--only", "max/f32/node-test-one-input"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("✗ MUST  Max of f32: +normal → 0.0 at first, 3.0 after 1 case"), "{}", done.stdout);
}
