//! What keeps a violation from being the smallest.

use std::sync::atomic::{AtomicBool, Ordering};

/// Why shrinking did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CutShort {
    /// The run was interrupted.
    Interrupted,
    /// The runs that one finding may cost were spent.
    Spent,
}

impl CutShort {
    /// The interrupt, where `stop` is set.
    pub(crate) fn by(stop: &AtomicBool) -> Option<Self> {
        stop.load(Ordering::Relaxed).then_some(Self::Interrupted)
    }
}
