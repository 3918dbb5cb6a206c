//! `onnxruntime-python`: ONNX Runtime's Python package, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "onnxruntime-python",
    "ONNX Runtime's Python package, in a Python of its own",
    "onnxruntime",
    Environment::Python,
    Some(Releases { name: "onnxruntime", numpy_2: Some(&[1, 19]) }),
)
.reproduced_by(Implementation::Python(Library::Onnxruntime))
.claiming(claims::ONNX_RUNTIME);
