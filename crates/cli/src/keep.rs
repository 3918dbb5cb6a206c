//! Findings on disk, a folder for each case: what a person reviews and commits to `corpus/regressions`.
//!
//! ```text
//! max-f32-nan-vs-one-2-scalar-1f3a9c02/
//!     case.json
//!     tract/
//!         findings.json       what is wrong, clause by clause
//!         issue.md            the same, to file with whom it concerns
//!         reproduce.rs        a program that shows it, in the language of the implementation
//!         onnx/…              the model and its operands, of a runtime of such models
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use opconform_cases::file;
use opconform_harness::Found;
use opconform_spec::Case;

/// A name for the files of a case.
pub(crate) fn file_name(case: &Case) -> String {
    plain(case.id())
}

/// A text as the name of a file: the name of a backend may be a path or a command.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect()
}

/// Writes findings into a folder, and returns the folders of their cases. Files of earlier findings are replaced.
pub(crate) fn keep(folder: &Path, found: &[Found]) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for (index, first) in found.iter().enumerate() {
        let same =
            |other: &&Found| other.case.id() == first.case.id() && other.finding.backend == first.finding.backend;
        if found[..index].iter().any(|earlier| same(&earlier)) {
            continue;
        }
        let home = folder.join(file_name(&first.case));
        write(&home.join("case.json"), file::to_json(&first.case).as_bytes())?;
        let alike: Vec<&Found> = found.iter().filter(same).collect();
        let own = home.join(plain(&first.finding.backend));
        let findings: Vec<_> = alike.iter().map(|found| &found.finding).collect();
        write(&own.join("findings.json"), (serde_json::to_string_pretty(&findings)? + "\n").as_bytes())?;
        // Of the clauses that the case breaks, the first that a program can show.
        let shown = alike.iter().find(|found| found.expected.is_ok()).unwrap_or(&first);
        let reproduction = shown.reproduction();
        for file in reproduction.program.iter().chain(&reproduction.data) {
            write(&own.join(&file.name), file.as_bytes())?;
        }
        write(&own.join("issue.md"), shown.issue(&reproduction, "../case.json").as_bytes())?;
        if !folders.contains(&home) {
            folders.push(home);
        }
    }
    Ok(folders)
}

/// Writes a file, and the folders that it is in.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, bytes));
    written.with_context(|| {
        format!("cannot write {}: make the folder writable, or name another with --output", path.display())
    })
}
