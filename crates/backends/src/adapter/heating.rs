//! Asking the children of an adapter until they are hot: until a just-in-time compiler has compiled what it is going to compile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use opconform_spec::Case;

/// How often a child is asked for the same so that it is hot: .NET counts thirty calls, compiles, counts again, and compiles better.
const ROUNDS: u32 = 5;
/// Between two rounds: a compiler begins when nothing new has been called for a tenth of a second.
const PAUSE: Duration = Duration::from_millis(150);
/// Cases that are asked for at a time meanwhile.
const HEATED: usize = 64;
/// After this time no more is asked: what is that slow is not waiting to be compiled.
const HEATING: Duration = Duration::from_secs(2);

/// Has `children` children asked for these cases, again and again; `ask` says whether a batch was answered.
pub(super) fn heat(children: usize, ask: &(dyn Fn(&[Case]) -> bool + Sync), cases: &[Case]) {
    let began = Instant::now();
    // Whatever goes wrong does so again where it is judged.
    let goes_wrong = AtomicBool::new(false);
    let goes_on = || began.elapsed() < HEATING && !goes_wrong.load(Ordering::Relaxed);
    let ask_all = || {
        for batch in cases.chunks(HEATED).take_while(|_| goes_on()) {
            goes_wrong.fetch_or(!ask(batch), Ordering::Relaxed);
        }
    };
    for _ in 0..ROUNDS {
        // All of them at once: then each of the children has its share. Where the system refuses a thread, one after the other.
        thread::scope(|scope| {
            for _ in 0..children {
                if thread::Builder::new().spawn_scoped(scope, ask_all).is_err() {
                    ask_all();
                }
            }
        });
        if !goes_on() {
            break;
        }
        thread::sleep(PAUSE);
    }
}
