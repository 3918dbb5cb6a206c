//! The gate: green on what is known, red with the line to change on anything else.

use std::fs;
use std::path::Path;

use crate::{FEW, assert_snapshot, call, names, read, room, sealed, small_run};

/// Cases that show departures of `ndarray-compare`, which claims nothing, from what it is judged by here.
const SHOW: &[&str] = &["-b", "ndarray-compare", "--only", "f32/rank-alternating", "--against", EVERY, "--strict"];
const EVERY: &str = "sonnx,onnx,ieee754,numpy,paddle";
const REASON: &[&str] = &["--reason", "it compares", "--link", "https://example.org/why"];

fn gate(more: &[&[&str]]) -> Vec<String> {
    let words = more.iter().copied().flatten().map(|&word| word.to_owned());
    std::iter::once("gate".to_owned()).chain(words).collect()
}

fn run(folder: &Path, more: &[&[&str]]) -> crate::Done {
    call(folder, &gate(more).iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn what_is_new_is_red_until_it_is_waived_for_a_reason() {
    let room = room();
    let red = run(room.path(), &[SHOW]);
    assert_eq!((red.code, red.stderr.as_str()), (Some(1), ""));
    assert_snapshot("gate-red", &red.stdout);
    let refused = run(room.path(), &[SHOW, &["--update"]]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("say why they are accepted with --reason TEXT and --link"), "{}", refused.stderr);
    assert!(!room.path().join("expectations").exists());
    let updated = run(room.path(), &[SHOW, &["--update"], REASON]);
    assert_eq!(updated.code, Some(0), "{}{}", updated.stdout, updated.stderr);
    assert!(updated.stderr.contains("expectations/ndarray-compare.toml says what was found"), "{}", updated.stderr);
    assert_snapshot("gate-expectations", &read(&room.path().join("expectations/ndarray-compare.toml")));
    let green = run(room.path(), &[SHOW]);
    assert_eq!((green.code, green.stderr.as_str()), (Some(0), ""));
    assert_snapshot("gate-green", &green.stdout);
    // What is waived says so wherever the report is read, and a run alone knows of nothing that is.
    let shown = |format: &str| call(room.path(), &["report", "--format", format]).stdout;
    let words = "it compares (https://example.org/why)";
    let junit = shown("junit");
    assert!(junit.contains(" failures=\"0\" errors=\"0\"") && junit.contains(&format!("waived: {words}")), "{junit}");
    assert!(!junit.contains("<failure"), "{junit}");
    assert!(shown("sarif").contains(&format!("\"justification\": \"waived: {words}\"")));
    for format in ["terminal", "html"] {
        assert!(shown(format).contains("waived: it compares"), "{format}");
    }
    assert!(shown("markdown").contains("waived: it compares"));
    let reason = "\"reason\": \"it compares\"";
    assert!(read(&room.path().join("reports/latest/report.json")).contains(reason));
    let ran = call(room.path(), &[&["run", "-q", "-o", "alone"], SHOW].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(!read(&room.path().join("alone/report.json")).contains(reason));
    // The finished report is judged alike, and read from its file too.
    for report in ["reports/latest", "reports/latest/report.json"] {
        let again = run(room.path(), &[&["--report", report]]);
        assert_eq!((again.code, again.stdout.as_str()), (Some(0), green.stdout.as_str()), "{}", again.stderr);
    }
    assert!(
        run(room.path(), &[&["--report", "reports/latest", "--color", "always"]])
            .stdout
            .contains("\x1b[32mgate: green")
    );
    let quiet = run(room.path(), &[SHOW, &["--quiet"]]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(names(&room.path().join("expectations")), ["ndarray-compare.toml"]);
}

#[test]
fn what_a_backend_does_not_claim_needs_no_waiver() {
    let room = room();
    let shown = ["-b", "portable,ndarray-compare", "--only", "f32/rank-alternating"];
    let green = run(room.path(), &[&shown]);
    assert_eq!((green.code, green.stderr.as_str()), (Some(0), ""));
    assert!(green.stdout.contains("gate: green"), "{}", green.stdout);
    assert_eq!(run(room.path(), &[&shown, &["--against", "sonnx"]]).code, Some(1));
}

#[test]
fn a_gate_that_nothing_could_turn_red_is_not_green() {
    let room = room();
    let shown = ["-b", "ndarray-compare", "--only", "f32/rank-alternating"];
    let vacuous = run(room.path(), &[&shown]);
    assert_eq!((vacuous.code, vacuous.stderr.as_str()), (Some(4), ""));
    assert!(vacuous.stdout.contains("red, since nothing was judged of a specification"), "{}", vacuous.stdout);
    assert!(vacuous.stdout.contains("`--against NAME` says which is to be kept"), "{}", vacuous.stdout);
    // A run shows what there is to see, and says the same.
    let ran = call(room.path(), &[&["run"], &shown[..]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("nothing here claims a specification"), "{}", ran.stdout);
    // A recording can turn it red.
    let record = ["record", "-q", "--backend", "ndarray-compare", "--only", "f32/rank-alternating", "-o", "one.rec"];
    assert_eq!(call(room.path(), &record).code, Some(0));
    let since = run(room.path(), &[&shown, &["--since", "one.rec"]]);
    assert_eq!(since.code, Some(0), "{}{}", since.stdout, since.stderr);
}

#[test]
fn what_is_known_no_longer_is_red_until_the_file_says_so() {
    let room = room();
    let file = room.path().join("expectations/ndarray-compare.toml");
    assert_eq!(run(room.path(), &[SHOW, &["--update"], REASON]).code, Some(0));
    let known = read(&file);
    let stale = format!(
        "# Kept.\n{known}\n# Gone.\n[[waiver]]\nclauses = [\"DET-LANE\"]\nsymptoms = [\"*\"]\nfindings = 1\nreason = \"it was\"\nlink = \"https://example.org\"\n"
    );
    fs::write(&file, &stale).expect("a file");
    let report = ["--report", "reports/latest"];
    let red = run(room.path(), &[&report]);
    assert_eq!(red.code, Some(1), "{}", red.stderr);
    let line = stale.lines().position(|line| line == "# Gone.").expect("a line") + 2;
    let place =
        format!("\nexpectations/ndarray-compare.toml:{line}: no finding on ndarray-compare matches this waiver");
    assert!(red.stdout.contains(&place), "{}", red.stdout);
    // A part of the suite proves nothing of what it does not show.
    assert_eq!(run(room.path(), &[SHOW]).code, Some(0));
    assert_eq!(run(room.path(), &[&report, &["--update"]]).code, Some(0));
    assert_eq!(read(&file).trim_end(), format!("# Kept.\n{known}").trim_end());
    // In another version of the backend nothing is known.
    let report_json = room.path().join("reports/latest/report.json");
    let text = read(&report_json);
    let other = text.replacen("\"version\": \"0.17.2\"", "\"version\": \"0.18.0\"", 1);
    assert_ne!(text, other);
    fs::write(&file, known.replacen("findings = ", "versions = \"0.17\"\nfindings = ", 1)).expect("a file");
    assert_eq!(run(room.path(), &[&report]).code, Some(0));
    fs::write(&report_json, sealed(&other)).expect("a file");
    let red = run(room.path(), &[&report]);
    assert_eq!(red.code, Some(1));
    assert!(
        red.stdout.contains("ndarray-compare is 0.18.0, and this waiver is for versions ^0.17: "),
        "{}",
        red.stdout
    );
}

#[test]
fn wrong_usage_is_told_before_the_run() {
    let room = room();
    small_run(room.path(), "reports/latest");
    fs::create_dir_all(room.path().join("known")).expect("a folder");
    fs::write(room.path().join("known/portable.toml"), "[[waiver]]\nclauses = [\"SONNX-MAX-NON\"]\n").expect("a file");
    let partial =
        read(&room.path().join("reports/latest/report.json")).replacen("\"partial\": false", "\"partial\": true", 1);
    fs::write(room.path().join("partial.json"), sealed(&partial)).expect("a file");
    let calls: &[(&[&str], i32, &str)] = &[
        (&["--expectations", "known"], 2, "known/portable.toml:1:1: missing field `symptoms`"),
        (&["--expectations", "absent"], 2, "cannot read the folder absent"),
        (&["--report", "absent"], 2, "report.json: cannot read absent"),
        (&["--report", "known/portable.toml"], 2, "known/portable.toml is no report that can be used"),
        (&["--report", "reports/latest", "-b", "tract"], 2, "backend `tract` is not in the report, which has portable"),
        (&["--report", "reports/latest", "--seed", "1"], 2, "cannot be used with"),
        (&["--report", "reports/latest", "--reason", "x"], 2, "--update"),
        (&["--report", "partial.json"], 130, "run again"),
        (&["-b", "portable", "-p", "onnx-1", "--only", FEW], 4, ""),
    ];
    for &(arguments, code, words) in calls {
        let done = run(room.path(), &[arguments]);
        assert_eq!(done.code, Some(code), "{arguments:?}: {}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains(words), "{arguments:?}: {}", done.stderr);
    }
}

#[test]
fn what_is_known_in_the_tree_can_be_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/expectations");
    let done = run(room().path(), &[&["-b", "portable", "--only", FEW, "--expectations", folder]]);
    assert_eq!(
        (done.code, done.stdout.as_str()),
        (Some(0), "  portable: no finding\ngate: green\n"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_bit_that_has_changed_since_a_recording_is_red_whatever_is_allowed() {
    let room = room();
    let recorded = call(room.path(), &["record", "-b", "portable", "--only", FEW, "-o", "then.rec", "-q"]);
    assert_eq!(recorded.code, Some(0), "{}", recorded.stderr);
    let since = ["--only", FEW, "--since", "then.rec"];
    let same = run(room.path(), &[&["-b", "avx2"], &since]);
    assert_eq!(same.code, Some(0), "{}{}", same.stdout, same.stderr);
    assert!(same.stdout.contains("no bit differs\n") && same.stdout.ends_with("gate: green\n"), "{}", same.stdout);
    // Who claims nothing departs from nothing.
    let other = run(room.path(), &[&["-b", "ndarray-compare"], &since]);
    assert_eq!(other.code, Some(1), "{}{}", other.stdout, other.stderr);
    assert!(other.stdout.contains("recorded:then.rec: "), "{}", other.stdout);
    assert!(other.stdout.contains(" since, above: record it again if that is meant\ngate: red"), "{}", other.stdout);
    let two = run(room.path(), &[&["-b", "portable,avx2"], &since]);
    assert_eq!(two.code, Some(2), "{}", two.stdout);
    assert!(two.stderr.contains("--since holds one backend against its recording: name it"), "{}", two.stderr);
    let elsewhere = run(room.path(), &[&["-b", "portable", "--only", "min/f64/", "--since", "then.rec"]]);
    assert_eq!(elsewhere.code, Some(1), "{}{}", elsewhere.stdout, elsewhere.stderr);
    assert!(elsewhere.stdout.contains("holds none of these cases"), "{}", elsewhere.stdout);
}

#[test]
fn what_comes_and_goes_is_not_counted_and_said() {
    let room = room();
    let ran = call(room.path(), &[&["run", "-q"], SHOW].concat());
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let path = room.path().join("reports/latest/report.json");
    let report: serde_json::Value = serde_json::from_str(&read(&path)).expect("JSON");
    let all = report["findings"].as_array().expect("findings").len();
    let stands = |spoil: &dyn Fn(&mut serde_json::Value)| {
        let mut report = report.clone();
        spoil(&mut report);
        fs::write(&path, sealed(&report.to_string())).expect("a file");
        let done = run(room.path(), &[&["--report", "reports/latest"]]);
        done.stdout.lines().find(|line| line.contains("ndarray-compare: ")).expect("a line").to_owned()
    };
    assert!(!stands(&|_| {}).contains("not counted"));
    let not_counted = "; 1 finding not counted: what changes once a process was asked much";
    let first_differs = stands(&|report| {
        report["findings"][0]["witness"]["later"] = serde_json::json!([500, report["findings"][0]["witness"]["found"]]);
        report["findings"][0]["severity"] = "nan-bits".into();
    });
    assert!(
        first_differs.ends_with(not_counted) && first_differs.contains(&format!(": {} finding", all - 1)),
        "{first_differs}"
    );
    // A number that differs is no matter of a compiler's choices.
    let number = stands(&|report| {
        report["findings"][0]["witness"]["later"] = serde_json::json!([500, report["findings"][0]["witness"]["found"]]);
        report["findings"][0]["severity"] = "wrong-number".into();
    });
    assert!(!number.contains("not counted"), "{number}");
    let was_seen = stands(&|report| {
        let finding = report["findings"][0].clone();
        let fields =
            ["clause", "operator", "dtype", "operands", "result"].map(|name| (name.to_owned(), finding[name].clone()));
        let mut unsteady: serde_json::Map<String, serde_json::Value> = fields.into_iter().collect();
        unsteady.insert("cases".to_owned(), 1.into());
        unsteady.insert("example".to_owned(), finding["witness"]["case"].clone());
        report["backends"][0]["unsteady"] = serde_json::Value::Array(vec![unsteady.into()]);
    });
    assert!(was_seen.contains("not counted: what changes once a process was asked much"), "{was_seen}");
}

#[test]
fn a_bit_of_one_lane_that_has_changed_since_a_recording_is_told_by_the_lane() {
    let room = room();
    let long = ["--only", "max/f32/rank-alternating"];
    let recorded = call(room.path(), &[&["record", "-b", "portable", "-o", "then.rec", "-q"], &long[..]].concat());
    assert_eq!(recorded.code, Some(0), "{}", recorded.stderr);
    let changed = run(room.path(), &[&["-b", "one-bit-in-a-lane", "--since", "then.rec"], &long]);
    assert_eq!(changed.code, Some(1), "{}{}", changed.stdout, changed.stderr);
    assert!(
        changed.stdout.contains("\n   only elements 5, 13, 21, …, of results of 256 elements or more"),
        "{}",
        changed.stdout
    );
    assert!(changed.stdout.contains("recorded:then.rec: 1 difference since, above: "), "{}", changed.stdout);
}
