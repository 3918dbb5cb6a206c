//! Where the library of ONNX Runtime is: nothing of it is linked.
//!
//! In this order: the file that `ORT_DYLIB_PATH` names; the `onnxruntime` package of the Python that `OPCONFORM_PYTHON` names,
//! and of the one that `opconform setup python` makes; what the system's loader finds; the package of the `python3` of the path.
//! The packages are looked up and not imported. What `ORT_DYLIB_PATH` names is used or is an error; of the others, the first
//! that can be used.

use std::env;
use std::error::Error as _;
use std::ffi::CStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::backend::Unavailable;
use crate::bundled::environment::Environment;
use crate::bundled::python::chosen;

/// Prints the folder of the package. The working directory is not searched: it is no part of a Python environment.
const FIND_PACKAGE: &str = "\
import sys
sys.path[:] = [entry for entry in sys.path if entry]
from importlib.util import find_spec
spec = find_spec('onnxruntime')
print(spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else '')";

const REMEDY: &str = "`opconform setup python`, or let ORT_DYLIB_PATH name the library";

/// A library that can be used.
#[derive(Clone, Debug)]
pub(super) struct Library {
    /// What it is loaded by: a path, or a name for the system's loader.
    pub(super) path: PathBuf,
    /// The version that it says it is.
    pub(super) version: String,
    /// Where it was found.
    pub(super) place: &'static str,
}

impl Library {
    /// Which library it is, without the folder that has it: reports and recordings are published, and the folder is of this machine.
    pub(super) fn label(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        format!("{}, {}", name.display(), self.place)
    }
}

/// The library to use.
pub(super) fn find() -> Result<Library, Unavailable> {
    let unavailable = |reason| Unavailable { reason, remedy: REMEDY.to_owned() };
    if let Some(named) = env::var_os("ORT_DYLIB_PATH").filter(|named| !named.is_empty()) {
        let candidate = (PathBuf::from(named), "named by ORT_DYLIB_PATH");
        return inspect(candidate).map_err(|reason| unavailable(format!("ORT_DYLIB_PATH: {reason}")));
    }
    let mut unusable = Vec::new();
    let usable = |candidate: Candidate| candidate.and_then(inspect).map_err(|reason| unusable.push(reason)).ok();
    let found = candidates().find_map(usable);
    found.ok_or_else(|| match unusable.as_slice() {
        [] => unavailable("no ONNX Runtime library found".to_owned()),
        reasons => unavailable(reasons.join(", ")),
    })
}

/// A file that may be the library, with the place that it was found in; or why there is none in that place.
type Candidate = Result<(PathBuf, &'static str), String>;

/// The libraries that there are. Made one at a time: asking a Python costs time.
fn candidates() -> impl Iterator<Item = Candidate> {
    let of = |python: Option<PathBuf>, place| Some(in_package(&python?)?.map(|path| (path, place)));
    let named = std::iter::once_with(move || of(chosen(), "of the onnxruntime package of OPCONFORM_PYTHON"));
    let own = std::iter::once_with(move || of(Environment::Python.python(), "that `opconform setup python` installed"));
    let system = std::iter::once_with(|| in_system().map(|path| Ok((path, "found by the system's loader"))));
    let python = std::iter::once_with(move || of(Some("python3".into()), "of python3's onnxruntime package"));
    named.chain(own).chain(system).chain(python).flatten()
}

/// The library in the `onnxruntime` package of a Python, if it has one. Its name carries the version.
fn in_package(python: &Path) -> Option<Result<PathBuf, String>> {
    let mut command = Command::new(python);
    command.args(["-c", FIND_PACKAGE]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let package = String::from_utf8(output.stdout).ok()?;
    let package = package.trim_end_matches(['\r', '\n']);
    (!package.is_empty()).then(|| of_package(Path::new(package)))
}

/// The library in the folder of a package.
fn of_package(package: &Path) -> Result<PathBuf, String> {
    in_folder(&package.join("capi")).ok_or_else(|| {
        format!(
            "{} has no library apart from its Python module, as packages before 1.19 have none: `onnxruntime-python` \
             judges it",
            package.display()
        )
    })
}

/// The library in a folder: `libonnxruntime.so.1.31.1` and not `libonnxruntime_providers_shared.so`.
fn in_folder(folder: &Path) -> Option<PathBuf> {
    let prefix = format!("{}onnxruntime.", env::consts::DLL_PREFIX);
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&prefix) && name.contains(env::consts::DLL_EXTENSION)
    };
    let entries = fs::read_dir(folder).ok()?;
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_library).min()
}

/// What the system's loader knows by the library's name, with and without the version of its interface.
fn in_system() -> Option<PathBuf> {
    let name = format!("{}onnxruntime{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let names = [name.clone(), format!("{name}.1")];
    names.into_iter().map(PathBuf::from).find(|name| load(name).is_ok())
}

/// Loads a library and asks its version; an error says what is wrong with it.
fn inspect((path, place): (PathBuf, &'static str)) -> Result<Library, String> {
    let text = path.display().to_string();
    let library = load(&path).map_err(|error| {
        // What the loader says is the cause of what the crate says.
        let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        format!("{text} cannot be loaded: {why}")
    })?;
    let version = version(&library).ok_or_else(|| format!("{text} is no ONNX Runtime"))?;
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse().ok());
    if minor.is_none_or(|minor: u32| minor < ort::MINOR_VERSION) {
        return Err(format!("{text} is version {version}, expected 1.{} or newer", ort::MINOR_VERSION));
    }
    Ok(Library { path, version, place })
}

#[expect(unsafe_code, reason = "a foreign library is loaded")]
fn load(path: &Path) -> Result<libloading::Library, libloading::Error> {
    // SAFETY: the initialisers of a library run, and those of ONNX Runtime ask nothing of their caller. That the file is such a
    // library, whoever named it or installed it has said.
    unsafe { libloading::Library::new(path) }
}

/// The version that the library says it is; `None` when it is no ONNX Runtime.
#[expect(unsafe_code, reason = "a function of a foreign library is called")]
fn version(library: &libloading::Library) -> Option<String> {
    type GetApiBase = unsafe extern "C" fn() -> *const ort::sys::OrtApiBase;
    // SAFETY: the type is that of the function of this name in ONNX Runtime's C header, and the name is its own.
    let get = unsafe { library.get::<GetApiBase>(b"OrtGetApiBase\0") }.ok()?;
    // SAFETY: it takes nothing, and gives null or a table that lives as long as the library.
    let base = unsafe { get().as_ref() }?;
    // SAFETY: it takes nothing, and gives a string that lives as long as the library, ending in a zero byte.
    let version = unsafe { CStr::from_ptr((base.GetVersionString)()) };
    Some(version.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_told_from_its_neighbours() {
        let folder = tempfile::tempdir().expect("a folder");
        let extension = env::consts::DLL_EXTENSION;
        let library = format!("{}onnxruntime.{extension}", env::consts::DLL_PREFIX);
        assert_eq!(in_folder(folder.path()), None);
        for name in ["libonnxruntime_providers_shared.so", "onnxruntime_pybind11_state.so", "__init__.py", &library] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        assert_eq!(in_folder(folder.path()), Some(folder.path().join(library)));
        assert_eq!(in_folder(&folder.path().join("none")), None);
    }

    #[test]
    fn what_is_told_of_a_library_names_no_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [folder.path().join("libonnxruntime.so.1.31.1"), PathBuf::from("libonnxruntime.so.1.31.1")] {
            let library = Library { path, version: "1.31.1".to_owned(), place: "named by ORT_DYLIB_PATH" };
            assert_eq!(library.label(), "libonnxruntime.so.1.31.1, named by ORT_DYLIB_PATH");
        }
    }

    #[test]
    fn a_file_that_is_no_library_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("libonnxruntime.so");
        fs::write(&path, "text").expect("a file");
        let reason = inspect((path.clone(), "test")).expect_err("no library");
        assert!(reason.starts_with(&format!("{} cannot be loaded: ", path.display())), "{reason}");
    }

    #[test]
    fn a_package_without_a_library_of_its_own_says_so() {
        let package = tempfile::tempdir().expect("a folder");
        let capi = package.path().join("capi");
        fs::create_dir(&capi).expect("a folder");
        // What the package of 1.18.1 has.
        for name in ["libonnxruntime_providers_shared.so", "onnxruntime_pybind11_state.cpython-311-x86_64-linux-gnu.so"]
        {
            fs::write(capi.join(name), "").expect("a file");
        }
        let reason = of_package(package.path()).expect_err("no library");
        assert!(reason.contains("before 1.19") && reason.contains("`onnxruntime-python`"), "{reason}");
        let library = capi.join(format!("{}onnxruntime.{}", env::consts::DLL_PREFIX, env::consts::DLL_EXTENSION));
        fs::write(&library, "").expect("a file");
        assert_eq!(of_package(package.path()), Ok(library));
    }

    #[test]
    fn a_python_that_is_not_there_has_no_package() {
        assert_eq!(in_package(Path::new("no-such-python")), None);
    }
}
