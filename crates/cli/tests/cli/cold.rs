//! `opconform exhaust --cold`: each call the first of a process, and who has no such call.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use crate::adapter::tutorial;
use crate::exhaust::exhaust;
#[cfg(unix)]
use crate::exhaust::result;
use crate::{call, room};

/// C's `fmax` of the adapter in C that a page shows, whose first call gives zeros.
#[cfg(unix)]
#[test]
fn what_the_first_call_of_a_process_does_is_told_by_the_cold_alone() {
    let room = room();
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler here");
        return;
    }
    let (_, source) = tutorial("c").into_iter().find(|(name, _)| name == "adapter.c").expect("an adapter in C");
    let written = "    fwrite(result, 8, count, bytes);\n";
    let zeros = "    static int called;\n    if (!called++) memset(result, 0, 8 * count);\n";
    assert!(source.contains(written), "{source}");
    fs::write(room.path().join("adapter.c"), source.replace(written, &[zeros, written].concat())).expect("a file");
    let arguments = ["-O2", "-o", "adapter", "adapter.c", "-lm"];
    let done = Command::new("cc").args(arguments).current_dir(room.path()).output().expect("a compiler");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let asked = ["--adapter", "mine=./adapter", "-d", "f64", "--rung", "payload", "--rows", "32512..32768"];
    let asked = [&asked[..], &["--against", "sonnx"]].concat();
    let hot = exhaust(room.path(), &asked);
    assert_eq!(hot.code, Some(0), "{}{}", hot.stdout, hot.stderr);
    assert!(hot.stdout.contains("\n  sonnx: 1,048,575 allowed\n"), "{}", hot.stdout);
    let cold = exhaust(room.path(), &[&asked[..], &["--cold"]].concat());
    assert_eq!(cold.code, Some(1), "{}{}", cold.stdout, cold.stderr);
    assert!(cold.stdout.contains("\n  sonnx: 1,048,575 forbidden\n"), "{}", cold.stdout);
    assert!(cold.stdout.contains(" asked for as the first call of a fresh process each\n"), "{}", cold.stdout);
    let [hot, cold] =
        ["", "-cold"].map(|cold| result(room.path(), &format!("mine-f64-payload{cold}.rows-32512-32768.json")));
    assert!(!hot.contains("\"cold\"") && cold.contains("\n    \"cold\": true,\n"), "{cold}");
}

#[test]
fn cold_shards_make_the_whole_and_are_asked_again_so() {
    let (room, mine) = (room(), "mine=opconform serve ndarray-compare");
    let mine = mine.replace("opconform", env!("CARGO_BIN_EXE_opconform"));
    let asked = ["--adapter", &mine, "-d", "u8", "--against", "onnx"];
    for shard in [&["--shard", "1/2", "--cold"][..], &["--shard", "2/2", "--cold"], &["--shard", "2/2"]] {
        let done = exhaust(room.path(), &[&asked[..], shard].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    }
    let part = |end: &str| format!("results/mine-u8{end}-of-2.json");
    let merge = |arguments: &[&str]| call(room.path(), &[&["merge"], arguments].concat());
    let merged = merge(&[&part("-cold.1"), &part("-cold.2"), "--adapter", &mine, "--again", "3"]);
    assert_eq!((merged.code, merged.stderr.as_str()), (Some(0), ""), "{}", merged.stdout);
    assert!(merged.stdout.ends_with("asked again of 6 of 256 blocks, and answered so again\n"), "{}", merged.stdout);
    let mixed = merge(&[&part("-cold.1"), &part(".2")]);
    assert!(
        mixed.code == Some(2) && mixed.stderr.contains("its cold start is false, and not true"),
        "{}",
        mixed.stderr
    );
    // Whoever is in this process has no first call.
    let here = merge(&[&part("-cold.1"), &part("-cold.2"), "-b", "ndarray-compare"]);
    assert!(here.code == Some(2) && here.stderr.contains("name the one that it is of"), "{}", here.stderr);
}

#[test]
fn who_has_no_first_call_or_too_many_is_not_asked_cold() {
    let room = room();
    for (arguments, words) in [
        (
            &["-d", "i8", "-b", "ndarray-compare"][..],
            "ndarray-compare is no process that could be started afresh for each call: leave out --cold",
        ),
        (&["-d", "i8", "-b", "nan-second-wins"], "nan-second-wins is no process"),
        (&["-d", "i8", "-b", "portable"], "leave out --rung, --layout, --length and --cold, or the kernels"),
        (
            &["-d", "f16", "--rows", "0..2048", "-b", "ndarray-compare"],
            "would start 2,048 processes of each backend, one for each call, and 1,024 are the most: take some rows with --rows",
        ),
        (&["-d", "i8", "--length", "50", "-b", "ndarray-compare"], "would start 1,536 processes"),
    ] {
        let done = exhaust(room.path(), &[arguments, &["--cold"]].concat());
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{arguments:?}: {}", done.stderr);
    }
    assert!(!room.path().join("results").exists());
}
