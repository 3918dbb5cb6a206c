//! The adapter in JavaScript: `Math.max`, and ONNX Runtime's packages for node and for browsers.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::environment::Environment;
use super::files;
use crate::backend::Unavailable;

const FILES: &[(&str, &str)] = &[("opconform_adapter.js", include_str!("../../adapters/node/opconform_adapter.js"))];

/// The adapter for what JavaScript has itself.
pub(crate) fn builtin(function: &str) -> Result<Vec<String>, Unavailable> {
    has_node()?;
    command(function, &[])
}

/// The adapter for a package: of the folder that `opconform setup` makes, or of the working directory.
pub(crate) fn package(package: &str) -> Result<Vec<String>, Unavailable> {
    has_node()?;
    let is_there = |folder: &PathBuf| folder.join("node_modules").join(package).is_dir();
    let folder = [Environment::Node.folder(), PathBuf::from(".")].into_iter().find(is_there);
    let folder = folder.and_then(|folder| std::path::absolute(folder).ok()).ok_or_else(|| Unavailable {
        reason: format!("there is no node package {package}"),
        remedy: "`opconform setup node`".to_owned(),
    })?;
    command(package, &[&folder])
}

fn command(backend: &str, more: &[&Path]) -> Result<Vec<String>, Unavailable> {
    let script = files::written("node", FILES)?.join(FILES[0].0);
    let words = ["node".to_owned(), script.display().to_string(), backend.to_owned()];
    Ok(words.into_iter().chain(more.iter().map(|path| path.display().to_string())).collect())
}

fn has_node() -> Result<(), Unavailable> {
    let mut command = Command::new("node");
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let unavailable = |reason: String| Unavailable { reason, remedy: "install node 18 or newer".to_owned() };
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(unavailable(format!("`node` does not run: {status}"))),
        Err(error) => Err(unavailable(format!("cannot start `node`: {error}"))),
    }
}
