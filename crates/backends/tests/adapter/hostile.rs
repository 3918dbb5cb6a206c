//! Every kind of harm: its outcome, and that it is the outcome of one case alone.

use std::thread;
use std::time::Duration;

use opconform_backends::{Adapter, AdapterSettings, Backend, PassingFault};
use opconform_spec::Case;

use crate::kinds::{self, SLOW};
use crate::{POISON, is_echo, open, poisoned, settings, text};

/// The deadline where an adapter is waited for in vain.
const SHORT: Duration = Duration::from_secs(4);

/// The deadline that a batch of slow cases misses, and each of them by itself meets.
const SLOW_BATCH: Duration = Duration::from_secs(1);

/// Kinds of harm that end before any deadline, and what the outcome of the poisoned case begins with.
const PROMPT: &[(&str, &str)] = &[
    ("exit-0", "crashed: exited with code 0"),
    ("exit-3", "crashed: exited with code 3 (standard error: first words / last \\u{1b}[31mwords"),
    ("abort", "crashed: killed by SIGABRT (signal 6)"),
    ("segfault", "crashed: killed by SIGSEGV (signal 11)"),
    ("killed", "crashed: killed by SIGKILL (signal 9)"),
    ("bus", "crashed: killed by SIGBUS (signal 7)"),
    ("fpe", "crashed: killed by SIGFPE (signal 8)"),
    ("ill", "crashed: killed by SIGILL (signal 4)"),
    ("trap", "crashed: killed by SIGTRAP (signal 5)"),
    ("term", "crashed: killed by SIGTERM (signal 15)"),
    ("hup", "crashed: killed by SIGHUP (signal 1)"),
    ("int", "crashed: killed by SIGINT (signal 2)"),
    ("pipe", "crashed: exited with code 141"),
    ("forks", "crashed: killed by SIGKILL (signal 9)"),
    (
        "hostile-stderr",
        "crashed: exited with code 3 (standard error: \\u{1b}[2J\\u{1b}]0;owned\\u{7}\\u{9b}31m\\u{202e}desrever\\u{2066}\\u{200b}\
         hidden\\u{feff} / error: forged\\u{8}\\u{7f})",
    ),
    ("panic", "crashed: exited with code 101 (standard error: "),
    ("stack-overflow", "crashed: killed by SIGABRT (signal 6) (standard error: "),
    ("eats-memory", "crashed: killed by SIGABRT (signal 6) (standard error: "),
    (
        "closes-stdout",
        "malformed: the stream ended where a frame was expected: it closed its standard output and ran on",
    ),
    (
        "text",
        "malformed: a frame of 8583909746840200520 bytes, expected at most 67108864: these bytes begin with the text `Hello, w`, \
         as if it was printed to standard output",
    ),
    ("truncated", "malformed: the stream ended 11 bytes into a frame of 108"),
    ("truncated-length", "malformed: the stream ended 3 bytes into a frame of 8"),
    ("huge-length", "malformed: a frame of 18446744073709551615 bytes, expected at most 67108864"),
    ("huge-frame", "malformed: the header is not that of safetensors: EOF while parsing a value"),
    ("huge-frame-said", "malformed: the stream ended 8 bytes into a frame of 67108872"),
    ("empty-frame", "malformed: a frame of 0 bytes, expected at least the 8 of a header's length"),
    ("short-frame", "malformed: a frame of 2 bytes, expected at least the 8 of a header's length"),
    ("huge-header", "malformed: a header of 18446744073709551615 bytes, expected at most 8388608"),
    ("long-header", "malformed: a header of 8388609 bytes, expected at most 8388608"),
    ("header-past-the-end", "malformed: a header of 100 bytes in a frame that has 2 left for it"),
    ("not-json", "malformed: the header is not that of safetensors: EOF while parsing a value"),
    ("nested-header", "malformed: the header is not that of safetensors: "),
    ("nested-tensor", "malformed: the header is not that of safetensors: unknown variant `dtype`"),
    ("nested-message", "malformed: expected the message `ran`: "),
    ("nested-outcome", "malformed: expected the message `ran`: "),
    ("not-utf-8", "malformed: the header is not UTF-8"),
    ("lone-surrogate", "malformed: the header is not that of safetensors: "),
    ("no-message", "malformed: the header has no `__metadata__` with the key `opconform`"),
    ("message-not-text", "malformed: the header is not that of safetensors: invalid type: map, expected a string"),
    ("message-not-json", "malformed: expected the message `ran`: expected value at line 1 column 1"),
    ("unknown-message", "malformed: expected the message `ran`: unknown variant `finished`"),
    ("started-again", "malformed: expected the message `ran`: found the answer to `start`"),
    ("wrong-seq", "malformed: an answer to request 2, expected one to 1"),
    ("negative-seq", "malformed: expected the message `ran`: invalid value: integer `-1`, expected u64"),
    ("no-outcomes", "malformed: expected the message `ran`: missing field `outcomes`"),
    ("too-few", "malformed: 0 outcomes for 1 cases"),
    ("too-many", "malformed: 2 outcomes for 1 cases"),
    ("unknown-outcome", "malformed: expected the message `ran`: unknown variant `skipped`"),
    ("unknown-tensor", "malformed: there is no tensor `9.9`"),
    ("strange-type", "malformed: tensor `t` is of type F8_E5M2, which no operator takes"),
    ("strange-type-name", "malformed: the header is not that of safetensors: unknown variant `F128`"),
    ("range-past-the-end", "malformed: the header speaks of 16 bytes of tensors, found 8"),
    ("range-reversed", "malformed: the header is not that of safetensors: invalid offset for tensor `t`"),
    ("range-with-a-hole", "malformed: the header is not that of safetensors: invalid offset for tensor `t`"),
    ("surplus-bytes", "malformed: the header speaks of 4 bytes of tensors, found 8"),
    ("shape-and-range-differ", "malformed: the header is not that of safetensors: "),
    ("shape-overflows", "malformed: the header is not that of safetensors: "),
    ("negative-shape", "malformed: the header is not that of safetensors: invalid value: integer `-1`, expected usize"),
    ("ranges-overflow", "malformed: the header speaks of 18446744073709551615 bytes of tensors, found 0"),
    ("endless-frames", "malformed: the header is not that of safetensors: EOF while parsing a value"),
    (
        "shared-operand",
        "malformed: tensor `t` lies at bytes 64 to 4160 of the shared memory, expected within 8388608 to 16777216",
    ),
    ("shared-past-the-end", "malformed: tensor `t` lies at bytes 16773121 to 16777217 of the shared memory, expected"),
    ("shared-reversed", "malformed: tensor `t` lies at bytes 9437184 to 8388608 of the shared memory, expected"),
    ("shared-overlap", "malformed: tensors `t` and `u` overlap in the shared memory"),
    ("shared-twice", "malformed: expected the message `ran`: there are two tensors `t`"),
    (
        "shared-shape",
        "malformed: the header is not that of safetensors: tensor `t`: shape 4096 of u8 takes 4096 bytes, found 4097",
    ),
    ("tensor-named-often", "malformed: expected the message `ran`: a list of more than 64 elements"),
    ("two-tensors-of-a-name", "malformed: the header is not that of safetensors: there are two tensors `t`"),
    (
        "huge-tensor-name",
        "malformed: the header is not that of safetensors: a name of 4194304 bytes, expected at most 256",
    ),
    ("huge-tensor-named", "malformed: expected the message `ran`: a name of 4194304 bytes, expected at most 256"),
    ("huge-variant", "malformed: expected the message `ran`: unknown variant `yyyy"),
    ("huge-outcome-variant", "malformed: expected the message `ran`: unknown variant `yyyy"),
    ("huge-rank", "malformed: the header is not that of safetensors: a list of more than 64 elements"),
    ("many-tensors", "malformed: the header is not that of safetensors: more than 65536 tensors"),
    ("many-outcomes", "malformed: expected the message `ran`: a list of more than 65536 elements"),
    ("many-numbers", "malformed: expected the message `ran`: invalid type: integer `1`, expected a string"),
    ("hostile-words", "malformed: expected the message `ran`: unknown variant `\\u{1b}[2J\\u{1b}]0;owned\\u{7}"),
    // The frame is sound, and so are all answers but one.
    ("long-rejection", "rejected: \\u{1b}[31m long \\u{1b}[31m long"),
    ("hostile-rejection", "rejected: \\u{1b}[2J\\u{1b}]0;owned\\u{7}"),
    ("large-output", "output: [f32[7340032]"),
    ("exhausted", "unsupported: the machine has no room for it: no thread is left"),
    ("rejected-by-the-machine", "unsupported: the machine has no room for it: std::bad_alloc"),
    ("error", "crashed: the adapter's own words"),
    ("malformed", "malformed: written to the destination"),
    ("wrong-shape", "output: [f32[5]"),
    ("no-tensors", "output: []"),
];

/// Runs the poisoned batch: every other case is answered as ever, then and afterwards.
fn poison(adapter: &Adapter) -> String {
    let kind = &adapter.describe().name;
    let cases = poisoned();
    let mut outcomes = adapter.run(&cases);
    assert_eq!(outcomes.len(), cases.len(), "{kind}");
    let sound: Vec<_> = cases.iter().filter(|case| case.slug() == "sound").cloned().collect();
    for (outcome, case) in outcomes.iter().zip(&cases).filter(|(_, case)| case.slug() == "sound") {
        assert!(is_echo(outcome, case), "{kind}: {} became {}", case.id(), text(outcome));
    }
    for (outcome, case) in adapter.run(&sound).iter().zip(&sound) {
        assert!(is_echo(outcome, case), "{kind}, afterwards: {} became {}", case.id(), text(outcome));
    }
    text(&outcomes.swap_remove(POISON))
}

#[test]
fn what_goes_wrong_is_the_outcome_of_its_case_alone() {
    let wrong_of = |(kind, expected): &(&str, &str)| {
        let found = poison(&open(settings(kind, None)));
        let is_right = found.starts_with(expected) && found.len() < 5000 && !found.contains(char::is_control);
        (!is_right).then(|| format!("{kind}: expected `{expected}`, found `{found}`"))
    };
    // Most of the time is spent waiting for children.
    let wrong: Vec<String> = thread::scope(|scope| {
        let parts = PROMPT.chunks(PROMPT.len().div_ceil(8));
        let parts: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().filter_map(wrong_of).collect::<Vec<_>>())).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a part")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_has_its_outcome() {
    let listed: Vec<&str> = PROMPT.iter().map(|&(kind, _)| kind).collect();
    for kind in kinds::PROMPT.iter().chain(kinds::SOUND_BUT_ONE) {
        assert!(listed.contains(kind), "{kind}");
    }
    assert_eq!(listed.len(), kinds::PROMPT.len() + kinds::SOUND_BUT_ONE.len());
}

#[test]
fn nobody_is_waited_for_beyond_the_deadline() {
    thread::scope(|scope| {
        for kind in SLOW {
            scope.spawn(move || {
                let adapter = open(AdapterSettings { deadline: SHORT, ..settings(kind, None) });
                assert_eq!(poison(&adapter), format!("timed out: {}", SHORT.as_secs()), "{kind}");
            });
        }
    });
}

#[test]
fn harm_that_leaves_a_sound_answer_costs_no_case() {
    for kind in ["stderr-flood", "extra-frame", "sound", "ignores-stop", "extra-frame-at-stop", "exhausted-when-used"] {
        let adapter = open(settings(kind, None));
        for _ in 0..3 {
            for (outcome, case) in adapter.run(&poisoned()).iter().zip(&poisoned()) {
                assert!(is_echo(outcome, case), "{kind}: {} became {}", case.id(), text(outcome));
            }
            thread::sleep(Duration::from_millis(30));
        }
    }
}

#[test]
fn a_fault_that_is_no_outcome_is_counted() {
    let cases: Vec<Case> = poisoned().into_iter().filter(|case| case.slug() == "sound").collect();
    let adapter = open(settings("abort@later", None));
    for _ in 0..3 {
        for (outcome, case) in adapter.run(&cases).iter().zip(&cases) {
            assert!(is_echo(outcome, case), "{} became {}", case.id(), text(outcome));
        }
    }
    let [fault] = &adapter.passing_faults()[..] else { panic!("{:?}", adapter.passing_faults()) };
    let PassingFault { what, calls, cases: count, first } = fault;
    assert_eq!(what, "killed by SIGABRT (signal 6)");
    assert!(*calls > 1 && *count <= cases.len() && cases.iter().any(|case| case.id() == first), "{fault:?}");
    // A batch that takes too long because each of its cases takes long is no fault.
    let adapter = open(AdapterSettings { deadline: SLOW_BATCH, ..settings("slow", None) });
    adapter.run(&cases);
    assert_eq!(adapter.passing_faults(), []);
    // What is the outcome of a case has not gone by.
    let adapter = open(settings("abort", None));
    adapter.run(&poisoned());
    assert_eq!(adapter.passing_faults(), []);
}

#[test]
fn an_adapter_that_does_not_start_is_unavailable_with_its_reason() {
    for (kind, words) in [
        ("start-exit", "exited with code 7 (standard error: cannot find the library"),
        ("start-text", "these bytes begin with the text `Loading `"),
        ("start-prompt", "`> `, as if it was printed to standard output, and nothing came behind it for 3 s"),
        ("start-prompt-long", "these bytes begin with the text `Go? `, as if it was printed to standard output"),
        ("start-ran", "expected the message `started`: found `ran`"),
        ("start-protocol-2", "expected the message `started`: protocol 2, expected 1"),
        ("start-dtype", "unknown element type `float`: expected one of bf16 f16"),
        ("start-hang", "no answer after 4 s, though it runs on: does it flush its standard output"),
        ("start-unflushed", "no answer after 4 s, though it runs on: does it flush its standard output"),
        ("start-silent", "it closed its standard output and ran on"),
        ("start-many-dtypes", "a list of more than 256 elements"),
    ] {
        // A prompt is told long before the deadline.
        let start = if kind.starts_with("start-prompt") { SHORT * 15 } else { SHORT };
        let error = Adapter::open(AdapterSettings { start, ..settings(kind, None) }).map(|_| ()).expect_err(kind);
        assert!(error.reason.contains(words), "{kind}: `{words}` is not in: {error}");
    }
    let unnamed = Adapter::open(AdapterSettings { name: None, ..settings("start-no-name", None) });
    assert!(unnamed.map(|_| ()).expect_err("no name").reason.ends_with("it has no name"));
    let nowhere = AdapterSettings { command: vec!["/nowhere/at-all".to_owned()], ..settings("nowhere", None) };
    assert!(Adapter::open(nowhere).map(|_| ()).expect_err("no file").reason.contains("No such file or directory"));
    let nothing = AdapterSettings { command: Vec::new(), ..settings("nothing", None) };
    assert!(Adapter::open(nothing).map(|_| ()).expect_err("no command").reason.contains("the command is empty"));
}

#[test]
fn an_adapter_that_does_not_start_again_is_given_up() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let adapter = open(settings("start-once", Some(&folder.path().join("licence"))));
    let cases = poisoned();
    assert!(adapter.run(&cases).iter().zip(&cases).all(|(outcome, case)| is_echo(outcome, case)));
    let killed = crate::case("exit", &[1]);
    let texts: Vec<String> = adapter.run(&[killed, cases[0].clone()]).iter().map(text).collect();
    let words = "unsupported: not run: the adapter does not start any more: exited with code 1 (standard error: the \
                 licence is used up)";
    assert_eq!(texts, [words, words]);
}

#[test]
fn an_adapter_that_is_another_when_it_is_started_again_is_given_up() {
    for (kind, change) in [
        ("other-name", "its `name` is `another`, and was `echo of \\u{1b}[31mthe first`"),
        ("other-version", "its `version` is `1`, and was `0`"),
        ("other-dtypes", "its `dtypes` is `f32 f64`, and was `f32`"),
        ("other-configuration", "its `configuration` is `fast`, and was ``"),
        ("other-availability", "it is not available any more: no more"),
    ] {
        let folder = tempfile::TempDir::new().expect("a folder");
        let adapter = open(settings(&format!("{kind}@first"), Some(&folder.path().join("note"))));
        let cases = poisoned();
        assert!(adapter.run(&cases).iter().zip(&cases).all(|(outcome, case)| is_echo(outcome, case)), "{kind}");
        // Its one child is killed, and another asked for.
        let pid = std::fs::read_to_string(folder.path().join("note")).expect("its note");
        rustix::process::kill_process(
            rustix::process::Pid::from_raw(pid.parse().expect("a number")).expect("a number"),
            rustix::process::Signal::KILL,
        )
        .expect("the child");
        let outcomes: Vec<String> = adapter.run(&cases).iter().map(text).collect();
        let words = format!("unsupported: not run: started again, the adapter is another: {change}");
        assert!(outcomes.iter().all(|outcome| *outcome == words), "{kind}: {outcomes:?}");
    }
}

#[test]
fn an_adapter_that_costs_too_much_time_is_given_up() {
    let adapter = open(AdapterSettings { deadline: Duration::from_millis(20), ..settings("hang", None) });
    let poison = crate::case("poison", &[1]);
    // Three attempts to a batch of two: it is given up after ten batches, or sooner on a busy machine.
    let last = (0..40).map(|_| adapter.run(&[poison.clone(), poison.clone()])).last().expect("outcomes");
    for outcome in &last {
        assert_eq!(text(outcome), "unsupported: not run: given up after 0.6 s were lost on failures of the adapter");
    }
}

/// A child that hangs after a while is replaced by one that answers the same case: when that has cost too much time, the call that was not
/// answered last is told as one that hung.
#[test]
fn the_call_that_exhausts_the_patience_is_no_skip() {
    let sound = crate::case("sound", &[1, 2]);
    for batch in [1, 2] {
        let adapter = open(AdapterSettings { deadline: Duration::from_millis(50), ..settings("hang@later", None) });
        let batch = vec![sound.clone(); batch];
        let mut before = Vec::new();
        let given_up = (0..1000).find_map(|_| {
            let outcomes: Vec<String> = adapter.run(&batch).iter().map(text).collect();
            let is_over =
                outcomes.iter().all(|it| it.starts_with("unsupported: not run: given up after 1.5 s were lost"));
            (!is_over).then(|| before.clone_from(&outcomes));
            is_over.then_some(outcomes)
        });
        assert!(given_up.is_some(), "{before:?}");
        assert_eq!(before[0], "timed out: 0", "{before:?}");
    }
}

/// Waits until a process has ended: killed, it may take the system a while.
#[cfg(target_os = "linux")]
fn assert_ended(pid: &str) {
    let is_alive = || {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        !matches!(state, None | Some('Z' | 'X'))
    };
    let began = std::time::Instant::now();
    while is_alive() && began.elapsed() < Duration::from_mins(1) {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_alive(), "{pid} is left");
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_that_has_left_the_group_and_its_parent_ends_with_the_child() {
    // Whether a process that is given another program has an environment just when it is looked for is chance.
    for kind in std::iter::once("daemon@first").chain(["daemon-in-exec@first"; 32]) {
        let folder = tempfile::TempDir::new().expect("a folder");
        let note = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("its note");
        // Another adapter lives on: what it has started is not taken for this one's.
        let other = open(settings(kind, Some(&folder.path().join("other"))));
        let adapter = open(settings(kind, Some(&folder.path().join("own"))));
        drop(adapter);
        let own = note("own");
        assert_eq!(own.lines().count(), 1, "{kind}: {own}");
        assert_ended(own.trim());
        let theirs = note("other").trim().to_owned();
        assert!(std::fs::exists(format!("/proc/{theirs}")).expect("procfs"), "{kind}: {theirs} is the other's");
        drop(other);
        assert_ended(&theirs);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_an_adapter_has_started_ends_with_it() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("pids");
    let adapter = open(AdapterSettings { deadline: SHORT, ..settings("grandchild", Some(&file)) });
    let first = std::fs::read_to_string(&file).expect("its note");
    assert_eq!(poison(&adapter), format!("timed out: {}", SHORT.as_secs()));
    drop(adapter);
    let last = std::fs::read_to_string(&file).expect("its note");
    assert_ne!(first, last, "another child was started");
    for pid in first.split(' ').chain(last.split(' ')) {
        assert_ended(pid);
    }
}

/// A stop ends the wait for a child that hangs, and no other is started for the cases that it leaves unanswered.
#[test]
fn a_stop_ends_the_wait_for_a_child() {
    let settings = AdapterSettings { deadline: Duration::from_mins(10), ..settings("hang", None) };
    let stop = std::sync::Arc::clone(&settings.stop);
    let adapter = open(settings);
    let outcomes = thread::scope(|scope| {
        let run = scope.spawn(|| adapter.run(&poisoned()));
        thread::sleep(Duration::from_millis(200));
        assert!(!run.is_finished(), "it hangs");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        run.join().expect("outcomes")
    });
    assert_eq!(outcomes.len(), poisoned().len());
    for outcome in outcomes {
        assert_eq!(text(&outcome), "unsupported: not asked: the run was interrupted");
    }
}
