//! An adapter that does one kind of harm, named by its argument, at the case that is marked as poison; to the tests, a
//! child process like any other. Every other case it answers with its first operand.

mod raw;

use std::cell::Cell;
use std::io::{Read as _, stdin, stdout};
use std::process::exit;
use std::time::Duration;

use opconform_protocol::serve::serve;
use opconform_protocol::{Introduction, OperatorName, Started};
use opconform_spec::{Case, Outcome};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let kind = arguments.first().map_or("", String::as_str);
    at_start(kind, arguments.get(1).map(String::as_str));
    let batches = Cell::new(0);
    let run = |cases: &[Case]| {
        batches.set(batches.get() + 1);
        if kind == "start-once" && cases.iter().any(|case| case.slug() == "exit") {
            exit(0);
        }
        if cases.iter().any(|case| case.slug() == "poison")
            && let Some(answers) = harm(kind, batches.get(), cases)
        {
            return answers;
        }
        cases.iter().map(echo).collect()
    };
    if let Err(error) = serve(&mut stdin(), &mut stdout(), &Introduction::Started(about(kind)), run) {
        eprintln!("{error}");
        exit(2);
    }
    match kind {
        "ignores-stop" => hang(),
        "extra-frame-at-stop" => raw::frame(b""),
        _ => {}
    }
}

/// What is right here: the first operand.
fn echo(case: &Case) -> Outcome {
    case.inputs.first().cloned().map_or(Outcome::Rejected("no operand".into()), |first| Outcome::Output(vec![first]))
}

fn about(kind: &str) -> Started {
    let text = |text: &str| text.to_owned();
    Started {
        protocol: if kind == "start-protocol-2" { 2 } else { 1 },
        name: text(if kind == "start-no-name" { "" } else { "echo of \u{1b}[31mthe first" }),
        version: text("0"),
        language: text("Rust"),
        os: text(std::env::consts::OS),
        cpu_features: Vec::new(),
        dtypes: vec![text(if kind == "start-dtype" { "float" } else { "f32" })],
        operators: vec![OperatorName { domain: String::new(), name: text("Max") }],
        profile: None,
        configuration: Vec::new(),
    }
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}

/// Harm before the conversation. `file` is where the kinds that differ from one start to the next leave a note.
fn at_start(kind: &str, file: Option<&str>) {
    match kind {
        "start-exit" => {
            eprintln!("cannot find the library");
            exit(7);
        }
        "start-hang" => hang(),
        "start-text" => println!("Loading the library, please wait"),
        "start-ran" => {
            raw::message(r#"{"type":"ran","seq":0,"outcomes":[]}"#);
            hang()
        }
        "start-once" => {
            let file = file.expect("a file");
            if std::fs::exists(file).expect("a folder") {
                eprintln!("the licence is used up");
                exit(1);
            }
            std::fs::write(file, "").expect("a folder");
        }
        "grandchild" => {
            let file = file.expect("a file");
            std::fs::write(file, format!("{} {}", std::process::id(), raw::start_sleeper())).expect("a folder");
        }
        _ => {}
    }
}

/// Harm at a batch with the poisoned case; the outcomes of its cases where the conversation goes on.
fn harm(kind: &str, batch: u64, cases: &[Case]) -> Option<Vec<Outcome>> {
    let others = |poison: Outcome| {
        let outcome = |case: &Case| if case.slug() == "poison" { poison.clone() } else { echo(case) };
        Some(cases.iter().map(outcome).collect::<Vec<_>>())
    };
    match kind {
        "long-rejection" => return others(Outcome::Rejected("\u{1b}[31m long \r\n".repeat(100_000))),
        "error" => return others(Outcome::Crashed("the adapter's own words".to_owned())),
        "malformed" => return others(Outcome::Malformed("written to the destination".to_owned())),
        "wrong-shape" => return others(Outcome::Output(vec![raw::tensor(&[5])])),
        "no-tensors" => return others(Outcome::Output(Vec::new())),
        "stderr-flood" => raw::flood(Some(64 << 20)),
        "extra-frame" => raw::message_later(),
        "sound" | "ignores-stop" | "extra-frame-at-stop" | "start-once" => {}
        // Sound as a frame, and followed by one that nobody asked for.
        "unknown-tensor" => raw::message(&ran(batch, cases.len(), r#"{"outcome":"output","tensors":["9.9"]}"#)),
        "strange-type" => raw::one_tensor(batch, cases.len(), "F8_E4M3", "[4]", "[0,4]", 4),
        kind => {
            let is_done = deed(kind)
                || broken_frame(kind)
                || broken_message(kind, batch, cases)
                || broken_tensor(kind, batch, cases);
            if !is_done {
                eprintln!("there is no kind `{kind}`");
                exit(99)
            }
            // What was written is no answer: nothing more is said.
            let _ = stdin().read_to_end(&mut Vec::new());
            exit(0)
        }
    }
    None
}

/// Does instead of says; whether this is such a kind.
fn deed(kind: &str) -> bool {
    match kind {
        "exit-0" => exit(0),
        "exit-3" => {
            eprintln!("first words\n\nlast \u{1b}[31mwords");
            exit(3)
        }
        "panic" => panic!("the bomb"),
        "abort" => std::process::abort(),
        "segfault" => {
            // Rust's own handler takes the first, and steps aside.
            raw::signal(rustix::process::Signal::SEGV);
            raw::signal(rustix::process::Signal::SEGV);
        }
        "killed" => raw::signal(rustix::process::Signal::KILL),
        "stopped" => raw::signal(rustix::process::Signal::STOP),
        "stack-overflow" => {
            println!("{}", raw::deep(1));
        }
        "hang" | "grandchild" => hang(),
        "closes-stdout" => {
            raw::close_stdout();
            hang()
        }
        "closes-stdin" => {
            raw::close_stdin();
            hang()
        }
        "leaves-a-child-behind" => {
            raw::start_sleeper();
            exit(0)
        }
        "eats-memory" => raw::eat(),
        "endless-stderr" => raw::flood(None),
        _ => return false,
    }
    true
}

/// Writes what is no frame, or no safetensors; whether this is such a kind.
fn broken_frame(kind: &str) -> bool {
    match kind {
        "text" => raw::bytes(b"Hello, world! This is no frame.\n"),
        "truncated" => {
            raw::bytes(&[100, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
            exit(0)
        }
        "truncated-hang" => {
            raw::bytes(&[100, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
            hang()
        }
        "truncated-length" => {
            raw::bytes(&[100, 0, 0]);
            exit(0)
        }
        "drip" => raw::drip(),
        "endless-frames" => loop {
            raw::frame(&vec![0; 1 << 20]);
        },
        "huge-length" => raw::bytes(&u64::MAX.to_le_bytes()),
        "huge-frame" => raw::frame(&vec![0; 64 << 20]),
        "huge-frame-said" => {
            raw::bytes(&(64_u64 << 20).to_le_bytes());
            exit(0)
        }
        "empty-frame" => raw::frame(b""),
        "short-frame" => raw::frame(b"{}"),
        "huge-header" => raw::frame(&u64::MAX.to_le_bytes()),
        "long-header" => raw::header(&vec![b' '; (8 << 20) + 1]),
        "header-past-the-end" => raw::frame(&[100, 0, 0, 0, 0, 0, 0, 0, b'{', b'}']),
        "not-json" => raw::header(b"{\"__metadata__\":"),
        "nested-header" => raw::header("[".repeat(1 << 20).as_bytes()),
        "nested-tensor" => raw::header(format!("{{\"0.0\":{}", "{\"dtype\":".repeat(100_000)).as_bytes()),
        "not-utf-8" => raw::header(b"{\"__metadata__\":{\"opconform\":\"\xFF\xFE\"}}"),
        "lone-surrogate" => raw::header(br#"{"__metadata__":{"opconform":"\ud800"}}"#),
        "no-message" => raw::header(b"{}"),
        "message-not-text" => raw::header(br#"{"__metadata__":{"opconform":{"type":"ran"}}}"#),
        _ => return false,
    }
    true
}

/// Writes a frame whose message is wrong; whether this is such a kind.
fn broken_message(kind: &str, batch: u64, cases: &[Case]) -> bool {
    const REJECTED: &str = r#"{"outcome":"rejected","message":""}"#;
    match kind {
        "nested-message" => raw::message(&"[".repeat(1 << 20)),
        "nested-outcome" => raw::message(&ran(batch, 1, &format!("{{\"outcome\":{}", "[".repeat(1 << 20)))),
        "message-not-json" => raw::message("ran"),
        "unknown-message" => raw::message(r#"{"type":"finished"}"#),
        "started-again" => raw::message(raw::STARTED),
        "wrong-seq" => raw::message(&ran(batch + 1, cases.len(), REJECTED)),
        "negative-seq" => raw::message(r#"{"type":"ran","seq":-1,"outcomes":[]}"#),
        "no-outcomes" => raw::message(&format!(r#"{{"type":"ran","seq":{batch}}}"#)),
        "too-few" => raw::message(&ran(batch, cases.len() - 1, REJECTED)),
        "too-many" => raw::message(&ran(batch, cases.len() + 1, REJECTED)),
        "unknown-outcome" => raw::message(&ran(batch, cases.len(), r#"{"outcome":"skipped"}"#)),
        _ => return false,
    }
    true
}

/// Writes a frame whose tensors are wrong; whether this is such a kind.
fn broken_tensor(kind: &str, batch: u64, cases: &[Case]) -> bool {
    let count = cases.len();
    match kind {
        "strange-type-name" => raw::one_tensor(batch, count, "F128", "[4]", "[0,64]", 64),
        "range-past-the-end" => raw::one_tensor(batch, count, "F32", "[4]", "[0,16]", 8),
        "range-reversed" => raw::one_tensor(batch, count, "F32", "[4]", "[16,0]", 16),
        "range-with-a-hole" => raw::one_tensor(batch, count, "F32", "[1]", "[4,8]", 8),
        "surplus-bytes" => raw::one_tensor(batch, count, "F32", "[1]", "[0,4]", 8),
        "shape-and-range-differ" => raw::one_tensor(batch, count, "F32", "[3]", "[0,16]", 16),
        "shape-overflows" => raw::one_tensor(batch, count, "F32", "[4294967296,4294967296,4]", "[0,16]", 16),
        "negative-shape" => raw::one_tensor(batch, count, "F32", "[-1]", "[0,4]", 4),
        "ranges-overflow" => raw::overflowing(batch, count),
        _ => return false,
    }
    true
}

/// The text of an answer in which every outcome is the same.
fn ran(batch: u64, count: usize, outcome: &str) -> String {
    format!(r#"{{"type":"ran","seq":{batch},"outcomes":[{}]}}"#, vec![outcome; count].join(","))
}
