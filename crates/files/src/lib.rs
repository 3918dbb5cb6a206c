//! Files as people name them on a command line: the one place where the project opens them.
//!
//! Only regular files are opened: a pipe blocks for ever, and a device has no end. Reading is [bounded](read()) by the reader's own
//! limit, so that no file takes more memory than its reader said. Writing either [takes the place](replace) of an older file
//! once it is complete, or fails before [the work](Unfinished) whose result it is to hold.

mod digest;
mod kind;
mod read;
mod write;

pub use digest::{sha256, sha256_of};
pub use read::{ReadError, open, read, read_text};
pub use write::{Unfinished, WriteError, append, remove_unfinished, replace, update, write};
