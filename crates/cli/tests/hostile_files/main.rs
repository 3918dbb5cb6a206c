//! Files that were damaged in some way, thousands of them, through the commands that read them: each call ends with a code that is
//! documented, in time, and within half a gigabyte.
//!
//! `OPCONFORM_HOSTILE_FILES` says how many; `.ci/hostile` takes ten thousand. One seed decides all of them.

#![cfg(target_os = "linux")]

mod damage;
mod kinds;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use damage::Dice;
use kinds::{Kind, kinds};

const BINARY: &str = env!("CARGO_BIN_EXE_opconform");
/// Files, unless the environment says otherwise.
const FILES: usize = 40;
/// Kibibytes of data that a call may hold: the cases of the suite take five sixths of it.
const MEMORY: u32 = 640 << 10;
/// How long a call may take on a busy machine.
const DEADLINE: Duration = Duration::from_mins(1);
/// The codes that the help documents.
const CODES: [i32; 5] = [0, 1, 2, 4, 130];

/// Calls the binary in a folder, within the limits.
fn call(folder: &Path, arguments: &[String]) -> Output {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &format!("ulimit -d {MEMORY}; exec timeout {} \"$0\" \"$@\"", DEADLINE.as_secs()), BINARY]);
    shell.args(arguments).current_dir(folder).stdin(Stdio::null()).env("RAYON_NUM_THREADS", "2");
    shell.output().expect("a shell")
}

/// Damages one file, and calls what reads it. What is wrong with how the call ended, if anything.
fn attack(kinds: &[Kind], folder: &Path, number: usize) -> Result<i32, String> {
    let mut dice = Dice::new(number as u64);
    // The first kinds are cheap to read, and the last are not: there are fewer of those.
    let kind = &kinds[dice.weighted(&kinds.iter().map(|kind| kind.weight).collect::<Vec<_>>())];
    let home = folder.join(number.to_string());
    let arguments = kind.place(&home, &mut dice);
    let began = Instant::now();
    let output = call(&home, &arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().filter(|code| CODES.contains(code));
    let fine = code.filter(|_| !said.contains("panicked"));
    let fine = fine.ok_or_else(|| {
        let took = began.elapsed();
        let said: String = said.chars().take(1000).collect();
        format!("{}, file {number}, {arguments:?}: {:?} after {took:?}: {said}", kind.name, output.status)
    })?;
    std::fs::remove_dir_all(&home).expect("a folder of one's own");
    Ok(fine)
}

#[test]
fn whatever_is_in_a_file_the_call_ends_as_documented() {
    let count = std::env::var("OPCONFORM_HOSTILE_FILES").map_or(FILES, |text| text.parse().expect("a number of files"));
    let room = tempfile::tempdir().expect("a folder");
    let kinds = kinds(room.path());
    let (next, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        let mut wrong = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return wrong;
            }
            match attack(&kinds, room.path(), number) {
                Ok(2) => _ = refused.fetch_add(1, Ordering::Relaxed),
                Ok(_) => {}
                Err(error) => wrong.push(error),
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(wrong.is_empty(), "{} of {count} files:\n{}", wrong.len(), wrong.join("\n"));
    let refused = refused.into_inner();
    assert!(
        refused > count / 4 && refused < count,
        "{refused} of {count} refused: the damage is too little, or too much"
    );
}
