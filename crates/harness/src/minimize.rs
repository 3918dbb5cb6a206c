//! One case made as small as it can be while a backend still violates the same clauses on it.

use std::sync::atomic::AtomicBool;

use opconform_backends::Backend;
use opconform_spec::{Case, Claim};

use crate::describe::Found;
use crate::fuzz::Fuzzer;
use crate::panel::Under;

/// The departures that a backend shows on a case, each shrunk on its own account: to the smallest case that still violates
/// the same clause on the same backend with the same symptom. It is judged by what it claims, or by the claims of `against`, where there
/// are any. None where it shows none.
pub fn minimize(
    backend: Box<dyn Backend>,
    case: &Case,
    under: &Under,
    against: &[Claim],
    stop: &AtomicBool,
) -> Vec<Found> {
    Fuzzer::against(vec![backend], under, against, stop).judge(case)
}
