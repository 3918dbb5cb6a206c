//! The caches of this machine, and which calls are too large for them.

use std::sync::OnceLock;

/// The bytes from which on a call's output is written past the caches of a machine that says nothing of its own: three quarters of 32 MiB.
const USUAL: usize = 24 << 20;
/// The most that is written through any caches: the largest are shared by dozens of processors, and one has a part of them.
const MOST: usize = 144 << 20;

/// The bytes that the smallest call moves whose output is written past the caches of this machine, read once: what the last of them can
/// hold, operands and output together, is read from there afterwards.
pub fn streams_from() -> usize {
    static FROM: OnceLock<usize> = OnceLock::new();
    *FROM.get_or_init(|| last_level().map_or(USUAL, |bytes| (bytes / 4 * 3).min(MOST)))
}

/// The bytes of the last cache before the memory, where the processor tells.
#[cfg(target_arch = "x86_64")]
fn last_level() -> Option<usize> {
    let caches = raw_cpuid::CpuId::new().get_cache_parameters()?;
    let last = caches.max_by_key(raw_cpuid::CacheParameter::level)?;
    let ways = last.associativity() * last.physical_line_partitions() * last.coherency_line_size();
    Some(ways * last.sets()).filter(|&bytes| last.level() > 1 && bytes > 0)
}

/// Nothing: other processors tell the operating system alone.
#[cfg(not(target_arch = "x86_64"))]
fn last_level() -> Option<usize> {
    None
}
