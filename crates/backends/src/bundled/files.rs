//! The files of the adapters, written to the user's cache.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::folders::cache;
use crate::backend::Unavailable;

/// Writes files into a folder of their own, which is named by what is in them, and returns it.
pub(super) fn written(name: &str, files: &[(&str, &str)]) -> Result<PathBuf, Unavailable> {
    written_into(&cache().ok_or_else(homeless)?, name, files)
}

fn written_into(cache: &Path, name: &str, files: &[(&str, &str)]) -> Result<PathBuf, Unavailable> {
    let content = files.iter().flat_map(|(name, text)| [*name, *text]).collect::<Vec<_>>().join("\0");
    let folder = cache.join(format!("adapters/{name}-{:016x}", xxh3_64(content.as_bytes())));
    let write = || -> io::Result<()> {
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            // Several processes may write it at a time: each a file beside it, which takes its place.
            if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
                let unfinished = beside(&path);
                fs::write(&unfinished, text)?;
                fs::rename(&unfinished, &path)?;
            }
        }
        Ok(())
    };
    write().map_err(|error| Unavailable {
        reason: format!("cannot write the adapter to {}: {error}", folder.display()),
        remedy: "let OPCONFORM_CACHE name a folder that can be written".to_owned(),
    })?;
    Ok(folder)
}

/// A name that no other process or thread writes to.
pub(super) fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    name.into()
}

fn homeless() -> Unavailable {
    Unavailable {
        reason: "there is no folder to write the adapter to".to_owned(),
        remedy: "let OPCONFORM_CACHE name one".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_once_and_repaired() {
        let cache = tempfile::tempdir().expect("a folder");
        let files = [("a.py", "one"), ("b/b.py", "two")];
        let folder = written_into(cache.path(), "some", &files).expect("written");
        assert_eq!(written_into(cache.path(), "some", &files).expect("written"), folder);
        let other = written_into(cache.path(), "some", &[("a.py", "other")]).expect("written");
        assert_ne!(other, folder, "what is in them names the folder");
        fs::write(folder.join("a.py"), "damaged").expect("a file");
        written_into(cache.path(), "some", &files).expect("written");
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
        assert_eq!((read("a.py"), read("b/b.py")), ("one".to_owned(), "two".to_owned()));
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "nothing is left beside them");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_said_with_a_remedy() {
        let cache = tempfile::NamedTempFile::new().expect("a file");
        let unavailable = written_into(cache.path(), "some", &[("a.py", "one")]).expect_err("a file is no folder");
        assert!(unavailable.to_string().contains("; let OPCONFORM_CACHE"), "{unavailable}");
    }
}
