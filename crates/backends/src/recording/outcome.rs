//! An outcome as it is written down.

use std::time::Duration;

use opconform_spec::{Crash, Outcome};
use opconform_tensor::{DType, Tensor, TensorError};
use serde::{Deserialize, Serialize};

/// An outcome, in a form whose equality is that of bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum OutcomeText {
    Output(Vec<TensorText>),
    Rejected(String),
    Unsupported(String),
    Crashed(String),
    /// How, and what was last heard.
    CrashedSaying(String, String),
    TimedOut(Duration),
    Malformed(String),
}

/// A tensor: `bits` is the little-endian bytes of its elements in row-major order, two hexadecimal digits each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TensorText {
    dtype: DType,
    shape: Vec<usize>,
    bits: String,
}

/// Why a tensor cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TensorTextError {
    /// Not pairs of hexadecimal digits.
    #[error("bits that are not pairs of hexadecimal digits")]
    Bits,
    /// Not the bytes that the shape asks for.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}

impl OutcomeText {
    /// The bytes of the elements of all outputs, or of what is said instead.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Output(outputs) => outputs.iter().map(|output| output.bits.len() / 2).sum(),
            Self::Rejected(text) | Self::Unsupported(text) | Self::Crashed(text) | Self::Malformed(text) => text.len(),
            Self::CrashedSaying(how, heard) => how.len() + heard.len(),
            Self::TimedOut(_) => 0,
        }
    }

    pub(super) fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Output(outputs) => Self::Output(outputs.iter().map(TensorText::of).collect()),
            Outcome::Rejected(message) => Self::Rejected(message.clone()),
            Outcome::Unsupported(reason) => Self::Unsupported(reason.clone()),
            Outcome::Crashed(Crash { how, heard: None }) => Self::Crashed(how.clone()),
            Outcome::Crashed(Crash { how, heard: Some(heard) }) => Self::CrashedSaying(how.clone(), heard.clone()),
            Outcome::TimedOut(after) => Self::TimedOut(*after),
            Outcome::Malformed(why) => Self::Malformed(why.clone()),
        }
    }

    pub(super) fn outcome(&self) -> Result<Outcome, TensorTextError> {
        Ok(match self {
            Self::Output(outputs) => Outcome::Output(outputs.iter().map(TensorText::tensor).collect::<Result<_, _>>()?),
            Self::Rejected(message) => Outcome::Rejected(message.clone()),
            Self::Unsupported(reason) => Outcome::Unsupported(reason.clone()),
            Self::Crashed(how) => Outcome::Crashed(how.clone().into()),
            Self::CrashedSaying(how, heard) => Outcome::Crashed(Crash { how: how.clone(), heard: Some(heard.clone()) }),
            Self::TimedOut(after) => Outcome::TimedOut(*after),
            Self::Malformed(why) => Outcome::Malformed(why.clone()),
        })
    }
}

impl TensorText {
    fn of(tensor: &Tensor) -> Self {
        let bytes = tensor.to_le_bytes();
        let mut bits = String::with_capacity(2 * bytes.len());
        // Not by the formatter: the journal of a run writes tens of megabytes of these.
        let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
        for byte in bytes {
            bits.extend([digit(byte >> 4), digit(byte & 0xf)]);
        }
        Self { dtype: tensor.dtype(), shape: tensor.shape().to_vec(), bits }
    }

    fn tensor(&self) -> Result<Tensor, TensorTextError> {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (pairs, rest) = self.bits.as_bytes().as_chunks();
        let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? << 4 | digit(low)?) as u8);
        let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
        let bytes = bytes.filter(|_| rest.is_empty()).ok_or(TensorTextError::Bits)?;
        Ok(Tensor::from_le_bytes(self.dtype, &self.shape, &bytes)?)
    }
}
