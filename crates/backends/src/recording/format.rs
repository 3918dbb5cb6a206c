//! The formats of files of answers, as their first lines name them.

/// The format of a recording.
pub(super) const ONE: &str = "opconform-recording-1";
/// The format of a pack.
pub(super) const PACK: &str = "opconform-recordings-1";
