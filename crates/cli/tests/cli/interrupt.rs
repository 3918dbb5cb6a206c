//! Ctrl-C and sudden death: what was judged is kept and marked partial, and an older report is replaced whole or not at all.
//!
//! Nothing here goes by the clock: each step waits for what the one before it brings about.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::{names, opconform, read, room, small_run};

/// How long anything may take on a busy machine before it is a hang.
const DEADLINE: Duration = Duration::from_mins(5);

/// A run in the background, killed if its test ends before it.
struct Run(Child);

impl Drop for Run {
    fn drop(&mut self) {
        // It has ended already in a test that passes.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Run {
    /// Starts a run of the whole suite on every backend, and waits until it is on its way.
    fn start(folder: &Path) -> Self {
        let mut command = opconform(folder, &["run", "-q", "--random", "5000", "-o", "latest"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        let mut run = Self(child);
        run.wait_for("the folder that the report is collected in", || {
            names(folder).iter().any(|name| name.starts_with(".latest."))
        });
        run
    }

    /// Waits for something that happens while it runs.
    fn wait_for(&mut self, what: &str, mut has_happened: impl FnMut() -> bool) {
        let began = Instant::now();
        while !has_happened() {
            let ended = self.0.try_wait().expect("a child");
            assert!(ended.is_none() && began.elapsed() < DEADLINE, "waited in vain for {what}: {ended:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for its end, and does something meanwhile, over and over.
    fn end(&mut self, mut meanwhile: impl FnMut(u32)) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("a child") {
                return status;
            }
            assert!(began.elapsed() < DEADLINE, "the run does not end");
            meanwhile(self.0.id());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn signal(process: u32, name: &str) {
    // It may have ended in the meantime.
    let _ = Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::null()).status();
}

#[test]
fn an_interrupted_run_leaves_a_whole_report_that_says_it_is_partial() {
    let room = room();
    let older = small_run(room.path(), "latest");
    let json = room.path().join("latest/report.json");
    let mut run = Run::start(room.path());
    assert_eq!(read(&json), older, "the older report stands while the run is on");
    signal(run.0.id(), "-INT");
    let status = run.end(|_| {
        // Absent for a moment, but never cut short.
        if let Ok(text) = std::fs::read_to_string(&json) {
            assert!(text == older || text.contains("\"partial\": true") && text.ends_with("}\n"), "{text}");
        }
    });
    assert_eq!(status.code(), Some(130));
    let report = read(&json);
    assert!(report.contains("\"partial\": true"));
    assert!(read(&room.path().join("latest/report.md")).to_lowercase().contains("partial"));
    assert_eq!(names(room.path()), ["latest"]);
    for line in report.lines().filter_map(|line| line.trim().strip_prefix("\"file\": \"")) {
        assert!(room.path().join("latest").join(line.trim_end_matches([',', '"'])).exists(), "{line}");
    }
}

#[test]
fn a_killed_run_leaves_the_older_report_and_the_next_one_clears_up() {
    let room = room();
    let older = small_run(room.path(), "latest");
    let mut run = Run::start(room.path());
    signal(run.0.id(), "-KILL");
    assert_eq!(run.end(|_| {}).code(), None, "it was killed");
    assert_eq!(read(&room.path().join("latest/report.json")), older);
    assert_eq!(names(&room.path().join("latest")), crate::report::FILES);
    assert_eq!(names(room.path()).len(), 2, "what it had begun is beside it: {:?}", names(room.path()));
    small_run(room.path(), "latest");
    assert_eq!(names(room.path()), ["latest"]);
}

/// A pipe that is full, and its reader, which never reads: whoever writes to it waits.
#[cfg(target_os = "linux")]
fn full_pipe() -> (std::io::PipeReader, std::io::PipeWriter) {
    use std::io::Write as _;
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(&vec![b'x'; 1 << 16]).expect("room in the pipe");
    (reader, writer)
}

/// The run waits for its reader after its report is in place, so that one interrupt alone changes nothing, and a second one
/// must end it.
#[test]
#[cfg(target_os = "linux")]
fn a_second_interrupt_ends_a_run_at_once() {
    let room = room();
    let (_reader, writer) = full_pipe();
    let mut command = opconform(room.path(), &["run", "-b", "portable", "--only", crate::FEW, "-o", "latest"]);
    let mut run = Run(command.stdout(writer).stderr(Stdio::piped()).spawn().expect("the binary runs"));
    let latest = room.path().join("latest");
    run.wait_for("the report", || latest.exists());
    let status = run.end(|process| signal(process, "-INT"));
    assert_eq!(status.code(), Some(130));
    // The report was complete before the first interrupt.
    assert!(read(&latest.join("report.json")).contains("\"partial\": false"));
}

#[test]
#[cfg(target_os = "linux")]
fn one_interrupt_ends_a_command_that_only_shows() {
    let room = room();
    let (_reader, writer) = full_pipe();
    let mut command = opconform(room.path(), &["cases", "list"]);
    let mut run = Run(command.stdout(writer).stderr(Stdio::piped()).spawn().expect("the binary runs"));
    let status = run.end(|process| signal(process, "-INT"));
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
}
