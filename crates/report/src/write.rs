//! Reports on disk: complete or absent.
//!
//! A [`Staging`] is made before the run, so that an unwritable place is known at once. It collects the files in a folder
//! of its own beside the final one, `.<name>.<process>.partial`, and [`Staging::publish`] puts them all in place by a
//! rename. Under the final name there is, at every moment, the older report, the newer one, or (between two renames)
//! nothing. A process that dies leaves its folder behind; the next [`Staging::create`] for the same report removes it,
//! after putting back an older report that it may hold.

mod error;
mod folder;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

pub use error::WriteError;
use rayon::prelude::*;

use self::folder::Folder;
use crate::atlas;
use crate::model::Report;
use crate::render::{Format, View};

/// How often a report gives way to those of other processes before that is an error.
const ATTEMPTS: u32 = 100;
/// How often a directory is looked at before it is taken for something that is not ours.
const LOOKS: u32 = 10;

/// What stands in the folder of a report, of an atlas and of evidence, and what is rendered beside a report for the pages of a CI. A folder
/// that holds anything else is not replaced: it may be somebody's work.
const ENTRIES: [&str; 22] = [
    "report.json",
    "report.md",
    "index.html",
    "traceability.md",
    "traceability.csv",
    "witnesses",
    atlas::TABLE,
    atlas::OFFENDERS,
    "runtimes",
    "specifications",
    "clauses",
    "found",
    "evidence.html",
    "evidence.md",
    "requirements.csv",
    "qualification.json",
    "qualification.md",
    "qualification.run.json",
    "opconform.sarif",
    "junit.xml",
    "badge.json",
    "SHA256SUMS",
];

/// The files of a report that is not complete yet.
#[derive(Debug)]
pub struct Staging {
    target: PathBuf,
    folder: Folder,
}

impl Staging {
    /// Prepares to publish a report as the directory `output`, and proves that it can be done.
    ///
    /// Parents that do not exist are made. An existing directory must be empty, or hold a report or an atlas of ours, and nothing else.
    pub fn create(output: &Path) -> Result<Self, WriteError> {
        let target = resolve(output)?;
        let parent = parent(&target);
        fs::create_dir_all(parent).map_err(|source| WriteError::Unwritable { path: parent.to_owned(), source })?;
        folder::clean(parent, &target)?;
        check_replaceable(&target)?;
        let folder = Folder::create(parent, &target)?;
        Ok(Self { target, folder })
    }

    /// Writes a report in every format that has a file.
    pub fn write_report(&mut self, report: &Report) -> Result<(), WriteError> {
        let render = |format: &Format| Some((format.file_name()?, format.render(report, &View::default())));
        let rendered: Vec<(&str, String)> = Format::ALL.par_iter().filter_map(render).collect();
        rendered.iter().try_for_each(|(name, text)| self.write(name, text.as_bytes()))
    }

    /// Writes one file, at a path relative to the report such as `cases/3f1a.json`.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let relative = Path::new(name);
        let is_within = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if !is_within || !relative.iter().next().is_some_and(is_entry) {
            return Err(WriteError::Name { name: name.to_owned() });
        }
        let path = self.folder.fresh().join(relative);
        let written = || -> io::Result<()> {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, bytes)
        };
        written().map_err(|source| WriteError::File { name: name.to_owned(), report: self.target.clone(), source })
    }

    /// Puts the report in its place, instead of an older one. On an error the older one is still there.
    pub fn publish(self) -> Result<(), WriteError> {
        let Self { target, folder } = self;
        let failed = |source| WriteError::Publish { path: target.clone(), source };
        check_replaceable(&target)?;
        folder::sync_tree(&folder.fresh()).map_err(failed)?;
        let mut attempts = 0..ATTEMPTS;
        loop {
            let replaced = match fs::rename(&target, folder.old()) {
                Ok(()) => true,
                Err(error) if error.kind() == io::ErrorKind::NotFound => false,
                Err(error) => return Err(failed(error)),
            };
            match fs::rename(folder.fresh(), &target) {
                Ok(()) => break,
                // Another process has published in between, so that the one moved away is outdated.
                Err(error) if is_taken(&error) && attempts.next().is_some() => {
                    if replaced {
                        folder.discard_old().map_err(failed)?;
                    }
                }
                Err(error) => {
                    return Err(match fs::rename(folder.old(), &target) {
                        Err(source) if replaced => {
                            WriteError::Restore { path: target.clone(), kept: folder.leave_in_place(), source }
                        }
                        _ => failed(error),
                    });
                }
            }
        }
        // The report is in place: what is left to do makes it outlast a power cut, and no failure of it undoes that.
        _ = folder::sync(parent(&target));
        Ok(())
    }
}

fn parent(target: &Path) -> &Path {
    target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists)
}

/// The directory that `output` stands for, through a link if it is one.
fn resolve(output: &Path) -> Result<PathBuf, WriteError> {
    let unnamed = || WriteError::Unnamed { path: output.to_owned() };
    match fs::symlink_metadata(output) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            output.file_name().map(|_| output.to_owned()).ok_or_else(unnamed)
        }
        Err(source) => Err(WriteError::Unwritable { path: output.to_owned(), source }),
        Ok(_) => {
            let target = match fs::canonicalize(output) {
                Ok(target) => target,
                // Not a link into nowhere, but moved away by another process just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound && !output.is_symlink() => {
                    return output.file_name().map(|_| output.to_owned()).ok_or_else(unnamed);
                }
                Err(source) => return Err(WriteError::Unwritable { path: output.to_owned(), source }),
            };
            let here = std::env::current_dir().and_then(fs::canonicalize);
            // A directory that someone stands in, or the root, is no report.
            if target.file_name().is_none() || here.is_ok_and(|here| here.starts_with(&target)) {
                return Err(unnamed());
            }
            Ok(target)
        }
    }
}

/// Whether a name in the folder of a report is that of a part of it.
fn is_entry(name: &OsStr) -> bool {
    ENTRIES.iter().any(|&entry| name == entry)
}

/// An error if something would be lost with `target`: it must not exist, be empty, or hold a report of ours alone.
fn check_replaceable(target: &Path) -> Result<(), WriteError> {
    let mut looked = look(target);
    for _ in 1..LOOKS {
        if looked.is_ok() {
            break;
        }
        // Another process may have replaced it between two steps of the look.
        looked = look(target);
    }
    looked
}

fn look(target: &Path) -> Result<(), WriteError> {
    let unreadable = |source| WriteError::Unwritable { path: target.to_owned(), source };
    match fs::metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
        Ok(metadata) if !metadata.is_dir() => return Err(WriteError::InTheWay { path: target.to_owned() }),
        Ok(_) => {}
    }
    let names: io::Result<Vec<_>> =
        fs::read_dir(target).and_then(|all| all.map(|entry| Ok(entry?.file_name())).collect());
    let names = names.map_err(unreadable)?;
    if names.is_empty() {
        return Ok(());
    }
    let is = |name: &str, is_ours: fn(&str) -> bool| {
        opconform_files::read_text(&target.join(name), crate::render::json::LARGEST).is_ok_and(|text| is_ours(&text))
    };
    if !is("report.json", crate::render::json::is_report) && !is(atlas::TABLE, atlas::is_atlas) {
        return Err(WriteError::NotOurs { path: target.to_owned() });
    }
    match names.into_iter().filter(|name| !is_entry(name)).min() {
        Some(name) => Err(WriteError::Foreign { path: target.to_owned(), name }),
        None => Ok(()),
    }
}
