//! A process that is killed while it writes: under the name of the report there is a whole one, or none.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use opconform_report::{Format, Staging, View};
use tempfile::TempDir;

use crate::sample;

/// How often a process is killed.
const KILLS: u64 = 20;
/// The files of a report beside its JSON.
const FILES: usize = 8;
/// Tells the process that is to be killed where to write.
const OUTPUT: &str = "OPCONFORM_TEST_KILL_OUTPUT";
/// Tells it the number of its first report.
const FIRST: &str = "OPCONFORM_TEST_KILL_FIRST";
/// Tells it to write as nobody should.
const CARELESS: &str = "OPCONFORM_TEST_KILL_CARELESS";

/// The whole of a report that says in each file which one it is.
fn files(which: u64) -> Vec<(String, String)> {
    let mut report = sample::report();
    report.seed = which;
    let mut files = vec![("report.json".to_owned(), Format::Json.render(&report, &View::default()))];
    files.extend((0..FILES).map(|index| (format!("witnesses/{index}.json"), format!("{which}\n").repeat(1_000))));
    files
}

/// What the process does that is killed: one report after the other.
#[test]
#[ignore = "never ends: the tests of this file run it in processes that they kill"]
fn writes_without_end() {
    let Some(output) = std::env::var_os(OUTPUT) else { return };
    let output = Path::new(&output);
    let first: u64 = std::env::var(FIRST).unwrap().parse().unwrap();
    for which in first.. {
        let files = files(which);
        if std::env::var_os(CARELESS).is_some() {
            fs::create_dir_all(output.join("witnesses")).unwrap();
            for (name, text) in files {
                fs::write(output.join(name), text).unwrap();
            }
        } else {
            let mut staging = Staging::create(output).unwrap();
            for (name, text) in files {
                staging.write(&name, text.as_bytes()).unwrap();
            }
            staging.publish().unwrap();
        }
    }
}

fn start(output: &Path, first: u64, careless: bool) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::writes_without_end", "--ignored", "--nocapture"]);
    command.env(OUTPUT, output).env(FIRST, first.to_string()).stdout(Stdio::null());
    if careless {
        command.env(CARELESS, "1");
    }
    command.spawn().unwrap()
}

/// Which report there is, if any; an error where it is not whole.
fn state(output: &Path) -> Result<Option<u64>, String> {
    let json = match fs::read_to_string(output.join("report.json")) {
        Err(error) if error.kind() == ErrorKind::NotFound && !output.exists() => return Ok(None),
        json => json.map_err(|error| error.to_string())?,
    };
    let which = opconform_report::read(&json).map_err(|error| error.to_string())?.seed;
    for (name, text) in files(which) {
        if fs::read_to_string(output.join(&name)).map_err(|error| format!("{name}: {error}"))? != text {
            return Err(format!("{name} is not that of report {which}"));
        }
    }
    Ok(Some(which))
}

/// The state that each of several killed processes leaves, and whether it was in the middle of something.
fn killed(careless: bool) -> Vec<(Result<Option<u64>, String>, bool)> {
    let room = TempDir::new().unwrap();
    let output = room.path().join("latest");
    let mut states = Vec::new();
    for kill in 0..KILLS {
        let first = kill * 1_000_000;
        let mut process = start(&output, first, careless);
        // Every other one after it has put a report in place; all at a moment that nothing of the writing depends on.
        let begun = || fs::read_dir(room.path()).unwrap().next().is_some();
        let finished = || matches!(state(&output), Ok(Some(which)) if which >= first);
        while !(if kill % 2 == 0 && !careless { finished() } else { begun() }) {
            assert_eq!(process.try_wait().unwrap(), None, "the process ended by itself");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(kill * 7_919 % 80_000));
        process.kill().unwrap();
        process.wait().unwrap();
        let partial = fs::read_dir(room.path()).unwrap().any(|entry| entry.unwrap().file_name() != "latest");
        states.push((state(&output), partial));
    }
    if !careless {
        // The next one clears up, and has the older report back where a process died over it.
        drop(Staging::create(&output).unwrap());
        let left: Vec<_> = fs::read_dir(room.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["latest"]);
        assert!(matches!(state(&output), Ok(Some(_))));
    }
    states
}

#[test]
fn a_killed_process_leaves_a_whole_report_or_none() {
    let states = killed(false);
    for (state, _) in &states {
        assert!(state.is_ok(), "{state:?}");
    }
    assert!(states.iter().any(|(state, _)| matches!(state, Ok(Some(_)))), "some report was finished: {states:?}");
    assert!(states.iter().any(|(_, partial)| *partial), "some process was killed over a report: {states:?}");
}

/// The same look finds what a writer without care leaves.
#[test]
fn a_report_that_is_written_in_place_is_caught_half_written() {
    assert!(killed(true).iter().any(|(state, _)| state.is_err()));
}
