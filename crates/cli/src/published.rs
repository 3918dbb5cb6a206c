//! A finished report, read again.

use std::path::Path;

use anyhow::Context as _;
use opconform_report::{LARGEST, Report};

/// The file of a report in its folder.
pub(crate) const REPORT: &str = "report.json";

/// The report in a folder, or in a file of its own.
pub(crate) fn read(path: &Path) -> anyhow::Result<Report> {
    let file = if path.is_dir() { path.join(REPORT) } else { path.to_owned() };
    let text = opconform_files::read_text(&file, LARGEST)
        .context("name the folder that `opconform run --output` wrote, or its report.json")?;
    opconform_report::read(&text).with_context(|| format!("{} is no report that can be used", file.display()))
}
