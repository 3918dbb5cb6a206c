//! A finished report, read again.

use std::path::Path;

use anyhow::Context as _;
use opconform_report::Report;

/// The report in a folder, or in a file of its own.
pub(crate) fn read(path: &Path) -> anyhow::Result<Report> {
    let file = if path.is_dir() { path.join("report.json") } else { path.to_owned() };
    let name = file.display();
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read {name}: name the folder of a report, or its report.json"))?;
    opconform_report::read(&text).with_context(|| format!("{name} is no report that can be used"))
}
