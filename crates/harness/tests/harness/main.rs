//! Runs of the harness on backends with one planted fault each: it is found, told apart and shrunk to its own end; and a
//! right backend is found right.

mod backend;
mod bisect;
mod capricious;
mod causes;
mod changed;
mod corpus;
mod faults;
mod fingerprint;
mod huge;
mod innocent;
mod offenders;
mod offers;
mod places;
mod whole;

mod carried;
mod claims;
mod elementwise;
mod enumerate;
mod journal;
mod qualify;
mod record;
mod reductions;
mod relations;
mod reproducible;
mod right;
mod rungs;
mod shards;
mod steady;
mod told;
mod unusual;
mod waivers;

use std::sync::atomic::AtomicBool;

use opconform_backends::Backend;
use opconform_cases::Settings;
use opconform_harness::{Completed, Plan};
use opconform_report::Finding;
use opconform_spec::Case;

use backend::Planted;

/// The cases of the suite that are kept.
fn cases(seed: u64, random_cases: usize, keep: impl Fn(&Case) -> bool) -> Vec<Case> {
    let mut cases = opconform_cases::all(&Settings { seed, random_cases, ..Settings::default() });
    cases.retain(keep);
    cases
}

/// Everything that can be judged of these backends on these cases.
fn plan(cases: Vec<Case>, backends: Vec<Planted>) -> Plan {
    let backends = backends.into_iter().map(|backend| Box::new(backend) as Box<dyn Backend>).collect();
    Plan { strict: true, ..Plan::new(cases, backends) }
}

/// Runs a plan to its end.
fn run(plan: &Plan) -> Completed {
    opconform_harness::run(plan, &|_, _, _| {}, &AtomicBool::new(false))
}

/// The findings on a backend under a clause, with the case that shows each.
fn found<'r>(completed: &'r Completed, backend: &str, clause: &str) -> Vec<(&'r Finding, &'r Case)> {
    let findings = completed.report.findings.iter().zip(&completed.witnesses);
    findings.filter(|(finding, _)| finding.backend == backend && finding.clause == clause).collect()
}
