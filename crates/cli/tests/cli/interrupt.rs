//! Ctrl-C and sudden death: what was judged is kept and marked partial, and an older report is replaced whole or not at all.
//!
//! Nothing here goes by the clock: each step waits for what the one before it brings about.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::{names, once, opconform, read, room, small_run};

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
    // The shell's own: a small system has no other.
    let _ = Command::new("sh").args(["-c", &format!("kill {name} {process}")]).stderr(Stdio::null()).status();
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
    // Who is started in the background of a shell ignores interrupts, and so would all that is started here.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_opconform"), "cases", "list"]).current_dir(room.path());
    let mut run = Run(command.stdout(writer).stderr(Stdio::piped()).spawn().expect("the binary runs"));
    let status = run.end(|process| signal(process, "-INT"));
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
}

/// A backend that departs, and starts at once.
const COMPARE: &str = "ndarray-compare";

/// How soon a run has to end, whatever it waits for.
const SOON: Duration = Duration::from_secs(5);

/// An adapter between the suite and a backend of the binary, which at a request of some kind waits for a file to appear.
const WAITING: &str = r#"
import os, re, struct, subprocess, sys, time

binary, backend, waits_at = sys.argv[1:]
inner = subprocess.Popen([binary, "serve", backend], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
known = set(open("known").read().split()) if waits_at == "another-case" else set()

def frame(stream):
    length = stream.read(8)
    if len(length) < 8:
        sys.exit()
    return length + stream.read(struct.unpack("<Q", length)[0])

while True:
    request = frame(sys.stdin.buffer)
    ids = [id.decode() for id in re.findall(rb'\\"id\\":\\"([^"\\]+)\\"', request)]
    if waits_at == "start" or waits_at == "batch" and ids or waits_at == "another-case" and set(ids) - known:
        open("waits", "w").close()
        while not os.path.exists("go"):
            time.sleep(0.02)
    inner.stdin.write(request)
    inner.stdin.flush()
    sys.stdout.buffer.write(frame(inner.stdout))
    sys.stdout.buffer.flush()
"#;

/// Starts a run of an adapter that waits at a request of some kind, and waits until it does.
fn waiting(folder: &Path, backend: &str, waits_at: &str, more: &[&str]) -> Run {
    std::fs::write(folder.join("waiting.py"), WAITING).expect("a file");
    let adapter = format!("slow=python3 waiting.py {} {backend} {waits_at}", env!("CARGO_BIN_EXE_opconform"));
    let arguments = ["run", "-o", "latest", "--timeout", "600", "--adapter", &adapter];
    let stderr = File::create(folder.join("stderr")).expect("a file");
    let mut command = opconform(folder, &[&arguments, more].concat());
    let mut run = Run(command.stdout(Stdio::null()).stderr(stderr).spawn().expect("the binary runs"));
    run.wait_for("the adapter to wait", || folder.join("waits").exists());
    run
}

/// Interrupts a run once, and returns its exit code: it has to end soon.
fn interrupt(run: &mut Run, name: &str) -> Option<i32> {
    let began = Instant::now();
    signal(run.0.id(), name);
    let status = run.end(|_| {});
    assert!(began.elapsed() < SOON, "{name}: it took {:?}", began.elapsed());
    status.code()
}

/// Says why a test does not run, where there is no Python to be an adapter.
fn there_is_python() -> bool {
    let there_is = Command::new("python3").arg("--version").output().is_ok();
    if !there_is {
        println!("skipped: there is no python3 here");
    }
    there_is
}

#[test]
fn an_interrupt_before_anything_is_judged_leaves_nothing() {
    if !there_is_python() {
        return;
    }
    for name in ["-INT", "-TERM"] {
        let room = room();
        let mut run = waiting(room.path(), COMPARE, "start", &["--only", "f32/rank-"]);
        assert_eq!(interrupt(&mut run, name), Some(130));
        let said = read(&room.path().join("stderr"));
        assert!(said.ends_with("interrupted before there was anything to keep: nothing is written\n"), "{said}");
        assert_eq!(names(room.path()), ["stderr", "waiting.py", "waits"]);
    }
}

#[test]
fn an_interrupt_of_a_command_that_keeps_nothing_says_so() {
    let room = room();
    let stderr = File::create(room.path().join("stderr")).expect("a file");
    let mut command = opconform(room.path(), &["qualify", "-o", "out"]);
    let mut run = Run(command.stdout(Stdio::null()).stderr(stderr).spawn().expect("the binary runs"));
    // The first word on how far it is comes once it listens.
    run.wait_for("a word on how far it is", || !read(&room.path().join("stderr")).is_empty());
    signal(run.0.id(), "-INT");
    assert_eq!(run.end(|_| {}).code(), Some(130));
    let said = read(&room.path().join("stderr"));
    assert!(said.ends_with("interrupted: nothing is written; another interrupt ends this at once\n"), "{said}");
    assert_eq!(names(room.path()), ["stderr"]);
}

#[test]
fn an_interrupt_does_not_wait_for_a_batch() {
    if !there_is_python() {
        return;
    }
    for name in ["-INT", "-TERM"] {
        let room = room();
        let mut run = waiting(room.path(), COMPARE, "batch", &["--only", "f32/rank-", "--journal", "journal"]);
        assert_eq!(interrupt(&mut run, name), Some(130));
        let report = read(&room.path().join("latest/report.json"));
        assert!(report.contains("\"partial\": true") && report.contains("\"cases\": 0,"), "{report}");
        assert!(read(&room.path().join("stderr")).contains("interrupted: writing what there is"));
        // Nothing of what the adapter was not waited for is an answer of it.
        assert_eq!(read(&room.path().join("journal")).lines().count(), 1);
    }
}

#[test]
fn an_interrupt_does_not_wait_for_a_relation() {
    if !there_is_python() {
        return;
    }
    let room = room();
    std::fs::write(room.path().join("known"), once(&["cases", "list", "f32/rank-"]).stdout).expect("a file");
    let mut run = waiting(room.path(), COMPARE, "another-case", &["--only", "f32/rank-"]);
    assert_eq!(interrupt(&mut run, "-INT"), Some(130));
    let report: serde_json::Value = serde_json::from_str(&read(&room.path().join("latest/report.json"))).expect("JSON");
    let all = read(&room.path().join("known")).lines().count() as u64;
    assert!(report["partial"] == true && report["cases"].as_u64().expect("a number") < all, "{report}");
    // The case whose relation was broken off is not judged, and so not a skip.
    assert_eq!(report["backends"][0]["outcomes"]["unsupported"], 0);
}

#[test]
fn an_interrupt_leaves_findings_as_small_as_they_are() {
    if !there_is_python() {
        return;
    }
    let room = room();
    // Of mixed types no relation is asked: another case is one that shrinking tries.
    std::fs::write(room.path().join("known"), once(&["cases", "list", "mixed/f32-with-f64"]).stdout).expect("a file");
    let mut run = waiting(room.path(), "tract", "another-case", &["--only", "mixed/f32-with-f64"]);
    assert_eq!(interrupt(&mut run, "-INT"), Some(130));
    let report: serde_json::Value = serde_json::from_str(&read(&room.path().join("latest/report.json"))).expect("JSON");
    let all = read(&room.path().join("known")).lines().count() as u64;
    assert_eq!((&report["partial"], report["cases"].as_u64()), (&true.into(), Some(all)));
    let findings = report["findings"].as_array().expect("findings");
    assert!(!findings.is_empty() && findings.iter().any(|finding| finding["witness"]["smallest"] == false));
    let shown = crate::call(room.path(), &["report", "latest"]).stdout;
    assert!(shown.contains("shrunk to its end: a smaller input"), "{shown}");
}

#[test]
fn what_is_waited_for_is_said_where_nobody_sees_a_bar() {
    if !there_is_python() {
        return;
    }
    for (waits_at, words) in [("start", "starting slow=python3 waiting.py "), ("batch", "; waiting for slow: ")] {
        let room = room();
        let mut run = waiting(room.path(), COMPARE, waits_at, &["--only", "f32/rank-"]);
        let said = || read(&room.path().join("stderr"));
        run.wait_for("a line about it", || said().contains(words));
        File::create(room.path().join("go")).expect("a file");
        assert_eq!(run.end(|_| {}).code(), Some(0), "{}", said());
        assert!(!said().contains('\r') && !said().contains('\u{1b}'), "a bar in a file: {}", said());
    }
}
