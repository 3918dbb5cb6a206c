//! Bytes, frames and deeds that no sound adapter writes or does.

use std::hint::black_box;
use std::io::{Write as _, stderr, stdout};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use opconform_protocol::write_frame;
use opconform_tensor::{DType, Tensor};

pub(crate) fn bytes(bytes: &[u8]) {
    let mut out = stdout().lock();
    // The suite may have hung up already.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

pub(crate) fn frame(body: &[u8]) {
    if write_frame(&mut stdout().lock(), body).is_err() {
        std::process::exit(0);
    }
}

/// A frame with this header, and no tensors.
pub(crate) fn header(header: &[u8]) {
    frame(&[&(header.len() as u64).to_le_bytes()[..], header].concat());
}

/// A frame with this message, and no tensors.
pub(crate) fn message(message: &str) {
    header(format!(r#"{{"__metadata__":{{"opconform":{}}}}}"#, json(message)).as_bytes());
}

/// A string as JSON writes it.
pub(crate) fn json(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    let escape = |c: char| if c.is_control() { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    format!("\"{}\"", escaped.chars().map(escape).collect::<String>())
}

/// Words that move the cursor, set the terminal's title, turn a line around, and hide: each harmful where it is printed.
pub(crate) const WORDS: &str =
    "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}desrever\u{2066}\u{200b}hidden\u{feff}\r\nerror: forged\u{8}\u{7f}";

/// A sound answer to another request.
pub(crate) const STARTED: &str = r#"{"type":"started","protocol":1,"name":"n","version":"","language":"","os":"","cpu_features":[],"dtypes":[],"operators":[],"profile":null,"configuration":[]}"#;

/// An answer in which every case has the same one tensor as its output.
pub(crate) fn one_tensor(seq: u64, count: usize, dtype: &str, shape: &str, range: &str, bytes: usize) {
    let tensor = format!(r#""t":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{range}}}"#);
    with_tensors(seq, count, &tensor, bytes, &["t"]);
}

/// A tensor of this name from the first byte on, as the header has it.
pub(crate) fn place(name: &str, bytes: usize) -> String {
    format!(r#""{name}":{{"dtype":"U8","shape":[{bytes}],"data_offsets":[0,{bytes}]}}"#)
}

/// An answer whose ranges add up to more than there are addresses, by so much that the end of the last is the end of the
/// frame again.
pub(crate) fn overflowing(seq: u64, count: usize) {
    let step = 1_u64 << 60;
    let tensors: Vec<String> = (0..15)
        .map(|i| {
            format!(
                r#""{i}":{{"dtype":"F64","shape":[{}],"data_offsets":[{},{}]}}"#,
                step / 8,
                i * step,
                (i + 1) * step
            )
        })
        .chain([format!(r#""t":{{"dtype":"U8","shape":[{}],"data_offsets":[{},{}]}}"#, step - 1, 15 * step, u64::MAX)])
        .collect();
    with_tensors(seq, count, &tensors.join(","), 0, &["t"]);
}

/// An answer in which every case has the tensor `t` of shared memory as its output, with these places there.
pub(crate) fn shared(seq: u64, count: usize, places: &[(&str, usize, usize)]) {
    let place = |&(name, begin, end): &(&str, usize, usize)| {
        format!(r#""{name}":{{"dtype":"U8","shape":[4096],"data_offsets":[{begin},{end}]}}"#)
    };
    let places: Vec<String> = places.iter().map(place).collect();
    let outcomes = vec![r#"{"outcome":"output","tensors":["t"]}"#; count].join(",");
    message(&format!(r#"{{"type":"ran","seq":{seq},"outcomes":[{outcomes}],"shared":{{{}}}}}"#, places.join(",")));
}

/// An answer of such tensors, of which every outcome names these.
pub(crate) fn with_tensors(seq: u64, count: usize, tensors: &str, bytes: usize, named: &[&str]) {
    let outcomes = vec![format!(r#"{{"outcome":"output","tensors":["{}"]}}"#, named.join("\",\"")); count].join(",");
    let message = format!(r#"{{"type":"ran","seq":{seq},"outcomes":[{outcomes}]}}"#);
    let header = format!(r#"{{"__metadata__":{{"opconform":{}}},{tensors}}}"#, json(&message));
    frame(&[&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; bytes]].concat());
}

pub(crate) fn tensor(shape: &[usize]) -> Tensor {
    let count = shape.iter().product();
    Tensor::from_bits(DType::F32, shape, &vec![0; count]).expect("as many bits as elements")
}

/// A frame that nobody asked for, from another thread, a moment after the answer.
pub(crate) fn message_later() {
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(20));
        message("{}");
    });
}

/// A byte now and then of a frame that never ends.
pub(crate) fn drip() -> ! {
    bytes(&(1_u64 << 20).to_le_bytes());
    loop {
        bytes(b" ");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Text on standard error: so many bytes, or without end.
pub(crate) fn flood(limit: Option<usize>) {
    let block = [b'x'; 1 << 14];
    let mut written = 0;
    while limit.is_none_or(|limit| written < limit) {
        let _ = stderr().write_all(&block);
        written += block.len();
    }
}

/// Takes memory, and writes to it, until there is none.
pub(crate) fn eat() {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    loop {
        eaten.push(vec![1; 16 << 20]);
        black_box(&eaten);
    }
}

/// More frames on the stack than it has room for.
pub(crate) fn deep(depth: u64) -> u64 {
    let room = black_box([depth; 1024]);
    if black_box(depth) == 0 { 0 } else { deep(depth + 1) + room[0] }
}

pub(crate) fn signal(signal: rustix::process::Signal) {
    let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
}

pub(crate) fn close_stdout() {
    let nowhere = std::fs::File::create("/dev/null").expect("/dev/null");
    rustix::stdio::dup2_stdout(nowhere).expect("a file");
}

pub(crate) fn close_stdin() {
    let nowhere = std::fs::File::open("/dev/null").expect("/dev/null");
    rustix::stdio::dup2_stdin(nowhere).expect("a file");
}

/// The programs of [`start_daemon`], in the words of a shell.
pub(crate) const SLEEP: &str = "sleep 1000";
/// It is given its own program again and again, and has no environment in between.
pub(crate) const EXEC: &str = r#"exec /bin/sh -c "$0" "$0""#;

/// Starts a program in a session of its own, whose parent ends at once; its number is in the file when this returns. With the
/// environment of this one, or with an empty one.
pub(crate) fn start_daemon(program: &str, file: &std::path::Path, with_environment: bool) {
    let script = r#"/bin/sh -c "$1" "$1" >/dev/null 2>&1 </dev/null & echo $! >>"$0""#;
    let mut command = Command::new("setsid");
    command.args(["/bin/sh", "-c", script]).arg(file).arg(program);
    if !with_environment {
        command.env_clear().env("PATH", "/usr/bin:/bin");
    }
    assert!(command.status().expect("setsid").success());
}

/// Starts a child of this process that does nothing, and outlives it; its number.
pub(crate) fn start_sleeper() -> u32 {
    Command::new("sleep").arg("1000").spawn().expect("sleep").id()
}

/// As [`start_sleeper`], with none of the pipes of this process.
pub(crate) fn start_quiet_sleeper() -> u32 {
    let mut command = Command::new("sleep");
    command.arg("1000").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("sleep").id()
}
