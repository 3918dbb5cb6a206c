//! The adapter for Python libraries, and the Python that has the library.
//!
//! In this order: the one that `OPCONFORM_PYTHON` names, the environment that `opconform setup` makes for the library, and the
//! `python3` of the path. Packages are looked up and not imported. What is in the `python3` of the path was not put there to
//! be judged, and some libraries take minutes: it is taken only when it is asked for by name.

use std::collections::HashMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::environment::Environment;
use super::files;
use crate::backend::{Entry, Open, Unavailable};

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

/// A Python library that the adapter can show.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    package: &'static str,
    environment: Environment,
}

/// The entry of a backend that is a Python package, and the environment that it is installed into.
pub(crate) const fn entry(
    name: &'static str,
    summary: &'static str,
    package: &'static str,
    environment: Environment,
) -> Entry {
    Entry { name, summary, implementation: None, open: Open::Python(Library { package, environment }) }
}

/// The Python that is looked into last.
const OF_THE_PATH: &str = "python3";

impl Library {
    /// The words of the command that runs its adapter.
    pub fn command(self) -> Result<Vec<String>, Unavailable> {
        let python = self.python()?;
        let script = files::written("python", FILES)?.join(FILES[0].0);
        Ok(vec![python.display().to_string(), script.display().to_string(), self.package.to_owned()])
    }

    /// Whether the Python that has it was chosen for this: named by `OPCONFORM_PYTHON`, or made by `opconform setup`.
    pub fn is_set_up(self) -> bool {
        self.python().is_ok_and(|python| python != Path::new(OF_THE_PATH))
    }

    /// The name of the environment that it is installed into.
    pub fn environment_name(self) -> &'static str {
        self.environment.name()
    }

    /// The first Python that has the package, and numpy.
    fn python(self) -> Result<PathBuf, Unavailable> {
        let mut candidates = chosen().into_iter().chain([self.environment.python(), PathBuf::from(OF_THE_PATH)]);
        let has = |python: &PathBuf| {
            let packages = packages(python);
            ["numpy", self.package].iter().all(|&wanted| packages.iter().any(|found| found == wanted))
        };
        candidates.find(has).ok_or_else(|| Unavailable {
            reason: format!("no Python has the package {}", self.package),
            remedy: format!("`opconform setup {}`", self.environment.name()),
        })
    }
}

/// The Python that `OPCONFORM_PYTHON` names.
pub(crate) fn chosen() -> Option<PathBuf> {
    env::var_os("OPCONFORM_PYTHON").filter(|named| !named.is_empty()).map(PathBuf::from)
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
