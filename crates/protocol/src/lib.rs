//! The adapter protocol: how the suite and a program that shows it an implementation talk over two pipes.
//!
//! `PROTOCOL.md` is the page that people write adapters from; here are both sides of it. Everything that comes from the
//! other side is taken for hostile: a length that is too long, a header that is no JSON, a tensor outside its frame or an
//! answer to another question is an error that says what was expected and found, and takes memory in proportion to the
//! bytes that did arrive.

mod frame;
mod message;
mod packet;
pub mod serve;
pub mod suite;

pub use frame::{FRAME_LIMIT, FrameError, read_frame, write_frame};
pub use message::{Introduction, OperatorName, Started};
pub use packet::{HEADER_LIMIT, PacketError};

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;
