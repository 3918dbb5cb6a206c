//! What the fuzz targets share: decode, run on every backend chosen, judge, panic on a violation.
//!
//! `OPCONFORM_BACKENDS` names the backends, separated by commas; the kernels of this CPU when it is not set. The bytes are
//! decoded as `opconform_cases::fuzz` says, so that `opconform replay` and `opconform minimize` take an artifact as it is.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::Corpus;
use opconform_backends::{BACKENDS, Backend, Entry};
use opconform_cases::fuzz::Target;
use opconform_harness::fuzz::{Departure, Fuzzer};
use opconform_spec::PROFILES;

/// The backends that are tried unless others are named: those of our kernels.
const KERNELS: [&str; 4] = ["portable", "avx2", "avx512", "neon"];

/// Nothing interrupts the shrinking of what a target has found.
static NEVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    static SESSION: RefCell<Fuzzer<'static>> = RefCell::new(Fuzzer::new(backends(), PROFILES, &NEVER));
}

/// Runs the bytes on a target that tries operators. Panics on a departure that this process has not seen before.
pub fn operators(target: &str, data: &[u8]) -> Corpus {
    let target = Target::named(target).expect("a target of the table");
    let Some(case) = target.decode(data) else { return Corpus::Reject };
    let departures = SESSION.with_borrow_mut(|session| session.judge(&case));
    if let Some(departure) = departures.first() {
        panic!("{}", report(departure));
    }
    Corpus::Keep
}

/// The backends that the environment names, or else the kernels that can run here.
fn backends() -> Vec<Box<dyn Backend>> {
    let Ok(names) = std::env::var("OPCONFORM_BACKENDS") else {
        return KERNELS.iter().filter_map(|name| Entry::named(name)?.open().ok()).collect();
    };
    let open = |name: &str| {
        let known = || BACKENDS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        let entry = Entry::named(name).unwrap_or_else(|| {
            panic!("OPCONFORM_BACKENDS names `{name}`, expected {} (tract needs --features tract)", known())
        });
        entry.open().unwrap_or_else(|error| panic!("OPCONFORM_BACKENDS names `{name}`: {error}"))
    };
    names.split(',').map(open).collect()
}

fn report(Departure { finding, case }: &Departure) -> String {
    let (witness, operands) = (&finding.witness, &finding.operands);
    format!(
        "{} departs from {} ({}): {} → {}; {}; shrunk to {}\n{}",
        finding.backend,
        finding.clause,
        finding.level,
        operands.join(", "),
        finding.result.as_deref().unwrap_or("no result"),
        witness.symptom,
        witness.case,
        opconform_cases::file::to_json(case)
    )
}
