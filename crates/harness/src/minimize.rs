//! One case made as small as it can be while a backend still violates the same clauses on it.

use std::sync::atomic::AtomicBool;

use opconform_backends::Backend;
use opconform_spec::Case;

use crate::finding::Found;
use crate::fuzz::Fuzzer;
use crate::panel::Under;

/// The departures that a backend shows on a case, each shrunk on its own account: to the smallest case that still violates
/// the same clause on the same backend with the same symptom. None where it shows none.
pub fn minimize(backend: Box<dyn Backend>, case: &Case, under: &Under, stop: &AtomicBool) -> Vec<Found> {
    Fuzzer::new(vec![backend], under, stop).judge(case)
}
