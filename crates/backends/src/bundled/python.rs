//! The adapter for Python libraries, and the Python that has the library.
//!
//! In this order: the one that `OPCONFORM_PYTHON` names, the environment that `opconform setup` makes for the library, and the
//! `python3` of the path. Packages are looked up and not imported.

use std::collections::HashMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::environment::Environment;
use super::files;
use crate::backend::Unavailable;

const FILES: &[(&str, &str)] = &[("opconform_adapter.py", include_str!("../../adapters/python/opconform_adapter.py"))];

/// The packages that are looked for: the libraries, and what every one of them is called through.
const PACKAGES: [&str; 9] =
    ["numpy", "onnx", "onnxruntime", "openvino", "jax", "torch", "tensorflow", "paddle", "mars"];

/// Prints those packages of the arguments that there are. The working directory is not searched: it is no part of a Python.
const FIND: &str = "\
import sys
sys.path[:] = [entry for entry in sys.path if entry]
from importlib.util import find_spec
print(*[name for name in sys.argv[1:] if find_spec(name)])";

/// The adapter for a library, by the name of its package.
pub(crate) fn command(package: &'static str, environment: Environment) -> Result<Vec<String>, Unavailable> {
    let python = python(package, environment)?;
    let script = files::written("python", FILES)?.join(FILES[0].0);
    Ok([python, script].map(|path| path.display().to_string()).into_iter().chain([package.to_owned()]).collect())
}

/// The first Python that has a package, and numpy.
fn python(package: &str, environment: Environment) -> Result<PathBuf, Unavailable> {
    let named = env::var_os("OPCONFORM_PYTHON").filter(|named| !named.is_empty()).map(PathBuf::from);
    let candidates: Vec<PathBuf> = named.into_iter().chain([environment.python(), PathBuf::from("python3")]).collect();
    let has = |python: &&PathBuf| {
        let packages = packages(python);
        ["numpy", package].iter().all(|&wanted| packages.iter().any(|found| found == wanted))
    };
    candidates.iter().find(has).cloned().ok_or_else(|| Unavailable {
        reason: format!("no Python has the package {package}"),
        remedy: format!("`opconform setup {}`", environment.name()),
    })
}

/// Those of [`PACKAGES`] that a Python has; none, if it cannot be started. Asked once: that costs time.
fn packages(python: &Path) -> Vec<String> {
    static KNOWN: OnceLock<Mutex<HashMap<PathBuf, Vec<String>>>> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(python.to_owned()).or_insert_with(|| ask(python).unwrap_or_default()).clone()
}

fn ask(python: &Path) -> Option<Vec<String>> {
    let mut command = Command::new(python);
    command.args(["-c", FIND]).args(PACKAGES).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.split_whitespace().map(ToOwned::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_python_that_is_not_there_has_no_package() {
        assert_eq!(packages(Path::new("no-such-python")), Vec::<String>::new());
    }
}
