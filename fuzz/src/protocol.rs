//! Whatever the other side sends is read or refused: nothing panics, what is taken is what was sent, and every word of it is
//! short and harmless.

use opconform_backends::{Fault, Launch, Peer, Remark, converse};
use opconform_protocol::{FrameError, Introduction, Region, TEXT_LIMIT, read_frame, serve, suite};
use opconform_spec::{Case, Outcome};
use opconform_text::is_hidden;

/// The request that an answer is read as one to.
const SEQ: u64 = 7;
/// Bytes that a tensor takes beside its elements.
const TENSOR: usize = 512;
/// Remarks of a check: one or two for each of its steps.
const REMARKS: usize = 64;

/// The first byte says who reads; the rest is a frame, or a stream of them.
pub fn read(data: &[u8]) {
    let Some((&who, rest)) = data.split_first() else { return };
    match who % 4 {
        0 => introduction(rest),
        1 => answer(rest),
        2 => conversation(rest),
        _ => check(rest),
    }
}

/// A text that can be shown as it is.
fn is_sound(text: &str, limit: usize) {
    assert!(text.chars().count() <= limit, "{} characters, expected at most {limit}", text.chars().count());
    assert!(!text.contains(is_hidden), "{text:?}");
}

/// An error may say of a text what is wrong with it.
fn is_explained(error: &impl std::fmt::Display) {
    is_sound(&error.to_string(), TEXT_LIMIT + 200);
}

fn introduction(frame: &[u8]) {
    match suite::read_introduction(frame, &mut Region::new()) {
        Err(error) => is_explained(&error),
        Ok(Introduction::Unavailable { reason, remedy }) => {
            for text in [reason, remedy] {
                is_sound(&text, TEXT_LIMIT);
            }
        }
        Ok(Introduction::Started(it)) => {
            let words =
                [&it.name, &it.version, &it.language, &it.os].into_iter().chain(&it.cpu_features).chain(&it.dtypes);
            words.for_each(|word| is_sound(word, opconform_protocol::WORD_LIMIT));
            it.configuration.iter().for_each(|sentence| is_sound(sentence, TEXT_LIMIT));
        }
    }
}

/// An answer to a batch of as many cases as the first byte says.
fn answer(data: &[u8]) {
    let Some((&count, frame)) = data.split_first() else { return };
    let outcomes = match suite::read_ran(frame, SEQ, count.into(), Region::new().as_ref()) {
        Ok(ran) => ran.outcomes,
        Err(error) => return is_explained(&error),
    };
    assert_eq!(outcomes.len(), usize::from(count));
    let mut taken = 0;
    for outcome in outcomes.iter().cloned().map(|outcome| outcome.unwrap_or_else(Outcome::from)) {
        match &outcome {
            Outcome::Output(tensors) => {
                taken += tensors.iter().map(|tensor| tensor.bytes().len() + TENSOR).sum::<usize>();
            }
            Outcome::Rejected(text) | Outcome::Malformed(text) => is_sound(text, TEXT_LIMIT),
            Outcome::Crashed(crash) => is_sound(&crash.how, TEXT_LIMIT),
            // A reason, and an address in brackets.
            Outcome::Unsupported(text) => is_sound(text, 2 * TEXT_LIMIT + 3),
            Outcome::TimedOut(after) => panic!("an answer says that there was none after {after:?}"),
        }
    }
    let limit = opconform_protocol::FRAME_LIMIT as usize + opconform_protocol::TENSOR_LIMIT * TENSOR;
    assert!(taken <= limit, "{taken} bytes of tensors from a frame of {}", frame.len());
}

/// Requests to an adapter that returns its first operand: whatever it answers can be read.
fn conversation(requests: &[u8]) {
    let echo = |cases: &[Case]| -> Vec<Outcome> {
        cases.iter().map(|case| Outcome::Output(case.inputs.first().cloned().into_iter().collect())).collect()
    };
    let about = Introduction::Unavailable { reason: "a fuzzer".to_owned(), remedy: "none".to_owned() };
    let mut answers = Vec::new();
    let _ = serve::serve(&mut &requests[..], &mut answers, &about, echo);
    let mut answers = &answers[..];
    while !answers.is_empty() {
        read_frame(&mut answers).expect("an adapter writes whole frames");
    }
}

/// A check of an adapter that answers with these frames, one after another, and is started anew as often as it is asked to.
fn check(data: &[u8]) {
    let Ok(remarks) = converse(Script { answers: data, shared: None }) else { return };
    assert!(!remarks.is_empty() && remarks.len() <= REMARKS, "{} remarks", remarks.len());
    for remark in remarks {
        let (Remark::Right(text) | Remark::Note(text) | Remark::Wrong(text)) = remark;
        // The lines are the check's own, and so is the advice after the first.
        text.lines().for_each(|line| is_sound(line, 2 * TEXT_LIMIT + 1000));
    }
}

/// What is left of the answers.
struct Script<'d> {
    answers: &'d [u8],
    shared: Option<Region>,
}

impl<'d> Launch for Script<'d> {
    type Peer = Script<'d>;

    fn launch(&mut self) -> Result<Script<'d>, String> {
        Ok(Script { answers: self.answers, shared: Region::new() })
    }
}

impl Peer for Script<'_> {
    fn shared(&mut self) -> &mut Option<Region> {
        &mut self.shared
    }

    fn start(&mut self, request: Vec<u8>) -> Result<Vec<u8>, Fault> {
        self.run(request)
    }

    fn run(&mut self, _request: Vec<u8>) -> Result<Vec<u8>, Fault> {
        read_frame(&mut self.answers).map_err(|error| match error {
            FrameError::Ended => Fault::TimedOut(std::time::Duration::ZERO),
            error => Fault::Malformed(error.to_string()),
        })
    }

    fn stop(self) -> Option<String> {
        None
    }

    fn hang_up(self) -> Option<String> {
        Some("exited with code 0".to_owned())
    }
}
