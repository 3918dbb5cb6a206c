//! Threads for work that waits for other processes.

use rayon::ThreadPoolBuilder;

/// Does the work on the threads there are; where each of them `waits` for another process, on twice as many: beside each thread that waits
/// there is one that judges.
pub fn beside_waiting<R: Send>(waits: bool, work: impl FnOnce() -> R + Send) -> R {
    let pool = || ThreadPoolBuilder::new().num_threads(2 * rayon::current_num_threads()).build();
    match waits.then(pool) {
        Some(Ok(pool)) => pool.install(work),
        // Where the system refuses more threads, on those there are.
        _ => work(),
    }
}
