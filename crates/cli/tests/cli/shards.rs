//! `--shard` of `run`, `record` and `fuzz`, and `merge` of what they are answered.

use std::fs;
use std::path::Path;

use crate::{Done, call, names, opconform, read, room};

/// A few cases of two backends, of which one departs.
const ASKED: [&str; 4] = ["-b", "portable,ndarray-compare", "--only", "f32/rank-"];

/// The report in a folder, without its provenance and its own name.
fn report(folder: &Path, name: &str) -> String {
    let text = read(&folder.join(name).join("report.json")).replace(&format!(" --report {name}"), "");
    let (before, _) = text.split_once("\n  \"provenance\": ").expect("provenance is the last part");
    before.to_owned()
}

fn shards(folder: &Path, of: u64, output: &str) {
    for number in 1..=of {
        let shard = format!("{number}/{of}");
        let done = call(folder, &[&["run", "-q", "--shard", &shard, "-o", output], &ASKED[..]].concat());
        assert_eq!((done.code, done.stdout.as_str()), (Some(0), ""), "{}", done.stderr);
    }
}

fn merge(folder: &Path, arguments: &[&str]) -> Done {
    call(folder, &[&["merge"], arguments].concat())
}

#[test]
fn shards_of_a_run_make_its_report_byte_for_byte() {
    let room = room();
    let whole = call(room.path(), &[&["run", "-q", "-o", "whole"], &ASKED[..]].concat());
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = report(room.path(), "whole");
    for of in [1, 3, 8] {
        let parts = format!("parts-{of}");
        shards(room.path(), of, &parts);
        assert_eq!(names(&room.path().join(&parts)).len() as u64, 2 * of);
        let merged = merge(room.path(), &[&[parts.as_str(), "-o", "merged"], &ASKED[..]].concat());
        assert_eq!(merged.code, Some(0), "{}", merged.stderr);
        assert!(merged.stderr.contains("asked again, and answered so again"), "{}", merged.stderr);
        assert!(report(room.path(), "merged") == expected, "{of}: another report");
        let provenance = read(&room.path().join("merged/report.json"));
        assert_eq!(provenance.matches(&format!(" of {of}, portable: ")).count() as u64, of);
    }
    // Without the backends, and without what was chosen.
    let alone = merge(room.path(), &["parts-8", "-o", "alone", "--only", "f32/rank-"]);
    assert_eq!(alone.code, Some(0), "{}", alone.stderr);
    assert!(
        alone.stderr.contains("8 shards: each of ") && alone.stderr.contains("not asked again"),
        "{}",
        alone.stderr
    );
    let other = merge(room.path(), &["parts-8", "-o", "other"]);
    assert!(other.code == Some(2) && other.stderr.contains("choose the cases by the options of"), "{}", other.stderr);
    let impostor = merge(room.path(), &["parts-8", "--only", "f32/rank-", "-b", "avx2"]);
    assert!(impostor.code == Some(2) && impostor.stderr.contains("not what the shards asked"), "{}", impostor.stderr);
    let file = |number: u64| format!("parts-8/portable.{number}-of-8.ocr");
    fs::remove_file(room.path().join(file(3))).expect("it is there");
    let missing = merge(room.path(), &["parts-8", "--only", "f32/rank-"]);
    let words = "of portable, shard 3 of 8 is missing";
    assert!(missing.code == Some(2) && missing.stderr.contains(words), "{}", missing.stderr);
    let twice = merge(room.path(), &["parts-8", &file(4), "--only", "f32/rank-"]);
    let words = "is shard 4/8 of portable, and so is";
    assert!(twice.code == Some(2) && twice.stderr.contains(words), "{}", twice.stderr);
    let report = merge(room.path(), &["parts-8", "whole/report.json"]);
    assert!(report.code == Some(2) && report.stderr.contains("is a report, which is of a whole"), "{}", report.stderr);
    let kinds = merge(room.path(), &["parts-8", "exhausted.json"]);
    assert!(kinds.code == Some(2) && kinds.stderr.contains("merge one kind at a time"), "{}", kinds.stderr);
    let empty = merge(room.path(), &["whole/witnesses"]);
    assert_eq!(empty.code, Some(2), "{}", empty.stderr);
}

#[test]
fn shards_of_a_recording_make_that_of_one_piece() {
    let room = room();
    let asked = ["-b", "ndarray-compare", "--only", "f32/rank-"];
    let record = |arguments: &[&str]| {
        let done = call(room.path(), &[&["record", "-q"], arguments, &asked[..]].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
    };
    record(&["-o", "whole.ocr"]);
    fs::create_dir(room.path().join("parts")).expect("a folder");
    record(&["-o", "parts/1.ocr", "--shard", "1/2"]);
    record(&["-o", "parts/2.ocr", "--shard", "2/2"]);
    let merged = merge(room.path(), &[&["parts", "--recording", "merged.ocr"], &asked[..]].concat());
    assert_eq!((merged.code, merged.stdout.as_str()), (Some(0), ""), "{}", merged.stderr);
    let compared = call(room.path(), &["compare", "recorded:whole.ocr", "recorded:merged.ocr", "--only", "f32/rank-"]);
    assert_eq!(compared.code, Some(0), "{}", compared.stdout);
    let run = |name: &str| {
        let backend = format!("recorded:{name}.ocr");
        let done = call(room.path(), &["run", "-q", "-b", &backend, "--only", "f32/rank-", "-o", name]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        report(room.path(), name).matches("\"clause\": ").count()
    };
    assert_eq!(run("whole"), run("merged"));
}

#[test]
fn a_shard_that_is_killed_goes_on() {
    let (room, mine) = (room(), "mine=opconform serve ndarray-compare");
    let mine = mine.replace("opconform", env!("CARGO_BIN_EXE_opconform"));
    let asked = ["--adapter", &mine, "--only", "max/f32/"];
    let shard = |number: &'static str| {
        [&["run", "-q", "--shard", number, "-o", "parts", "--journal", "journal"], &asked[..]].concat()
    };
    let mut killed = opconform(room.path(), &shard("1/2")).spawn().expect("it starts");
    let journal = room.path().join("journal");
    let written = || fs::metadata(&journal).is_ok_and(|it| it.len() > 1 << 16);
    while !written() && killed.try_wait().expect("it is ours").is_none() {
        std::thread::yield_now();
    }
    let _ = killed.kill();
    killed.wait().expect("it is ours");
    let resumes = written();
    let done = call(room.path(), &shard("1/2"));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(!resumes || done.stderr.contains("journal: going on after "), "{}", done.stderr);
    assert!(!journal.exists(), "its journal is not needed any more");
    assert_eq!(call(room.path(), &shard("2/2")).code, Some(0));
    let whole = call(room.path(), &[&["run", "-q", "-o", "whole"], &asked[..]].concat());
    let merged = merge(room.path(), &[&["parts", "-q", "-o", "merged"], &asked[..]].concat());
    assert_eq!((whole.code, merged.code), (Some(0), Some(0)), "{}", merged.stderr);
    assert!(report(room.path(), "merged") == report(room.path(), "whole"), "another report");
}

#[test]
fn shards_of_a_session_of_fuzz_add_up_whatever_the_cut() {
    let room = room();
    let fuzz = |shard: &str, output: &str| {
        let asked = ["fuzz", "-b", "nan-second-wins,portable", "--target", "max", "--cases", "60", "--seconds", "600"];
        let done = call(room.path(), &[&asked[..], &["--shard", shard, "-o", output]].concat());
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    };
    let whole = |name: &str| {
        let merged = merge(room.path(), &[name, "-o", "merged.json"]);
        assert_eq!((merged.code, merged.stderr.as_str()), (Some(1), ""), "{}", merged.stdout);
        let (lines, _) = merged.stdout.rsplit_once(", in ").expect("how many shards");
        lines.to_owned()
    };
    fuzz("1/1", "one");
    for shard in ["1/3", "2/3", "3/3"] {
        fuzz(shard, "three");
    }
    let one = whole("one");
    assert!(one.contains("nan-second-wins") && one.contains("\n60 cases, "), "{one}");
    assert_eq!(one, whole("three"));
    fs::remove_file(room.path().join("three/2-of-3.fuzz.json")).expect("it is there");
    for (arguments, words) in [
        (&["three"][..], "shard 2 of 3 is missing"),
        (&["three", "three/1-of-3.fuzz.json"], "is shard 1 of 3, which another file has too"),
        (&["three", "one"], "does not belong to the others"),
        (&["one", "-b", "portable"], "leave the backends out"),
    ] {
        let refused = merge(room.path(), arguments);
        assert!(refused.code == Some(2) && refused.stderr.contains(words), "{}", refused.stderr);
    }
}
