//! Ctrl-C and SIGTERM. As long as there is nothing to keep, the first ends the program at once; then the first asks the
//! command to stop and to write what it has, and the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use anyhow::Context as _;

use crate::output;

/// What the first interrupt sets.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether the command stops by itself.
static STOPS: AtomicBool = AtomicBool::new(false);
/// Whether the command has something to keep.
static KEEPS: AtomicBool = AtomicBool::new(false);
/// Whether interrupts are listened for.
static LISTENS: Mutex<bool> = Mutex::new(false);

/// The flag that the first interrupt sets, for whoever waits: it is never set where nobody [listens](flag).
pub(crate) fn stop() -> Arc<AtomicBool> {
    Arc::clone(&STOP)
}

/// From here on an interrupt ends the program at once, with its own exit code: there is nothing to keep.
pub(crate) fn at_once() -> anyhow::Result<()> {
    let mut listens = LISTENS.lock().unwrap_or_else(PoisonError::into_inner);
    if !*listens {
        ctrlc::set_handler(interrupted).context("cannot listen for Ctrl-C")?;
        *listens = true;
    }
    Ok(())
}

/// From here on the first interrupt sets the flag that is returned, and there is something to keep.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    KEEPS.store(true, Ordering::Relaxed);
    for_nothing()
}

/// From here on the first interrupt sets the flag that is returned; of what is half done nothing is kept.
pub(crate) fn for_nothing() -> anyhow::Result<Arc<AtomicBool>> {
    at_once()?;
    STOPS.store(true, Ordering::Relaxed);
    Ok(stop())
}

fn interrupted() {
    let is_first = !STOP.swap(true, Ordering::Relaxed);
    match (STOPS.load(Ordering::Relaxed), KEEPS.load(Ordering::Relaxed)) {
        (false, _) => output::remark("interrupted before there was anything to keep: nothing is written"),
        (true, true) if is_first => {
            return output::remark("interrupted: writing what there is; another interrupt ends this at once");
        }
        (true, false) if is_first => {
            return output::remark("interrupted: nothing is written; another interrupt ends this at once");
        }
        _ => {}
    }
    opconform_files::remove_unfinished();
    std::process::exit(130);
}
