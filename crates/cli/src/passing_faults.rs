//! What commands that write no report say of calls that failed at first.

use opconform_backends::Backend;

use crate::output;

/// Says of calls to these backends that failed, and were answered when they were made again, which they were.
pub(crate) fn tell<'a>(backends: impl IntoIterator<Item = &'a dyn Backend>) {
    for backend in backends {
        for fault in opconform_harness::passing_faults(backend) {
            let name = &backend.describe().name;
            output::remark(&format!("{name} failed at calls that it answered when they were made again: {fault}"));
        }
    }
}
