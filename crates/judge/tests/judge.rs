//! Maxima of somebody's, sound and faulty, in every form.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use opconform::{Error, Judgement, bf16, f16, judge};

/// IEEE 754-2019's `maximum`, by hand.
fn maximum(x: f32, y: f32) -> f32 {
    if x.is_nan() || !y.is_nan() && x.total_cmp(&y).is_gt() { x } else { y }
}

fn maximum_of_slices(x: &[f32], y: &[f32], result: &mut [f32]) {
    for ((&x, &y), result) in x.iter().zip(y).zip(result) {
        *result = maximum(x, y);
    }
}

fn titles(judgement: &Judgement) -> Vec<String> {
    judgement.departures().iter().map(|departure| departure.title.clone()).collect()
}

#[test]
fn what_keeps_a_specification_passes_in_every_form() {
    judge(maximum).against("ieee754-2019").assert();
    judge(maximum_of_slices).against("ieee754-2019").against("onnx").assert();
    judge(|row: &[f32]| row.iter().copied().reduce(maximum).expect("an element")).against("onnx").assert();
    judge(|x: i64, y: i64| x.min(y)).and(|x: u8, y: u8| x.min(y)).minimum().against("onnx").assert();
    judge(f32::max).and(f64::max).and(f16::max).and(bf16::max).against("rust").assert();
}

#[test]
fn one_cause_is_one_departure_with_its_operands() {
    let judgement = judge(f32::max).named("f32::max").against("onnx-13").strict().run().expect("judged");
    assert_eq!(titles(&judgement), ["a NaN operand is ignored: NaN, +normal → +normal, in either order"]);
    insta::with_settings!({ snapshot_path => "../../../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("judge-f32-max", judgement.to_string());
    });
}

/// Wrong in the last elements of what is longer than a vector and does not fill another, as code for SIMD may be.
fn wrong_tail(x: &[f32], y: &[f32], result: &mut [f32]) {
    maximum_of_slices(x, y, result);
    let tail = x.len() / 8 * 8;
    if tail > 0 {
        result[tail..].copy_from_slice(&x[tail..]);
    }
}

#[test]
fn a_fault_of_the_tail_is_found_and_shrunk() {
    let judgement = judge(wrong_tail).against("ieee754-2019").run().expect("judged");
    let departures = judgement.departures();
    let [departure] = departures.as_slice() else { panic!("{judgement}") };
    // The ninth element is the first of a tail.
    assert_eq!(departure.example.witness.position, Some(8), "{judgement}");
}

#[test]
fn an_element_that_is_not_written_is_seen() {
    let judgement = judge(|x: &[i32], y: &[i32], result: &mut [i32]| {
        for ((&x, &y), result) in x.iter().zip(y).zip(result).skip(1) {
            *result = x.max(y);
        }
    });
    assert_eq!(judgement.against("onnx").run().expect("judged").departures().len(), 1);
}

#[test]
fn a_panic_is_an_answer() {
    let judgement = judge(|x: f64, y: f64| {
        assert!(!x.is_nan(), "no NaN here");
        x.max(y)
    });
    let judgement = judgement.against("onnx").run().expect("judged");
    assert!(judgement.to_string().contains("no NaN here"), "{judgement}");
}

#[test]
fn nothing_passes_without_having_been_judged() {
    assert!(matches!(judge(f32::max).run(), Err(Error::NoSpecification(_))));
    let unknown = judge(f32::max).against("onnx-99").run();
    assert!(matches!(unknown, Err(Error::UnknownSpecification { name, .. }) if name == "onnx-99"));
    // C's `fmax` is of floating numbers.
    assert!(matches!(judge(u8::max).against("c-fmax").run(), Err(Error::NothingJudged(_))));
}

/// What the environment asks for is asked of a test in a process of its own.
#[test]
fn the_report_is_kept_where_the_environment_says() {
    const INSIDE: &str = "OPCONFORM_OUTPUT";
    if env::var_os(INSIDE).is_some() {
        assert!(!judge(f32::max).named("of: mine").against("ieee754-2019").run().expect("judged").conforms());
        // Another of its name takes nothing from it.
        assert!(judge(u8::max).named("of: mine").against("onnx").run().expect("judged").conforms());
        return;
    }
    let room = tempfile::tempdir().expect("a folder");
    let kept = |output: &Path| {
        let mut test = Command::new(env::current_exe().expect("this test"));
        test.args(["--exact", "the_report_is_kept_where_the_environment_says"]).env(INSIDE, output);
        test.output().expect("it runs")
    };
    assert!(kept(room.path()).status.success());
    let read = |folder: &Path| {
        let text = fs::read_to_string(folder.join("report.json")).expect("a report");
        opconform_report::read(&text).expect("one of ours")
    };
    let folder = room.path().join("of--mine+judge");
    let report = read(&folder);
    assert_eq!(report.backends[0].name, "of: mine");
    assert!(!report.findings.is_empty());
    assert!(read(&room.path().join("of--mine+judge+2")).findings.is_empty());
    assert_eq!(fs::read_dir(room.path()).expect("a folder").count(), 2);
    for finding in &report.findings {
        assert!(folder.join(&finding.witness.file).is_file(), "{}", finding.witness.file);
    }
    // Where there can be no folder, the test says so.
    let file = room.path().join("file");
    fs::write(&file, "").expect("written");
    let done = kept(&file);
    assert!(!done.status.success());
    assert!(String::from_utf8_lossy(&done.stdout).contains("Kept("), "{done:?}");
}

#[test]
fn what_is_known_is_accepted_and_nothing_else() {
    let room = tempfile::tempdir().expect("a folder");
    let path = room.path().join("mine.toml");
    let judged = |function: fn(f32, f32) -> f32| {
        judge(function).named("mine").against("ieee754-2019").known(room.path()).run().expect("judged")
    };
    // What the failure says would accept it does.
    let new = judged(f32::max);
    let (_, accepting) = new
        .to_string()
        .split_once("a reason of yours:\n\n")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .expect("so it says");
    assert!(!new.conforms() && accepting.contains("[[waiver]]"), "{new}");
    fs::write(&path, &accepting).expect("written");
    assert!(judged(f32::max).conforms(), "{}", judged(f32::max));
    // Another fault is none of it, and what is mended is known no longer.
    let other = judged(|x, y| if x.is_nan() { y } else { x });
    assert!(!other.departures().is_empty(), "{other}");
    let mended = judged(maximum);
    assert!(mended.departures().is_empty() && !mended.conforms(), "{mended}");
    assert!(mended.to_string().contains("matches this waiver any more"), "{mended}");
    // A file that cannot be read is no empty one.
    fs::write(&path, "[[waiver]]").expect("written");
    let unreadable = judge(f32::max).named("mine").against("ieee754-2019").known(room.path()).run();
    assert!(matches!(unreadable, Err(Error::Known(words)) if words.contains("mine.toml:1")));
}
