//! Journals of answers: who is killed goes on with one to the same report, and no other run is told what stands in it.

use std::fs;
use std::process::Stdio;

use opconform_backends::{Journal, JournalOwner};

use crate::adapter::{BINARY, report, wait_for};
use crate::{FEW, call, opconform, read, room};

/// Killed at moments that are spread over its journal, with backends in this process and in others.
#[test]
fn a_run_that_is_killed_goes_on_to_the_same_report() {
    let room = room();
    let adapter = |name: &str| format!("{name}={BINARY} serve {name}");
    let adapters = ["ndarray-compare", "ndarray-f32max"].map(adapter);
    let arguments = |output| {
        let run = ["run", "-q", "--only", "max/f32/nan", "-o", output, "--journal", "journal", "-b", "portable"];
        let [compare, fold] = &adapters;
        [&run[..], &["--adapter", compare, "--adapter", fold]].concat()
    };
    let journal = room.path().join("journal");
    let size = || fs::metadata(&journal).map_or(0, |file| file.len());
    let content = |output: &str| {
        let witnesses = room.path().join(output).join("witnesses");
        let read = |name: String| (read(&witnesses.join(&name)), name);
        (report(room.path(), output), crate::names(&witnesses).into_iter().map(read).collect::<Vec<_>>())
    };
    assert_eq!(call(room.path(), &arguments("whole")).code, Some(0));
    assert!(!journal.exists(), "a journal is left by a run that came to its end");
    let whole = content("whole");
    let mut killed = 0;
    for bytes in [1, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000] {
        let mut command = opconform(room.path(), &arguments("resumed"));
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        wait_for("the journal", || size() >= bytes || run.try_wait().expect("a child").is_some());
        let _ = run.kill();
        let was_killed = run.wait().expect("a child").code().is_none();
        let kept = size();
        let done = call(room.path(), &arguments("resumed"));
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        killed += usize::from(was_killed && done.stderr.contains("journal: going on after "));
        assert_eq!(content("resumed"), whole, "killed after {kept} bytes");
        assert!(!journal.exists());
    }
    assert!(killed >= 4, "the run is too short to be killed: {killed}");
}

/// A temporary file that somebody has made for it is theirs.
#[test]
fn an_empty_file_that_was_there_is_not_removed() {
    let room = room();
    let file = room.path().join("mine");
    fs::write(&file, []).expect("a file");
    let adapter = format!("compare={BINARY} serve ndarray-compare");
    let arguments = ["run", "-q", "--only", "max/f32/nan", "-o", "out", "--journal", "mine", "--adapter", &adapter];
    assert_eq!(call(room.path(), &arguments).code, Some(0));
    assert_eq!(read(&file), "");
}

/// The journal of another version of the suite.
fn other_owner() -> String {
    let room = room();
    let path = room.path().join("journal");
    drop(Journal::open(&path, &JournalOwner::new("0", None, &[])).expect("a new journal"));
    read(&path)
}

/// Whoever repairs an adapter is not told what it answered before, whether or not the run says how far it is.
#[cfg(unix)]
#[test]
fn the_journal_of_an_adapter_that_has_changed_is_refused() {
    let room = room();
    let script = room.path().join("adapter.sh");
    let write =
        |text: &str| fs::write(&script, format!("exec {BINARY} serve ndarray-compare\n{text}")).expect("a file");
    write("");
    let arguments = |adapter, quiet: &[&'static str]| {
        let run = ["run", "--only", "max/f32/nan", "-o", "latest", "--journal", "journal", "--adapter", adapter];
        [&run[..], quiet].concat()
    };
    let adapter = "it=sh adapter.sh";
    let journal = room.path().join("journal");
    let size = || fs::metadata(&journal).map_or(0, |file| file.len());
    for quiet in [&["-q"][..], &[]] {
        let mut run = opconform(room.path(), &arguments(adapter, quiet));
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        wait_for("the journal", || size() > 0 || run.try_wait().expect("a child").is_some());
        let _ = run.kill();
        assert_eq!(run.wait().expect("a child").code(), None, "the run is too short to be killed");
        let kept = fs::read(&journal).expect("a journal");
        for (adapter, repaired, words) in [
            (adapter, "# repaired", "backend `it` has changed since: "),
            (adapter, "# repaired", "adapter.sh is not what it was"),
            ("it=sh ./adapter.sh", "", "its command is `sh ./adapter.sh`, and was `sh adapter.sh`"),
            ("that=sh adapter.sh", "", "its backends are it, and this has that"),
        ] {
            write(repaired);
            let done = call(room.path(), &arguments(adapter, quiet));
            assert_eq!(done.code, Some(2), "{quiet:?}: {}", done.stderr);
            assert!(done.stderr.contains(words) && done.stderr.contains("remove it to ask again"), "{}", done.stderr);
            assert_eq!(fs::read(&journal).expect("a journal"), kept);
        }
        write("");
        let done = call(room.path(), &arguments(adapter, quiet));
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(!journal.exists());
    }
}

#[test]
fn a_journal_of_something_else_is_left_alone() {
    let room = room();
    let adapter = format!("x={BINARY} serve portable");
    let run = |adapter: &str| {
        call(room.path(), &["run", "-q", "--only", FEW, "-o", "latest", "--journal", "journal", "--adapter", adapter])
    };
    let journal = room.path().join("journal");
    for (text, words) in [
        ("my thesis", "it is no journal, and is left as it is"),
        ("my thesis\n", "it is no journal, and is left as it is"),
        ("{\"format\":\"opconform-journal-1\"}\n", "a journal of format `opconform-journal-1`"),
        (&other_owner(), "its answers are not those of this run, remove it to ask again: it was written by suite 0"),
    ] {
        fs::write(&journal, text).expect("a file");
        let done = run(&adapter);
        assert_eq!(done.code, Some(2), "{}", done.stderr);
        assert!(done.stderr.contains(words) && done.stderr.contains("name another with --journal"), "{}", done.stderr);
        assert_eq!(read(&journal), text);
    }
    // What is not even a whole line is what is left of a run that was killed at once.
    fs::write(&journal, "{\"form").expect("a file");
    assert_eq!(run(&adapter).code, Some(0));
    assert!(!journal.exists());
}
