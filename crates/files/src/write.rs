//! Writing: complete or not at all, and never over anything but a regular file.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kind::other_than_a_file;

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The path has no last part that could be the name of a file, such as `/` or `..`.
    #[error("{} is not the name of a file", .0.display())]
    Unnamed(PathBuf),
    /// The path leads to something else.
    #[error("{} is {kind}, expected a regular file or none", path.display())]
    Kind {
        /// The path.
        path: PathBuf,
        /// What it leads to.
        kind: &'static str,
    },
    /// A part of the path that leads to the file is no folder.
    #[error("{} is no folder", .0.display())]
    NoFolder(PathBuf),
    /// The system says no.
    #[error("cannot write {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl WriteError {
    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }
}

/// A file beside the one that is asked for, which takes its place when it is complete, and goes away when it never is.
///
/// It is created before the work whose result it is to hold: a place that cannot be written to is better known then.
#[derive(Debug)]
pub struct Unfinished {
    path: PathBuf,
    beside: PathBuf,
    file: File,
}

/// The files of this process that are not complete: what ends at once leaves none of them.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every file that is not complete: for a program that ends at once, and drops nothing.
pub fn remove_unfinished() {
    for beside in std::mem::take(&mut *unfinished()) {
        let _ = fs::remove_file(beside);
    }
}

impl Unfinished {
    /// Creates the file beside `path`.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        check(path)?;
        let mut name = OsString::from(".");
        name.push(path.file_name().ok_or_else(|| WriteError::Unnamed(path.to_owned()))?);
        name.push(format!(".{}.unfinished", std::process::id()));
        let beside = path.with_file_name(name);
        let file = File::create(&beside).map_err(WriteError::io(path))?;
        unfinished().insert(beside.clone());
        Ok(Self { path: path.to_owned(), beside, file })
    }

    /// Writes the content with `fill`, and puts the file in its place.
    pub fn finish(mut self, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
        let filled = fill(&mut self.file).and_then(|()| self.file.sync_all());
        filled.and_then(|()| fs::rename(&self.beside, &self.path)).map_err(WriteError::io(&self.path))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Where it has taken its place, there is nothing left to remove.
        let _ = fs::remove_file(&self.beside);
        unfinished().remove(&self.beside);
    }
}

/// Writes a file in place of an older one, which stays as it is until the new one is complete.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    Unfinished::create(path)?.finish(|file| file.write_all(bytes))
}

/// Writes one of many files, and the folders that it is in.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    make_folder(path)?;
    check(path)?;
    fs::write(path, bytes).map_err(WriteError::io(path))
}

/// Opens a file to be added to, and makes it and the folders that it is in where there are none.
pub fn append(path: &Path) -> Result<File, WriteError> {
    make_folder(path)?;
    check(path)?;
    File::options().create(true).append(true).open(path).map_err(WriteError::io(path))
}

/// Opens a file to be read and changed, and makes it where there is none.
pub fn update(path: &Path) -> Result<File, WriteError> {
    check(path)?;
    File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(WriteError::io(path))
}

fn make_folder(path: &Path) -> Result<(), WriteError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|source| match folder.ancestors().find(|it| it.exists() && !it.is_dir()) {
        Some(file) => WriteError::NoFolder(file.to_owned()),
        None => WriteError::io(path)(source),
    })
}

/// An error where something is in the way that is no regular file: a rename would replace even a device.
fn check(path: &Path) -> Result<(), WriteError> {
    match fs::metadata(path) {
        Ok(metadata) => match other_than_a_file(&metadata) {
            Some(kind) => Err(WriteError::Kind { path: path.to_owned(), kind }),
            None => Ok(()),
        },
        // Whatever else is wrong with it shows when it is opened.
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let room = tempfile::tempdir().expect("a folder");
        let path = room.path().join("badge.json");
        replace(&path, b"older").expect("written");
        replace(&path, b"newer").expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"newer");
        let failed = Unfinished::create(&path).expect("a place").finish(|_| Err(io::Error::other("no room")));
        assert!(matches!(failed, Err(WriteError::Io { .. })));
        assert_eq!(fs::read(&path).expect("a file"), b"newer");
        drop(Unfinished::create(&path).expect("a place"));
        assert_eq!(fs::read_dir(room.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_is_in_the_way_is_named_and_untouched() {
        let room = tempfile::tempdir().expect("a folder");
        for write in [replace, write] {
            assert!(matches!(write(room.path(), b"text"), Err(WriteError::Kind { kind: "a folder", .. })));
        }
        assert!(matches!(replace(&room.path().join("no/such"), b"text"), Err(WriteError::Io { .. })));
        assert!(matches!(replace(&room.path().join(".."), b"text"), Err(WriteError::Kind { .. })));
        assert!(matches!(replace(Path::new(""), b"text"), Err(WriteError::Unnamed(_))));
        let file = tempfile::NamedTempFile::new().expect("a file");
        let within = |path: &Path| write(&path.join("a/b"), b"text");
        assert!(matches!(within(file.path()), Err(WriteError::NoFolder(path)) if path == file.path()));
        assert_eq!(fs::read_dir(room.path()).expect("a folder").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_neither_written_nor_replaced() {
        let device = Path::new("/dev/null");
        for write in [replace, write] {
            assert!(matches!(write(device, b"text"), Err(WriteError::Kind { kind: "a device", .. })));
        }
        for open in [append, update] {
            assert!(matches!(open(device), Err(WriteError::Kind { kind: "a device", .. })));
        }
    }

    #[test]
    fn folders_are_made_for_one_of_many_and_for_what_is_added_to() {
        let room = tempfile::tempdir().expect("a folder");
        write(&room.path().join("a/b/one"), b"1").expect("written");
        let mut ledger = append(&room.path().join("c/d/ledger")).expect("opened");
        ledger.write_all(b"2").expect("written");
        assert_eq!(fs::read(room.path().join("c/d/ledger")).expect("a file"), b"2");
    }
}
