//! How long the own calls of what is judged take: a library's function alone, without what brings operands to it and its result away.
//!
//! The time is summed up for the whole process, children included, since a backend may lie in any number of wrappers; who wants that of
//! one backend asks before and after, and lets no other backend work meanwhile.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The nanoseconds so far.
static SUM: AtomicU64 = AtomicU64::new(0);

/// Calls an implementation, and counts how long the call took.
pub(crate) fn timed<R>(call: impl FnOnce() -> R) -> R {
    let began = Instant::now();
    let result = call();
    add(began.elapsed());
    result
}

/// Counts calls that took so long elsewhere.
pub(crate) fn add(took: Duration) {
    SUM.fetch_add(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// How long the own calls of all backends took so far, in this process and, where adapters tell, in others: where several are made at
/// once, more than time has passed.
pub fn own_time() -> Duration {
    Duration::from_nanos(SUM.load(Ordering::Relaxed))
}
