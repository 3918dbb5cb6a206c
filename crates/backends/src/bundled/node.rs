//! The adapter in JavaScript: `Math.max`, and ONNX Runtime's packages for node and for browsers.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use opconform_protocol::kits;

use super::environment::Environment;
use super::files;
use super::installation::{Installation, Kind, folder};
use crate::backend::Unavailable;
use crate::version::Version;

/// How ONNX Runtime's packages are called, in node and in a page.
pub(super) const ONNX_RUNTIME: (&str, &str) =
    ("onnx_runtime.mjs", include_str!("../../adapters/node/onnx_runtime.mjs"));

const FILES: &[(&str, &str)] = &[
    ("opconform_adapter.js", include_str!("../../adapters/node/opconform_adapter.js")),
    ONNX_RUNTIME,
    ("wasm_maximum.js", include_str!("../../adapters/node/wasm_maximum.js")),
    kits::JAVASCRIPT[0],
    kits::JAVASCRIPT[1],
];

/// A package that the adapter can show: it has the name of the backend.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    pub(crate) name: &'static str,
}

/// The adapter for what JavaScript has itself.
pub(crate) fn builtin(function: &str) -> Result<Vec<String>, Unavailable> {
    has_node()?;
    command(function, &[])
}

impl Package {
    /// The words of the command that runs its adapter, on what `opconform setup` has installed.
    pub(super) fn command(self, version: Option<&Version>) -> Result<Vec<String>, Unavailable> {
        has_node()?;
        command(self.name, &[&self.folder(version)?])
    }

    /// The folder that `opconform setup` has installed it into.
    pub(super) fn folder(self, version: Option<&Version>) -> Result<PathBuf, Unavailable> {
        let Self { name } = self;
        let (folder, setup) = match version {
            Some(version) => {
                let installation = self.installation(version);
                (folder(installation.name()), installation.name().to_owned())
            }
            None => (Environment::Node.folder(), Environment::Node.name().to_owned()),
        };
        let is_there = |folder: &PathBuf| folder.join("node_modules").join(name).is_dir();
        folder.filter(is_there).ok_or_else(|| Unavailable {
            reason: format!("the node package {name} is not set up"),
            remedy: format!("`opconform setup {setup}`"),
        })
    }

    /// What is installed for a version.
    pub(super) fn installation(self, version: &Version) -> Installation {
        let Self { name } = self;
        let package = serde_json::json!({ "private": true, "dependencies": { name: version.to_string() } }).to_string();
        Installation::new(version.of(name), Kind::Node { package })
    }
}

fn command(backend: &str, more: &[&Path]) -> Result<Vec<String>, Unavailable> {
    let script = files::written("node", FILES)?.join(FILES[0].0);
    let words = ["node".to_owned(), script.display().to_string(), backend.to_owned()];
    Ok(words.into_iter().chain(more.iter().map(|path| path.display().to_string())).collect())
}

/// An error where no node runs. Node is started for this once: several adapters need it.
pub(super) fn has_node() -> Result<(), Unavailable> {
    static FOUND: OnceLock<Result<(), Unavailable>> = OnceLock::new();
    FOUND.get_or_init(start_node).clone()
}

fn start_node() -> Result<(), Unavailable> {
    let mut command = Command::new("node");
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let unavailable = |reason: String| Unavailable { reason, remedy: "install node 18 or newer".to_owned() };
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(unavailable(format!("`node` does not run: {status}"))),
        Err(error) => Err(unavailable(format!("cannot start `node`: {error}"))),
    }
}
