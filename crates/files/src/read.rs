//! Reading: a regular file, of no more bytes than its reader takes.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::kind::other_than_a_file;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system says no.
    #[error("cannot read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path leads to something else.
    #[error("{} is {kind}, expected a regular file", path.display())]
    Kind {
        /// The path.
        path: PathBuf,
        /// What it leads to.
        kind: &'static str,
    },
    /// The file has more bytes than are read.
    #[error("{} has more than {limit} bytes, the most that is read of such a file", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// The file is to be text, and is not.
    #[error("{} is no text: expected UTF-8", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// Where it is none.
        source: std::str::Utf8Error,
    },
}

impl ReadError {
    /// Whether there is no such file, and under that name cannot be.
    pub fn is_absent(&self) -> bool {
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::InvalidFilename];
        matches!(self, Self::Io { source, .. } if absent.contains(&source.kind()))
    }
}

/// Opens a regular file of at most `limit` bytes for reading.
///
/// The path is looked at before it is opened, since opening a pipe waits for a writer. A file that grows later is the reader's to
/// bound.
pub fn open(path: &Path, limit: u64) -> Result<File, ReadError> {
    let io = |source| ReadError::Io { path: path.to_owned(), source };
    let metadata = fs::metadata(path).map_err(io)?;
    if let Some(kind) = other_than_a_file(&metadata) {
        return Err(ReadError::Kind { path: path.to_owned(), kind });
    }
    if metadata.len() > limit {
        return Err(ReadError::TooLarge { path: path.to_owned(), limit });
    }
    File::open(path).map_err(io)
}

/// The bytes of a regular file of at most `limit`.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let file = open(path, limit)?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
    // Some files of the system say that they have no bytes, and others grow.
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// The text of a regular file of at most `limit` bytes.
pub fn read_text(path: &Path, limit: u64) -> Result<String, ReadError> {
    String::from_utf8(read(path, limit)?)
        .map_err(|error| ReadError::Text { path: path.to_owned(), source: error.utf8_error() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit_and_not_beyond() {
        let room = tempfile::tempdir().expect("a folder");
        let path = room.path().join("file");
        fs::write(&path, "12345").expect("a file");
        assert_eq!(read_text(&path, 5).expect("five bytes"), "12345");
        assert!(matches!(read(&path, 4), Err(ReadError::TooLarge { limit: 4, .. })));
        assert!(matches!(read(room.path(), 4), Err(ReadError::Kind { kind: "a folder", .. })));
        assert!(read(&room.path().join("none"), 4).is_err_and(|error| error.is_absent()));
        assert!(read(&room.path().join("n".repeat(1000)), 4).is_err_and(|error| error.is_absent()));
        fs::write(&path, [0xff]).expect("a file");
        assert!(matches!(read_text(&path, 5), Err(ReadError::Text { .. })));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_has_no_end_is_not_opened() {
        assert!(matches!(read(Path::new("/dev/zero"), 4), Err(ReadError::Kind { kind: "a device", .. })));
        // The system says of this file that it has no bytes.
        assert!(matches!(read(Path::new("/proc/self/status"), 4), Err(ReadError::TooLarge { limit: 4, .. })));
        let room = tempfile::tempdir().expect("a folder");
        let pipe = room.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        assert!(matches!(read(&pipe, 4), Err(ReadError::Kind { kind: "a pipe", .. })));
    }
}
