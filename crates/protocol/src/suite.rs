//! The suite's side: requests out, answers in.

use std::time::Duration;

use opconform_spec::{Case, Outcome, Way};
use opconform_tensor::Tensor;

use crate::answer::read;
use crate::header::Placed;
use crate::huge::Places;
use crate::limits::{RESULT_LIMIT, TENSOR_LIMIT};
use crate::message::{Answer, CaseMessage, Introduction, OperatorName, OutcomeMessage, Request};
use crate::packet::{Packet, PacketError, Sent, encode, encode_text, place};
use crate::shared::{Half, Region, SharedError};

/// The first request of a conversation, with an offer of memory to be shared.
pub fn start(offered: Option<&Region>) -> Result<Vec<u8>, PacketError> {
    let suite = env!("CARGO_PKG_VERSION").to_owned();
    let request = Request::Start { protocol: crate::VERSION, suite, shared: offered.map(Region::offer) };
    encode(&request, Vec::new())
}

/// A batch of cases, under a number that the answer repeats. Of an adapter that shares memory, nothing may be awaited: what it was asked
/// before lies there no more.
pub fn run(seq: u64, cases: &[Case], shared: Option<&Region>) -> Result<Vec<u8>, PacketError> {
    let mut tensors = Vec::new();
    let cases = cases.iter().enumerate().map(|(index, case)| message(index, case, &mut tensors)).collect();
    let (shared, tensors) = place(shared, Half::Operands, tensors);
    encode(&Request::Run { seq, cases, shared }, tensors)
}

/// A batch of one case whose first operand stands for one of a single axis and `length` elements: its first element stands everywhere in
/// that but at `places`, and the others there.
pub fn run_huge(seq: u64, case: &Case, length: usize, places: &[usize]) -> Result<Vec<u8>, PacketError> {
    let numbers = Places { length, places: places.to_vec() }.numbers();
    let mut tensors = Vec::new();
    let case = CaseMessage { huge: Some(HUGE.to_owned()), ..message(0, case, &mut tensors) };
    tensors.push((HUGE.to_owned(), Sent::tensor(&numbers)));
    encode(&Request::Run { seq, cases: vec![case], shared: Placed::default() }, tensors)
}

/// The name of the tensor that says where the elements of an operand stand.
const HUGE: &str = "0.huge";

/// A case of this index in its batch; adds its tensors.
fn message<'a>(index: usize, case: &'a Case, tensors: &mut Vec<(String, Sent<'a>)>) -> CaseMessage {
    // Those that the model asks for come first.
    let sent = || case.fed().chain(case.held());
    let inputs: Vec<String> = sent().map(|(input, _)| format!("{index}.{input}")).collect();
    tensors.extend(inputs.iter().cloned().zip(sent().map(|(_, tensor)| Sent::tensor(tensor))));
    let model = case.operator.form.is_onnx().then(|| format!("{index}.model"));
    let encoded = model.iter().map(|name| (name.clone(), Sent::of_bytes(opconform_onnx::encode_model(case))));
    tensors.extend(encoded);
    let offsets: Vec<usize> = sent().map(|(_, tensor)| tensor.offset()).collect();
    CaseMessage {
        id: case.id().to_owned(),
        operator: OperatorName::of(case.operator),
        opset: case.opset,
        attributes: case.attributes.clone(),
        inputs,
        model,
        offsets: if offsets.iter().all(|&offset| offset == 0) { Vec::new() } else { offsets },
        way: (case.way != Way::Plain).then(|| case.way.to_string()),
        huge: None,
    }
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

/// The answer to [`start`]. The memory that was offered is taken back from who does not agree to share it.
pub fn read_introduction(frame: &[u8], offered: &mut Option<Region>) -> Result<Introduction, PacketError> {
    match read(&Packet::decode(frame)?, "started")? {
        Answer::Started { about, shared: true } if about.protocol == crate::VERSION => match offered {
            Some(_) => Ok(Introduction::Started(about)),
            None => Err(SharedError::NotAgreed.into()),
        },
        Answer::Started { about, .. } if about.protocol == crate::VERSION => {
            *offered = None;
            Ok(Introduction::Started(about))
        }
        Answer::Unavailable { reason, remedy } => Ok(Introduction::Unavailable { reason, remedy }),
        Answer::Started { about, .. } => Err(PacketError::message(
            "started",
            &format_args!("protocol {}, expected {}", about.protocol, crate::VERSION),
        )),
        Answer::Ran { .. } => Err(PacketError::message("started", &"found `ran`")),
    }
}

/// The machine, and not the implementation, has refused a case: memory, threads or files, in the adapter's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted(pub String);

/// A case that the machine refuses to the end was not tried.
impl From<Exhausted> for Outcome {
    fn from(Exhausted(message): Exhausted) -> Self {
        Self::Unsupported(format!("the machine has no room for it: {message}"))
    }
}

/// The answer to [`run`].
#[derive(Debug)]
pub struct Ran {
    /// One outcome per case, or that there is none yet. What is wrong with one outcome alone is that outcome,
    /// [`Outcome::Malformed`].
    pub outcomes: Vec<Result<Outcome, Exhausted>>,
    /// How long the implementation's own calls took, where the adapter tells.
    pub own: Option<Duration>,
}

/// Reads the answer to [`run`].
pub fn read_ran(frame: &[u8], seq: u64, count: usize, shared: Option<&Region>) -> Result<Ran, PacketError> {
    let mut packet = Packet::decode(frame)?;
    let Answer::Ran { seq: found, outcomes, shared: placed, own_nanoseconds } = read(&packet, "ran")? else {
        return Err(PacketError::message("ran", &"found the answer to `start`"));
    };
    if found != seq {
        return Err(PacketError::Sequence { expected: seq, found });
    }
    if outcomes.len() != count {
        return Err(PacketError::Count { expected: count, found: outcomes.len() });
    }
    packet.share(shared, Half::Results, placed)?;
    let mut budget = Budget { bytes: crate::FRAME_LIMIT as usize, tensors: TENSOR_LIMIT };
    let outcomes = outcomes.into_iter().map(|message| outcome(&packet, message, &mut budget)).collect();
    Ok(Ran { outcomes, own: own_nanoseconds.map(Duration::from_nanos) })
}

/// What may still be taken out of a frame: as much as it could hold if each of its tensors were named once.
struct Budget {
    bytes: usize,
    tensors: usize,
}

impl Budget {
    fn take(&mut self, packet: &Packet<'_>, name: &str) -> Result<Tensor, PacketError> {
        let left = (self.bytes.checked_sub(packet.size(name)), self.tensors.checked_sub(1));
        let (Some(bytes), Some(tensors)) = left else { return Err(PacketError::Repeated) };
        *self = Self { bytes, tensors };
        packet.tensor(name)
    }
}

/// How the C library, C++, Python and node word that the machine has no memory, thread or file left.
const REFUSALS_OF_THE_MACHINE: [&str; 6] = [
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Too many open files",
    "bad_alloc",
    "MemoryError",
    "Array buffer allocation failed",
];

/// Whether the machine refuses, by the words of a refusal: many an adapter makes one of every error.
fn is_of_the_machine(message: &str) -> bool {
    REFUSALS_OF_THE_MACHINE.iter().any(|words| message.contains(words))
}

fn outcome(packet: &Packet<'_>, message: OutcomeMessage, budget: &mut Budget) -> Result<Outcome, Exhausted> {
    Ok(match message {
        OutcomeMessage::Output { tensors } => {
            let bytes = tensors.iter().map(|name| packet.size(name)).sum();
            if bytes > RESULT_LIMIT {
                return Ok(Outcome::Malformed(PacketError::Large(bytes).to_string()));
            }
            let tensors: Result<Vec<_>, _> = tensors.iter().map(|name| budget.take(packet, name)).collect();
            tensors.map_or_else(|error| Outcome::Malformed(error.to_string()), Outcome::Output)
        }
        OutcomeMessage::Rejected { message } if is_of_the_machine(&message) => return Err(Exhausted(message)),
        OutcomeMessage::Rejected { message } => Outcome::Rejected(message),
        OutcomeMessage::Unsupported { reason, issue: None } => Outcome::Unsupported(reason),
        OutcomeMessage::Unsupported { reason, issue: Some(issue) } => {
            Outcome::Unsupported(format!("{reason} ({issue})"))
        }
        OutcomeMessage::Malformed { message } => Outcome::Malformed(message),
        OutcomeMessage::Error { message } => Outcome::Crashed(message.into()),
        OutcomeMessage::Exhausted { message } => return Err(Exhausted(message)),
    })
}
