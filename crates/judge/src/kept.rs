//! The report of a judgement on disk, where whoever runs the tests asks for it: a workflow shows it after them.

use std::path::Path;

use opconform_cases::file;
use opconform_harness::Expectations;
use opconform_report::{Report, Staging, WriteError};
use opconform_spec::Case;

/// What the environment calls the folder, in which each report has one of its own.
pub(crate) const OUTPUT: &str = "OPCONFORM_OUTPUT";

/// Writes the report of a maximum of this name, with the case of each finding, in the place of an older one.
pub(crate) fn keep(output: &Path, name: &str, mut report: Report, witnesses: &[Case]) -> Result<(), WriteError> {
    // It is to be read again.
    report.fit();
    let mut staging = Staging::create(&output.join(folder(name)))?;
    staging.write_report(&report)?;
    for (finding, case) in report.findings.iter().zip(witnesses) {
        staging.write(&finding.witness.file, file::to_json(case).as_bytes())?;
    }
    staging.publish()
}

/// A name as that of a folder, which is not hidden: that of the file of what is known, by which the action finds that.
fn folder(name: &str) -> String {
    let name = Expectations::plain_name(name);
    if name.starts_with('.') { format!("-{name}") } else { name }
}
