//! The folders of the user's own in which this program keeps what it writes and what `opconform setup` installs.
//!
//! Programs are looked for there and nowhere below the working directory: a checkout of somebody else's may bring a `python3`
//! along, and whoever lists the backends in it has not asked for that.

use std::env;
use std::path::{Path, PathBuf};

/// A kind of folder: the variable that names it, and the places that users' folders of the kind have on each system.
struct Kind {
    named_by: &'static str,
    xdg: &'static str,
    below_home: &'static str,
    on_macos: &'static str,
}

/// The folder that `OPCONFORM_CACHE` names, or this program's part of the user's cache: what can be made again.
pub(super) fn cache() -> Option<PathBuf> {
    folder(&Kind {
        named_by: "OPCONFORM_CACHE",
        xdg: "XDG_CACHE_HOME",
        below_home: ".cache",
        on_macos: "Library/Caches",
    })
}

/// The folder that `OPCONFORM_HOME` names, or this program's part of the user's data: what was installed.
pub(super) fn home() -> Option<PathBuf> {
    folder(&Kind {
        named_by: "OPCONFORM_HOME",
        xdg: "XDG_DATA_HOME",
        below_home: ".local/share",
        on_macos: "Library/Application Support",
    })
}

fn folder(kind: &Kind) -> Option<PathBuf> {
    let named = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = env::home_dir().filter(|home| home.is_absolute());
    let users = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join(kind.on_macos))
    } else {
        // Its specification has a relative one ignored.
        named(kind.xdg).filter(|path| path.is_absolute()).or_else(|| home.map(|home| home.join(kind.below_home)))
    };
    let chosen = named(kind.named_by).or_else(|| users.map(|users| users.join("opconform")))?;
    // What is started there is started from other folders.
    std::path::absolute(chosen).ok()
}

/// The Python of the environment in a folder.
pub(super) fn python_in(folder: &Path) -> PathBuf {
    folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python3" })
}
