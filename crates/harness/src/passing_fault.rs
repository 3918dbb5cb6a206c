//! Faults that went by, as a report has them.

use opconform_backends::Backend;
use opconform_report::PassingFault;

/// The faults of a backend in calls that it answered when they were made again, so far.
pub fn passing_faults(backend: &dyn Backend) -> Vec<PassingFault> {
    let as_reported = |fault: opconform_backends::PassingFault| {
        let opconform_backends::PassingFault { what, calls, cases, first } = fault;
        PassingFault { what, calls, cases: cases as u64, first }
    };
    backend.passing_faults().into_iter().map(as_reported).collect()
}
