//! The messages, as `PROTOCOL.md` spells them.

use opconform_spec::{Attributes, Operator};
use serde::{Deserialize, Serialize, Serializer};

use crate::header::Placed;
use crate::shared::Offer;

/// What the suite asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Request {
    Start {
        protocol: u32,
        suite: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shared: Option<Offer>,
    },
    Run {
        seq: u64,
        cases: Vec<CaseMessage>,
        #[serde(default, skip_serializing_if = "Placed::is_empty")]
        shared: Placed,
    },
    Stop,
}

/// One case of a batch; its tensors are named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaseMessage {
    pub(crate) id: String,
    pub(crate) operator: OperatorName,
    pub(crate) opset: u32,
    pub(crate) attributes: Attributes,
    pub(crate) inputs: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) offsets: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) way: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) huge: Option<String>,
}

/// An operator by the two names that tell it from all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorName {
    /// The domain; empty for ONNX's own.
    pub domain: String,
    /// The name, as its source spells it.
    pub name: String,
}

impl OperatorName {
    /// The names of an operator.
    pub fn of(operator: &Operator) -> Self {
        Self { domain: operator.domain.name().to_owned(), name: operator.name.to_owned() }
    }

    /// The one of these operators that has these names.
    pub fn among(&self, operators: &[&'static Operator]) -> Option<&'static Operator> {
        operators.iter().find(|it| it.domain.name() == self.domain && it.name == self.name).copied()
    }

    /// The name with its domain, where that is not ONNX's default one.
    pub fn qualified(&self) -> String {
        if self.domain.is_empty() { self.name.clone() } else { format!("{}.{}", self.domain, self.name) }
    }
}

/// What an adapter answers; `answer.rs` reads it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Answer {
    Started {
        #[serde(flatten)]
        about: Started,
        /// Whether it agrees to share the memory that it was offered.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        shared: bool,
    },
    Unavailable {
        reason: String,
        remedy: String,
    },
    Ran {
        seq: u64,
        outcomes: Vec<OutcomeMessage>,
        #[serde(skip_serializing_if = "Placed::is_empty")]
        shared: Placed,
        #[serde(skip_serializing_if = "Option::is_none")]
        own_nanoseconds: Option<u64>,
    },
}

/// What an adapter answers at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Introduction {
    /// It is ready.
    Started(Started),
    /// The implementation behind it cannot run here.
    Unavailable {
        /// What is missing.
        reason: String,
        /// What would make it available.
        remedy: String,
    },
}

/// What an adapter says of itself, and of the implementation behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Started {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// The name of the implementation.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language that it is written in.
    pub language: String,
    /// The operating system that it runs on.
    pub os: String,
    /// The CPU features that it may use.
    pub cpu_features: Vec<String>,
    /// The element types that it can be asked for, by their short names.
    pub dtypes: Vec<String>,
    /// The operators that it can be asked for.
    pub operators: Vec<OperatorName>,
    /// Whether it runs the models of cases, and looks at nothing else of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub models: bool,
    /// Whether it makes operands that are longer than a frame of a few of their elements.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub huge: bool,
    /// How it can lay arrays out, by the names of layouts; those that are not known may be among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<String>,
    /// What it says that it follows: profiles, families of them, titles of documents.
    #[serde(rename = "profile", serialize_with = "none_one_or_all")]
    pub claims: Vec<String>,
    /// How it is set up and called, a sentence each.
    pub configuration: Vec<String>,
}

/// `null`, a word, or a list: an adapter that claims one thing is understood by suites that know of no more.
fn none_one_or_all<S: Serializer>(claims: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    match claims {
        [] => serializer.serialize_none(),
        [one] => serializer.serialize_str(one),
        all => all.serialize(serializer),
    }
}

/// What an adapter did with one case; its tensors are named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub(crate) enum OutcomeMessage {
    Output {
        tensors: Vec<String>,
    },
    Rejected {
        message: String,
    },
    Unsupported {
        reason: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        issue: Option<String>,
    },
    Malformed {
        message: String,
    },
    Error {
        message: String,
    },
    Exhausted {
        message: String,
    },
}
