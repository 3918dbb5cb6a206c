//! What the fuzz targets share: decode, run on every backend chosen, judge, panic on a violation.
//!
//! What `corpus/expectations` names of a backend is no panic.
//!
//! `OPCONFORM_BACKENDS` names the backends, or planted faults, separated by commas; the kernels of this CPU when it is not set.
//! The bytes are decoded as `opconform_cases::fuzz` says, so that `opconform replay` and `opconform minimize` take an artifact
//! as it is.

pub mod import;
pub mod journal;
pub mod protocol;

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::Corpus;
use opconform_backends::{BACKENDS, Backend, Entry};
use opconform_cases::fuzz::Target;
use opconform_harness::fuzz::Fuzzer;
use opconform_harness::{Found, Known, Under};
use opconform_mutants::planted;
use opconform_spec::Case;

/// The backends that are tried unless others are named: those of our kernels.
const KERNELS: [&str; 4] = ["portable", "avx2", "avx512", "neon"];

/// Nothing interrupts the shrinking of what a target has found.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The expectations of every backend, a file each.
const EXPECTATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/expectations");

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new());
}

/// The backends under fire, and what is known of them.
struct Session {
    fuzzer: Fuzzer<'static>,
    known: Known,
}

impl Session {
    fn new() -> Self {
        let backends = backends();
        let names = backends.iter().map(|backend| backend.describe().name.as_str());
        let known = Known::read(Path::new(EXPECTATIONS), names).unwrap_or_else(|error| panic!("{error}"));
        Self { fuzzer: Fuzzer::new(backends, &Under::Claims, &NEVER), known }
    }

    /// The first departure that is new, and that no expectation names.
    fn unexpected(&mut self, case: &Case) -> Option<Found> {
        self.fuzzer.judge(case).into_iter().find(|found| !self.known.has(&found.finding))
    }
}

/// Runs the bytes on a target that tries operators. Panics on a departure that is neither expected nor seen before in this process.
pub fn operators(target: &str, data: &[u8]) -> Corpus {
    let target = Target::named(target).expect("a target of the table");
    let Some(case) = target.decode(data) else { return Corpus::Reject };
    if let Some(found) = SESSION.with_borrow_mut(|session| session.unexpected(&case)) {
        panic!("{}", report(&found));
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
        if let Some(fault) = planted(name) {
            return fault;
        }
        let entry = Entry::named(name).unwrap_or_else(|| {
            panic!(
                "OPCONFORM_BACKENDS names `{name}`, expected {} (tract needs --features tract), or a planted fault",
                known()
            )
        });
        entry.open().unwrap_or_else(|error| panic!("OPCONFORM_BACKENDS names `{name}`: {error}"))
    };
    names.split(',').map(open).collect()
}

fn report(Found { finding, case, .. }: &Found) -> String {
    let witness = &finding.witness;
    format!(
        "{} departs from {} ({}): {}; {}; shrunk to {}\n{}",
        finding.backend,
        finding.clause,
        finding.level,
        finding.symptom(),
        witness.symptom,
        witness.case,
        opconform_cases::file::to_json(case)
    )
}
