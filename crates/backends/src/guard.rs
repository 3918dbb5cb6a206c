//! The guard around foreign code: a panic becomes an outcome, with its message, and is not printed.
//!
//! What cannot be caught in this process (a segmentation fault, an overflowing stack, `abort`) is not: a backend that may do
//! these is to run in a process of its own.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use opconform_spec::{Case, Outcome};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `body`; the message of a panic, with its place, is the error.
///
/// What `body` holds on to across its panic must not be used again, or be fit for it. Panics of other threads are not
/// caught, and panics outside a guard are printed as ever.
pub fn guard<R>(body: impl FnOnce() -> R) -> Result<R, String> {
    install_hook();
    let outer = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    GUARDED.set(outer);
    // The payload is dropped under a guard of its own: dropping it may panic too.
    result.map_err(|payload| {
        let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(payload)));
        MESSAGE.take().unwrap_or_else(|| "panicked without a message".to_owned())
    })
}

/// Runs each case under a [`guard`]: a panic is the outcome of the case that caused it, and of no other.
pub fn run_each(cases: &[Case], run: impl Fn(&Case) -> Outcome) -> Vec<Outcome> {
    cases.iter().map(|case| guard(|| run(case)).unwrap_or_else(|how| Outcome::Crashed(how.into()))).collect()
}

/// Puts a hook before the one in place, once: it keeps the message on guarded threads, and passes on all others.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A thread that is going down has no locals left, and no guard either.
            if GUARDED.try_with(Cell::get).unwrap_or(false) {
                MESSAGE.set(Some(message(info)));
            } else {
                previous(info);
            }
        }));
    });
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let text = info.payload_as_str().unwrap_or("a value that is no text");
    // An error that was unwrapped brings its own backtrace, where the environment asks for one: it is not the same twice.
    let text = text.split("Stack backtrace").next().unwrap_or(text).trim_end();
    match info.location() {
        // The place without the folder in which the machine keeps its sources.
        Some(place) => {
            let file = place.file().rsplit_once("/src/").map_or(place.file(), |(_, file)| file);
            format!("panicked at {file}:{}: {text}", place.line())
        }
        None => format!("panicked: {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_its_message_and_place() {
        let error = guard(|| panic!("at {}", 7)).expect_err("a panic");
        assert!(error.starts_with("panicked at ") && error.ends_with(": at 7"), "{error}");
        assert!(!error.contains("crates"), "{error}");
        assert_eq!(guard(|| 3), Ok(3));
    }

    #[test]
    fn guards_nest_and_messages_do_not_leak() {
        let outer = guard(|| {
            let inner = guard(|| panic!("inner")).expect_err("a panic");
            assert!(inner.ends_with("inner"));
            panic!("outer")
        });
        assert!(outer.expect_err("a panic").ends_with("outer"));
        let silent = guard(|| panic::resume_unwind(Box::new(1)));
        assert_eq!(silent, Err("panicked without a message".to_owned()));
    }

    #[test]
    fn a_payload_that_panics_when_dropped_is_survived() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                assert!(std::thread::panicking(), "the bomb");
            }
        }
        assert!(guard(|| panic::panic_any(Bomb)).is_err());
    }
}
