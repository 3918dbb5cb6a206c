//! The adapters that this binary carries, each written out when it is needed and run as a child.
//!
//! What they need is looked for and never installed here: `opconform setup` does that, into [`ENVIRONMENTS`].

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::backend::{Entry, Open, Unavailable};

pub(crate) mod dotnet;
pub(crate) mod environment;
mod files;
pub(crate) mod glibc;
pub(crate) mod node;
pub(crate) mod python;

/// The folder, from the working directory, that holds what `opconform setup` installs.
pub(crate) const ENVIRONMENTS: &str = ".opconform";

/// The entry of a backend whose adapter is carried along; `command` finds what it needs, or says what is missing.
pub(crate) const fn entry(
    name: &'static str,
    summary: &'static str,
    command: fn() -> Result<Vec<String>, Unavailable>,
) -> Entry {
    Entry { name, summary, implementation: None, open: Open::Program(command) }
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
