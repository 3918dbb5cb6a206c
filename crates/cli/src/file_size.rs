//! The limit on a file's size that a shell may set (`ulimit -f`): the write that meets it fails, and says so.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGXFSZ;

/// Turns the signal that would end this program into the error of the write. What this program starts is left as it is.
pub(crate) fn limit_is_an_error() -> std::io::Result<()> {
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}
