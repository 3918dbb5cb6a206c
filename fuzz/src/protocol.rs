//! Whatever the other side sends is read or refused: nothing panics, and what is taken is what was sent.

use opconform_protocol::{Introduction, serve, suite};
use opconform_spec::{Case, Outcome};

/// The request that an answer is read as one to.
const SEQ: u64 = 7;

/// The first byte says who reads; the rest is a frame, or a stream of them.
pub fn read(data: &[u8]) {
    let Some((&who, rest)) = data.split_first() else { return };
    match who % 3 {
        0 => drop(suite::read_introduction(rest)),
        1 => answer(rest),
        _ => conversation(rest),
    }
}

/// An answer to a batch of as many cases as the first byte says.
fn answer(data: &[u8]) {
    let Some((&count, frame)) = data.split_first() else { return };
    let Ok(outcomes) = suite::read_ran(frame, SEQ, count.into()) else { return };
    assert_eq!(outcomes.len(), usize::from(count));
    for outcome in outcomes {
        if let Outcome::Output(tensors) = outcome {
            let bytes: usize = tensors.iter().map(|tensor| tensor.bytes().len()).sum();
            let names = tensors.len().max(1);
            assert!(bytes <= frame.len() * names, "{bytes} bytes of tensors from a frame of {}", frame.len());
        }
    }
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
        opconform_protocol::read_frame(&mut answers).expect("an adapter writes whole frames");
    }
}
