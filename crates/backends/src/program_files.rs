//! What a backend in a process of its own is made of: its command, and the files that the command names and the process loads.
//!
//! A file is known by a hash of its content, so that an adapter that was repaired is not taken for the one that it was. What a
//! script reads by itself, such as a module beside it, is not known here.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use opconform_files::sha256_of;
use serde::{Deserialize, Serialize};

/// Files by their paths, each with the SHA-256 of its content.
type Files = BTreeMap<String, String>;

/// A program, as it is on this machine at this moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramFiles {
    /// The words of its command.
    command: Vec<String>,
    /// The program, and every argument that is a file.
    files: Files,
    /// The libraries that its process has loaded when it was ready, where the system tells.
    libraries: Files,
}

impl ProgramFiles {
    /// The program of a command whose process has loaded these libraries.
    pub fn of(command: &[String], libraries: &[PathBuf]) -> Self {
        let named = command.split_first().into_iter().flat_map(|(program, arguments)| {
            let values =
                arguments.iter().flat_map(|word| [Some(word.as_str()), word.split_once('=').map(|(_, it)| it)]);
            on_path(program).into_iter().chain(values.flatten().map(PathBuf::from))
        });
        Self { command: command.to_vec(), files: hashed(named), libraries: hashed(libraries.iter().cloned()) }
    }

    /// Every file, by its path, with the SHA-256 of its content: those that the command names first, then the libraries.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &str)> {
        let libraries = self.libraries.iter().filter(|(path, _)| !self.files.contains_key(*path));
        self.files.iter().chain(libraries).map(|(path, hash)| (Path::new(path), hash.as_str()))
    }

    /// What has changed since an earlier moment, in words that begin with the file or the command at fault.
    pub(crate) fn changed_since(&self, earlier: &Self) -> Option<String> {
        if self.command != earlier.command {
            return Some(format!(
                "its command is `{}`, and was `{}`",
                self.command.join(" "),
                earlier.command.join(" ")
            ));
        }
        let other = |path: &&String| self.files.get(*path) != earlier.files.get(*path);
        // A library is looked at where it was: when it is loaded is the process's own affair.
        let is_other = |(path, hash): &(&String, &String)| sha256_of(Path::new(path)).ok().as_ref() != Some(*hash);
        let file = earlier.files.keys().chain(self.files.keys()).find(other);
        let file = file.or_else(|| earlier.libraries.iter().find(is_other).map(|(path, _)| path));
        file.map(|path| format!("{path} is not what it was"))
    }
}

/// The files among some paths, by their full names.
fn hashed(paths: impl Iterator<Item = PathBuf>) -> Files {
    let hashed = paths.filter_map(|path| {
        let path = fs::canonicalize(path).ok()?;
        Some((path.display().to_string(), sha256_of(&path).ok()?))
    });
    hashed.collect()
}

/// The file that a program's name stands for: a path, or the first of that name in the folders of `PATH`.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    if program.contains(MAIN_SEPARATOR) {
        return Some(PathBuf::from(program));
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_command_names_or_loads_is_known_by_its_content() {
        let room = tempfile::tempdir().expect("a folder");
        let path = |name: &str| room.path().join(name).display().to_string();
        for name in ["program", "script", "option", "library"] {
            fs::write(path(name), name).expect("a file");
        }
        let command = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let words = [&path("program"), &path("script"), &format!("--of={}", path("option")), "no file", "."];
        let libraries = [PathBuf::from(path("library"))];
        let of = || ProgramFiles::of(&command(&words), &libraries);
        let before = of();
        assert_eq!((before.files.len(), before.libraries.len()), (3, 1));
        assert_eq!(of().changed_since(&before), None);
        for name in ["program", "script", "option", "library"] {
            fs::write(path(name), "repaired").expect("a file");
            let changed = of().changed_since(&before).expect("a change");
            assert!(changed.ends_with("is not what it was") && changed.contains(name), "{changed}");
            fs::write(path(name), name).expect("a file");
            assert_eq!(of().changed_since(&before), None);
        }
        // A library that is loaded later is no change, and one that is gone is.
        assert_eq!(ProgramFiles::of(&command(&words), &[]).changed_since(&before), None);
        fs::remove_file(path("library")).expect("a file");
        assert!(of().changed_since(&before).is_some());
        let other = ProgramFiles::of(&command(&words[..2]), &libraries).changed_since(&before).expect("a change");
        assert!(other.starts_with("its command is `") && other.ends_with("no file .`"), "{other}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_without_a_path_is_looked_up() {
        assert!(ProgramFiles::of(&["sh".to_owned()], &[]).files.len() == 1);
        assert!(ProgramFiles::of(&["no-such-program".to_owned()], &[]).files.is_empty());
        assert!(ProgramFiles::of(&[], &[]).files.is_empty());
    }
}
