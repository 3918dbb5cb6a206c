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

use opconform_protocol::kits;

use super::environment::Environment;
use super::files;
use super::folders::python_in;
use super::installation::{Installation, Kind, Requirements, folder};
use crate::backend::Unavailable;
use crate::version::Version;

const ADAPTER: (&str, &str) = ("opconform_adapter.py", include_str!("../../adapters/python/opconform_adapter.py"));

/// Writes the adapter beside the kit that it is written with, and returns where it is.
fn script() -> Result<PathBuf, Unavailable> {
    Ok(files::written("python", &[&[ADAPTER][..], &kits::PYTHON].concat())?.join(ADAPTER.0))
}

/// The packages that are looked for: the libraries, and what every one of them is called through.
const PACKAGES: [&str; 11] = [
    "numpy",
    "onnx",
    "onnxruntime",
    "openvino",
    "jax",
    "torch",
    "tensorflow",
    "paddle",
    "mars",
    "tosa_reference_model",
    "llvmlite",
];

/// Prints those packages of the arguments that there are. The working directory is not searched: it is no part of a Python.
const FIND: &str = "\
import sys
sys.path[:] = [entry for entry in sys.path if entry]
from importlib.util import find_spec
print(*[name for name in sys.argv[1:] if find_spec(name)])";

/// A Python library that the adapter can show.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    pub(crate) backend: &'static str,
    pub(crate) package: &'static str,
    pub(crate) environment: Environment,
    pub(crate) releases: Option<Releases>,
}

/// The releases of a library that can be asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Releases {
    /// The name that registries have for it.
    pub(crate) name: &'static str,
    /// The first that goes with numpy 2, where it does not say so itself.
    pub(crate) numpy_2: Option<&'static [u32]>,
}

/// The Python that is looked into last.
const OF_THE_PATH: &str = "python3";

impl Library {
    /// The words of the command that runs its adapter.
    pub(super) fn command(self, version: Option<&Version>) -> Result<Vec<String>, Unavailable> {
        let python = self.python(version)?;
        let script = script()?;
        Ok(vec![python.display().to_string(), script.display().to_string(), self.backend.to_owned()])
    }

    /// Whether the library is there and the Python that has it was not chosen for this: neither named by `OPCONFORM_PYTHON`
    /// nor made by `opconform setup`.
    pub(crate) fn is_of_the_path(self) -> bool {
        self.python(None).is_ok_and(|python| python == Path::new(OF_THE_PATH))
    }

    /// The name of the environment that it is installed into.
    pub(crate) fn environment_name(self) -> &'static str {
        self.environment.name()
    }

    pub(super) fn has_versions(self) -> bool {
        self.releases.is_some()
    }

    /// What is installed for a version: that one, and a numpy that goes with it.
    pub(super) fn installation(self, version: &Version) -> Option<Installation> {
        let Releases { name, numpy_2 } = self.releases?;
        let numpy = if numpy_2.is_some_and(|first| version.is_before(first)) { "numpy<2" } else { "numpy" };
        let text = format!("{name}=={version}\n{numpy}\n").into();
        let requirements = Requirements { file: "requirements.txt", text, arguments: &[] };
        Some(Installation::new(version.of(self.backend), Kind::Python(vec![requirements])))
    }

    /// The first Python that has the package, and numpy. A version is looked for where it was set up, and nowhere else.
    fn python(self, version: Option<&Version>) -> Result<PathBuf, Unavailable> {
        let (candidates, missing, setup) = match version {
            Some(version) => {
                let name = version.of(self.backend);
                let own = folder(&name).map(|folder| python_in(&folder));
                (Vec::from_iter(own), format!("{} {version} is not set up", self.package), name)
            }
            None => (
                chosen().into_iter().chain(self.environment.python()).chain([OF_THE_PATH.into()]).collect(),
                format!("no Python has the package {}", self.package),
                self.environment.name().to_owned(),
            ),
        };
        let has = |python: &PathBuf| {
            let packages = packages(python);
            ["numpy", self.package].iter().all(|&wanted| packages.iter().any(|found| found == wanted))
        };
        candidates
            .into_iter()
            .find(has)
            .ok_or_else(|| Unavailable { reason: missing, remedy: format!("`opconform setup {setup}`") })
    }
}

/// The adapter for a callable of a file of Python, which ends with `.py`, or of a module, in the first Python that has numpy.
///
/// # Errors
/// There is no such Python, or no place for the adapter.
pub fn callable(place: &str, name: &str) -> Result<Vec<String>, Unavailable> {
    let candidates = chosen().into_iter().chain(Environment::Python.python()).chain([OF_THE_PATH.into()]);
    let has_numpy = |python: &PathBuf| packages(python).iter().any(|found| found == "numpy");
    let python = candidates.into_iter().find(has_numpy).ok_or_else(|| Unavailable {
        reason: "no Python has the package numpy".to_owned(),
        remedy: "name one with OPCONFORM_PYTHON, or `opconform setup python`".to_owned(),
    })?;
    let script = script()?;
    let words = [python.display().to_string(), script.display().to_string(), "python".to_owned()];
    Ok(words.into_iter().chain([place.to_owned(), name.to_owned()]).collect())
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
