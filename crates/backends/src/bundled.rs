//! The adapters that this binary carries, each written out when it is needed and run as a child.
//!
//! What they need is looked for and never installed here: `opconform setup` does that, into [`ENVIRONMENTS`].

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::adapter::{Adapter, AdapterSettings};
use crate::backend::{Backend, Entry, Unavailable};

pub(crate) mod dotnet;
pub(crate) mod environment;
mod files;
pub(crate) mod glibc;
pub(crate) mod node;
pub(crate) mod python;

/// The folder, from the working directory, that holds what `opconform setup` installs.
pub(crate) const ENVIRONMENTS: &str = ".opconform";

/// Some libraries take most of a minute to load on a busy machine.
const START: Duration = Duration::from_mins(2);
/// A runtime may compile each case of a batch.
const DEADLINE: Duration = Duration::from_mins(1);
/// Bytes that a child may hold.
const MEMORY: u64 = 8 << 30;
/// Children of one backend: one for each thread that runs cases, up to this.
const CHILDREN: usize = 4;

/// The entry of a backend whose adapter is carried along; `command` finds what it needs, or says what is missing.
pub(crate) const fn entry(
    name: &'static str,
    summary: &'static str,
    open: fn() -> Result<Box<dyn Backend>, Unavailable>,
) -> Entry {
    Entry { name, summary, open }
}

/// Starts the adapter of this name.
pub(crate) fn open(name: &str, command: Vec<String>) -> Result<Box<dyn Backend>, Unavailable> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let adapter = Adapter::open(AdapterSettings {
        command,
        name: Some(name.to_owned()),
        selection: format!("--backend {name}"),
        start: START,
        deadline: DEADLINE,
        memory: MEMORY,
        children: threads.min(CHILDREN),
    })?;
    Ok(Box::new(adapter))
}

/// Builds a program beside the sources that it is built from, once: `build` is given the path to build at.
///
/// Several may build at a time; what is built appears under its name when it is complete.
fn built(
    folder: &Path,
    name: &str,
    build: impl FnOnce(&Path) -> Command,
    remedy: &str,
) -> Result<PathBuf, Unavailable> {
    let program = folder.join(name);
    if program.exists() {
        return Ok(program);
    }
    let unavailable = |reason: String| Unavailable { reason, remedy: remedy.to_owned() };
    let unfinished = files::beside(&program);
    let mut command = build(&unfinished);
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| unavailable(format!("cannot start `{tool}`: {error}")))?;
    if !output.status.success() {
        let said = [output.stderr, output.stdout].concat();
        let said = String::from_utf8_lossy(&said);
        let error =
            said.lines().find(|line| line.contains("error")).or(said.lines().next()).unwrap_or("no reason given");
        return Err(unavailable(format!("`{tool}` cannot build the adapter: {}", error.trim())));
    }
    std::fs::rename(&unfinished, &program)
        .or_else(|error| if program.exists() { Ok(()) } else { Err(error) })
        .map_err(|error| unavailable(format!("cannot write {}: {error}", program.display())))?;
    Ok(program)
}
