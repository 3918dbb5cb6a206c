//! The adapter protocol: how the suite and a program that shows it an implementation talk over two pipes, and memory
//! that they share where they agree on it.
//!
//! `PROTOCOL.md` is the page that people write adapters from; here are both sides of it. Everything that comes from the
//! other side is taken for hostile: a length that is too long, a header that is no JSON, a tensor outside its frame or an
//! answer to another question is an error that says what was expected and found. All of it is bounded while it is read: what
//! is kept of a frame is never much more than the frame, and texts are cleaned and shortened here, once.

mod answer;
mod bounded;
mod frame;
mod header;
mod huge;
pub mod kits;
mod limits;
mod message;
mod packet;
pub mod serve;
mod shared;
pub mod suite;

pub use frame::{FRAME_LIMIT, FrameError, read_frame, read_frame_telling, write_frame};
pub use huge::Places;
pub use limits::{
    HEADER_LIMIT, LIST_LIMIT, NAME_LIMIT, OUTPUT_LIMIT, RANK_LIMIT, RESULT_LIMIT, TENSOR_LIMIT, TEXT_LIMIT, WORD_LIMIT,
};
pub use message::{Introduction, OperatorName, Started};
pub use packet::PacketError;
pub use shared::{Region, SharedError};

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;
