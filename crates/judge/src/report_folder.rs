//! The report of a judgement on disk, where whoever runs the tests asks for it: a workflow shows it after them.

use std::collections::HashMap;
use std::env;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use opconform_cases::file;
use opconform_harness::WaiverFile;
use opconform_report::{Report, Staging, WriteError};
use opconform_spec::Case;

/// What the environment calls the folder, in which each report has one of its own.
pub(crate) const OUTPUT: &str = "OPCONFORM_OUTPUT";

/// Writes the report of a maximum of this name, with the case of each finding, in the place of an older one.
pub(crate) fn write(output: &Path, name: &str, mut report: Report, witnesses: &[Case]) -> Result<(), WriteError> {
    // It is to be read again.
    report.fit();
    let mut staging = Staging::create(&output.join(folder(name)))?;
    staging.write_report(&report)?;
    for (finding, case) in report.findings.iter().zip(witnesses) {
        staging.write(&finding.witness.file, file::to_json(case).as_bytes())?;
    }
    staging.publish()
}

/// The folder of a maximum of this name, which is not hidden: `NAME+PROGRAM`, by the name of the file of what is known, by which the
/// action finds that, and by the program of the tests; `NAME+PROGRAM+2` of the second of a name in a program.
fn folder(name: &str) -> String {
    static KEPT: LazyLock<Mutex<HashMap<String, usize>>> = LazyLock::new(Mutex::default);
    let name = WaiverFile::plain_name(name);
    let hidden = if name.starts_with('.') { "-" } else { "" };
    let folder = format!("{hidden}{name}+{}", program());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let number = kept.entry(folder.clone()).or_default();
    *number += 1;
    if *number == 1 { folder } else { format!("{folder}+{number}") }
}

/// The program that the tests are compiled to, without the hash by which cargo tells builds of it apart.
fn program() -> String {
    let path = env::current_exe().unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let own = match stem.rsplit_once('-') {
        Some((own, hash)) if hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()) => own,
        _ => &stem,
    };
    WaiverFile::plain_name(own)
}
