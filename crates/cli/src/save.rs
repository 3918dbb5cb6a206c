//! Findings on disk, a folder for each case: what a person reviews, and of this suite commits to `corpus/regressions`.
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

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use opconform_cases::file;
use opconform_harness::Found;
use opconform_spec::Case;
use xxhash_rust::xxh3::xxh3_64;

/// The most characters of a text that become part of a file's name.
const LONGEST: usize = 120;

/// A name for the files of a case.
pub(crate) fn file_name(case: &Case) -> String {
    plain(case.id())
}

/// A text as the name of a file: the name of a backend may be a path or a command, and that of a case as long as its shapes.
/// What is cut off stays apart by a hash of the whole.
pub(crate) fn plain(text: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let mut name: String = text.chars().map(safe).collect();
    if name.starts_with('.') {
        name.replace_range(..1, "-");
    }
    if name.len() > LONGEST {
        name.truncate(LONGEST);
        name = format!("{name}-{:016x}", xxh3_64(text.as_bytes()));
    }
    name
}

/// Writes findings into a folder, and returns the folders of their cases. Files of earlier findings are replaced.
pub(crate) fn save(folder: &Path, found: &[Found]) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for (index, first) in found.iter().enumerate() {
        let same =
            |other: &&Found| other.case.id() == first.case.id() && other.finding.backend == first.finding.backend;
        if found[..index].iter().any(|earlier| same(&earlier)) {
            continue;
        }
        let home = folder.join(file_name(&first.case));
        let case = home.join("case.json");
        write(&case, file::to_json(&first.case).as_bytes())?;
        let alike: Vec<&Found> = found.iter().filter(same).collect();
        let own = home.join(plain(&first.finding.backend));
        let path = case.display().to_string();
        let findings: Vec<_> = alike.iter().map(|found| found.kept("../case.json", &path)).collect();
        write(&own.join("findings.json"), (serde_json::to_string_pretty(&findings)? + "\n").as_bytes())?;
        // Of the clauses that the case breaks, the gravest of what the backend claims that a program can show.
        let can_be_shown = alike.iter().filter(|found| found.expected.is_ok());
        let rank = |Found { finding, .. }: &Found| (finding.standing, finding.level, finding.severity);
        let shown = can_be_shown.min_by_key(|found| rank(found)).unwrap_or(&first);
        let reproduction = shown.reproduction();
        for file in reproduction.program.iter().chain(&reproduction.data) {
            write(&own.join(&file.name), file.as_bytes())?;
        }
        write(&own.join("issue.md"), shown.issue(&reproduction, &path).as_bytes())?;
        if !folders.contains(&home) {
            folders.push(home);
        }
    }
    Ok(folders)
}

/// Writes a file, and the folders that it is in.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    opconform_files::write(path, bytes)
        .context("make the folder writable and room in it, or name another with --output")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_text_its_file_has_a_short_name_of_its_own() {
        assert_eq!(plain("max/f32/nan-vs-one/2*scalar#1f3a9c02"), "max-f32-nan-vs-one-2-scalar-1f3a9c02");
        assert_eq!((plain(".."), plain("../a")), ("-.".to_owned(), "-.-a".to_owned()));
        let long = |end| plain(&format!("{}{end}", "3x".repeat(1866)));
        assert!(long("1").len() < 150);
        assert_ne!(long("1"), long("2"));
    }
}
