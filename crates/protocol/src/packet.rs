//! What is in a frame: a message and tensors, as safetensors.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use opconform_tensor::{DType, Tensor};
use opconform_text::{line, visible};
use safetensors::tensor::{Dtype, Metadata, TensorInfo, View};
use serde::Deserialize as _;
use serde::de::value::{Error as ValueError, StrDeserializer};

use crate::header::{Header, KEY, Placed};
use crate::limits::{HEADER_LIMIT, TEXT_LIMIT};
use crate::shared::{Half, Region, SharedError};

/// Bytes of the header's length.
const LENGTH: usize = 8;

/// Why a frame is not what the protocol asks for.
#[derive(Debug, thiserror::Error)]
pub enum PacketError {
    /// Too short to be safetensors.
    #[error("a frame of {0} bytes, expected at least the 8 of a header's length")]
    Short(usize),
    /// The header is longer than it may be.
    #[error("a header of {0} bytes, expected at most {HEADER_LIMIT}")]
    HeaderTooLong(u64),
    /// The header does not fit into the frame.
    #[error("a header of {header} bytes in a frame that has {left} left for it")]
    HeaderTruncated {
        /// The length that is said.
        header: usize,
        /// The bytes there are.
        left: usize,
    },
    /// The header is no text.
    #[error("the header is not UTF-8")]
    Utf8(#[from] std::str::Utf8Error),
    /// The header is not what safetensors asks for.
    #[error("the header is not that of safetensors: {0}")]
    Header(String),
    /// The bytes after the header are not those that it speaks of.
    #[error("the header speaks of {expected} bytes of tensors, found {found}")]
    Data {
        /// The end of the last tensor.
        expected: usize,
        /// The bytes after the header.
        found: usize,
    },
    /// There is no message.
    #[error("the header has no `__metadata__` with the key `{KEY}`")]
    NoMessage,
    /// The message is not one that was expected here.
    #[error("expected the message `{expected}`: {found}")]
    Message {
        /// The type of the message that was expected.
        expected: &'static str,
        /// What is wrong with the one found.
        found: String,
    },
    /// The answer is to another request.
    #[error("an answer to request {found}, expected one to {expected}")]
    Sequence {
        /// The number of the request.
        expected: u64,
        /// The number in the answer.
        found: u64,
    },
    /// The batch has another number of cases.
    #[error("{found} outcomes for {expected} cases")]
    Count {
        /// Cases in the batch.
        expected: usize,
        /// Outcomes in the answer.
        found: usize,
    },
    /// No tensor of this name.
    #[error("there is no tensor `{0}`")]
    NoTensor(String),
    /// The tensor has a type that no operator here has.
    #[error("tensor `{name}` is of type {dtype}, which no operator takes")]
    Type {
        /// The name of the tensor.
        name: String,
        /// Its type, as safetensors spells it.
        dtype: Dtype,
    },
    /// What is said to lie in shared memory does not.
    #[error(transparent)]
    Shared(#[from] SharedError),
    /// A tensor lies further from a boundary than makes a difference.
    #[error("an offset of {0} elements, expected at most {limit}", limit = opconform_tensor::ALIGNMENT)]
    Offset(usize),
    /// A case is put in a way that is not known, or that it cannot be put in.
    #[error("the way `{0}` is not known, or no way to put this case")]
    Way(String),
    /// The outcomes name more than there is.
    #[error(
        "the outcomes name tensors again and again: expected at most {tensors}, of {bytes} bytes in all",
        tensors = crate::limits::TENSOR_LIMIT, bytes = crate::frame::FRAME_LIMIT
    )]
    Repeated,
    /// The results of a case are larger than any that are asked for.
    #[error("results of {0} bytes, expected at most {limit}", limit = crate::limits::RESULT_LIMIT)]
    Large(usize),
    /// What is to be sent does not fit into a frame.
    #[error("a batch of {0} bytes, expected at most {limit}", limit = crate::frame::FRAME_LIMIT)]
    TooLong(usize),
}

impl PacketError {
    pub(crate) fn header(why: &impl ToString) -> Self {
        Self::Header(line(&why.to_string(), TEXT_LIMIT))
    }

    /// What is wrong with a message; the words may be the other side's own, of any length.
    pub(crate) fn message(expected: &'static str, why: &impl ToString) -> Self {
        Self::Message { expected, found: line(&why.to_string(), TEXT_LIMIT) }
    }
}

/// A tensor on its way out.
pub(crate) struct Sent<'a> {
    dtype: Dtype,
    shape: Cow<'a, [usize]>,
    bytes: Cow<'a, [u8]>,
    /// How many bytes past a boundary they are to lie.
    past: usize,
}

impl<'a> Sent<'a> {
    pub(crate) fn tensor(tensor: &'a Tensor) -> Self {
        let past = tensor.offset() * tensor.dtype().size();
        Self { dtype: dtype_out(tensor.dtype()), shape: tensor.shape().into(), bytes: tensor.le_bytes(), past }
    }

    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self { dtype: Dtype::U8, shape: vec![bytes.len()].into(), bytes: bytes.into(), past: 0 }
    }
}

/// Writes into a half of shared memory, where there is any, what is long enough and has room there; where that lies, and what is left for
/// the frame.
pub(crate) fn place<'a>(
    region: Option<&Region>,
    half: Half,
    tensors: Vec<(String, Sent<'a>)>,
) -> (Placed, Vec<(String, Sent<'a>)>) {
    let mut placed = Placed::default();
    let Some(region) = region else { return (placed, tensors) };
    let (mut end, mut left) = (None, Vec::new());
    for (name, sent) in tensors {
        let Some(Range { start, end: behind }) = region.write(half, end, sent.past, &sent.bytes) else {
            left.push((name, sent));
            continue;
        };
        let info = TensorInfo { dtype: sent.dtype, shape: sent.shape.into_owned(), data_offsets: (start, behind) };
        placed.0.insert(name, info);
        end = Some(behind);
    }
    (placed, left)
}

impl View for Sent<'_> {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

/// A message and tensors as the bytes of a frame.
pub(crate) fn encode(
    message: &impl serde::Serialize,
    tensors: Vec<(String, Sent<'_>)>,
) -> Result<Vec<u8>, PacketError> {
    encode_text(serde_json::to_string(message).map_err(|error| PacketError::header(&error))?, tensors)
}

/// A message that is JSON already, and tensors, as the bytes of a frame.
pub(crate) fn encode_text(message: String, tensors: Vec<(String, Sent<'_>)>) -> Result<Vec<u8>, PacketError> {
    let metadata = [(KEY.to_owned(), message)].into_iter().collect();
    let bytes = safetensors::serialize(tensors, Some(metadata)).map_err(|error| PacketError::header(&error))?;
    let header = bytes.first_chunk::<LENGTH>().map_or(0, |length| u64::from_le_bytes(*length));
    if header > HEADER_LIMIT as u64 {
        Err(PacketError::HeaderTooLong(header))
    } else if bytes.len() as u64 > crate::frame::FRAME_LIMIT {
        Err(PacketError::TooLong(bytes.len()))
    } else {
        Ok(bytes)
    }
}

/// A frame that has been read: its message, and its tensors by name.
pub(crate) struct Packet<'a> {
    message: String,
    tensors: Metadata,
    data: &'a [u8],
    shared: Option<(&'a Region, Placed)>,
}

impl<'a> Packet<'a> {
    /// Reads the header of a frame. The tensors are read when they are asked for.
    pub(crate) fn decode(frame: &'a [u8]) -> Result<Self, PacketError> {
        let (length, rest) = frame.split_first_chunk::<LENGTH>().ok_or(PacketError::Short(frame.len()))?;
        let length = u64::from_le_bytes(*length);
        let header = usize::try_from(length).ok().filter(|&header| header <= HEADER_LIMIT);
        let header = header.ok_or(PacketError::HeaderTooLong(length))?;
        let (text, data) =
            rest.split_at_checked(header).ok_or(PacketError::HeaderTruncated { header, left: rest.len() })?;
        let Header { message, tensors } =
            serde_json::from_str(std::str::from_utf8(text)?).map_err(|error| PacketError::header(&error))?;
        // The offsets ascend without holes, so that all tensors are inside when the last one ends where the frame does.
        let expected = tensors.data_len();
        if expected != data.len() {
            return Err(PacketError::Data { expected, found: data.len() });
        }
        let message = message.ok_or(PacketError::NoMessage)?;
        Ok(Self { message, tensors, data, shared: None })
    }

    /// The message, if it is of the type that is expected here.
    pub(crate) fn message<'m, M: serde::Deserialize<'m>>(&'m self, expected: &'static str) -> Result<M, PacketError> {
        serde_json::from_str(&self.message).map_err(|error| PacketError::message(expected, &error))
    }

    /// Takes tensors for its own that its message says lie in a half of shared memory.
    pub(crate) fn share(&mut self, region: Option<&'a Region>, half: Half, placed: Placed) -> Result<(), SharedError> {
        if placed.is_empty() {
            return Ok(());
        }
        let region = region.ok_or(SharedError::NotAgreed)?;
        region.check(half, &placed)?;
        match placed.0.keys().find(|name| self.tensors.info(name).is_some()) {
            Some(name) => Err(SharedError::Twice(visible(name))),
            None => {
                self.shared = Some((region, placed));
                Ok(())
            }
        }
    }

    /// What is said of a tensor, and the memory that it lies in where that is shared.
    fn info(&self, name: &str) -> Option<(&TensorInfo, Option<&Region>)> {
        let in_frame = self.tensors.info(name).map(|info| (info, None));
        in_frame.or_else(|| {
            let (region, placed) = self.shared.as_ref()?;
            Some((placed.0.get(name)?, Some(*region)))
        })
    }

    /// The bytes that a tensor has.
    pub(crate) fn size(&self, name: &str) -> usize {
        self.info(name).map_or(0, |(info, _)| info.data_offsets.1 - info.data_offsets.0)
    }

    /// The tensor of this name.
    pub(crate) fn tensor(&self, name: &str) -> Result<Tensor, PacketError> {
        let missing = || PacketError::NoTensor(visible(name));
        let (info, region) = self.info(name).ok_or_else(missing)?;
        let dtype = dtype_in(info.dtype).ok_or_else(|| PacketError::Type { name: visible(name), dtype: info.dtype })?;
        let tensor = match region {
            Some(region) => region.tensor(dtype, info),
            None => {
                let bytes = self.data.get(info.data_offsets.0..info.data_offsets.1).ok_or_else(missing)?;
                Tensor::from_le_bytes(dtype, &info.shape, bytes)
            }
        };
        tensor.map_err(|error| PacketError::header(&format_args!("tensor `{name}`: {error}")))
    }
}

/// safetensors' types, each in the place of ours of its name.
static TYPES: LazyLock<[Dtype; DType::ALL.len()]> = LazyLock::new(|| {
    let named = |name: &'static str| Dtype::deserialize(StrDeserializer::<ValueError>::new(name));
    DType::ALL.map(|dtype| named(dtype.frame()).expect("a type of safetensors"))
});

fn dtype_out(dtype: DType) -> Dtype {
    TYPES[dtype as usize]
}

fn dtype_in(dtype: Dtype) -> Option<DType> {
    DType::ALL.into_iter().find(|&ours| dtype_out(ours) == dtype)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_name_of_safetensors() {
        for ours in DType::ALL {
            let theirs = dtype_out(ours);
            assert_eq!((theirs.to_string().as_str(), theirs.bitsize()), (ours.frame(), ours.bits() as usize));
            assert_eq!(dtype_in(theirs), Some(ours));
        }
        assert_eq!([dtype_out(DType::F8E4m3fn), dtype_out(DType::Bool)], [Dtype::F8_E4M3, Dtype::BOOL]);
    }

    #[test]
    fn the_protocol_and_the_kit_for_c_name_every_type() {
        let (page, c) = (include_str!("../PROTOCOL.md"), include_str!("../kits/c/opconform.h"));
        let row = |title: &str, name: fn(DType) -> &'static str| {
            format!("| {title} | {} |", DType::ALL.map(name).join(" | "))
        };
        assert!(page.contains(&row("element type", DType::name)) && page.contains(&row("in the header", DType::frame)));
        for dtype in DType::ALL {
            let (name, frame) = (dtype.name(), dtype.frame());
            assert!(c.contains(&format!(" each({name}, {frame}, ")), "{name}");
        }
    }
}
