//! An adapter's answer as its JSON has it: each field bounded while it is read, in any order.
//!
//! Messages and outcomes are told apart by a field that may come last. What serde derives for that keeps everything that
//! comes before it, in whatever form and length; here a message is read twice instead, and an outcome as all that it may be.

use serde::Deserialize;

use crate::bounded::{List, Name, Several, Text};
use crate::header::Placed;
use crate::limits::{LIST_LIMIT, NAME_LIMIT, OUTPUT_LIMIT, TENSOR_LIMIT, TEXT_LIMIT, WORD_LIMIT};
use crate::message::{Answer, OperatorName, OutcomeMessage, Started};
use crate::packet::{Packet, PacketError};

type Word = Text<WORD_LIMIT>;
type Sentence = Text<TEXT_LIMIT>;

/// Reads the answer in a frame where the message `expected` should come.
pub(crate) fn read(packet: &Packet<'_>, expected: &'static str) -> Result<Answer, PacketError> {
    Ok(match packet.message::<Tag>(expected)?.r#type {
        Type::Started => {
            let fields: StartedFields = packet.message(expected)?;
            Answer::Started { shared: fields.shared, about: fields.into() }
        }
        Type::Unavailable => {
            let UnavailableFields { reason, remedy } = packet.message(expected)?;
            Answer::Unavailable { reason: reason.0, remedy: remedy.0 }
        }
        Type::Ran => {
            let RanFields { seq, outcomes, shared, own_nanoseconds } = packet.message(expected)?;
            let outcomes = outcomes.0.into_iter().map(|outcome| outcome.0).collect();
            Answer::Ran { seq, outcomes, shared, own_nanoseconds }
        }
    })
}

#[derive(Deserialize)]
struct Tag {
    r#type: Type,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Type {
    Started,
    Unavailable,
    Ran,
}

#[derive(Deserialize)]
struct StartedFields {
    protocol: u32,
    name: Word,
    version: Word,
    language: Word,
    os: Word,
    cpu_features: List<Word, LIST_LIMIT>,
    dtypes: List<Word, LIST_LIMIT>,
    operators: List<OperatorFields, LIST_LIMIT>,
    #[serde(default)]
    models: bool,
    #[serde(default)]
    huge: bool,
    #[serde(default)]
    shared: bool,
    #[serde(default)]
    layouts: List<Word, LIST_LIMIT>,
    #[serde(default)]
    profile: Several<Word, LIST_LIMIT>,
    configuration: List<Sentence, LIST_LIMIT>,
}

#[derive(Deserialize)]
struct OperatorFields {
    domain: Word,
    name: Word,
}

#[derive(Deserialize)]
struct UnavailableFields {
    reason: Sentence,
    remedy: Sentence,
}

#[derive(Deserialize)]
struct RanFields {
    seq: u64,
    outcomes: List<CheckedOutcome, TENSOR_LIMIT>,
    #[serde(default)]
    shared: Placed,
    own_nanoseconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(try_from = "OutcomeFields")]
struct CheckedOutcome(OutcomeMessage);

#[derive(Deserialize)]
struct OutcomeFields {
    outcome: Kind,
    tensors: Option<List<Name<NAME_LIMIT>, OUTPUT_LIMIT>>,
    message: Option<Sentence>,
    reason: Option<Sentence>,
    issue: Option<Sentence>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Output,
    Rejected,
    Unsupported,
    Malformed,
    Error,
    Exhausted,
}

/// A field that the outcome is to have has not come.
#[derive(Debug, thiserror::Error)]
#[error("missing field `{0}`")]
struct Missing(&'static str);

impl From<StartedFields> for Started {
    fn from(fields: StartedFields) -> Self {
        let words = |list: List<Word, LIST_LIMIT>| list.0.into_iter().map(|word| word.0).collect();
        let operators = fields.operators.0.into_iter();
        Self {
            protocol: fields.protocol,
            name: fields.name.0,
            version: fields.version.0,
            language: fields.language.0,
            os: fields.os.0,
            cpu_features: words(fields.cpu_features),
            dtypes: words(fields.dtypes),
            operators: operators.map(|it| OperatorName { domain: it.domain.0, name: it.name.0 }).collect(),
            models: fields.models,
            huge: fields.huge,
            layouts: words(fields.layouts),
            claims: words(fields.profile.0),
            configuration: fields.configuration.0.into_iter().map(|sentence| sentence.0).collect(),
        }
    }
}

impl TryFrom<OutcomeFields> for CheckedOutcome {
    type Error = Missing;

    fn try_from(fields: OutcomeFields) -> Result<Self, Missing> {
        let message = fields.message.ok_or(Missing("message"));
        Ok(Self(match fields.outcome {
            Kind::Output => {
                let names = fields.tensors.ok_or(Missing("tensors"))?.0;
                OutcomeMessage::Output { tensors: names.into_iter().map(|name| name.0).collect() }
            }
            Kind::Unsupported => OutcomeMessage::Unsupported {
                reason: fields.reason.ok_or(Missing("reason"))?.0,
                issue: fields.issue.map(|issue| issue.0),
            },
            Kind::Rejected => OutcomeMessage::Rejected { message: message?.0 },
            Kind::Malformed => OutcomeMessage::Malformed { message: message?.0 },
            Kind::Error => OutcomeMessage::Error { message: message?.0 },
            Kind::Exhausted => OutcomeMessage::Exhausted { message: message?.0 },
        }))
    }
}
