//! How fast the suite asks backends, and how long it takes over each in all: one thread, every case of the default suite.
//!
//! ```text
//! cargo run --release -p opconform-cli --example suite BACKEND…
//! ```
//!
//! Printed is a line for each backend, with tabs between its name, its version, the cases that it answers, the elements of their
//! results, the seconds that asking takes, and those of the whole run: asked, judged, shrunk and made a report of.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use opconform_backends::{Backend, Entry};
use opconform_cases::{Settings, all};
use opconform_harness::{Plan, run_on_one_thread};
use opconform_spec::{Case, Outcome};

/// Cases that are asked at a time, as in a run.
const BATCH: usize = 64;

fn main() -> Result<(), String> {
    let cases = all(&Settings::default());
    for name in std::env::args().skip(1) {
        let backend = open(&name)?;
        let offered: Vec<Case> =
            cases.iter().filter(|case| backend.describe().lacks(case).is_none()).cloned().collect();
        let start = Instant::now();
        let outcomes: Vec<Outcome> = offered.chunks(BATCH).flat_map(|batch| backend.run(batch)).collect();
        let asking = start.elapsed();
        let results: Vec<usize> = outcomes.iter().filter_map(elements).collect();
        let version = backend.describe().version.clone();
        drop(backend);
        let plan = Plan::new(cases.clone(), vec![open(&name)?]);
        let start = Instant::now();
        drop(run_on_one_thread(&plan, &AtomicBool::new(false)));
        let (asking, whole) = (asking.as_secs_f64(), start.elapsed().as_secs_f64());
        println!("{name}\t{version}\t{}\t{}\t{asking}\t{whole}", results.len(), results.iter().sum::<usize>());
    }
    Ok(())
}

fn open(name: &str) -> Result<Box<dyn Backend>, String> {
    let entry = Entry::named(name).ok_or_else(|| format!("no backend `{name}`"))?;
    entry.open().map_err(|error| error.to_string())
}

/// The elements of a result, where there is one.
fn elements(outcome: &Outcome) -> Option<usize> {
    let Outcome::Output(outputs) = outcome else { return None };
    Some(outputs.iter().map(opconform_tensor::Tensor::len).sum())
}
