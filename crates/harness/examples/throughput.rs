//! How many small cases one core decodes, runs on two backends and judges in a second, as a fuzz target does.
//!
//! ```text
//! cargo run --release -p opconform-harness --example throughput [portable,avx2 [SECONDS]]
//! ```
//!
//! Seconds are those that the one thread spends on a core: other work on the machine does not count. Where the system does not
//! tell them (anywhere but on Linux) they are those of the clock.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use opconform_backends::{Backend, Entry};
use opconform_cases::fuzz::{TARGETS, Target};
use opconform_cases::random;
use opconform_harness::Under;
use opconform_harness::fuzz::Fuzzer;

/// Elements that the inputs of a small case have together, at most.
const SMALL: usize = 16;

/// Cases that are tried over and over.
const CASES: usize = 2048;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let names = arguments.next().unwrap_or_else(|| "portable,avx2".to_owned());
    let seconds = arguments.next().map_or(Ok(3), |seconds| seconds.parse().map_err(|error| format!("{error}")))?;
    for target in &TARGETS {
        let inputs = small_cases(target);
        let rate = measure(backends(&names)?, target, &inputs, Duration::from_secs(seconds))?;
        println!("{:<14} {rate:>8.0} cases a second of at most {SMALL} elements, on {names}", target.name);
    }
    Ok(())
}

fn backends(names: &str) -> Result<Vec<Box<dyn Backend>>, String> {
    let open = |name: &str| {
        let entry = Entry::named(name).ok_or_else(|| format!("no backend `{name}`"))?;
        entry.open().map_err(|error| error.to_string())
    };
    names.split(',').map(open).collect()
}

/// The bytes of small cases.
fn small_cases(target: &Target) -> Vec<Vec<u8>> {
    let operators = target.operators();
    let cases = (0..).map(|number| random(operators, 0, number));
    let small = cases.filter(|case| case.elements() <= SMALL);
    small.filter_map(|case| target.encode(&case)).take(CASES).collect()
}

fn measure(
    backends: Vec<Box<dyn Backend>>,
    target: &Target,
    inputs: &[Vec<u8>],
    time: Duration,
) -> Result<f64, String> {
    let never = AtomicBool::new(false);
    let mut fuzzer = Fuzzer::new(backends, &Under::Claims, &never);
    let start = on_a_core();
    while on_a_core().saturating_sub(start) < time {
        for bytes in inputs {
            let case = target.decode(bytes).ok_or("a case cut short")?;
            if let Some(found) = fuzzer.judge(&case).first() {
                let (finding, witness) = (&found.finding, &found.finding.witness);
                let (backend, clause, symptom) = (&finding.backend, &finding.clause, &witness.symptom);
                return Err(format!("{backend} departs from {clause} on {}: {symptom}", case.id()));
            }
        }
    }
    Ok(fuzzer.judged() as f64 / on_a_core().saturating_sub(start).as_secs_f64())
}

/// How long this thread has been on a core.
fn on_a_core() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The first number is nanoseconds on a processor.
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}
