//! The files of a folder, by their endings.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The files that lie in a folder and have one of these endings, by name.
pub(crate) fn files(folder: &Path, endings: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("{} cannot be read: name a folder that you may read", folder.display());
    let entries = std::fs::read_dir(folder).with_context(unreadable)?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>();
    let mut paths = paths.with_context(unreadable)?;
    let is_named = |path: &PathBuf| endings.iter().any(|it| path.extension().is_some_and(|ending| ending == *it));
    paths.retain(|path| path.is_file() && is_named(path));
    paths.sort();
    Ok(paths)
}
