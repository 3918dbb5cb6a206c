//! The adapter's side: requests in, answers out.

use std::io::{Read, Write};
use std::time::Duration;

use opconform_spec::{Case, OPERATORS, Operator, Origin, Outcome, Way};
use opconform_tensor::ALIGNMENT;
use opconform_text::visible;

use crate::frame::{FrameError, read_frame, write_frame};
use crate::huge::Places;
use crate::message::{Answer, CaseMessage, Introduction, OutcomeMessage, Request};
use crate::packet::{Packet, PacketError, Sent, encode, place};
use crate::shared::{Half, Region};

/// Why a conversation ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A request cannot be read.
    #[error("cannot read a request")]
    Read(#[from] FrameError),
    /// A request cannot be understood, or its answer not be written down.
    #[error("a request that is not of protocol {version}", version = crate::VERSION)]
    Packet(#[from] PacketError),
    /// The suite speaks another version.
    #[error("the suite speaks protocol {0}, expected {version}", version = crate::VERSION)]
    Version(u32),
    /// An answer cannot be written.
    #[error("cannot write an answer")]
    Write(#[source] std::io::Error),
}

/// What came of a batch.
#[derive(Clone, Debug)]
pub struct Ran {
    /// One outcome per case.
    pub outcomes: Vec<Outcome>,
    /// How long the implementation's own calls took, where that is known.
    pub own: Option<Duration>,
}

impl From<Vec<Outcome>> for Ran {
    fn from(outcomes: Vec<Outcome>) -> Self {
        Self { outcomes, own: None }
    }
}

/// Answers requests until `stop`, or the end of the stream.
///
/// `run` gives one outcome per case. A case of an operator that is not known here is answered without it.
pub fn serve<R: Into<Ran>>(
    requests: &mut impl Read,
    answers: &mut impl Write,
    about: &Introduction,
    run: impl Fn(&[Case]) -> R,
) -> Result<(), ServeError> {
    serve_among(OPERATORS, requests, answers, about, run)
}

/// The same of these operators, and not of the registered ones.
pub fn serve_among<R: Into<Ran>>(
    operators: &[&'static Operator],
    requests: &mut impl Read,
    answers: &mut impl Write,
    about: &Introduction,
    run: impl Fn(&[Case]) -> R,
) -> Result<(), ServeError> {
    let mut region = None;
    loop {
        let frame = match read_frame(requests) {
            Err(FrameError::Ended) => return Ok(()),
            frame => frame?,
        };
        let mut packet = Packet::decode(&frame)?;
        let answer = match packet.message("start, run or stop")? {
            Request::Start { protocol: crate::VERSION, shared, .. } => {
                region = shared.and_then(Region::open);
                introduce(about, region.is_some())?
            }
            Request::Start { protocol, .. } => return Err(ServeError::Version(protocol)),
            Request::Run { seq, cases, shared } => {
                packet.share(region.as_ref(), Half::Operands, shared).map_err(PacketError::from)?;
                answer(seq, &outcomes(operators, &packet, &cases, &run)?, region.as_ref())?
            }
            Request::Stop => return Ok(()),
        };
        write_frame(answers, &answer).map_err(ServeError::Write)?;
    }
}

fn introduce(about: &Introduction, shared: bool) -> Result<Vec<u8>, PacketError> {
    let answer = match about.clone() {
        Introduction::Started(about) => Answer::Started { about, shared },
        Introduction::Unavailable { reason, remedy } => Answer::Unavailable { reason, remedy },
    };
    encode(&answer, Vec::new())
}

/// The outcome of every case, in their order.
fn outcomes<R: Into<Ran>>(
    operators: &[&'static Operator],
    packet: &Packet<'_>,
    messages: &[CaseMessage],
    run: &impl Fn(&[Case]) -> R,
) -> Result<Ran, PacketError> {
    let (mut known, mut few) = (Vec::with_capacity(messages.len()), Vec::with_capacity(messages.len()));
    let mut outcomes: Vec<Option<Outcome>> = Vec::with_capacity(messages.len());
    for message in messages {
        outcomes.push(match message.operator.among(operators) {
            Some(operator) => {
                let (case, places) = case(packet, operator, message)?;
                known.push(case);
                few.push(places);
                None
            }
            None => Some(Outcome::Unsupported(format!("the operator {} is not known here", message.operator.name))),
        });
    }
    let Ran { outcomes: ran, own } = run(&known).into();
    let sampled = |(outcome, few): (Outcome, Option<Places>)| match few {
        Some(places) => places.sampled(outcome),
        None => outcome,
    };
    let mut ran = ran.into_iter().zip(few).map(sampled);
    let missing = || Outcome::Crashed("no outcome was given for this case".to_owned().into());
    let outcomes = outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| ran.next().unwrap_or_else(missing)));
    Ok(Ran { outcomes: outcomes.collect(), own })
}

/// A case; and of one whose first operand is longer than a frame, the places of the elements that are told of a result as long.
fn case(
    packet: &Packet<'_>,
    operator: &'static Operator,
    message: &CaseMessage,
) -> Result<(Case, Option<Places>), PacketError> {
    let mut inputs = message.inputs.iter().map(|name| packet.tensor(name)).collect::<Result<Vec<_>, _>>()?;
    for (input, &offset) in inputs.iter_mut().zip(&message.offsets) {
        if offset > ALIGNMENT {
            return Err(PacketError::Offset(offset));
        }
        *input = input.clone().with_offset(offset);
    }
    let few = match (&message.huge, inputs.first_mut()) {
        (Some(numbers), Some(first)) => {
            let made = Places::operand(&packet.tensor(numbers)?, first);
            let (places, operand) = made.map_err(|why| PacketError::message("run", &why))?;
            *first = operand;
            Some(places)
        }
        _ => None,
    };
    let slug = message.id.split('/').nth(2).unwrap_or_default();
    let origin = Origin { source: "protocol".into(), seed: None };
    let way = match message.way.as_deref() {
        None => Way::Plain,
        Some(name) => Way::named(name).ok_or_else(|| PacketError::Way(visible(name)))?,
    };
    let sent = Case::new(operator, message.opset, inputs, slug, origin).with_attributes(message.attributes.clone());
    let sent = sent.with_way(way);
    if way == Way::Plain {
        return Ok((sent, few));
    }
    // The inputs come in the order in which the model asks for them.
    let places = sent.fed().chain(sent.held()).map(|(place, _)| place);
    let mut inputs: Vec<_> = places.zip(&sent.inputs).collect();
    inputs.sort_by_key(|(place, _)| *place);
    let inputs = inputs.into_iter().map(|(_, input)| input.clone()).collect();
    let case = sent.with_inputs(inputs);
    if way.suits(&case) { Ok((case, few)) } else { Err(PacketError::Way(visible(way.name()))) }
}

/// The answer to a batch.
fn answer(seq: u64, Ran { outcomes, own }: &Ran, region: Option<&Region>) -> Result<Vec<u8>, PacketError> {
    let mut tensors = Vec::new();
    let messages = outcomes.iter().enumerate().map(|(index, outcome)| match outcome {
        Outcome::Output(outputs) => {
            let names: Vec<String> = (0..outputs.len()).map(|output| format!("{index}.{output}")).collect();
            tensors.extend(names.iter().cloned().zip(outputs.iter().map(Sent::tensor)));
            OutcomeMessage::Output { tensors: names }
        }
        Outcome::Rejected(message) => OutcomeMessage::Rejected { message: message.clone() },
        Outcome::Unsupported(reason) => OutcomeMessage::Unsupported { reason: reason.clone(), issue: None },
        Outcome::Malformed(message) => OutcomeMessage::Malformed { message: message.clone() },
        Outcome::Crashed(crash) => OutcomeMessage::Error { message: crash.to_string() },
        Outcome::TimedOut(after) => OutcomeMessage::Error { message: format!("no answer after {after:?}") },
    });
    let outcomes = messages.collect();
    let own_nanoseconds = own.map(|own| u64::try_from(own.as_nanos()).unwrap_or(u64::MAX));
    let (shared, tensors) = place(region, Half::Results, tensors);
    encode(&Answer::Ran { seq, outcomes, shared, own_nanoseconds }, tensors)
}
