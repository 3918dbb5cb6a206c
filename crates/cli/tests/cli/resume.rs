//! `opconform exhaust --resume`: one that was killed goes on from the blocks that it kept, to the same result.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::exhaust::{exhaust, result};
use crate::{opconform, read, room};

const ASKED: [&str; 6] = ["-b", "ndarray-compare", "-d", "f16", "--against", "onnx-13"];
const NAME: &str = "ndarray-compare-f16.rows-0-1024";

/// How many sessions a result is of.
fn sessions(text: &str) -> usize {
    let result: serde_json::Value = serde_json::from_str(text).expect("a result");
    result["sessions"].as_array().expect("sessions").len()
}

#[test]
fn blocks_that_were_kept_are_not_asked_for_again_and_the_result_is_the_same() {
    let room = room();
    let of = |rows: &str, more: &[&str]| exhaust(room.path(), &[&ASKED[..], &["--rows", rows], more].concat());
    let results = room.path().join("results");
    assert_eq!(of("0..1024", &["--resume"]).code, Some(0), "where nothing was kept, it begins");
    let (whole, kept) = (result(room.path(), &format!("{NAME}.json")), results.join(format!("{NAME}.blocks")));
    assert!(!kept.exists(), "what is whole needs no blocks beside it");
    assert_eq!(of("0..512", &[]).code, Some(0));
    let half = read(&results.join("ndarray-compare-f16.rows-0-512.json"));
    fs::write(&kept, &half).expect("a file");
    let done = of("0..1024", &["--resume"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert_eq!(result(room.path(), &format!("{NAME}.json")), whole);
    let resumed: serde_json::Value =
        serde_json::from_str(&read(&results.join(format!("{NAME}.json")))).expect("a result");
    assert_eq!(resumed["sessions"][1]["pairs"], 512 << 16, "the second half alone was asked for");
    assert!(!kept.exists() && !done.stdout.contains("interrupted"), "{}", done.stdout);
    // Without the option all is asked for again.
    fs::write(&kept, &half).expect("a file");
    assert_eq!(of("0..1024", &[]).code, Some(0));
    assert_eq!(sessions(&read(&results.join(format!("{NAME}.json")))), 1);
    // What is of something else, or damaged, is not gone on from.
    for (from, to, words) in [
        ("\"version\": \"", "\"version\": \"9", "or leave out --resume to begin anew"),
        ("\"came\": \"first\"", "\"came\": \"second\"", "leave out --resume to begin anew"),
        ("\"suite\"", "\"suit\"", "is no result of `opconform exhaust`"),
    ] {
        fs::write(&kept, half.replacen(from, to, 1)).expect("a file");
        let done = of("0..1024", &["--resume"]);
        assert!(done.code == Some(2) && done.stderr.contains(words), "{words}: {}", done.stderr);
    }
}

#[test]
fn one_that_is_killed_has_kept_its_blocks() {
    let room = room();
    let rows = ["exhaust", "-q", "-o", "results", "--rows", "0..4096"];
    let mut child = opconform(room.path(), &[&rows[..], &ASKED].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let kept = room.path().join("results/ndarray-compare-f16.rows-0-4096.blocks");
    while !kept.exists() && child.try_wait().expect("a child").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    let was_killed = kept.exists();
    let asked = [&ASKED[..], &["--rows", "0..4096"]].concat();
    assert_eq!(exhaust(room.path(), &[&asked[..], &["--resume"]].concat()).code, Some(0));
    let name = "ndarray-compare-f16.rows-0-4096.json";
    let resumed = result(room.path(), name);
    let of = sessions(&read(&room.path().join("results").join(name)));
    assert_eq!(of, if was_killed { 2 } else { 1 });
    assert_eq!(exhaust(room.path(), &asked).code, Some(0));
    assert_eq!(result(room.path(), name), resumed);
}

#[test]
fn a_kernel_of_ours_keeps_nothing_to_go_on_from() {
    let room = room();
    let done = exhaust(room.path(), &["-b", "portable", "-d", "i8", "--resume"]);
    assert!(done.code == Some(2) && done.stderr.contains("kernels of ours keep no blocks"), "{}", done.stderr);
}
