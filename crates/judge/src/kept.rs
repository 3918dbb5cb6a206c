//! The report of a judgement on disk, where whoever runs the tests asks for it: a workflow shows it after them.

use std::path::Path;

use opconform_cases::file;
use opconform_report::{Format, Report, Staging, View, WriteError};
use opconform_spec::Case;

/// What the environment calls the folder, in which each report has one of its own.
pub(crate) const OUTPUT: &str = "OPCONFORM_OUTPUT";
/// The most characters of a name that become the name of a folder.
const LONGEST: usize = 64;

/// Writes the report of a maximum of this name, with the case of each finding, in the place of an older one.
pub(crate) fn keep(output: &Path, name: &str, mut report: Report, witnesses: &[Case]) -> Result<(), WriteError> {
    // It is to be read again.
    report.fit();
    let mut staging = Staging::create(&output.join(folder(name)))?;
    for format in Format::ALL {
        if let Some(name) = format.file_name() {
            staging.write(name, format.render(&report, &View::default()).as_bytes())?;
        }
    }
    for (finding, case) in report.findings.iter().zip(witnesses) {
        staging.write(&finding.witness.file, file::to_json(case).as_bytes())?;
    }
    staging.publish()
}

/// A name as that of a folder, which is not hidden.
fn folder(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = name.chars().map(plain).take(LONGEST).collect();
    if name.starts_with('.') { format!("-{name}") } else { name }
}
