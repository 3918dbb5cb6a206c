//! What can go wrong with a report on disk, and what to do about it.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Why a report could not be written. An older report is untouched by all of these but [`WriteError::Restore`].
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The path names no directory of its own, such as `.` or `/`.
    #[error("`{}` cannot be replaced by a report: name a directory inside it for the report to be written to", path.display())]
    Unnamed {
        /// The path.
        path: PathBuf,
    },
    /// The place cannot be written to.
    #[error("cannot write to `{}`: make it writable, or name another directory for the report", path.display())]
    Unwritable {
        /// The place.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is a file of that name.
    #[error("`{}` is a file where a directory is expected: move it away, or name another directory for the report", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
    },
    /// There is a directory of that name that no report of ours is in.
    #[error("`{}` holds files, but no report.json of opconform, and is left alone: empty it, or name another directory for the report", path.display())]
    NotOurs {
        /// The directory.
        path: PathBuf,
    },
    /// There is a report of ours in the directory, and something else.
    #[error("`{}` holds `{}`, which is no part of a report, and is left alone: move that away, or name another directory for the report", path.display(), name.display())]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// What is no part of a report.
        name: OsString,
    },
    /// A file's name leads out of the report, or is that of no part of one.
    #[error(
        "`{name}` is no name of a file in a report: expected a relative path without `..` that begins with a part of one"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// A file could not be written.
    #[error("cannot write {name} of the report `{}`: if the disk is full, free some space or name another directory for the report", report.display())]
    File {
        /// The file.
        name: String,
        /// The report that it belongs to.
        report: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The complete report could not be put in its place.
    #[error("cannot put the report in place as `{}`: if that is a mount point or in use, name a directory inside it", path.display())]
    Publish {
        /// The place.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The older report was moved away, and could not be moved back.
    #[error("cannot put the older report back as `{}`: it is safe in `{}`, move it by hand", path.display(), kept.display())]
    Restore {
        /// The place.
        path: PathBuf,
        /// Where the older report is.
        kept: PathBuf,
        /// Why.
        source: io::Error,
    },
}
