//! The suite's side: requests out, answers in.

use opconform_spec::{Case, Outcome};

use crate::message::{Answer, CaseMessage, Introduction, OperatorName, OutcomeMessage, Request};
use crate::packet::{Packet, PacketError, Sent, encode, encode_text};

/// The characters of an adapter's message that are kept.
const TEXT_LIMIT: usize = 1000;

/// The first request of a conversation.
pub fn start() -> Result<Vec<u8>, PacketError> {
    let request = Request::Start { protocol: crate::VERSION, suite: env!("CARGO_PKG_VERSION").to_owned() };
    encode(&request, Vec::new())
}

/// A batch of cases, under a number that the answer repeats.
pub fn run(seq: u64, cases: &[Case]) -> Result<Vec<u8>, PacketError> {
    let mut tensors = Vec::new();
    let messages = cases.iter().enumerate().map(|(index, case)| {
        let inputs: Vec<String> = (0..case.inputs.len()).map(|input| format!("{index}.{input}")).collect();
        tensors.extend(inputs.iter().cloned().zip(case.inputs.iter().map(Sent::tensor)));
        let model = case.operator.domain.is_empty().then(|| format!("{index}.model"));
        let encoded = model.iter().map(|name| (name.clone(), Sent::bytes(opconform_onnx::encode_model(case))));
        tensors.extend(encoded);
        let offsets: Vec<usize> = case.inputs.iter().map(opconform_tensor::Tensor::offset).collect();
        CaseMessage {
            id: case.id().to_owned(),
            operator: OperatorName { domain: case.operator.domain.to_owned(), name: case.operator.name.to_owned() },
            opset: case.opset,
            attributes: case.attributes.clone(),
            inputs,
            model,
            offsets: if offsets.iter().all(|&offset| offset == 0) { Vec::new() } else { offsets },
        }
    });
    let cases = messages.collect();
    encode(&Request::Run { seq, cases }, tensors)
}

/// A batch of one case of an operator that no one has, with a field that no one knows: what an adapter says of the first is
/// `unsupported`, and of the second nothing.
pub fn run_unknown(seq: u64) -> Result<Vec<u8>, PacketError> {
    let case = r#"{"id":"nosuchoperator/none/check/#00000000",
        "operator":{"domain":"opconform.check","name":"NoSuchOperator"},
        "opset":1,"attributes":{},"inputs":[],"a field of a later version":[{}]}"#;
    let case: String = case.lines().map(str::trim_start).collect();
    encode_text(format!(r#"{{"type":"run","seq":{seq},"cases":[{case}]}}"#), Vec::new())
}

/// The last request of a conversation.
pub fn stop() -> Result<Vec<u8>, PacketError> {
    encode(&Request::Stop, Vec::new())
}

/// The answer to [`start`].
pub fn read_introduction(frame: &[u8]) -> Result<Introduction, PacketError> {
    match Packet::decode(frame)?.message("started")? {
        Answer::Started(started) if started.protocol == crate::VERSION => Ok(Introduction::Started(started)),
        Answer::Unavailable { reason, remedy } => {
            Ok(Introduction::Unavailable { reason: plain(&reason), remedy: plain(&remedy) })
        }
        Answer::Started(started) => {
            Err(unexpected("started", format!("protocol {}, expected {}", started.protocol, crate::VERSION)))
        }
        Answer::Ran { .. } => Err(unexpected("started", "found `ran`".to_owned())),
    }
}

/// The answer to [`run`]: one outcome per case. What is wrong with one outcome alone is that outcome,
/// [`Outcome::Malformed`].
pub fn read_ran(frame: &[u8], seq: u64, count: usize) -> Result<Vec<Outcome>, PacketError> {
    let packet = Packet::decode(frame)?;
    let Answer::Ran { seq: found, outcomes } = packet.message("ran")? else {
        return Err(unexpected("ran", "found the answer to `start`".to_owned()));
    };
    if found != seq {
        return Err(PacketError::Sequence { expected: seq, found });
    }
    if outcomes.len() != count {
        return Err(PacketError::Count { expected: count, found: outcomes.len() });
    }
    Ok(outcomes.into_iter().map(|message| outcome(&packet, message)).collect())
}

fn outcome(packet: &Packet<'_>, message: OutcomeMessage) -> Outcome {
    match message {
        OutcomeMessage::Output { tensors } => {
            let tensors: Result<Vec<_>, _> = tensors.iter().map(|name| packet.tensor(name)).collect();
            tensors.map_or_else(|error| Outcome::Malformed(error.to_string()), Outcome::Output)
        }
        OutcomeMessage::Rejected { message } => Outcome::Rejected(plain(&message)),
        OutcomeMessage::Unsupported { reason, issue: None } => Outcome::Unsupported(plain(&reason)),
        OutcomeMessage::Unsupported { reason, issue: Some(issue) } => {
            Outcome::Unsupported(format!("{} ({})", plain(&reason), plain(&issue)))
        }
        OutcomeMessage::Malformed { message } => Outcome::Malformed(plain(&message)),
        OutcomeMessage::Error { message } => Outcome::Crashed(plain(&message)),
    }
}

fn unexpected(expected: &'static str, found: String) -> PacketError {
    PacketError::Message { expected, found }
}

/// Text of an adapter as a report can show it: on one line, without control characters, of at most [`TEXT_LIMIT`] characters. Of
/// a longer one the beginning and the end are kept, since a runtime says the cause last.
pub fn plain(text: &str) -> String {
    let mut words = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    let count = words.chars().count();
    if count <= TEXT_LIMIT {
        return words;
    }
    let tail = TEXT_LIMIT / 2;
    let head = TEXT_LIMIT - tail - 1;
    words.chars().take(head).chain(['…']).chain(words.chars().skip(count - tail)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        let short = "Load model from a path failed: é the cause";
        assert_eq!(plain(&format!(" {}\n", short.replace(' ', "\t\n "))), short);
        let long = |count: usize| format!("[Error] : 1 : FAIL : {}: the cause", "é".repeat(count));
        let whole = long(TEXT_LIMIT - long(0).chars().count());
        assert_eq!(plain(&whole), whole);
        for count in [TEXT_LIMIT, 100 * TEXT_LIMIT] {
            let text = plain(&long(count));
            assert_eq!(text.chars().count(), TEXT_LIMIT);
            assert!(text.starts_with("[Error] : 1 : FAIL : ") && text.ends_with(": the cause"), "{text}");
            assert_eq!(text.matches('…').count(), 1);
        }
    }
}
