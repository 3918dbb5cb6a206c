//! The folder that a report is collected in, and what a process that died has left of one.
//!
//! ```text
//! .<name>.<process>-<number>.partial/
//!     lock   held as long as the process lives, so that what is left of a dead one is known by its free lock
//!     new/   the report that is being written
//!     old/   the older report, from the moment it is moved away until the new one stands in its place; `outdated/`
//!            while it is removed after that
//! ```

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::error::WriteError;

/// A folder of this process, removed with all that is in it when dropped.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    lock: Option<File>,
}

impl Folder {
    /// Makes a folder for the report `target` in `parent`.
    pub(super) fn create(parent: &Path, target: &Path) -> Result<Self, WriteError> {
        let unwritable = |source| WriteError::Unwritable { path: parent.to_owned(), source };
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for _ in 0..1000 {
            // Never the same twice: a folder is removed by its name, and must not be taken for one that came after it.
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            match Self::numbered(&parent.join(name(target, number))) {
                Ok(folder) => return Ok(folder),
                // Left by an older process of the same number, or cleaned away by another one before it was locked.
                Err(error) if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => {
                    last = error;
                }
                Err(error) => return Err(unwritable(error)),
            }
        }
        Err(unwritable(last))
    }

    fn numbered(path: &Path) -> io::Result<Self> {
        fs::create_dir(path)?;
        let lock = File::create_new(path.join(LOCK))?;
        // Where a file system has no locks, a folder is never taken for a dead process's: see `clean`.
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            // Another process takes it for one, because it was not locked yet.
            return Err(io::ErrorKind::NotFound.into());
        }
        let folder = Self { path: path.to_owned(), lock: Some(lock) };
        fs::create_dir(folder.fresh())?;
        Ok(folder)
    }

    /// Where the new report is collected.
    pub(super) fn fresh(&self) -> PathBuf {
        self.path.join(NEW)
    }

    /// Where the older report waits.
    pub(super) fn old(&self) -> PathBuf {
        self.path.join(OLD)
    }

    /// Removes the older report, which at no moment is there in part under the name that it could be put back from.
    pub(super) fn discard_old(&self) -> io::Result<()> {
        let outdated = self.path.join(OUTDATED);
        fs::rename(self.old(), &outdated)?;
        fs::remove_dir_all(outdated)
    }

    /// Leaves the folder in place for a person to look after; where the older report is in it.
    pub(super) fn leave_in_place(mut self) -> PathBuf {
        let old = self.old();
        self.path = PathBuf::new();
        old
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.path.as_os_str().is_empty() {
            return;
        }
        // What cannot be removed now is removed by the next run.
        _ = self.discard_old();
        _ = remove(&self.path, self.lock.take());
    }
}

static NEXT: AtomicU32 = AtomicU32::new(0);

const LOCK: &str = "lock";
const NEW: &str = "new";
const OLD: &str = "old";
const OUTDATED: &str = "outdated";
const SUFFIX: &str = ".partial";

fn name(target: &Path, number: u32) -> OsString {
    let mut name = prefix(target);
    name.push(format!("{}-{number}{SUFFIX}", std::process::id()));
    name
}

fn prefix(target: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or(OsStr::new("report")));
    prefix.push(".");
    prefix
}

/// Whether a name is one that [`name`] gives for this target, in any process.
fn is_of(target: &Path, name: &OsStr) -> bool {
    let rest = name.as_encoded_bytes().strip_prefix(prefix(target).as_encoded_bytes());
    let numbers = rest.and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    numbers.and_then(|numbers| std::str::from_utf8(numbers).ok()?.split_once('-')).is_some_and(|(process, number)| {
        [process, number].iter().all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Removes what dead processes have left of reports to `target`, and puts back the older report that one of them died over.
pub(super) fn clean(parent: &Path, target: &Path) -> Result<(), WriteError> {
    let entries = fs::read_dir(parent).map_err(|source| WriteError::Unwritable { path: parent.to_owned(), source })?;
    for path in entries.flatten().filter(|entry| is_of(target, &entry.file_name())).map(|entry| entry.path()) {
        match File::options().read(true).write(true).open(path.join(LOCK)) {
            Ok(lock) if lock.try_lock().is_ok() => {
                let old = path.join(OLD);
                if old.exists() && !target.exists() {
                    fs::rename(&old, target).map_err(|source| WriteError::Restore {
                        path: target.to_owned(),
                        kept: old,
                        source,
                    })?;
                }
                _ = remove(&path, Some(lock));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Only if it is empty: a process died between its first two steps, or its last two.
                _ = fs::remove_dir(&path);
            }
            // Its process lives, or nobody can tell.
            _ => {}
        }
    }
    Ok(())
}

/// Removes a folder whose lock is held, if there is one: under the lock, so that nobody puts back what is being removed, and
/// the lock last, so that a folder without one has nothing in it, whenever this process dies.
fn remove(path: &Path, lock: Option<File>) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_name() != LOCK {
            fs::remove_dir_all(entry.path())?;
        }
    }
    drop(lock);
    fs::remove_dir_all(path)
}

/// Makes a directory and all below it outlast a power cut.
pub(super) fn sync_tree(directory: &Path) -> io::Result<()> {
    let (mut directories, mut files) = (vec![directory.to_owned()], Vec::new());
    let mut next = 0;
    while let Some(directory) = directories.get(next) {
        for entry in fs::read_dir(directory.clone())? {
            let entry = entry?;
            if entry.file_type()?.is_dir() { directories.push(entry.path()) } else { files.push(entry.path()) }
        }
        next += 1;
    }
    let together = files.chunks(files.len().div_ceil(WAITING).max(1));
    std::thread::scope(|scope| {
        let sync_files = |files: &[PathBuf]| files.iter().try_for_each(|path| sync_file(path));
        let waiting: Vec<_> = together
            .map(|files| std::thread::Builder::new().spawn_scoped(scope, move || sync_files(files)))
            .collect::<io::Result<_>>()?;
        let unknown = |_| Err(io::Error::other("a thread that waited for the disk has ended without an answer"));
        waiting.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(unknown))
    })?;
    directories.iter().rev().try_for_each(|directory| sync(directory))
}

/// Threads that wait for the disk: it writes many files in one go when it is asked for all of them at once.
const WAITING: usize = 16;

fn sync_file(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// Makes the names in a directory outlast a power cut, where the system offers that.
pub(super) fn sync(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
