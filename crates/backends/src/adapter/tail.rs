//! The end of what a child has written to standard error.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use opconform_text::line;

/// Bytes that are kept.
const KEPT: usize = 4096;
/// Lines that are shown.
const SHOWN: usize = 3;
/// Characters of a line that are shown.
const WIDTH: usize = 1000;
/// How long the pipe of a child that has ended may stay open.
const PATIENCE: Duration = Duration::from_millis(500);

/// Reads a stream to its end, in a thread, and keeps the end of it.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl Tail {
    pub(super) fn of(mut stream: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let into = Arc::clone(&kept);
        let reader = thread::spawn(move || {
            let mut buffer = [0; KEPT];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..count]);
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
            }
        });
        Self { kept, reader }
    }

    /// The last lines, once the child has ended, and before them the first that names an error: node, for one, shows the cause first.
    pub(super) fn last_words(&self) -> Option<String> {
        let began = Instant::now();
        while !self.reader.is_finished() && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
        let bytes: Vec<u8> = self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(|text| line(text, WIDTH)).filter(|line| !line.is_empty()).collect();
        let (before, last) = lines.split_at(lines.len().saturating_sub(SHOWN));
        let cause = before
            .iter()
            .find(|line| line.contains("Error"))
            .filter(|_| !last.iter().any(|line| line.contains("Error")));
        let shown = cause.into_iter().chain(last).map(String::as_str).collect::<Vec<_>>().join(" / ");
        (!shown.is_empty()).then_some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_shown_on_one_line() {
        let words = |text: &'static [u8]| Tail::of(text).last_words();
        assert_eq!(words(b""), None);
        assert_eq!(words(b"\n \x1b[\n"), Some("\\u{1b}[".to_owned()));
        assert_eq!(words(b"a\nb\nc\n\nd\xFF"), Some("b / c / d\u{FFFD}".to_owned()));
        // The cause is not lost behind where it happened.
        let thrown = b"a\nReferenceError: require is not defined\n  at x\n  at y\n\nNode.js v20";
        assert_eq!(
            words(thrown),
            Some("ReferenceError: require is not defined / at x / at y / Node.js v20".to_owned())
        );
        let flood = std::io::repeat(b'x').take(10_000_000).chain(&b"\nthe end"[..]);
        let words = Tail::of(flood).last_words().expect("words");
        assert!(words.ends_with("x … xxx / the end") || words.ends_with("x / the end"), "{words}");
        assert!(words.chars().count() <= WIDTH + " / the end".len(), "{words}");
    }
}
