//! The files and directories of node tests: found, ordered by number, and read up to a limit.

use std::fs;
use std::path::{Path, PathBuf};

use super::NodeTestError;

/// The largest `model.onnx` that is read, in bytes. Those of ONNX's node tests have less than 64 KiB.
pub(super) const LARGEST_MODEL: u64 = 4 << 20;

/// The largest tensor file that is read, in bytes. Those of ONNX's node tests have less than 1 MiB.
pub(super) const LARGEST_TENSOR: u64 = 64 << 20;

/// The directories in `directory` that hold a model, by name.
pub(super) fn test_directories(directory: &Path) -> Result<Vec<PathBuf>, NodeTestError> {
    let mut tests = entries(directory)?;
    tests.retain(|path| path.join("model.onnx").is_file());
    tests.sort();
    Ok(tests)
}

/// The data sets of a test, by number.
pub(super) fn data_sets(directory: &Path) -> Result<Vec<PathBuf>, NodeTestError> {
    let mut sets = with_numbers(directory, "test_data_set_", "")?;
    sets.retain(|path| path.is_dir());
    Ok(sets)
}

/// The files `<prefix>0.pb`, `<prefix>1.pb`, … of a directory, by number.
pub(super) fn numbered(directory: &Path, prefix: &str) -> Result<Vec<PathBuf>, NodeTestError> {
    with_numbers(directory, prefix, ".pb")
}

/// The last part of a path.
pub(super) fn name(path: &Path) -> String {
    let full = fs::canonicalize(path);
    let path = full.as_deref().unwrap_or(path);
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The entries of a directory whose names are the prefix, a number and the suffix; ordered by the number, so that 10 comes
/// after 2.
fn with_numbers(directory: &Path, prefix: &str, suffix: &str) -> Result<Vec<PathBuf>, NodeTestError> {
    let mut found: Vec<(u64, PathBuf)> = entries(directory)?
        .into_iter()
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            let number = name.strip_prefix(prefix)?.strip_suffix(suffix)?.parse().ok()?;
            Some((number, path))
        })
        .collect();
    found.sort();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, NodeTestError> {
    let io = |source| NodeTestError::Io { path: directory.to_owned(), source };
    fs::read_dir(directory).map_err(io)?.map(|entry| Ok(entry.map_err(io)?.path())).collect()
}
