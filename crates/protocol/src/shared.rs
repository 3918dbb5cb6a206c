//! Memory that both sides have beside their pipes: tensors may lie in it, and a frame then says where.
//!
//! The suite makes it, one for each child, and seals its size, so that no access to it can fail. A tensor is copied once, and only the copy is
//! looked at: what the other side does to the memory meanwhile is never seen twice.

use std::io;
use std::ops::Range;

use opconform_tensor::{ALIGNMENT, DType, Tensor, TensorError};
use opconform_text::visible;
use safetensors::tensor::TensorInfo;
use serde::{Deserialize, Serialize};

use crate::header::Placed;

#[cfg_attr(target_os = "linux", path = "shared/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "shared/elsewhere.rs")]
mod memory;

use memory::Memory;

/// The bytes for operands, and as many behind them for results: room for the calls that an enumeration asks for at a time.
const HALF: usize = 8 << 20;
/// Tensors of fewer bytes stay in their frame: there they cost less than a call of the system.
const LEAST: usize = 4 << 10;
/// Zeros before and behind each tensor.
const AROUND: [u8; 1 << 10] = [0; 1 << 10];

/// Memory that is offered to one child, or that it has agreed to share.
#[derive(Debug)]
pub struct Region {
    memory: Memory,
    bytes: usize,
}

/// What is said of the memory where it is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    descriptor: i32,
    bytes: usize,
}

/// Who writes to a half of the memory, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// The suite, operands: the first half.
    Operands,
    /// The adapter, results.
    Results,
}

/// Why what is said to lie in shared memory does not.
#[derive(Debug, thiserror::Error)]
pub enum SharedError {
    /// There is no such memory for this conversation.
    #[error("it speaks of shared memory, on which there was no agreement")]
    NotAgreed,
    /// A tensor lies where none may.
    #[error("tensor `{name}` lies at bytes {begin} to {end} of the shared memory, expected within {} to {}", .within.start, .within.end)]
    Outside {
        /// The name of the tensor.
        name: String,
        /// Where it is said to begin.
        begin: usize,
        /// Where it is said to end.
        end: usize,
        /// Where it may lie.
        within: Range<usize>,
    },
    /// Two tensors have bytes in common.
    #[error("tensors `{0}` and `{1}` overlap in the shared memory")]
    Overlap(String, String),
    /// A tensor is in two places.
    #[error("tensor `{0}` is in the frame and in the shared memory")]
    Twice(String),
}

impl Region {
    /// Memory for a child that is to be started; `None` where the system has none that is sealed.
    pub fn new() -> Option<Self> {
        let bytes = 2 * HALF;
        Memory::new(bytes).ok().map(|memory| Self { memory, bytes })
    }

    /// Memory that was offered to this process; `None` where it has not come to it.
    pub(crate) fn open(offer: Offer) -> Option<Self> {
        let memory = Memory::open(offer.descriptor, offer.bytes).ok()?;
        Some(Self { memory, bytes: offer.bytes })
    }

    pub(crate) fn offer(&self) -> Offer {
        Offer { descriptor: self.memory.descriptor(), bytes: self.bytes }
    }

    /// Starts the one process that is to have the memory. No other that is started so has it.
    pub fn inherited<R>(&self, start: impl FnOnce() -> io::Result<R>) -> io::Result<R> {
        self.memory.inherited(start)
    }

    fn within(&self, half: Half) -> Range<usize> {
        match half {
            Half::Operands => 0..self.bytes / 2,
            Half::Results => self.bytes / 2..self.bytes,
        }
    }

    /// Writes the bytes of a long tensor behind what ends at `end`, so many bytes `past` a boundary, with zeros around them: where they
    /// lie. `None` where they are to stay in the frame.
    pub(crate) fn write(&self, half: Half, end: Option<usize>, past: usize, bytes: &[u8]) -> Option<Range<usize>> {
        let within = self.within(half);
        let boundary = end.map_or(within.start, |end| (end + ALIGNMENT).next_multiple_of(ALIGNMENT));
        let begin = boundary + ALIGNMENT + past;
        let place = begin..begin + bytes.len();
        let before = AROUND.get(..ALIGNMENT + past)?;
        if bytes.len() < LEAST || within.end < place.end + ALIGNMENT {
            return None;
        }
        self.memory.write(boundary, before);
        self.memory.write(place.start, bytes);
        self.memory.write(place.end, &AROUND[..ALIGNMENT]);
        Some(place)
    }

    /// A tensor that has been found to lie within a half.
    pub(crate) fn tensor(&self, dtype: DType, info: &TensorInfo) -> Result<Tensor, TensorError> {
        let (begin, end) = info.data_offsets;
        Tensor::filled(dtype, &info.shape, end - begin, |room| self.memory.read(begin, room))
    }

    /// Whether tensors lie in a half, each by itself.
    pub(crate) fn check(&self, half: Half, placed: &Placed) -> Result<(), SharedError> {
        let within = self.within(half);
        let mut last: Option<(&String, usize)> = None;
        for (name, info) in placed.ascending() {
            let (begin, end) = info.data_offsets;
            if begin < within.start || end < begin || within.end < end {
                return Err(SharedError::Outside { name: visible(name), begin, end, within });
            }
            if let Some((other, _)) = last.filter(|(_, until)| begin < *until) {
                return Err(SharedError::Overlap(visible(other), visible(name)));
            }
            last = Some((name, end));
        }
        Ok(())
    }
}
