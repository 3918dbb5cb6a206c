//! Faults that were found, read from their folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use opconform_report::{FaultFiles, FoundFaults};

/// The bytes of the longest file of a fault: a page of text, or a program.
const LONGEST: u64 = 256 << 10;

/// The folders of faults in a folder, by name.
pub(super) fn folders(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = entries(folder)?.into_iter().filter(|it| it.join("issue.md").is_file()).collect();
    folders.sort();
    Ok(folders)
}

/// The faults that a folder lists, which are in these folders of it.
pub(super) fn read(folder: &Path, folders: &[PathBuf]) -> anyhow::Result<FoundFaults> {
    let list = text(&folder.join("README.md")).context("a folder of found faults has a list of them in README.md")?;
    let files = folders.iter().map(|folder| fault(folder)).collect::<anyhow::Result<Vec<_>>>()?;
    FoundFaults::of(&list, files).with_context(|| format!("cannot use the faults of {}", folder.display()))
}

fn fault(folder: &Path) -> anyhow::Result<FaultFiles> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut programs: Vec<PathBuf> =
        entries(folder)?.into_iter().filter(|it| it.file_stem().is_some_and(|stem| stem == "reproduce")).collect();
    let (Some(program), None) = (programs.pop(), programs.pop()) else {
        bail!("{}: expected one program that shows the fault, named reproduce.py or so", folder.display());
    };
    Ok(FaultFiles {
        name: name(folder),
        page: text(&folder.join("README.md"))?,
        issue: text(&folder.join("issue.md"))?,
        program: name(&program),
        text: text(&program)?,
    })
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    entries.map(|entry| Ok(entry.with_context(cannot)?.path())).collect()
}

fn text(path: &Path) -> anyhow::Result<String> {
    Ok(opconform_files::read_text(path, LONGEST)?)
}
