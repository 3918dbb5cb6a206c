//! A single file: complete or absent too.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::WriteError;

/// Writes a file, in place of an older one once it is complete.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let Some(name) = path.file_name() else { return Err(WriteError::Unnamed { path: path.to_owned() }) };
    let mut partial = OsString::from(".");
    partial.push(name);
    partial.push(format!(".{}.partial", std::process::id()));
    let partial = path.with_file_name(partial);
    let written = || -> io::Result<()> {
        let mut file = fs::File::create(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    written().map_err(|source| {
        // What is left of it is of no use; if it cannot be removed, its name says what it is.
        _ = fs::remove_file(&partial);
        WriteError::Unwritable { path: path.to_owned(), source }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let room = tempfile::TempDir::new().unwrap();
        let path = room.path().join("badge.json");
        write_file(&path, b"older").unwrap();
        write_file(&path, b"newer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named_and_untouched() {
        let room = tempfile::TempDir::new().unwrap();
        let folder = room.path().join("folder");
        fs::create_dir(&folder).unwrap();
        assert!(matches!(write_file(&folder, b"text"), Err(WriteError::Unwritable { .. })));
        assert!(matches!(write_file(&folder.join("no/such"), b"text"), Err(WriteError::Unwritable { .. })));
        assert!(matches!(write_file(Path::new("/"), b"text"), Err(WriteError::Unnamed { .. })));
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 1);
    }
}
