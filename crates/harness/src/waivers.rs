//! What is known of a backend, and why it is accepted: the waivers of `corpus/expectations/<backend>.toml`.
//!
//! A waiver speaks of findings, by clause, element type, operator and what was observed, and so of no seed and no random
//! case. A finding belongs to the first waiver that matches it. Classes say little of plain values, such as two integers: of
//! those a waiver names the very operands. How much its findings may cover is bounded. Whatever is not as the file says is a
//! [`Problem`], a line that names the place to change.

mod check;
mod extent;
mod file;
mod glob;
mod known;
mod update;
mod waiver;
mod waiver_file;

pub use self::check::{Check, Coverage, Problem};
pub use self::glob::Glob;
pub use self::known::Known;
pub use self::update::{Acceptance, UpdateError};
pub use self::waiver::Waiver;
pub use self::waiver_file::{WaiverFile, WaiverFileError};
